//! A move is written as the upper or left square, `row,column`, counted from 1 at the top left.
//! Also read: `(2,1)` as in Bullock's thesis, `2 1`, and marks such as `!` or `.` at the end.

use crate::Move;
use lastmove_board::Size;
use std::fmt;
use thiserror::Error;

impl Move {
    /// The move in its notation, `row,column`.
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

/// Parses a move. It may be illegal in a position.
///
/// ```
/// use lastmove_board::Size;
/// use lastmove_domineering::{Move, parse_move};
/// let size = Size::new(5, 4).unwrap(); // the 4x5 board: 5 columns, 4 rows
/// for spelling in ["2,1", "(2,1)", "(2, 1)", "2 1"] {
///     assert_eq!(parse_move(size, spelling).unwrap(), Move(5));
/// }
/// assert_eq!(Move(5).display(size).to_string(), "2,1");
/// ```
pub fn parse_move(size: Size, text: &str) -> Result<Move, MoveError> {
    let mut at = spaces(text.as_bytes(), 0);
    let (row, column) = square(text.as_bytes(), &mut at)?;
    at = spaces(text.as_bytes(), at);
    if at < text.len() {
        return Err(MoveError::at(at));
    }
    if row == 0 || column == 0 || row > size.height() || column > size.width() {
        let board = format!("{} rows and {} columns", size.height(), size.width());
        let problem = format!("row {row}, column {column} is not on the board of {board}");
        return Err(MoveError(problem));
    }
    Ok(Move(size.square(column - 1, row - 1)))
}

/// Splits a list of moves; returns each with the column of its first character. Move numbers such
/// as `12.` are skipped, and so is `and`, which ends a printed list. Anything that is not a move
/// ends at the next space.
///
/// ```
/// use lastmove_domineering::split_moves;
/// let printed = "1. (2,2) (2,3) 2. 3,4 4 2, and (1,1)";
/// let moves: Vec<_> = split_moves(printed).map(|(_, mv)| mv).collect();
/// assert_eq!(moves, ["(2,2)", "(2,3)", "3,4", "4 2,", "(1,1)"]);
/// ```
pub fn split_moves(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let bytes = text.as_bytes();
    let mut at = 0;
    std::iter::from_fn(move || {
        at = before_move(bytes, spaces(bytes, at));
        let start = at;
        let word = text[start..].find(|c: char| c.is_ascii_whitespace());
        let word = word.map_or(text.len(), |i| start + i);
        let whole = square(bytes, &mut at).is_ok();
        if !whole || bytes.get(at).is_some_and(|b| !b.is_ascii_whitespace()) {
            at = word;
        }
        (start < text.len()).then(|| (text[..start].chars().count() + 1, &text[start..at]))
    })
}

/// The start of the next move, after move numbers and the `and` of a printed list.
fn before_move(bytes: &[u8], mut at: usize) -> usize {
    loop {
        let mut end = at;
        if number(bytes, &mut end).is_ok() && bytes.get(end) == Some(&b'.') {
            at = spaces(bytes, end + 1);
        } else if bytes[at..].starts_with(b"and ") {
            at = spaces(bytes, at + 4);
        } else {
            return at;
        }
    }
}

fn spaces(bytes: &[u8], at: usize) -> usize {
    at + bytes[at..].iter().take_while(|b| b.is_ascii_whitespace()).count()
}

/// Parses row and column, with or without brackets, and the marks after them.
fn square(bytes: &[u8], at: &mut usize) -> Result<(usize, usize), MoveError> {
    let bracket = bytes.get(*at) == Some(&b'(');
    *at = spaces(bytes, *at + usize::from(bracket));
    let row = number(bytes, at)?;
    let end = *at;
    *at = spaces(bytes, end);
    if bytes.get(*at) == Some(&b',') {
        *at = spaces(bytes, *at + 1);
    } else if *at == end {
        return Err(MoveError::at(end));
    }
    let column = number(bytes, at)?;
    if bracket {
        *at = spaces(bytes, *at);
        if bytes.get(*at) != Some(&b')') {
            return Err(MoveError::at(*at));
        }
        *at += 1;
    }
    *at += bytes[*at..].iter().take_while(|b| b"!?.,;".contains(b)).count();
    Ok((row, column))
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
