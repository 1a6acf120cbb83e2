//! Many machines on one board: campaigns over NATS JetStream.
//!
//! A *campaign* is a position (or two: Domineering with each player first) whose winner is wanted.
//! One *coordinator* knows what is to be done; any number of *workers* do it. The server between
//! them is a queue and nothing else: it may lose everything.
//!
//! **Truth** is the coordinator's log ([`log`]), a file of JSON lines in the campaign's folder: the
//! settings, every look at a position above the units, every result, every unit that was split.
//! Certificates lie beside it. The plan ([`lastmove_report::units::Plan`]) is built from it, and it
//! alone decides which units are still needed. Results are keyed by the normal form of their
//! position, so the same result twice is one result. They are checked on arrival: the unit is one
//! of ours, and its certificate has the hash that was named and is verified by the checker
//! (`lastmove_proof`) against the claim of this unit; the moves of a split unit are those of the rules,
//! and positions that it calls won or lost look so here too. Then they are written to the log, in groups
//! with one sync (1,000 results or 50 ms), and only then acknowledged. So a result of the log that is
//! marked `checked` is proved, whoever sent it, also for the next run of the coordinator.
//!
//! **Certificates are verified** in a pool of as many checks as the coordinator has threads; results
//! that need no check, or have passed theirs, do not wait for others. A certificate that proves nothing
//! does not count: its unit is handed out again, and its worker is shut out. That is written to the
//! log too. The worker reads it in the snapshot and ends, and whatever it still sends is refused.
//! Workers are known by the names that they give; all have the same token. Results of campaigns
//! without certificates count as they are, and the snapshot and the answer call them unverified.
//!
//! **On the server**, for a campaign `NAME` ([`names`]):
//!
//! | what | holds | written by |
//! | --- | --- | --- |
//! | stream `lastmove-NAME-units`, a work queue | one message a unit, at most one of a kind; no more than [`WINDOW`] at a time | the coordinator |
//! | its durable pull consumer `workers` | who works on what: `ack_wait` 60 s, explicit `max_ack_pending` | |
//! | stream `lastmove-NAME-results`, a work queue | answers that are on their way | workers |
//! | key-value bucket `lastmove-NAME` | `settings`, `lease`, `snapshot` | the coordinator |
//! | object store `lastmove-NAME-proofs` | certificates on their way | workers |
//! | subject `lastmove.NAME.beats.WORKER` | what each worker does, every 2 s; not stored | workers |
//! | subject `lastmove.NAME.withdrawn` | units that no longer matter; not stored | the coordinator |
//!
//! If any of these is gone, the coordinator makes it anew from the log and hands out again what has
//! no result.
//!
//! **One coordinator at a time** ([`coordinator`]): the key `lease` is renewed every 2 s by its
//! holder, with the revision that it wrote last, and deleted when it ends. A second coordinator that
//! sees a renewal is refused. A lease that was not renewed for 10 s is that of a coordinator that was
//! killed, and is taken over. A holder that finds the lease of another stops. In one folder the lock
//! of the log says the same at once.
//!
//! **A worker** ([`worker`]) reads the settings and refuses if its version or its databases differ.
//! Then it takes one unit at a time. While it searches, another thread tells the server every 20 s
//! that it is at work. Its answer is one message: `solved` with the winner, or, when the unit
//! passed its limit, `split` with what it saw at the next plies; the parts take the unit's place.
//! A certificate is uploaded before the answer and removed by the coordinator once it has it. The unit
//! is acknowledged after the server has confirmed the answer. A worker can be stopped or killed
//! at any moment: the server hands its unit to another. A unit that was delivered five times without
//! an answer is set aside by the worker that gets it next, and `status` shows it.
//!
//! **Where an assumption is refuted**, the plan is built again with that knowledge, as by
//! `solve --merge`; units that no longer matter are taken out of the queue, and workers are told
//! to drop them.

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

/// How many units are in the queue at most. The rest waits in the coordinator, where it can be
/// withdrawn for nothing.
pub const WINDOW: usize = 20_000;

/// A runtime with one thread of its own: what is spawned there goes on while the caller searches.
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

/// The name of this machine, as far as it is known.
pub fn host() -> String {
    let file = std::fs::read_to_string("/etc/hostname").ok();
    let name = std::env::var("HOSTNAME").ok().or(file).unwrap_or_default();
    let name: String =
        name.trim().chars().filter(|c| c.is_ascii_alphanumeric() || *c == '-').take(40).collect();
    if name.is_empty() { "localhost".to_owned() } else { name }
}
