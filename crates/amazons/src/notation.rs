//! Names of squares and the spellings of a move.
//!
//! Moves print as `d1-d7/g7`. Also read: `d1-d7(g7)`, `d1-d7 (g7)`, `d1-d7xg7`, `d1d7,d7g7`
//! (Fairy-Stockfish) and any letter case.

use crate::Move;
use lastmove_board::{Size, Square};
use std::fmt;
use thiserror::Error;

/// A square with the board it belongs to, printed as `d7`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SquareName {
    file: u8,
    rank: u8,
}

impl SquareName {
    pub(crate) fn new(size: Size, square: Square) -> Self {
        Self { file: size.column(square) as u8, rank: (size.height() - size.row(square)) as u8 }
    }
}

impl fmt::Display for SquareName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.file < 26 {
            write!(f, "{}{}", (b'a' + self.file) as char, self.rank)
        } else {
            write!(f, "({},{})", self.file + 1, self.rank) // beyond the alphabet: errors only
        }
    }
}

/// The name of a square, such as `d7`.
///
/// ```
/// use lastmove_amazons::square_name;
/// use lastmove_board::Size;
/// let size = Size::new(5, 6).unwrap();
/// assert_eq!(square_name(size, 0).to_string(), "a6");
/// assert_eq!(square_name(size, 29).to_string(), "e1");
/// ```
pub fn square_name(size: Size, square: Square) -> SquareName {
    SquareName::new(size, square)
}

impl Move {
    /// The move in the notation that we write, `d1-d7/g7`.
    pub fn display(self, size: Size) -> impl fmt::Display {
        let [from, to, arrow] = [self.from, self.to, self.arrow].map(|s| SquareName::new(size, s));
        fmt::from_fn(move |f| write!(f, "{from}-{to}/{arrow}"))
    }
}

/// Why a text is not a move. Columns count characters from 1.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum MoveError {
    /// Something else where a square was expected.
    #[error("column {column}: expected a square such as d7, in a move such as d1-d7/g7")]
    ExpectedSquare {
        /// where
        column: usize,
    },
    /// A square that the board does not have.
    #[error("column {column}: '{name}' is not on the {size} board")]
    OffBoard {
        /// where
        column: usize,
        /// the square's name
        name: String,
        /// the board
        size: Size,
    },
    /// Something else where a separator was expected.
    #[error("column {column}: expected '{expected}', in a move such as d1-d7/g7")]
    ExpectedSeparator {
        /// where
        column: usize,
        /// what should stand there
        expected: &'static str,
    },
    /// The arrow of Fairy-Stockfish's spelling starts elsewhere than the amazon stands.
    #[error("column {column}: the arrow must start where the amazon moved to")]
    ArrowStart {
        /// where
        column: usize,
    },
    /// Something after the move.
    #[error("column {column}: unexpected text at the end")]
    TrailingText {
        /// where
        column: usize,
    },
}

/// Reads a move on a board of this size. Whether it is legal is for the position to say.
///
/// ```
/// use lastmove_amazons::parse_move;
/// use lastmove_board::Size;
/// let size = Size::new(10, 10).unwrap();
/// let mv = parse_move(size, "d1-d7/g7").unwrap();
/// for spelling in ["d1-d7(g7)", "d1-d7 (g7)", "D1-D7xG7", "d1d7,d7g7", " d1-d7/g7 "] {
///     assert_eq!(parse_move(size, spelling).unwrap(), mv);
/// }
/// assert_eq!(mv.display(size).to_string(), "d1-d7/g7");
/// ```
pub fn parse_move(size: Size, text: &str) -> Result<Move, MoveError> {
    let mut reader = Reader { size, text: text.as_bytes(), at: 0 };
    reader.skip_spaces();
    let from = reader.square()?;
    let dash = reader.take(b"-");
    let to = reader.square()?;
    let arrow = if dash {
        reader.skip_spaces();
        let bracket = reader.take(b"(");
        if !bracket && !reader.take(b"/") && !reader.take(b"x") && !reader.take(b"X") {
            return Err(reader.separator("/"));
        }
        let arrow = reader.square()?;
        if bracket && !reader.take(b")") {
            return Err(reader.separator(")"));
        }
        arrow
    } else {
        if !reader.take(b",") {
            return Err(reader.separator(","));
        }
        let column = reader.column();
        if reader.square()? != to {
            return Err(MoveError::ArrowStart { column });
        }
        reader.square()?
    };
    reader.end()?;
    Ok(Move { from, to, arrow })
}

