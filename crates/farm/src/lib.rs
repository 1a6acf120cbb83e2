//! Many machines on one position: campaigns over NATS JetStream.
//!
//! A *campaign* is a position (or two: Domineering with each player first) whose winner is wanted.
//! One [`coordinator`] decides which units must be solved, and any number of [`worker`]s solve
//! them. The server between them only holds queues ([`names`]); it may lose everything, since the
//! coordinator's [`log`] holds all results. [`status`] shows a campaign, [`collect`] its answer.
//!
//! ```
//! use lastmove_farm::{log::Folder, names::CampaignName};
//!
//! let campaign: CampaignName = "6x5".parse()?;
//! assert_eq!(campaign.units(), "lastmove-6x5-units"); // the queue from which workers take units
//! assert!(!Folder::at("no/such/folder".as_ref()).exists()); // no campaign has begun there
//! # Ok::<(), String>(())
//! ```

pub mod access;
pub mod collect;
pub mod coordinator;
mod error;
pub mod log;
pub mod messages;
pub mod names;
pub mod server;
pub mod status;
mod streams;
pub mod worker;

pub use error::FarmError;

/// The most units in the queue. The rest waits in the coordinator, where it can be withdrawn at no
/// cost.
pub const WINDOW: usize = 20_000;

/// A runtime with one thread of its own: tasks on it run while the caller searches.
pub(crate) fn runtime() -> Result<tokio::runtime::Runtime, FarmError> {
    let mut builder = tokio::runtime::Builder::new_multi_thread();
    let built = builder.worker_threads(1).enable_all().build();
    built.map_err(|e| FarmError::Failed(format!("cannot start: {e}")))
}

/// Seconds since 1970.
pub(crate) fn now() -> f64 {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    since.map_or(0.0, |time| time.as_secs_f64())
}

/// The name of this machine, or `localhost` if it is unknown.
pub fn host() -> String {
    let file = std::fs::read_to_string("/etc/hostname").ok();
    let name = std::env::var("HOSTNAME").ok().or(file).unwrap_or_default();
    let name: String =
        name.trim().chars().filter(|c| c.is_ascii_alphanumeric() || *c == '-').take(40).collect();
    if name.is_empty() { "localhost".to_owned() } else { name }
}
