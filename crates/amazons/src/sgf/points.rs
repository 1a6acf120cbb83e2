//! Points: two letters, column from the left and row from the top.

use super::error::{SgfProblem, short};
use super::syntax::Property;
use crate::Move;
use lastmove_board::{Bits, Size, Square};

/// The number of a letter: `a` to `z`, then `A` to `Z`.
fn number(letter: u8) -> Option<usize> {
    match letter {
        b'a'..=b'z' => Some(usize::from(letter - b'a')),
        b'A'..=b'Z' => Some(usize::from(letter - b'A') + 26),
        _ => None,
    }
}

fn letter(number: usize) -> char {
    let first = if number < 26 { b'a' } else { b'A' - 26 };
    char::from(first + number as u8)
}

pub(super) fn name(size: Size, square: Square) -> String {
    [letter(size.column(square)), letter(size.row(square))].iter().collect()
}

fn point(size: Size, value: &str) -> Option<Square> {
    let &[column, row] = value.as_bytes() else { return None };
    let (column, row) = (number(column)?, number(row)?);
    (column < size.width() && row < size.height()).then(|| size.square(column, row))
}

/// The set of a list of points; `aa:cb` is a rectangle.
pub(super) fn set(size: Size, property: &Property) -> Result<u128, SgfProblem> {
    let mut set = u128::NONE;
    for value in &property.values {
        let value = value.trim();
        let (first, last) = value.split_once(':').unwrap_or((value, value));
        let (Some(first), Some(last)) = (point(size, first), point(size, last)) else {
            let property = property.name.clone();
            return Err(SgfProblem::NotAPoint { property, value: short(value) });
        };
        for row in size.row(first)..=size.row(last) {
            for column in size.column(first)..=size.column(last) {
                set |= u128::bit(size.square(column, row));
            }
        }
    }
    Ok(set)
}

pub(super) fn parse_move(size: Size, value: &str) -> Option<Move> {
    let value = value.trim();
    if !value.is_ascii() || value.len() != 6 {
        return None;
    }
    let square = |i: usize| point(size, &value[i..i + 2]);
    Some(Move { from: square(0)?, to: square(2)?, arrow: square(4)? })
}
