//! Errors of the library.

use lastmove_endgame::OpenError;
use lastmove_proof::{ClaimError, Rejection, WriteError};
use lastmove_report::solve::SolveError;
use lastmove_report::{AppraiseError, BadBoard, WalkError};
use lastmove_values::ParseError;

/// Why a call failed.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The text is not a position of the game.
    #[error(transparent)]
    Board(#[from] BadBoard),
    /// The endgame databases cannot be used.
    #[error(transparent)]
    Databases(#[from] OpenError),
    /// The position was not solved.
    #[error(transparent)]
    Solve(#[from] SolveError),
    /// The position was not valued.
    #[error(transparent)]
    Value(#[from] AppraiseError),
    /// The expression has no value.
    #[error(transparent)]
    Expression(#[from] ParseError),
    /// The certificate was not written.
    #[error("no certificate: {0}")]
    Certificate(#[from] WriteError),
    /// The certificate is invalid, or proves another claim than the expected one.
    #[error(transparent)]
    Rejected(#[from] Rejection),
    /// The certificate cannot be played against.
    #[error(transparent)]
    Walk(#[from] WalkError),
    /// The expected claim cannot be read.
    #[error(transparent)]
    Claim(#[from] ClaimError),
}
