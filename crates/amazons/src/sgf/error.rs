//! Errors of reading a file in the Smart Game Format.

use super::{MAX_BYTES, MAX_NODES, MAX_SIDE};
use crate::IllegalMove;
use crate::start::MAX_FILES;
use lastmove_board::SizeError;
use thiserror::Error;

/// What is wrong with a file, with the line.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}: {problem}")]
pub struct SgfError {
    /// the line, from 1
    pub line: usize,
    /// what is wrong
    pub problem: SgfProblem,
}

/// What is wrong with a file.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SgfProblem {
    /// The file is longer than [`MAX_BYTES`].
    #[error("the file has {0} bytes, more than the {MAX_BYTES} that are read")]
    TooLong(usize),
    /// The file has more than [`MAX_NODES`] nodes.
    #[error("the file has more than the {MAX_NODES} nodes that are read")]
    TooManyNodes,
    /// The file does not contain `(;`.
    #[error("no game; expected '(;'")]
    NoGame,
    /// The file violates the syntax of the format.
    #[error("column {column}: expected {expected}")]
    Syntax {
        /// the position in the line, in characters from 1
        column: usize,
        /// what the format requires here
        expected: &'static str,
    },
    /// The file is a game other than Amazons.
    #[error("GM[{0}] is another game; expected GM[18], Amazons")]
    OtherGame(String),
    /// The value of `SZ` is not a size.
    #[error("SZ[{0}] is not a size; expected a number, or width:height")]
    NotASize(String),
    /// The size is not one of an Amazons board.
    #[error(transparent)]
    Size(#[from] SizeError),
    /// The board is too large for points of two letters.
    #[error(
        "{0}x{1} is too large for SGF; expected at most {MAX_FILES} files and {MAX_SIDE} ranks"
    )]
    TooLarge(usize, usize),
    /// A value is not a point of the board.
    #[error("{property}[{value}]: expected two letters that name a square of the board")]
    NotAPoint {
        /// the property
        property: String,
        /// its value
        value: String,
    },
    /// A value is not a move on the board.
    #[error(
        "{property}[{value}]: expected a move, six letters that name three squares of the board"
    )]
    NotAMove {
        /// the property
        property: String,
        /// its value
        value: String,
    },
    /// The value of `PL` is not a colour.
    #[error("PL[{0}]: expected B or W")]
    NotAColour(String),
    /// A square is set up twice in one node.
    #[error("{0} is set up twice")]
    SetUpTwice(String),
    /// A node has two moves, or set-up and a move.
    #[error("a node holds one move, or set-up, not both")]
    Mixed,
    /// A move is illegal.
    #[error("move {number}: {reason}")]
    Illegal {
        /// the number of the move in its variation, from 1
        number: usize,
        /// why
        reason: IllegalMove,
    },
}

impl SgfProblem {
    pub(super) fn on(self, line: usize) -> SgfError {
        SgfError { line, problem: self }
    }
}

/// The beginning of a value, for use in one line of text.
pub(super) fn short(value: &str) -> String {
    value.chars().take(20).collect()
}
