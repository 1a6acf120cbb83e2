//! Boards by name (rows x columns), and the reading of whatever a user calls a board.

use lastmove_board::{Cell, Diagram, DiagramError, Size, SizeError};
use thiserror::Error;

/// Why a text is neither the name of a board nor a position.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum BoardError {
    /// A side of length 0.
    #[error("a board needs at least one row and one column, got {rows}x{columns}")]
    Empty {
        /// rows asked for
        rows: usize,
        /// columns asked for
        columns: usize,
    },
    /// More squares than a bitboard holds.
    #[error(
        "{rows}x{columns} has more than 128 squares; `lastmove winners domineering` derives the class of larger boards"
    )]
    TooLarge {
        /// rows asked for
        rows: usize,
        /// columns asked for
        columns: usize,
    },
    /// Not a position string.
    #[error(transparent)]
    Diagram(#[from] DiagramError),
}

/// Reads a board name (`4x5`: 4 rows, 5 columns) or a position string.
///
/// ```
/// use lastmove_domineering::board;
/// assert_eq!(board::parse("2x3").unwrap().to_string(), "3/3");
/// assert_eq!(board::parse("1*2/4 v").unwrap().to_string(), "1*2/4 v");
/// assert!(board::parse("12x12").unwrap_err().to_string().contains("winners"));
/// ```
pub fn parse(text: &str) -> Result<Diagram, BoardError> {
    let text = text.trim();
    let Some((rows, columns)) = Size::split_name(text) else {
        return text.parse().map_err(|error| match error {
            DiagramError::Size(SizeError::TooLarge { width, height }) => {
                BoardError::TooLarge { rows: height, columns: width }
            }
            other => other.into(),
        });
    };
    match Size::new(columns, rows) {
        Ok(size) => Ok(Diagram::new(size, vec![Cell::Empty; size.squares()], None)),
        Err(SizeError::Empty { .. }) => Err(BoardError::Empty { rows, columns }),
        Err(SizeError::TooLarge { .. }) => Err(BoardError::TooLarge { rows, columns }),
    }
}
