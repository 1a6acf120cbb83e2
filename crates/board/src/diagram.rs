//! The position string: the notation for a board.
//!
//! Rows from top to bottom, joined by `/`; a number is a run of empty squares; `Q` a white and `q`
//! a black amazon, `*` a burnt or occupied square, `B`/`b` a blocker. The side to move may follow
//! after a space. [`Diagram`] is the bare picture: the game decides whether it is a valid position.

use crate::{Bits, MAX_SQUARES, Side, Size, SizeError, Square};
use std::fmt::{self, Write};
use std::str::FromStr;
use thiserror::Error;

/// The content of a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Cell {
    /// nothing
    Empty,
    /// burnt in Amazons, occupied in Domineering
    Burnt,
    /// a white amazon
    White,
    /// a black amazon
    Black,
    /// a white amazon that blocks
    WhiteBlocker,
    /// a black amazon that blocks
    BlackBlocker,
}

impl Cell {
    /// The letter in a position string; `.` for an empty square that is not part of a run.
    pub fn letter(self) -> char {
        ['.', '*', 'Q', 'q', 'B', 'b'][self as usize]
    }
}

/// A board with the content of each square, and optionally a side to move.
///
/// ```
/// use lastmove_board::{Cell, Diagram};
/// let diagram: Diagram = "2q3/6/5q/Q5/6/3Q2 w".parse().unwrap();
/// assert_eq!(diagram.size().to_string(), "6x6");
/// assert_eq!(diagram.to_string(), "2q3/6/5q/Q5/6/3Q2 w");
/// // other spellings of the same things
/// let cgsuite: Diagram = "..x...|......|.....x|o.....|......|...o..".parse().unwrap();
/// assert_eq!(cgsuite.cells(), diagram.cells());
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Diagram {
    size: Size,
    cells: Vec<Cell>,
    side: Option<Side>,
}

/// Why a position string is invalid. Columns count characters from 1.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum DiagramError {
    /// The text is empty.
    #[error("the position is empty; expected rows such as 1q2/4/4/2Q1")]
    Empty,
    /// A character without a meaning here.
    #[error("column {column}: '{}' is not a square; expected Q, q, *, B, b, '.' or a number of empty squares", .letter.escape_debug())]
    UnknownLetter {
        /// its column
        column: usize,
        /// the character
        letter: char,
    },
    /// A letter of CGSuite in a row with digits.
    #[error(
        "column {column}: '{letter}' stands for an amazon only in rows without digits; write q or Q here"
    )]
    MixedLetters {
        /// its column
        column: usize,
        /// the letter
        letter: char,
    },
    /// A run of 0 empty squares, or of more than a board has.
    #[error("column {column}: a run of empty squares is 1 to {MAX_SQUARES} long")]
    BadRun {
        /// its column
        column: usize,
    },
    /// Rows of unequal length.
    #[error("row {row} has {found} squares, expected {expected} as in row 1")]
    RowLength {
        /// which row, from 1 at the top
        row: usize,
        /// its length
        found: usize,
        /// the length of the first row
        expected: usize,
    },
    /// An empty row.
    #[error("row {row} is empty (column {column}); expected squares between the separators")]
    EmptyRow {
        /// which row, from 1 at the top
        row: usize,
        /// its column
        column: usize,
    },
    /// Text other than a side after the board.
    #[error("column {column}: '{}' is not a side to move; expected w or b (Amazons), v or h (Domineering)", .found.escape_debug())]
    UnknownSide {
        /// its column
        column: usize,
        /// the text
        found: String,
    },
    /// Text after the side, other than Fairy-Stockfish's additional fields.
    #[error("column {column}: '{}' is unexpected after the side to move", .found.escape_debug())]
    TrailingText {
        /// its column
        column: usize,
        /// the text
        found: String,
    },
    /// No row, or too many squares.
    #[error(transparent)]
    Size(#[from] SizeError),
}

impl Diagram {
    /// A diagram from its squares in reading order.
    ///
    /// # Panics
    /// If there are not exactly as many cells as squares.
    pub fn new(size: Size, cells: Vec<Cell>, side: Option<Side>) -> Self {
        assert_eq!(cells.len(), size.squares(), "a diagram has one cell per square");
        Self { size, cells, side }
    }

