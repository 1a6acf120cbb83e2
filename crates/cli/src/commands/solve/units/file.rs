//! Units and their results as JSON lines.
//!
//! `FILE` has a head and one line a unit; `FILE.done` one line a result. Results are only ever
//! appended, each in one write that reaches the disk before the next unit begins: a kill loses the
//! unit in hand and nothing else. A line that was cut by a kill is dropped.

use crate::failure::Failure;
use crate::flags::Game;
use lastmove_endgame::Databases;
use lastmove_work::file::replace;
use serde::{Deserialize, Serialize};
use std::collections::HashSet;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// The first line.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Head {
    pub(super) game: String,
    pub(super) board: String,
    pub(super) position: String,
    /// who is assumed to win
    pub(super) winner: String,
    pub(super) plies: u32,
    pub(super) databases: String,
}

impl Head {
    pub(super) fn game(&self) -> Game {
        if self.game == "domineering" { Game::Domineering } else { Game::Amazons }
    }
}

/// One unit.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Unit {
    pub(super) unit: usize,
    pub(super) position: String,
}

/// What was found out of a unit.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Outcome {
    pub(super) unit: usize,
    pub(super) position: String,
    pub(super) winner: String,
    pub(super) nodes: u64,
    pub(super) seconds: f64,
    pub(super) proof: Option<String>,
}

/// A file of units with its results.
pub(super) struct Units {
    pub(super) path: PathBuf,
    pub(super) head: Head,
    pub(super) units: Vec<Unit>,
    pub(super) done: Vec<Outcome>,
}

impl Units {
    /// Reads both files.
    pub(super) fn read(path: &Path) -> Result<Self, Failure> {
        let text = std::fs::read_to_string(path).map_err(|e| Failure::input(path.display(), e))?;
        let mut lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
        let bad = |line: usize, problem: &dyn std::fmt::Display| {
            let place = format!("{}:{}", path.display(), line + 1);
            Failure::input(place, format!("{problem}; `solve --split` writes such files"))
        };
        let (n, first) = lines.next().ok_or_else(|| bad(0, &"the file is empty"))?;
        let head: Head = serde_json::from_str(first).map_err(|e| bad(n, &e))?;
        if !["amazons", "domineering"].contains(&head.game.as_str()) {
            return Err(bad(n, &"no such game"));
        }
        let units = lines
            .map(|(n, line)| serde_json::from_str(line).map_err(|e| bad(n, &e)))
            .collect::<Result<_, _>>()?;
        let done = read_done(&done_path(path))?.0;
        Ok(Self { path: path.to_owned(), head, units, done })
    }

    /// Writes the units in one step; the results stay where they are.
    pub(super) fn write(&self) -> Result<(), Failure> {
        let line = |value: &dyn erased::Line| value.line();
        replace(&self.path, |out| {
            out.write_all(line(&self.head).as_bytes())?;
            self.units.iter().try_for_each(|unit| out.write_all(line(unit).as_bytes()))
        })?;
        Ok(())
    }

    /// The units that have no result yet.
    pub(super) fn open(&self) -> Vec<Unit> {
        let done: HashSet<&str> = self.done.iter().map(|d| d.position.as_str()).collect();
        let open = self.units.iter().filter(|unit| !done.contains(unit.position.as_str()));
        open.cloned().collect()
    }

    /// The winners that are known.
    pub(super) fn results(&self) -> Vec<(String, String)> {
        self.done.iter().map(|done| (done.position.clone(), done.winner.clone())).collect()
    }

    /// The tree is only the same with the databases that the units were split with.
    pub(super) fn check(&self, databases: Option<&Databases>) -> Result<(), Failure> {
        let split = &self.head.databases;
        if databases.map_or("none", Databases::name) == split {
            return Ok(());
        }
        let problem = format!("its units were split with --databases {split}; name the same");
        Err(Failure::input(self.path.display(), problem))
    }

    /// How many units went against the assumption.
    pub(super) fn refuted(&self) -> usize {
        self.done.iter().filter(|done| done.winner != self.head.winner).count()
    }
}

/// Anything that makes a line.
mod erased {
    pub(super) trait Line {
        fn line(&self) -> String;
    }
    impl<T: serde::Serialize> Line for T {
        fn line(&self) -> String {
            serde_json::to_string(self).unwrap_or_default() + "\n"
        }
    }
}

/// Where the results of a file go.
pub(super) fn done_path(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".done");
    PathBuf::from(name)
}

/// The results, and the length of the file without a last line that was cut.
fn read_done(path: &Path) -> Result<(Vec<Outcome>, u64), Failure> {
    let bytes = match std::fs::read(path) {
        Ok(bytes) => bytes,
        Err(e) if e.kind() == std::io::ErrorKind::NotFound => return Ok((Vec::new(), 0)),
        Err(e) => return Err(Failure::input(path.display(), e)),
    };
    let whole = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
    let text = String::from_utf8_lossy(&bytes[..whole]);
    let mut done = Vec::new();
    for (n, line) in text.lines().enumerate() {
        let outcome = serde_json::from_str(line).map_err(|e| {
            Failure::input(format!("{}:{}", path.display(), n + 1), format!("not a result: {e}"))
        })?;
        done.push(outcome);
    }
    Ok((done, whole as u64))
}

/// The results, open for more. Only one run at a time has them.
pub(super) struct Results(File);

impl Results {
    /// Opens the results of a file of units, without a last line that was cut.
    pub(super) fn open(units: &Path) -> Result<Self, Failure> {
        let path = done_path(units);
        let fail = |e: std::io::Error| Failure::input(path.display(), e);
        let mut options = OpenOptions::new();
        let mut file = options
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(&path)
            .map_err(fail)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                let problem = "another run is at work on these units";
                return Err(Failure::input(path.display(), problem));
            }
            Err(TryLockError::Error(_)) => {} // a file system without locks
        }
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(fail)?;
        let whole = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
        file.set_len(whole as u64).map_err(fail)?;
        file.seek(SeekFrom::End(0)).map_err(fail)?;
        Ok(Self(file))
    }

    /// Appends one result.
    pub(super) fn append(&mut self, outcome: &Outcome) -> Result<(), Failure> {
        let line = serde_json::to_string(outcome).map_err(anyhow::Error::from)? + "\n";
        self.0.write_all(line.as_bytes())?;
        self.0.sync_data()?;
        Ok(())
    }
}
