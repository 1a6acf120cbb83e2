//! Ways to fail.

use lastmove_report::BadBoard;
use lastmove_report::units::UnitsError;
use lastmove_work::Stop;
use thiserror::Error;

/// Why something did not work. Each is one line that says what to do next.
#[derive(Debug, Error)]
pub enum FarmError {
    /// The user's fault.
    #[error("{0}")]
    Input(String),
    /// The server, the network, a disk.
    #[error("{0}")]
    Failed(String),
    /// Somebody asked to stop, or a limit was reached.
    #[error("{0}")]
    Stopped(Stop),
    /// A unit, a certificate or a position.
    #[error(transparent)]
    Units(#[from] UnitsError),
}

impl From<BadBoard> for FarmError {
    fn from(error: BadBoard) -> Self {
        Self::Input(error.to_string())
    }
}

impl FarmError {
    /// Something that the server did not do.
    pub(crate) fn server(what: &str, error: impl std::fmt::Display) -> Self {
        Self::Failed(format!("the server cannot {what}: {error}"))
    }
}
