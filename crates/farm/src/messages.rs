//! What goes over the wire and into the log, all of it JSON.

use lastmove_board::{Game, Side};
use lastmove_report::units::{Head, Looked};
use serde::{Deserialize, Serialize};

/// What a campaign is about.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Settings {
    /// its name
    pub campaign: String,
    /// drawn once, so that two campaigns of one name are told apart
    pub id: String,
    /// the version of the program that began it
    pub version: String,
    /// the game
    pub game: Game,
    /// its size
    pub board: String,
    /// the position or positions whose winner is wanted, with the side that is assumed to win
    pub roots: Vec<Head>,
    /// what the databases are called
    pub databases: String,
    /// what tells them from others
    pub fingerprint: u32,
    /// whether workers write certificates
    pub certificates: bool,
    /// the machine of the coordinator
    pub host: String,
    /// where its log is
    pub folder: String,
}

/// A unit in the queue.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Unit {
    /// its name
    pub unit: String,
    /// the position string
    pub position: String,
    /// the moves that lead to it from the root
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub moves: Vec<String>,
}

/// What a worker found out of a unit.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Answer {
    /// its name
    pub unit: String,
    /// the position string
    pub position: String,
    /// who found it out
    pub worker: String,
    /// positions entered
    pub nodes: u64,
    /// core seconds
    pub seconds: f64,
    /// the answer
    pub answer: Found,
}

/// The answer to a unit.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Found {
    /// who wins
    Solved {
        /// this side
        winner: Side,
        /// the certificate in the object store
        #[serde(default, skip_serializing_if = "Option::is_none")]
        proof: Option<Proof>,
    },
    /// it passed its limit; what is at the next plies
    Split {
        /// the positions there
        looked: Vec<Looked>,
    },
    /// nobody can solve it
    Aside {
        /// why
        reason: String,
    },
}

/// A certificate.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Proof {
    /// the SHA-256 of the file
    pub hash: String,
    /// its length
    pub bytes: u64,
    /// what it is called in the object store: a new name for every upload, because workers may not
    /// purge what was stored before; the hash, if it has none
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub object: Option<String>,
}

impl Proof {
    /// What it is called in the object store.
    pub(crate) fn name(&self) -> &str {
        self.object.as_deref().unwrap_or(&self.hash)
    }
}

/// What a worker does at the moment.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Beat {
    /// who
    pub worker: String,
    /// where
    pub host: String,
    /// threads of its search
    pub threads: usize,
    /// the unit in hand
    pub unit: Option<String>,
    /// its position
    pub position: Option<String>,
    /// positions entered for it
    pub unit_nodes: u64,
    /// how long it has taken so far
    pub unit_seconds: f64,
    /// units answered
    pub done: u64,
    /// positions entered since it began
    pub nodes: u64,
    /// seconds since it began
    pub seconds: f64,
}

/// Who coordinates.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Lease {
    /// drawn by each run
    pub(crate) run: String,
    pub(crate) host: String,
    pub(crate) pid: u32,
}

/// How a campaign is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum State {
    /// a coordinator is at work
    Running,
    /// somebody stopped it; `farm start` goes on
    Stopped,
    /// the winner is known
    Finished,
}

/// How many units there are of each kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counts {
    /// solved
    pub done: u64,
    /// of these, against the assumption
    pub refuted: u64,
    /// split into smaller ones
    pub split: u64,
    /// workers are at them
    pub running: u64,
    /// to be solved, with those that are running
    pub open: u64,
    /// taken out, as they no longer matter
    pub withdrawn: u64,
    /// without an answer after many attempts
    pub aside: u64,
    /// results that were not accepted
    pub refused: u64,
    /// results whose certificates are being checked, or wait for it
    #[serde(default)]
    pub checking: u64,
}

/// A worker whose results are not taken any more.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ShutOut {
    /// the name that it gives
    pub worker: String,
    /// the result with the certificate that was refused, and why
    pub reason: String,
}

/// A unit that took long, or is taking long.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Hard {
    /// the position string
    pub position: String,
    /// positions entered
    pub nodes: u64,
    /// core seconds
    pub seconds: f64,
}

/// A worker as `status` shows it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Hand {
    /// what it last said
    #[serde(flatten)]
    pub beat: Beat,
    /// how long ago
    pub silent: f64,
    /// positions a second
    pub rate: f64,
}

/// What `status` shows.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Snapshot {
    /// how it is
    pub state: State,
    /// the units
    pub units: Counts,
    /// who wins each root, once it is known
    pub winners: Vec<Option<Side>>,
    /// positions entered by all results
    pub nodes: u64,
    /// core seconds of all results
    pub core_seconds: f64,
    /// units answered a second, by this run of the coordinator
    pub rate: f64,
    /// seconds to the end, if no more units are added
    pub left: Option<f64>,
    /// who works
    pub workers: Vec<Hand>,
    /// the units that took the most work
    pub hardest: Vec<Hard>,
    /// units set aside, with the reason
    pub aside: Vec<String>,
    /// results that were not accepted, the latest
    pub refused: Vec<String>,
    /// workers whose results are not taken any more
    #[serde(default)]
    pub shut_out: Vec<ShutOut>,
    /// results that count without a certificate that was checked
    #[serde(default)]
    pub unverified: u64,
    /// seconds since 1970, by the coordinator's clock
    pub time: f64,
}

/// A message as bytes.
pub(crate) fn bytes(value: &impl Serialize) -> bytes::Bytes {
    serde_json::to_vec(value).unwrap_or_default().into()
}
