//! One coordinator at a time: the key `lease` of the campaign's bucket.
//!
//! Its holder renews it, each time with the revision that he wrote last, and deletes it when he ends. A
//! lease that was renewed while another coordinator looked on belongs to somebody who is alive; one
//! that was not for a whole term is that of a coordinator that was killed, and is taken over. The
//! server's revision check decides between two who try it at once.

use super::Beside;
use crate::FarmError;
use crate::messages::{Lease, bytes};
use crate::streams::Place;
use async_nats::jetstream::kv::{CreateErrorKind, Entry, Operation, Store, UpdateErrorKind};
use lastmove_work::Stop;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};
use tokio::time::sleep;

/// How often the holder renews it.
const RENEWAL: Duration = Duration::from_secs(2);
/// A holder that was silent for so long is probably gone, and the user is told.
const SILENCE: Duration = Duration::from_secs(4);
/// A lease that was not renewed for so long belongs to nobody.
const TERM: Duration = Duration::from_secs(10);
/// How often one who waits looks at it.
const LOOK: Duration = Duration::from_millis(200);
const KEY: &str = "lease";

/// A lease that is renewed until it is released or dropped.
pub(super) struct Held {
    place: Place,
    revision: Arc<AtomicU64>,
    lost: Arc<AtomicBool>,
    task: tokio::task::JoinHandle<()>,
}

impl Held {
    /// Whether somebody else has it now.
    pub(super) fn is_lost(&self) -> bool {
        self.lost.load(Ordering::Relaxed)
    }

    /// Gives it back, so that the next coordinator need not wait for its end.
    pub(super) async fn release(self) {
        self.task.abort();
        if let Ok(store) = self.place.bucket().await {
            let revision = self.revision.load(Ordering::Relaxed);
            let _ = store.delete_expect_revision(KEY, Some(revision)).await;
        }
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        self.task.abort();
    }
}

/// Takes the lease. If there is one, waits until its holder gives a sign of life, which is an
/// error, or its term is over.
pub(super) async fn take(
    place: &Place,
    lease: Lease,
    beside: &Beside<'_>,
) -> Result<Held, FarmError> {
    let store = place.bucket().await?;
    let revision = loop {
        let Some(entry) = current(&store).await? else {
            match store.create(KEY, bytes(&lease)).await {
                Ok(revision) => break revision,
                Err(e) if e.kind() == CreateErrorKind::AlreadyExists => continue,
                Err(e) => return Err(FarmError::server("lend the campaign", e)),
            }
        };
        if is_gone(place, &store, &entry, beside).await? {
            match store.update(KEY, bytes(&lease), entry.revision).await {
                Ok(revision) => break revision,
                Err(e) if e.kind() == UpdateErrorKind::WrongLastRevision => {}
                Err(e) => return Err(FarmError::server("lend the campaign", e)),
            }
        }
    };
    let (revision, lost) = (Arc::new(AtomicU64::new(revision)), Arc::new(AtomicBool::new(false)));
    let renewal = renew(place.clone(), lease, Arc::clone(&revision), Arc::clone(&lost));
    Ok(Held { place: place.clone(), revision, lost, task: tokio::spawn(renewal) })
}

/// Waits for the end of another coordinator's lease. `true`: its term is over. `false`: it is not
/// there any more.
async fn is_gone(
    place: &Place,
    store: &Store,
    entry: &Entry,
    beside: &Beside<'_>,
) -> Result<bool, FarmError> {
    let holder = serde_json::from_slice::<Lease>(&entry.value)
        .map_or("somewhere".to_owned(), |l| format!("on {} (process {})", l.host, l.pid));
    let (begun, mut told) = (Instant::now(), false);
    while begun.elapsed() < TERM {
        if beside.cancel.is_cancelled() {
            return Err(FarmError::Stopped(Stop::Cancelled));
        }
        match current(store).await? {
            None => return Ok(false),
            Some(now) if now.revision != entry.revision => {
                return Err(FarmError::Input(format!(
                    "campaign {}: it is being coordinated {holder}; stop that coordinator first, \
                     with `lastmove farm stop`",
                    place.campaign
                )));
            }
            Some(_) => {}
        }
        if begun.elapsed() >= SILENCE && !std::mem::replace(&mut told, true) {
            (beside.say)(format!(
                "campaign {}: its coordinator {holder} gives no sign of life; taking over in {} s",
                place.campaign,
                (TERM - SILENCE).as_secs()
            ));
        }
        sleep(LOOK).await;
    }
    Ok(true)
}

/// The lease that somebody has. One that was given back leaves a mark of its deletion.
async fn current(store: &Store) -> Result<Option<Entry>, FarmError> {
    let entry = store.entry(KEY).await.map_err(|e| FarmError::server("read the lease", e))?;
    Ok(entry.filter(|entry| entry.operation == Operation::Put))
}

async fn renew(place: Place, lease: Lease, revision: Arc<AtomicU64>, lost: Arc<AtomicBool>) {
    loop {
        sleep(RENEWAL).await;
        // As long as the server does not answer, one tries again.
        let Ok(store) = place.bucket().await else { continue };
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

/// The revision with which we go on, `None` if another coordinator has the lease: our own renewal may
/// have reached a server that then broke down, or the server may have lost all it had.
async fn after_a_change(store: &Store, lease: &Lease) -> Result<Option<u64>, FarmError> {
    match current(store).await? {
        None => {
            let made = store.create(KEY, bytes(lease)).await;
            made.map(Some).map_err(|e| FarmError::server("lend the campaign", e))
        }
        Some(entry) => {
            let holder: Option<Lease> = serde_json::from_slice(&entry.value).ok();
            Ok((holder.as_ref() == Some(lease)).then_some(entry.revision))
        }
    }
}
