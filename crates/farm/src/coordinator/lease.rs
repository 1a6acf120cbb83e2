//! Only one coordinator runs at a time: it holds the key `lease` of the campaign's bucket.
//!
//! The holder renews the key every 2 s, each time with the revision that it wrote last, and deletes
//! it when it ends. A second coordinator that sees a renewal is refused. A lease that was not
//! renewed for 10 s belonged to a coordinator that was killed, and is taken over; if two try this
//! at once, the server's revision check decides. A holder that finds the lease of another
//! coordinator stops. In one folder the lock of the log has the same effect at once.

use super::CoordinatorHooks;
use crate::FarmError;
use crate::messages::{Lease, bytes};
use crate::streams::ServerCampaign;
use async_nats::jetstream::kv::{CreateErrorKind, Entry, Operation, Store, UpdateErrorKind};
use lastmove_work::Stop;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};
use tokio::time::sleep;

/// Time between two renewals.
const RENEWAL: Duration = Duration::from_secs(2);
/// After this time without a renewal the user is told that the holder is probably gone.
const SILENCE: Duration = Duration::from_secs(4);
/// A lease that was not renewed for this long may be taken over.
const TERM: Duration = Duration::from_secs(10);
/// How often a waiting coordinator reads the lease.
const LOOK: Duration = Duration::from_millis(200);
const KEY: &str = "lease";

/// A lease that is renewed until it is released or dropped.
pub(super) struct HeldLease {
    server: ServerCampaign,
    revision: Arc<AtomicU64>,
    lost: Arc<AtomicBool>,
    task: tokio::task::JoinHandle<()>,
}

impl HeldLease {
    /// Whether another coordinator holds the lease now.
    pub(super) fn is_lost(&self) -> bool {
        self.lost.load(Ordering::Relaxed)
    }

    /// Deletes the lease, so that the next coordinator need not wait for the end of its term.
    pub(super) async fn release(self) {
        self.task.abort();
        if let Ok(store) = self.server.bucket().await {
            let revision = self.revision.load(Ordering::Relaxed);
            let _ = store.delete_expect_revision(KEY, Some(revision)).await;
        }
    }
}

impl Drop for HeldLease {
    fn drop(&mut self) {
        self.task.abort();
    }
}

/// Takes the lease. If there is one already, waits until its term is over; a renewal in the
/// meantime is an error.
pub(super) async fn take(
    server: &ServerCampaign,
    lease: Lease,
    hooks: &CoordinatorHooks<'_>,
) -> Result<HeldLease, FarmError> {
    let store = server.bucket().await?;
    let revision = loop {
        let Some(entry) = current(&store).await? else {
            match store.create(KEY, bytes(&lease)).await {
                Ok(revision) => break revision,
                Err(e) if e.kind() == CreateErrorKind::AlreadyExists => continue,
                Err(e) => return Err(FarmError::server("give out the lease", e)),
            }
        };
        if is_gone(server, &store, &entry, hooks).await? {
            match store.update(KEY, bytes(&lease), entry.revision).await {
                Ok(revision) => break revision,
                Err(e) if e.kind() == UpdateErrorKind::WrongLastRevision => {}
                Err(e) => return Err(FarmError::server("give out the lease", e)),
            }
        }
    };
    let (revision, lost) = (Arc::new(AtomicU64::new(revision)), Arc::new(AtomicBool::new(false)));
    let renewal = renew(server.clone(), lease, Arc::clone(&revision), Arc::clone(&lost));
    Ok(HeldLease { server: server.clone(), revision, lost, task: tokio::spawn(renewal) })
}

/// Waits for the end of another coordinator's lease. Returns `true` if its term is over, and
/// `false` if it was deleted.
async fn is_gone(
    server: &ServerCampaign,
    store: &Store,
    entry: &Entry,
    hooks: &CoordinatorHooks<'_>,
) -> Result<bool, FarmError> {
    let holder = serde_json::from_slice::<Lease>(&entry.value)
        .map_or("somewhere".to_owned(), |l| format!("on {} (process {})", l.host, l.pid));
    let (begun, mut told) = (Instant::now(), false);
    while begun.elapsed() < TERM {
        if hooks.cancel.is_cancelled() {
            return Err(FarmError::Stopped(Stop::Cancelled));
        }
        match current(store).await? {
            None => return Ok(false),
            Some(now) if now.revision != entry.revision => {
                return Err(FarmError::Input(format!(
                    "campaign {}: it is being coordinated {holder}; stop that coordinator first, \
                     with `lastmove farm stop`",
                    server.campaign
                )));
            }
            Some(_) => {}
        }
        if begun.elapsed() >= SILENCE && !std::mem::replace(&mut told, true) {
            (hooks.say)(format!(
                "campaign {}: its coordinator {holder} shows no sign of life; taking over in {} s",
                server.campaign,
                (TERM - SILENCE).as_secs()
            ));
        }
        sleep(LOOK).await;
    }
    Ok(true)
}

/// The current lease. A deleted lease leaves a marker, which does not count.
async fn current(store: &Store) -> Result<Option<Entry>, FarmError> {
    let entry = store.entry(KEY).await.map_err(|e| FarmError::server("read the lease", e))?;
    Ok(entry.filter(|entry| entry.operation == Operation::Put))
}

async fn renew(
    server: ServerCampaign,
    lease: Lease,
    revision: Arc<AtomicU64>,
    lost: Arc<AtomicBool>,
) {
    loop {
        sleep(RENEWAL).await;
        // Retry until the server answers.
        let Ok(store) = server.bucket().await else { continue };
        let known = revision.load(Ordering::Relaxed);
        match store.update(KEY, bytes(&lease), known).await {
            Ok(next) => revision.store(next, Ordering::Relaxed),
            Err(e) if e.kind() == UpdateErrorKind::WrongLastRevision => {
                match after_a_change(&store, &lease).await {
                    Ok(Some(next)) => revision.store(next, Ordering::Relaxed),
                    Ok(None) => {
                        lost.store(true, Ordering::Relaxed);
                        return;
                    }
                    Err(_) => {}
                }
            }
            Err(_) => {}
        }
    }
}

/// The revision to continue with; `None` if another coordinator has the lease. Our own renewal may
/// have reached a server that then failed, or the server may have lost all data.
async fn after_a_change(store: &Store, lease: &Lease) -> Result<Option<u64>, FarmError> {
    match current(store).await? {
        None => {
            let made = store.create(KEY, bytes(lease)).await;
            made.map(Some).map_err(|e| FarmError::server("give out the lease", e))
        }
        Some(entry) => {
            let holder: Option<Lease> = serde_json::from_slice(&entry.value).ok();
            Ok((holder.as_ref() == Some(lease)).then_some(entry.revision))
        }
    }
}
