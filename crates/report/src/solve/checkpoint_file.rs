//! Checkpoints of a long search: kept while it goes on, and taken up by a later run.

use super::Earlier;
use lastmove_board::Game;
use lastmove_solver::checkpoint::{Checkpoint, CheckpointError, Plan, keeping};
use lastmove_solver::table::{Payload, Table};
use lastmove_work::Budget;
use lastmove_work::file::{Draft, WriteError};
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};
use std::time::Duration;
use thiserror::Error;

/// What a checkpoint says of its search.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Note {
    game: Game,
    position: String,
    databases: String,
    /// bytes that were asked for
    memory: u64,
    nodes: u64,
    seconds: f64,
}

/// Why a checkpoint cannot be taken up, or none can be kept.
#[derive(Debug, Error)]
pub enum CheckpointFileError {
    /// The file is not a checkpoint.
    #[error(transparent)]
    File(#[from] CheckpointError),
    /// It is of another search.
    #[error("{}: {problem}", .path.display())]
    Other {
        /// which file
        path: PathBuf,
        /// what does not fit
        problem: String,
    },
    /// The file cannot be written.
    #[error(transparent)]
    Write(#[from] WriteError),
}

/// Keeps the checkpoints of one search.
pub struct CheckpointFile {
    plan: Plan,
    resumed: Option<PathBuf>,
    /// what is written, with the nodes and seconds of earlier runs
    note: Note,
    /// hears of checkpoints that could not be written
    complain: fn(&WriteError),
}

impl CheckpointFile {
    /// Takes up the search of a checkpoint, which is kept up to date in `path`, or in its own file.
    ///
    /// # Errors
    /// If the file is not a whole checkpoint of this game.
    pub fn resume(
        from: &Path,
        path: Option<&Path>,
        every: Duration,
        game: Game,
        complain: fn(&WriteError),
    ) -> Result<Self, CheckpointFileError> {
        let other = |problem: String| CheckpointFileError::Other { path: from.to_owned(), problem };
        let checkpoint = Checkpoint::open(from)?;
        let note: Note = serde_json::from_str(checkpoint.note())
            .map_err(|_| other("its note is of another version".to_owned()))?;
        if note.game != game {
            return Err(other(format!("it is of {}, not of {}", note.game.name(), game.name())));
        }
        drop(Draft::create(path.unwrap_or(from))?); // it can be written
        let plan = Plan { path: path.unwrap_or(from).to_owned(), every };
        Ok(Self { plan, resumed: Some(from.to_owned()), note, complain })
    }

    /// Keeps a new search. The file is written at once, so that a place that cannot be written is
    /// noticed before the work.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn new(
        path: &Path,
        every: Duration,
        game: Game,
        position: String,
        memory: u64,
        complain: fn(&WriteError),
    ) -> Result<Self, CheckpointFileError> {
        drop(Draft::create(path)?); // it can be written
        let databases = String::new();
        let note = Note { game, position, databases, memory, nodes: 0, seconds: 0.0 };
        Ok(Self { plan: Plan { path: path.to_owned(), every }, resumed: None, note, complain })
    }

    /// The game.
    pub fn game(&self) -> Game {
        self.note.game
    }

    /// Whether an earlier run is taken up.
    pub fn is_resumed(&self) -> bool {
        self.resumed.is_some()
    }

    /// The position of the search.
    pub fn position(&self) -> &str {
        &self.note.position
    }

    /// The memory that the search was given; its table cannot change.
    pub fn memory(&self) -> u64 {
        self.note.memory
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.plan.path
    }

    /// What earlier runs did.
    pub fn earlier(&self) -> Option<Earlier> {
        let Note { nodes, seconds, .. } = self.note;
        self.resumed.as_ref().map(|_| Earlier { nodes, seconds })
    }

    /// Checks that a search is the one of the checkpoint, and restores its table.
    ///
    /// # Errors
    /// If it is another one.
    pub(super) fn restore<P: Payload>(
        &self,
        databases: &str,
        table: &Table<P>,
    ) -> Result<(), CheckpointFileError> {
        let Some(path) = &self.resumed else { return Ok(()) };
        if self.note.databases != databases {
            let problem = format!(
                "it was made with --databases {}, not {databases}; name the same",
                self.note.databases
            );
            return Err(CheckpointFileError::Other { path: path.clone(), problem });
        }
        Checkpoint::open(path).and_then(|checkpoint| checkpoint.restore(table))?;
        Ok(())
    }

    /// Does the work, and keeps checkpoints meanwhile and at its end.
    pub(super) fn keeping<P: Payload, R>(
        &self,
        budget: &Budget,
        databases: &str,
        table: &Table<P>,
        work: impl FnOnce() -> R,
    ) -> R {
        let note = || {
            let note = Note {
                databases: databases.to_owned(),
                nodes: self.note.nodes + budget.nodes(),
                seconds: self.note.seconds + budget.seconds(),
                ..self.note.clone()
            };
            serde_json::to_string(&note).unwrap_or_default()
        };
        keeping(&self.plan, table, &note, &self.complain, work).unwrap_or_else(|(result, error)| {
            (self.complain)(&error);
            result
        })
    }
}
