//! Boards by name (rows x columns), and parsing of board names and position strings.

use lastmove_board::{BoardName, Cell, Diagram, DiagramError, Side, Size, SizeError};
use thiserror::Error;

/// Why a text is neither the name of a board nor a position.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum BoardError {
    /// A side of length 0.
    #[error("a board needs at least one row and one column, got {rows}x{columns}")]
    Empty {
        /// requested rows
        rows: usize,
        /// requested columns
        columns: usize,
    },
    /// More squares than a bitboard holds.
    #[error(
        "{rows}x{columns} has more than 128 squares; `lastmove winners domineering` derives the class of larger boards"
    )]
    TooLarge {
        /// requested rows
        rows: usize,
        /// requested columns
        columns: usize,
    },
    /// Not a position string.
    #[error(transparent)]
    Diagram(#[from] DiagramError),
}

/// Parses a board name (`4x5`: 4 rows, 5 columns) or a position string. A side to move may follow
/// either.
///
/// ```
/// use lastmove_domineering::board;
/// assert_eq!(board::parse("2x3").unwrap().to_string(), "3/3");
/// assert_eq!(board::parse("2x3 h").unwrap().to_string(), "3/3 h");
/// assert_eq!(board::parse("1*2/4 v").unwrap().to_string(), "1*2/4 v");
/// assert!(board::parse("12x12").unwrap_err().to_string().contains("winners"));
/// ```
pub fn parse(text: &str) -> Result<Diagram, BoardError> {
    let text = text.trim();
    let name = BoardName::find(text).filter(|name| name.layout.is_none());
    let Some(name) = name else {
        return text.parse().map_err(|error| match error {
            DiagramError::Size(SizeError::TooLarge { width, height }) => {
                BoardError::TooLarge { rows: height, columns: width }
            }
            other => other.into(),
        });
    };
    let (rows, columns) = name.numbers;
    let size = Size::new(columns, rows).map_err(|error| match error {
        SizeError::Empty { .. } => BoardError::Empty { rows, columns },
        SizeError::TooLarge { .. } => BoardError::TooLarge { rows, columns },
    })?;
    let side = name.side(Side::Vertical)?;
    Ok(Diagram::new(size, vec![Cell::Empty; size.squares()], side))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_side_may_follow_a_name() {
        let text = |name| parse(name).unwrap().to_string();
        for name in ["2x3 h", "2 x 3  H", "2×3 h", r"2 \times 3 h", "2x3 h - - 0 1"] {
            assert_eq!(text(name), "3/3 h", "{name}");
        }
        for name in ["2x3", "2 × 3", "2x3 - - 0 1"] {
            assert_eq!(text(name), "3/3", "{name}");
        }
        let error = |name| parse(name).unwrap_err().to_string();
        assert!(error("2x3 z").starts_with("column 5: 'z'"), "{}", error("2x3 z"));
        assert!(error("2 × 3 h x").starts_with("column 9: 'x'"), "{}", error("2 × 3 h x"));
        assert!(error("12x12 h").contains("winners"));
        // long texts neither panic nor take long
        let (zeros, words) = ("0".repeat(1 << 17), "1 ".repeat(1 << 20));
        assert_eq!(parse(&format!("{zeros}2x3 h")).unwrap().to_string(), "3/3 h");
        assert!(parse(&words).is_err());
    }

    proptest! {
        #[test]
        fn a_position_string_is_never_read_as_a_name(text in "[0-9*./|x×X vh-]{0,20}") {
            if let Ok(diagram) = text.parse::<Diagram>() {
                prop_assert_eq!(parse(&text).ok(), Some(diagram));
            }
        }
    }
}
