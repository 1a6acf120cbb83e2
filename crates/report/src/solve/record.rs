//! The record of a long search: a small text file that a later run goes on from, on any machine and
//! with any table.
//!
//! It has a head and one line for each position that took much work, with its winner. A run that
//! starts with a record puts these positions into its table and searches from the root: it soon is
//! where the last one was. An answer stays an answer, so a record outlives changes of the search.

use crate::lines::Lines;
use crate::{BadBoard, position_of, read};
use lastmove_board::{Diagram, Game, GamePosition, Side};
use lastmove_solver::{Noted, Solver};
use lastmove_work::{Budget, Stopwatch};
use serde::{Deserialize, Serialize};
use std::fmt::Display;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, OnceLock, PoisonError};
use thiserror::Error;

/// The first line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Head {
    game: Game,
    position: String,
}

/// A solved position, and what the search had taken by then.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Line {
    position: String,
    winner: Side,
    /// nodes of the thread that solved it
    nodes: u64,
    /// nodes of the whole search, earlier runs included
    total: u64,
    /// time on all cores, likewise
    core_seconds: f64,
}

/// Why a record cannot be used.
#[derive(Debug, Error)]
#[error("{}: {problem}", .path.display())]
pub struct RecordError {
    path: PathBuf,
    problem: String,
}

/// A record that is read and continued.
pub struct SearchRecord {
    path: PathBuf,
    known: Vec<Line>,
    lines: Mutex<Lines>,
    least: u64,
    watch: Stopwatch,
    /// why a line could not be written; no other one was then
    failure: OnceLock<io::Error>,
}

impl SearchRecord {
    /// Opens the record of a position, or begins one. Positions that take at least so many nodes
    /// are recorded.
    ///
    /// # Errors
    /// If the file cannot be read and written, or is the record of another position.
    pub fn open(
        path: &Path,
        game: Game,
        diagram: &Diagram,
        least: u64,
    ) -> Result<Self, RecordError> {
        let bad = |problem: &dyn Display| RecordError {
            path: path.to_owned(),
            problem: problem.to_string(),
        };
        let (mut lines, text) = Lines::open(path).map_err(|e| bad(&e))?;
        let head = Head { game, position: diagram.to_string() };
        let mut texts = text.lines().enumerate();
        match texts.next() {
            None => lines.append(&head).map_err(|e| bad(&e))?,
            Some((_, first)) => {
                let there: Head =
                    serde_json::from_str(first).map_err(|_| bad(&"not the record of a search"))?;
                if there != head {
                    let Head { game, position } = there;
                    return Err(bad(&format!("the record of {} {position}", game.name())));
                }
            }
        }
        let known = texts
            .map(|(n, line)| {
                serde_json::from_str(line).map_err(|e| bad(&format!("line {}: {e}", n + 1)))
            })
            .collect::<Result<_, _>>()?;
        let (lines, watch) = (Mutex::new(lines), Stopwatch::start_all_threads());
        Ok(Self { path: path.to_owned(), known, lines, least, watch, failure: OnceLock::new() })
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Why the record is not whole, if it is not.
    pub fn failure(&self) -> Option<&io::Error> {
        self.failure.get()
    }

    /// Nodes of earlier runs.
    pub fn nodes(&self) -> u64 {
        self.earlier().0
    }

    /// Nodes and core seconds of earlier runs.
    fn earlier(&self) -> (u64, f64) {
        self.known.last().map_or((0, 0.0), |line| (line.total, line.core_seconds))
    }

    /// Puts what is recorded into a solver's table, and has it note what is worth recording.
    pub(super) fn restore<S: Solver>(&self, game: Game, solver: &S) -> Result<(), BadBoard> {
        for line in &self.known {
            let diagram = read(game, &line.position)?;
            if diagram.size() != solver.geometry().size() {
                return Err(BadBoard::new(&line.position, "a position of another board"));
            }
            let position: S::Position = position_of(&diagram)?;
            let wins = position.side() == line.winner;
            solver.learn(&Noted { position, wins, nodes: line.nodes });
        }
        solver.note(self.least);
        Ok(())
    }

    /// Records what a solver has noted. After the first line that cannot be written no other one
    /// is tried: the search goes on, and [`SearchRecord::failure`] says why.
    pub(super) fn keep<S: Solver>(&self, solver: &S, budget: &Budget) {
        let (nodes, core_seconds) = self.earlier();
        for Noted { position, wins, nodes: own } in solver.noted() {
            let side = position.side();
            let line = Line {
                position: position.diagram(solver.geometry().size()).to_string(),
                winner: if wins { side } else { side.opponent() },
                nodes: own,
                total: nodes + budget.nodes(),
                core_seconds: core_seconds + self.watch.seconds(),
            };
            if self.failure.get().is_some() {
                return;
            }
            let mut lines = self.lines.lock().unwrap_or_else(PoisonError::into_inner);
            if let Err(error) = lines.append(&line) {
                let _ = self.failure.set(error);
            }
        }
    }
}
