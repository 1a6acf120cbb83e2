//! Units and their results as JSON lines.
//!
//! `FILE` has a head and one line a unit; `FILE.done` one line a result. Results are only ever
//! appended: a kill loses the unit in hand and nothing else.

use super::UnitsError;
use crate::lines::{Lines, line, whole};
use lastmove_board::{Game, Side};
use lastmove_work::file::{read_regular, replace};
use serde::{Deserialize, Serialize};
use std::collections::HashSet;
use std::path::{Path, PathBuf};

/// The first line: what was split.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Head {
    /// the game
    pub game: Game,
    /// its size
    pub board: String,
    /// the position string
    pub position: String,
    /// who is assumed to win
    pub winner: Side,
    /// the winner's first move, if it is given; the units come after it
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first_move: Option<String>,
    /// moves down to the units
    pub plies: u32,
    /// the databases that the tree was built with
    pub databases: String,
}

/// One unit.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Unit {
    /// its number, from 1
    pub unit: usize,
    /// the position string
    pub position: String,
    /// the moves that lead to it from the position that was split
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub moves: Vec<String>,
}

/// What was found out of a unit.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct UnitOutcome {
    /// its number
    pub unit: usize,
    /// the position string
    pub position: String,
    /// who wins
    pub winner: Side,
    /// positions entered
    pub nodes: u64,
    /// wall-clock time
    pub seconds: f64,
    /// the certificate
    pub proof: Option<String>,
}

/// A file of units with its results.
#[derive(Clone, Debug)]
pub struct Units {
    /// where it lies
    pub path: PathBuf,
    /// what was split
    pub head: Head,
    /// the units
    pub units: Vec<Unit>,
    /// their results
    pub done: Vec<UnitOutcome>,
}

impl Units {
    /// Reads both files.
    ///
    /// # Errors
    /// If one of them cannot be read; the line is part of the text.
    pub fn read(path: &Path) -> Result<Self, UnitsError> {
        let bytes = read_regular(path).map_err(|e| UnitsError::Input(e.to_string()))?;
        let text = String::from_utf8_lossy(&bytes);
        let mut lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
        let bad = |line: usize, problem: &dyn std::fmt::Display| {
            let place = format!("{}:{}", path.display(), line + 1);
            UnitsError::input(place, format!("{problem}; `solve --split` writes such files"))
        };
        let (n, first) = lines.next().ok_or_else(|| bad(0, &"the file is empty"))?;
        let head: Head = serde_json::from_str(first).map_err(|e| bad(n, &e))?;
        let units = lines
            .map(|(n, line)| serde_json::from_str(line).map_err(|e| bad(n, &e)))
            .collect::<Result<_, _>>()?;
        let done = read_done(&done_path(path))?;
        Ok(Self { path: path.to_owned(), head, units, done })
    }

    /// Writes the units in one step; the results stay where they are.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn write(&self) -> Result<(), UnitsError> {
        replace(&self.path, |out| {
            out.write_all(line(&self.head).as_bytes())?;
            self.units.iter().try_for_each(|unit| out.write_all(line(unit).as_bytes()))
        })?;
        Ok(())
    }

    /// The units that have no result yet.
    pub fn open(&self) -> Vec<Unit> {
        let done: HashSet<&str> = self.done.iter().map(|d| d.position.as_str()).collect();
        let open = self.units.iter().filter(|unit| !done.contains(unit.position.as_str()));
        open.cloned().collect()
    }

    /// The tree is only the same with the databases that the units were split with.
    pub(super) fn check(&self, databases: &str) -> Result<(), UnitsError> {
        let split = &self.head.databases;
        if databases == split {
            return Ok(());
        }
        let problem = format!("its units were split with --databases {split}; name the same");
        Err(UnitsError::input(self.path.display(), problem))
    }

    /// How many units went against the assumption.
    pub fn refuted(&self) -> usize {
        self.done.iter().filter(|done| done.winner != self.head.winner).count()
    }
}

/// Where the results of a file go.
fn done_path(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".done");
    PathBuf::from(name)
}

/// The results, without a last line that was cut.
fn read_done(path: &Path) -> Result<Vec<UnitOutcome>, UnitsError> {
    if !path.exists() {
        return Ok(Vec::new());
    }
    let bytes = read_regular(path).map_err(|e| UnitsError::Input(e.to_string()))?;
    let text = whole(&bytes);
    let bad = |n: usize, e| {
        let place = format!("{}:{}", path.display(), n + 1);
        UnitsError::input(place, format!("not a result: {e}"))
    };
    let lines = text.lines().enumerate();
    lines.map(|(n, line)| serde_json::from_str(line).map_err(|e| bad(n, e))).collect()
}

/// The results, open for more.
pub(super) struct Results(Lines);

impl Results {
    /// Opens the results of a file of units.
    pub(super) fn open(units: &Path) -> Result<Self, UnitsError> {
        let path = done_path(units);
        let (lines, _) = Lines::open(&path).map_err(|e| UnitsError::input(path.display(), e))?;
        Ok(Self(lines))
    }

    /// Appends one result.
    pub(super) fn append(&mut self, outcome: &UnitOutcome) -> Result<(), UnitsError> {
        self.0.append(outcome).map_err(UnitsError::Io)
    }
}
