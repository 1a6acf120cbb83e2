//! Errors of experiments.

use lastmove_endgame::OpenError;
use lastmove_work::Stop;
use lastmove_work::file::WriteError;
use std::fmt::Display;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// Why an experiment has no result.
#[derive(Debug, Error)]
pub enum LabError {
    /// No table has this name.
    #[error("{name}: no such table; expected {}", expected.join(", "))]
    NoTable {
        /// the name
        name: String,
        /// all names
        expected: Vec<&'static str>,
    },
    /// The file of results cannot be used.
    #[error("{}: {problem}", path.display())]
    Results {
        /// the file
        path: PathBuf,
        /// what is wrong with it
        problem: String,
    },
    /// A limit was reached, or a user stopped the run.
    #[error("{stop}; {advice}")]
    Stopped {
        /// the reason for stopping
        stop: Stop,
        /// how to continue
        advice: &'static str,
    },
    /// The databases cannot be opened.
    #[error(transparent)]
    Databases(#[from] OpenError),
    /// A file could not be written.
    #[error(transparent)]
    Write(#[from] WriteError),
    /// Any other error, in one line.
    #[error("{0}")]
    Failed(String),
}

impl LabError {
    /// An error in a file of results.
    pub(crate) fn results(path: &Path, problem: impl Display) -> Self {
        Self::Results { path: path.to_owned(), problem: problem.to_string() }
    }

    /// An internal error: the boards and moves of the tables are valid.
    pub(crate) fn failed(problem: impl Display) -> Self {
        Self::Failed(problem.to_string())
    }
}

impl From<Stop> for LabError {
    fn from(stop: Stop) -> Self {
        Self::Stopped {
            stop,
            advice: "run the same command again; what --all has kept is not computed anew",
        }
    }
}
