//! A move is written as the upper or left square, `row,column`, counted from 1 at the top left.

use crate::Move;
use lastmove_board::Size;
use std::fmt;
use thiserror::Error;

impl Move {
    /// The move as it is written, `row,column`.
    pub fn display(self, size: Size) -> impl fmt::Display {
        let (row, column) = (size.row(self.0) + 1, size.column(self.0) + 1);
        fmt::from_fn(move |f| write!(f, "{row},{column}"))
    }
}

/// Why a text is not a move. Columns of the text count characters from 1.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct MoveError(String);

impl MoveError {
    fn at(place: usize) -> Self {
        Self(format!("column {}: expected row,column such as 1,2", place + 1))
    }
}

/// Reads a move. Whether it is legal is for the position to say.
///
/// ```
/// use lastmove_board::Size;
/// use lastmove_domineering::{Move, parse_move};
/// let size = Size::new(5, 4).unwrap(); // the 4x5 board: 5 columns, 4 rows
/// assert_eq!(parse_move(size, "2,1").unwrap(), Move(5));
/// assert_eq!(Move(5).display(size).to_string(), "2,1");
/// ```
pub fn parse_move(size: Size, text: &str) -> Result<Move, MoveError> {
    let mut at = 0;
    let bytes = text.as_bytes();
    let skip_spaces = |at: &mut usize| {
        while bytes.get(*at).is_some_and(u8::is_ascii_whitespace) {
            *at += 1;
        }
    };
    skip_spaces(&mut at);
    let row = number(bytes, &mut at)?;
    skip_spaces(&mut at);
    if bytes.get(at) != Some(&b',') {
        return Err(MoveError::at(at));
    }
    at += 1;
    skip_spaces(&mut at);
    let column = number(bytes, &mut at)?;
    skip_spaces(&mut at);
    if at < bytes.len() {
        return Err(MoveError::at(at));
    }
    if row == 0 || column == 0 || row > size.height() || column > size.width() {
        let board = format!("{} rows and {} columns", size.height(), size.width());
        let problem = format!("row {row}, column {column} is not on the board of {board}");
        return Err(MoveError(problem));
    }
    Ok(Move(size.square(column - 1, row - 1)))
}

fn number(bytes: &[u8], at: &mut usize) -> Result<usize, MoveError> {
    let start = *at;
    let mut n = 0usize;
    while let Some(digit) = bytes.get(*at).filter(|b| b.is_ascii_digit()) {
        n = n.saturating_mul(10).saturating_add(usize::from(digit - b'0'));
        *at += 1;
    }
    if *at == start { Err(MoveError::at(start)) } else { Ok(n) }
}
