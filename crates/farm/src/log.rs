//! The coordinator's log: what a campaign rests on.
//!
//! The folder has the file `log`, JSON lines that are only appended, and `proofs/HASH.proof`.

use crate::FarmError;
use crate::messages::{Settings, ShutOut};
use lastmove_board::Side;
use lastmove_report::Lines;
use lastmove_report::units::Looked;
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};

/// One line.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Record {
    /// the first line
    Campaign(Settings),
    /// a look at a position
    Look(Looked),
    /// a result
    Solved(Solved),
    /// a unit in whose place smaller ones come
    Split(Parted),
    /// a worker whose results are not taken any more
    #[serde(rename = "shut_out")]
    ShutOut(ShutOut),
}

/// The result of a unit.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Solved {
    /// the root
    pub root: usize,
    /// the position string
    pub position: String,
    /// who wins
    pub winner: Side,
    /// positions entered
    pub nodes: u64,
    /// core seconds
    pub seconds: f64,
    /// who found it out
    pub worker: String,
    /// the hash of the certificate
    pub proof: Option<String>,
    /// whether the certificate was verified before the result was written here
    #[serde(default)]
    pub checked: bool,
}

/// A unit that was split.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Parted {
    /// the root
    pub root: usize,
    /// the position string
    pub position: String,
    /// positions entered in vain
    pub nodes: u64,
    /// core seconds
    pub seconds: f64,
    /// who tried
    pub worker: String,
}

/// The folder of a campaign.
#[derive(Clone, Debug)]
pub struct Folder(PathBuf);

impl Folder {
    /// The folder at this place. Nothing is made yet.
    pub fn at(path: &Path) -> Self {
        Self(path.to_owned())
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.0
    }

    fn log(&self) -> PathBuf {
        self.0.join("log")
    }

    /// Whether a campaign is in it.
    pub fn exists(&self) -> bool {
        self.log().exists()
    }

    /// The certificate with this hash.
    pub fn proof(&self, hash: &str) -> PathBuf {
        self.0.join("proofs").join(format!("{hash}.proof"))
    }

    fn fail(&self, error: impl std::fmt::Display) -> FarmError {
        FarmError::Input(format!("{}: {error}", self.log().display()))
    }

    /// Opens the log for more, with what it has. Only one run at a time has it.
    ///
    /// # Errors
    /// If it cannot be read or written, or another run has it.
    pub fn open(&self) -> Result<(Log, Vec<Record>), FarmError> {
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

    /// Reads the log, whoever has it.
    ///
    /// # Errors
    /// If there is none, or it cannot be read.
    pub fn read(&self) -> Result<Vec<Record>, FarmError> {
        let text = std::fs::read_to_string(self.log()).map_err(|e| match e.kind() {
            std::io::ErrorKind::NotFound => {
                self.fail("no campaign is there; name its folder with --folder")
            }
            _ => self.fail(e),
        })?;
        // a line that is being written is not there yet
        self.parse(&text[..text.rfind('\n').map_or(0, |end| end + 1)])
    }

    fn parse(&self, text: &str) -> Result<Vec<Record>, FarmError> {
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

/// A log that is open for more.
pub struct Log {
    lines: Lines,
    path: PathBuf,
}

impl Log {
    /// Appends some lines with one sync.
    ///
    /// # Errors
    /// If the disk is full or gone. The lines are then not there, and nothing that rests on them
    /// may be acknowledged.
    pub fn append(&mut self, records: &[Record]) -> Result<(), FarmError> {
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