    /// A diagram of sets of squares, each with its kind of cell; all other squares are burnt.
    pub fn from_sets<B: Bits>(size: Size, sets: &[(Cell, B)], side: Option<Side>) -> Self {
        let mut cells = vec![Cell::Burnt; size.squares()];
        for &(cell, set) in sets {
            for square in set.squares() {
                cells[square as usize] = cell;
            }
        }
        Self::new(size, cells, side)
    }

    /// The squares with this kind of cell.
    pub fn set<B: Bits>(&self, cell: Cell) -> B {
        B::from_squares(
            (0..self.size.squares() as Square).filter(|&s| self.cells[s as usize] == cell),
        )
    }

    /// The size of the board.
    pub fn size(&self) -> Size {
        self.size
    }
    /// The content of each square, in reading order.
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }
    /// The side to move, if the string names one.
    pub fn side(&self) -> Option<Side> {
        self.side
    }
    /// The same board with another side to move.
    pub fn with_side(mut self, side: Option<Side>) -> Self {
        self.side = side;
        self
    }
}

impl FromStr for Diagram {
    type Err = DiagramError;

    fn from_str(text: &str) -> Result<Self, DiagramError> {
        let mut fields = fields(text);
        let (start, board) = fields.next().ok_or(DiagramError::Empty)?;
        let (size, cells) = parse_board(board, start)?;
        let side = fields.next().map(|(column, field)| parse_side(field, column)).transpose()?;
        // Fairy-Stockfish writes ` - - 0 1` after the side: castling, en passant, two counters.
        for (i, (column, field)) in fields.enumerate() {
            let expected = match i {
                0 | 1 => field == "-",
                2 | 3 => field.bytes().all(|b| b.is_ascii_digit()),
                _ => false,
            };
            if !expected {
                return Err(DiagramError::TrailingText { column, found: shorten(field) });
            }
        }
        Ok(Self { size, cells, side })
    }
}

/// The words of the text, each with the column of its first character.
fn fields(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut end = 0;
    std::iter::from_fn(move || {
        let start = text.len() - text[end..].trim_start().len();
        end = text[start..].find(char::is_whitespace).map_or(text.len(), |i| start + i);
        (start < end).then(|| (text[..start].chars().count() + 1, &text[start..end]))
    })
}

fn parse_side(field: &str, column: usize) -> Result<Side, DiagramError> {
    let unknown = || DiagramError::UnknownSide { column, found: shorten(field) };
    Side::from_letter(field).ok_or_else(unknown)
}

fn parse_board(board: &str, start: usize) -> Result<(Size, Vec<Cell>), DiagramError> {
    let mut cells = Vec::new();
    let mut width = 0;
    let mut rows = 0;
    let mut column = start;
    for row in board.split(['/', '|']) {
        rows += 1;
        let before = cells.len();
        parse_row(row, column, &mut cells)?;
        let found = cells.len() - before;
        if found == 0 {
            return Err(DiagramError::EmptyRow { row: rows, column });
        }
        if rows == 1 {
            width = found;
        } else if found != width {
            return Err(DiagramError::RowLength { row: rows, found, expected: width });
        }
        if cells.len() > MAX_SQUARES {
            let height = board.split(['/', '|']).count();
            return Err(SizeError::TooLarge { width, height }.into());
        }
        column += row.chars().count() + 1;
    }
    Ok((Size::new(width, rows)?, cells))
}

fn parse_row(row: &str, start: usize, cells: &mut Vec<Cell>) -> Result<(), DiagramError> {
    let has_digits = row.bytes().any(|b| b.is_ascii_digit());
    let mut letters = row.chars().enumerate().peekable();
    while let Some((i, letter)) = letters.next() {
        let column = start + i;
        let cell = match letter {
            'Q' => Cell::White,
            'q' => Cell::Black,
            'B' => Cell::WhiteBlocker,
            'b' => Cell::BlackBlocker,
            '*' | '#' => Cell::Burnt,
            '.' => Cell::Empty,
            'x' | 'X' | 'o' | 'O' if has_digits => {
                return Err(DiagramError::MixedLetters { column, letter });
            }
            'x' | 'X' => Cell::Black,
            'o' | 'O' => Cell::White,
            '0'..='9' => {
                let mut run = letter as usize - '0' as usize;
                while let Some(digit) = letters.peek().and_then(|(_, c)| c.to_digit(10)) {
                    letters.next();
                    run = (run * 10 + digit as usize).min(MAX_SQUARES + 1);
                }
                if run == 0 || run > MAX_SQUARES {
                    return Err(DiagramError::BadRun { column });
                }
                cells.extend(std::iter::repeat_n(Cell::Empty, run));
                continue;
            }
            _ => return Err(DiagramError::UnknownLetter { column, letter }),
        };
        cells.push(cell);
        if cells.len() > 2 * MAX_SQUARES {
            break; // the caller reports the size; the rest need not be read
        }
    }
    Ok(())
}

