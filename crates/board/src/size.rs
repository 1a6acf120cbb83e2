//! The size of a rectangular board.

use std::fmt;
use thiserror::Error;

/// The number of a square, in reading order from the top left corner.
pub type Square = u8;

/// The most squares of a board that a bitboard holds.
pub const MAX_SQUARES: usize = 128;

/// Width and height of a board; at least one square, at most [`MAX_SQUARES`].
///
/// ```
/// use lastmove_board::Size;
/// let size = Size::new(5, 6).unwrap();
/// assert_eq!(size.squares(), 30);
/// assert_eq!(size.to_string(), "5x6");
/// assert!(Size::new(0, 5).is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Size {
    width: u8,
    height: u8,
}

/// Why a size is invalid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum SizeError {
    /// A side of length 0.
    #[error("a board needs at least one row and one column, got {width}x{height}")]
    Empty {
        /// requested columns
        width: usize,
        /// requested rows
        height: usize,
    },
    /// More squares than a bitboard holds.
    #[error("a board has at most {MAX_SQUARES} squares, {width}x{height} has {}", width.saturating_mul(*height))]
    TooLarge {
        /// requested columns
        width: usize,
        /// requested rows
        height: usize,
    },
}

impl Size {
    /// A board of `width` columns and `height` rows.
    pub fn new(width: usize, height: usize) -> Result<Self, SizeError> {
        if width == 0 || height == 0 {
            return Err(SizeError::Empty { width, height });
        }
        match width.checked_mul(height) {
            Some(n) if n <= MAX_SQUARES => Ok(Self { width: width as u8, height: height as u8 }),
            _ => Err(SizeError::TooLarge { width, height }),
        }
    }

    /// The two numbers of a text such as `4x5`; the game decides what their order means. `None` if
    /// the text is not of that form. Numbers too large for the machine become its largest.
    ///
    /// ```
    /// use lastmove_board::Size;
    /// assert_eq!(Size::split_name("4x5"), Some((4, 5)));
    /// assert_eq!(Size::split_name("4 × 5"), Some((4, 5)));
    /// assert_eq!(Size::split_name("4x"), None);
    /// ```
    pub fn split_name(text: &str) -> Option<(usize, usize)> {
        let sides = ["x", "X", "×", "\\times"].into_iter().find_map(|sign| text.split_once(sign));
        let (first, second) = sides?;
        let number = |s: &str| {
            let s = s.trim();
            let digits = !s.is_empty() && s.bytes().all(|b| b.is_ascii_digit());
            digits.then(|| s.parse().unwrap_or(usize::MAX))
        };
        Some((number(first)?, number(second)?))
    }

    /// The number of columns.
    #[inline]
    pub fn width(self) -> usize {
        self.width as usize
    }
    /// The number of rows.
    #[inline]
    pub fn height(self) -> usize {
        self.height as usize
    }
    /// The number of squares.
    #[inline]
    pub fn squares(self) -> usize {
        self.width() * self.height()
    }
    /// Whether there are as many rows as columns.
    #[inline]
    pub fn is_square(self) -> bool {
        self.width == self.height
    }
    /// The square in this column and row, both counted from 0 at the top left.
    #[inline]
    pub fn square(self, column: usize, row: usize) -> Square {
        debug_assert!(column < self.width() && row < self.height());
        (row * self.width() + column) as Square
    }
    /// The column of a square, from 0 at the left.
    #[inline]
    pub fn column(self, square: Square) -> usize {
        square as usize % self.width()
    }
    /// The row of a square, from 0 at the top.
    #[inline]
    pub fn row(self, square: Square) -> usize {
        square as usize / self.width()
    }
    /// The size with rows and columns exchanged.
    #[inline]
    pub fn transposed(self) -> Self {
        Self { width: self.height, height: self.width }
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.width, self.height)
    }
}
