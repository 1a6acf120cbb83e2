//! Why an experiment gave no answer.

use lastmove_endgame::OpenError;
use lastmove_work::Stop;
use lastmove_work::file::WriteError;
use std::fmt::Display;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// Why an experiment gave no answer.
#[derive(Debug, Error)]
pub enum Error {
    /// There is no table of this name.
    #[error("{name}: no such table; expected {}", expected.join(", "))]
    NoTable {
        /// what was asked for
        name: String,
        /// all tables
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
    /// A limit was reached, or somebody asked to stop.
    #[error("{stop}; {advice}")]
    Stopped {
        /// which of them
        stop: Stop,
        /// how to go on
        advice: &'static str,
    },
    /// There are no databases to use.
    #[error(transparent)]
    Databases(#[from] OpenError),
    /// A file could not be written.
    #[error(transparent)]
    Write(#[from] WriteError),
    /// Anything else, in one line.
    #[error("{0}")]
    Failed(String),
}

impl Error {
    /// A file of results, and what is wrong with it.
    pub(crate) fn results(path: &Path, problem: impl Display) -> Self {
        Self::Results { path: path.to_owned(), problem: problem.to_string() }
    }

    /// What should not happen: boards and moves that the tables name are good ones.
    pub(crate) fn failed(problem: impl Display) -> Self {
        Self::Failed(problem.to_string())
    }
}

impl From<Stop> for Error {
    fn from(stop: Stop) -> Self {
        Self::Stopped {
            stop,
            advice: "run the same command again; what --all has kept is not computed anew",
        }
    }
}