/// Reads a square such as `d7`.
///
/// ```
/// use lastmove_amazons::parse_square;
/// use lastmove_board::Size;
/// let size = Size::new(5, 6).unwrap();
/// assert_eq!(parse_square(size, "A6"), Ok(0));
/// assert!(parse_square(size, "a7").is_err());
/// ```
pub fn parse_square(size: Size, text: &str) -> Result<Square, MoveError> {
    let mut reader = Reader { size, text: text.as_bytes(), at: 0 };
    let square = reader.square()?;
    reader.end()?;
    Ok(square)
}

/// Cuts a list of moves as games are printed, each with the column where it begins. Move numbers
/// such as `12.` are skipped; a bracket belongs to the move before it.
///
/// ```
/// use lastmove_amazons::split_moves;
/// let printed = "1. d1-d7 (g7) a7-d4 (a7) 2. g1-e3/e10";
/// let moves: Vec<_> = split_moves(printed).collect();
/// assert_eq!(moves, [(4, "d1-d7 (g7)"), (15, "a7-d4 (a7)"), (29, "g1-e3/e10")]);
/// ```
pub fn split_moves(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut at = 0;
    std::iter::from_fn(move || {
        loop {
            at = text.len() - text[at..].trim_start().len();
            let end = end_of_word(text, at);
            let word = &text[at..end];
            if word.is_empty() {
                return None;
            }
            let start = std::mem::replace(&mut at, end);
            if word.strip_suffix('.').is_some_and(|n| n.bytes().all(|b| b.is_ascii_digit())) {
                continue;
            }
            let next = text.len() - text[end..].trim_start().len();
            if text[next..].starts_with('(') {
                at = end_of_word(text, next);
            }
            return Some((text[..start].chars().count() + 1, &text[start..at]));
        }
    })
}

fn end_of_word(text: &str, start: usize) -> usize {
    text[start..].find(char::is_whitespace).map_or(text.len(), |i| start + i)
}

/// Moves as literals in examples and tests: `"b1-b4/d4".parse_on(size)`.
pub trait ParseOn {
    /// Reads the move on a board of this size.
    fn parse_on(&self, size: Size) -> Result<Move, MoveError>;
}

impl ParseOn for str {
    fn parse_on(&self, size: Size) -> Result<Move, MoveError> {
        parse_move(size, self)
    }
}

struct Reader<'a> {
    size: Size,
    text: &'a [u8],
    at: usize,
}

impl Reader<'_> {
    fn column(&self) -> usize {
        // All that was read so far is ASCII, so bytes are characters.
        self.at + 1
    }

    fn skip_spaces(&mut self) {
        while self.text.get(self.at).is_some_and(u8::is_ascii_whitespace) {
            self.at += 1;
        }
    }

    fn take(&mut self, sign: &[u8; 1]) -> bool {
        let found = self.text.get(self.at) == Some(&sign[0]);
        self.at += usize::from(found);
        found
    }

    fn end(&mut self) -> Result<(), MoveError> {
        self.skip_spaces();
        if self.at < self.text.len() {
            return Err(MoveError::TrailingText { column: self.column() });
        }
        Ok(())
    }

    fn separator(&self, expected: &'static str) -> MoveError {
        MoveError::ExpectedSeparator { column: self.column(), expected }
    }

    fn square(&mut self) -> Result<Square, MoveError> {
        let column = self.column();
        let file = self.text.get(self.at).copied().unwrap_or(0).to_ascii_lowercase();
        let digits = self.text[(self.at + 1).min(self.text.len())..]
            .iter()
            .take_while(|b| b.is_ascii_digit())
            .count();
        if !file.is_ascii_lowercase() || digits == 0 {
            return Err(MoveError::ExpectedSquare { column });
        }
        let end = self.at + 1 + digits;
        let rank = self.text[self.at + 1..end]
            .iter()
            .fold(0usize, |n, b| n.saturating_mul(10).saturating_add(usize::from(b - b'0')));
        let file = usize::from(file - b'a');
        if file >= self.size.width() || rank == 0 || rank > self.size.height() {
            let name = String::from_utf8_lossy(&self.text[self.at..end.min(self.at + 8)]);
            return Err(MoveError::OffBoard { column, name: name.into_owned(), size: self.size });
        }
        self.at = end;
        Ok(self.size.square(file, self.size.height() - rank))
    }
}
