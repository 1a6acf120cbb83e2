//! Why a file is not a game of Amazons.

use super::{MAX_BYTES, MAX_NODES, MAX_SIDE};
use crate::IllegalMove;
use crate::start::MAX_FILES;
use lastmove_board::SizeError;
use thiserror::Error;

/// What is wrong with a file, and on which line.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}: {problem}")]
pub struct SgfError {
    /// the line, from 1
    pub line: usize,
    /// what is wrong there
    pub problem: SgfProblem,
}

/// What is wrong with a file.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SgfProblem {
    /// Longer than [`MAX_BYTES`].
    #[error("the file has {0} bytes, more than the {MAX_BYTES} that are read")]
    TooLong(usize),
    /// More nodes than [`MAX_NODES`].
    #[error("the file has more than the {MAX_NODES} nodes that are read")]
    TooManyNodes,
    /// Nothing that begins with `(;`.
    #[error("no game; expected '(;'")]
    NoGame,
    /// Something else than the format asks for.
    #[error("column {column}: expected {expected}")]
    Syntax {
        /// where on the line, in characters from 1
        column: usize,
        /// what should stand there
        expected: &'static str,
    },
    /// Another game than Amazons.
    #[error("GM[{0}] is another game; expected GM[18], Amazons")]
    OtherGame(String),
    /// `SZ` that is no size.
    #[error("SZ[{0}] is not a size; expected a number, or width:height")]
    NotASize(String),
    /// A board that is not played on.
    #[error(transparent)]
    Size(#[from] SizeError),
    /// Points are two letters.
    #[error(
        "{0}x{1} is too large for SGF; expected at most {MAX_FILES} files and {MAX_SIDE} ranks"
    )]
    TooLarge(usize, usize),
    /// A value that is not a point of the board.
    #[error("{property}[{value}]: expected two letters that name a square of the board")]
    NotAPoint {
        /// the property
        property: String,
        /// its value
        value: String,
    },
    /// A value that is not a move on the board.
    #[error(
        "{property}[{value}]: expected a move, six letters that name three squares of the board"
    )]
    NotAMove {
        /// the property
        property: String,
        /// its value
        value: String,
    },
    /// `PL` that is neither colour.
    #[error("PL[{0}]: expected B or W")]
    NotAColour(String),
    /// A square that is set up twice in one node.
    #[error("{0} is set up twice")]
    SetUpTwice(String),
    /// Two moves in one node, or set-up and a move.
    #[error("a node holds one move, or set-up, not both")]
    Mixed,
    /// A move that the rules forbid.
    #[error("move {number}: {reason}")]
    Illegal {
        /// the number of the move on its line of play, from 1
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

/// The beginning of a value, for one line of text.
pub(super) fn short(value: &str) -> String {
    value.chars().take(20).collect()
}