/// Shortens a text so that an error fits on one short line.
fn shorten(text: &str) -> String {
    const MOST: usize = 20;
    match text.char_indices().nth(MOST) {
        None => text.to_owned(),
        Some((end, _)) => format!("{}…", &text[..end]),
    }
}

impl fmt::Display for Diagram {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, row) in self.cells.chunks(self.size.width()).enumerate() {
            if i > 0 {
                f.write_str("/")?;
            }
            for run in row.chunk_by(|a, b| a == b) {
                match run[0] {
                    Cell::Empty => write!(f, "{}", run.len())?,
                    cell => run.iter().try_for_each(|_| f.write_char(cell.letter()))?,
                }
            }
        }
        match self.side {
            None => Ok(()),
            Some(side) => write!(f, " {}", side.letter()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn error(text: &str) -> String {
        text.parse::<Diagram>().unwrap_err().to_string()
    }

    #[test]
    fn errors_name_the_place() {
        assert!(error("").contains("empty"));
        assert!(error("   ").contains("empty"));
        assert_eq!(error("4/3/4"), "row 2 has 3 squares, expected 4 as in row 1");
        assert!(error("2z1/4").starts_with("column 2: 'z'"));
        assert!(error("4/2x1").starts_with("column 4: 'x'"));
        assert!(error("4/ 4").starts_with("row 2 is empty (column 3)"));
        assert!(error("4//4").starts_with("row 2 is empty (column 3)"));
        assert!(error("0/4").starts_with("column 1: a run"));
        assert!(error("999999999999999999999/4").starts_with("column 1: a run"));
        assert!(error("4/4 x").starts_with("column 5: 'x'"));
        assert!(error("4/4 w - 3").starts_with("column 9: '3'"));
        assert!(error("20/20/20/20/20/20/20").contains("at most 128 squares"));
        assert!(error(&"*".repeat(1 << 20)).contains("at most 128 squares"));
    }

    #[test]
    fn fairy_stockfish_tail() {
        let d: Diagram = "3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3 w - - 0 1".parse().unwrap();
        assert_eq!(d.side(), Some(Side::White));
        assert_eq!(d.to_string(), "3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3 w");
        assert_eq!(d.set::<u128>(Cell::White).count(), 4);
    }

    proptest! {
        #[test]
        fn round_trip(w in 1usize..=12, h in 1usize..=10, seed: Vec<u8>, side in 0u8..5) {
            let size = Size::new(w, h).unwrap();
            let kinds = [Cell::Empty, Cell::Burnt, Cell::White, Cell::Black, Cell::WhiteBlocker, Cell::BlackBlocker];
            let cells = (0..size.squares())
                .map(|i| kinds[*seed.get(i % seed.len().max(1)).unwrap_or(&0) as usize % 6])
                .collect();
            let side = Side::ALL.get(side as usize).copied();
            let diagram = Diagram::new(size, cells, side);
            prop_assert_eq!(diagram.to_string().parse::<Diagram>().unwrap(), diagram);
        }

        #[test]
        fn no_input_panics(text in "\\PC*") {
            let _ = text.parse::<Diagram>();
        }

        #[test]
        fn nearly_valid_input_never_panics(text in "[0-9Qq*Bb./|x wvh-]{0,60}") {
            if let Ok(diagram) = text.parse::<Diagram>() {
                prop_assert_eq!(diagram.to_string().parse::<Diagram>().unwrap(), diagram);
            }
        }
    }
}
