//! The messages on the server and in the log, all in JSON.

use lastmove_board::{Game, Side};
use lastmove_report::units::{Head, Looked};
use serde::{Deserialize, Serialize};

/// The settings of a campaign.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CampaignSettings {
    /// its name
    pub campaign: String,
    /// random, to distinguish campaigns of the same name
    pub id: String,
    /// the version of the program that began it
    pub version: String,
    /// the game
    pub game: Game,
    /// the size of its board
    pub board: String,
    /// the position or positions whose winner is wanted, with the side that is assumed to win
    pub roots: Vec<Head>,
    /// the name of the databases
    pub databases: String,
    /// a checksum of the databases
    pub fingerprint: u32,
    /// whether workers write certificates
    pub certificates: bool,
    /// the name of the coordinator's machine
    pub host: String,
    /// the folder of its log
    pub folder: String,
}

/// A unit in the queue.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct QueuedUnit {
    /// its name
    pub unit: String,
    /// the position string
    pub position: String,
    /// the moves that lead to it from the root
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub moves: Vec<String>,
}

/// The answer of a worker to a unit.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct UnitAnswer {
    /// its name
    pub unit: String,
    /// the position string
    pub position: String,
    /// the worker that found it
    pub worker: String,
    /// positions searched
    pub nodes: u64,
    /// core seconds
    pub seconds: f64,
    /// the answer
    pub answer: UnitResult,
}

/// The answer to a unit.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum UnitResult {
    /// the winner is known
    Solved {
        /// the winner
        winner: Side,
        /// the certificate in the object store
        #[serde(default, skip_serializing_if = "Option::is_none")]
        proof: Option<StoredProof>,
    },
    /// it exceeded its limit; the positions at the next plies take its place
    Split {
        /// these positions
        looked: Vec<Looked>,
    },
    /// no worker can solve it
    Aside {
        /// the reason
        reason: String,
    },
}

/// A certificate in the object store.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StoredProof {
    /// the SHA-256 of the file
    pub hash: String,
    /// its length
    pub bytes: u64,
    /// its name in the object store: a new one for every upload, because workers may not purge what
    /// was stored before; `None` means the hash
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub object: Option<String>,
}

impl StoredProof {
    /// Its name in the object store.
    pub(crate) fn name(&self) -> &str {
        self.object.as_deref().unwrap_or(&self.hash)
    }
}

/// What a worker is doing at the moment.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Heartbeat {
    /// its name
    pub worker: String,
    /// its machine
    pub host: String,
    /// threads of its search
    pub threads: usize,
    /// the unit that it is solving
    pub unit: Option<String>,
    /// its position
    pub position: Option<String>,
    /// positions searched for the unit
    pub unit_nodes: u64,
    /// seconds that the unit has taken so far
    pub unit_seconds: f64,
    /// units answered
    pub done: u64,
    /// positions searched since the worker began
    pub nodes: u64,
    /// seconds since the worker began
    pub seconds: f64,
}

/// The run that coordinates.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Lease {
    /// random, one for each run
    pub(crate) run: String,
    pub(crate) host: String,
    pub(crate) pid: u32,
}

/// The state of a campaign.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum CampaignState {
    /// a coordinator is running
    Running,
    /// it was stopped; `farm start` continues it
    Stopped,
    /// the winner is known
    Finished,
}

/// Numbers of units and results.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Counts {
    /// solved
    pub done: u64,
    /// of these, against the assumption
    pub refuted: u64,
    /// split into smaller ones
    pub split: u64,
    /// being solved by workers
    pub running: u64,
    /// to be solved, including those that are running
    pub open: u64,
    /// removed, as they no longer matter
    pub withdrawn: u64,
    /// without an answer after many attempts
    pub aside: u64,
    /// results that were refused
    pub refused: u64,
    /// results whose certificates are being checked or wait for a check
    #[serde(default)]
    pub checking: u64,
}

/// A worker whose results are no longer accepted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ShutOut {
    /// the name that it gives itself
    pub worker: String,
    /// the result with the certificate that was refused, and why
    pub reason: String,
}

/// A unit that took long or is taking long.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct HardUnit {
    /// the position string
    pub position: String,
    /// positions searched
    pub nodes: u64,
    /// core seconds
    pub seconds: f64,
}

/// A worker as `status` shows it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct WorkerStatus {
    /// its last message
    #[serde(flatten)]
    pub beat: Heartbeat,
    /// seconds since this message
    pub silent: f64,
    /// positions searched per second
    pub rate: f64,
}

/// The data that `status` shows.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Snapshot {
    /// the state of the campaign
    pub state: CampaignState,
    /// numbers of units and results
    pub units: Counts,
    /// the winner of each root, if known
    pub winners: Vec<Option<Side>>,
    /// positions searched for all results
    pub nodes: u64,
    /// core seconds of all results
    pub core_seconds: f64,
    /// units answered per second, by this run of the coordinator
    pub rate: f64,
    /// seconds to the end, if no more units are added
    pub left: Option<f64>,
    /// the workers
    pub workers: Vec<WorkerStatus>,
    /// the units that took the most work
    pub hardest: Vec<HardUnit>,
    /// units set aside, with the reason
    pub aside: Vec<String>,
    /// the latest refused results
    pub refused: Vec<String>,
    /// workers whose results are no longer accepted
    #[serde(default)]
    pub shut_out: Vec<ShutOut>,
    /// results that count without a checked certificate
    #[serde(default)]
    pub unverified: u64,
    /// seconds since 1970, by the coordinator's clock
    pub time: f64,
}

/// A message as bytes.
pub(crate) fn bytes(value: &impl Serialize) -> bytes::Bytes {
    serde_json::to_vec(value).unwrap_or_default().into()
}
