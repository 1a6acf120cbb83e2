//! The coordinator's log: the record of a campaign.
//!
//! The campaign's folder has the file `log`, JSON lines that are only appended (the settings, every
//! look at a position above the units, every result, every unit that was split), and the
//! certificates `proofs/HASH.proof`.

use crate::FarmError;
use crate::messages::{CampaignSettings, ShutOut};
use lastmove_board::Side;
use lastmove_report::Lines;
use lastmove_report::units::Looked;
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};

/// One line of the log.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum LogRecord {
    /// the settings, in the first line
    Campaign(CampaignSettings),
    /// the result of looking at a position
    Look(Looked),
    /// a result
    Solved(SolvedUnit),
    /// a unit that was replaced by smaller ones
    Split(SplitUnit),
    /// a worker whose results are no longer accepted
    #[serde(rename = "shut_out")]
    ShutOut(ShutOut),
}

/// The result of a unit.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SolvedUnit {
    /// the number of its root
    pub root: usize,
    /// the position string
    pub position: String,
    /// the winner
    pub winner: Side,
    /// positions searched
    pub nodes: u64,
    /// core seconds
    pub seconds: f64,
    /// the worker that solved it
    pub worker: String,
    /// the hash of the certificate
    pub proof: Option<String>,
    /// whether the certificate was verified before the result was written here
    #[serde(default)]
    pub checked: bool,
}

/// A unit that was split.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SplitUnit {
    /// the number of its root
    pub root: usize,
    /// the position string
    pub position: String,
    /// positions searched before it was split
    pub nodes: u64,
    /// core seconds
    pub seconds: f64,
    /// the worker that tried it
    pub worker: String,
}

/// The folder of a campaign.
#[derive(Clone, Debug)]
pub struct Folder(PathBuf);

impl Folder {
    /// The folder at this path. Creates nothing.
    pub fn at(path: &Path) -> Self {
        Self(path.to_owned())
    }

    /// Its path.
    pub fn path(&self) -> &Path {
        &self.0
    }

    fn log(&self) -> PathBuf {
        self.0.join("log")
    }

    /// Whether the folder holds a campaign.
    pub fn exists(&self) -> bool {
        self.log().exists()
    }

    /// The path of the certificate with this hash.
    pub fn proof(&self, hash: &str) -> PathBuf {
        self.0.join("proofs").join(format!("{hash}.proof"))
    }

    fn fail(&self, error: impl std::fmt::Display) -> FarmError {
        FarmError::Input(format!("{}: {error}", self.log().display()))
    }

    /// Opens the log for appending, and returns its records. Only one run at a time can have it
    /// open.
    ///
    /// # Errors
    /// If it cannot be read or written, or another run has it open.
    pub fn open(&self) -> Result<(Log, Vec<LogRecord>), FarmError> {
        std::fs::create_dir_all(self.0.join("proofs")).map_err(|e| self.fail(e))?;
        let (lines, text) = Lines::open(&self.log()).map_err(|e| match e.kind() {
            std::io::ErrorKind::ResourceBusy => self.fail(
                "a coordinator is at work in this folder; watch it with `lastmove farm status`, or \
                 stop it with `lastmove farm stop`",
            ),
            _ => self.fail(e),
        })?;
        let records = self.parse(&text)?;
        Ok((Log { lines, path: self.log() }, records))
    }

    /// Reads the log, even if another run has it open.
    ///
    /// # Errors
    /// If there is no log, or it cannot be read.
    pub fn read(&self) -> Result<Vec<LogRecord>, FarmError> {
        let text = std::fs::read_to_string(self.log()).map_err(|e| match e.kind() {
            std::io::ErrorKind::NotFound => {
                self.fail("no campaign is there; name its folder with --folder")
            }
            _ => self.fail(e),
        })?;
        // ignore an incomplete last line
        self.parse(&text[..text.rfind('\n').map_or(0, |end| end + 1)])
    }

    fn parse(&self, text: &str) -> Result<Vec<LogRecord>, FarmError> {
        let lines = text.lines().enumerate();
        let parsed = lines.map(|(n, line)| {
            let bad = |e| {
                let place = format!("{}:{}", self.log().display(), n + 1);
                FarmError::Input(format!("{place}: not a line of a campaign's log: {e}"))
            };
            serde_json::from_str(line).map_err(bad)
        });
        parsed.collect()
    }
}

/// A log that is open for appending.
pub struct Log {
    lines: Lines,
    path: PathBuf,
}

impl Log {
    /// Appends lines with one sync.
    ///
    /// # Errors
    /// If the disk is full or fails. The lines are then not in the log, and no message that depends
    /// on them may be acknowledged.
    pub fn append(&mut self, records: &[LogRecord]) -> Result<(), FarmError> {
        if records.is_empty() {
            return Ok(());
        }
        self.lines.append_all(records).map_err(|e| {
            FarmError::Failed(format!(
                "{}: cannot write: {e}; make room and run `lastmove farm start` again, nothing is \
                 lost",
                self.path.display()
            ))
        })
    }
}
