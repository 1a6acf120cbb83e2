//! Errors of campaigns.

use lastmove_report::BadBoard;
use lastmove_report::units::UnitsError;
use lastmove_work::Stop;
use thiserror::Error;

/// Why an operation failed. Each message is one line that says what to do next.
#[derive(Debug, Error)]
pub enum FarmError {
    /// A mistake in the input.
    #[error("{0}")]
    Input(String),
    /// An error of the server, the network or a disk.
    #[error("{0}")]
    Failed(String),
    /// A user stopped the operation, or a limit was reached.
    #[error("{0}")]
    Stopped(Stop),
    /// An error in a unit, a certificate or a position.
    #[error(transparent)]
    Units(#[from] UnitsError),
}

impl From<BadBoard> for FarmError {
    fn from(error: BadBoard) -> Self {
        Self::Input(error.to_string())
    }
}

impl FarmError {
    /// An error of the server while doing `what`.
    pub(crate) fn server(what: &str, error: impl std::fmt::Display) -> Self {
        Self::Failed(format!("the server cannot {what}: {error}"))
    }
}
