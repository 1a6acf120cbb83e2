//! One coordinator at a time.

use crate::FarmError;
use crate::messages::{Lease, bytes};
use crate::streams::Place;
use async_nats::jetstream::kv::{Store, UpdateErrorKind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use tokio::time::sleep;

/// How often the holder renews it.
const RENEWAL: Duration = Duration::from_secs(5);
/// A lease that does not change for so long belongs to nobody.
const TERM: Duration = Duration::from_secs(15);
const KEY: &str = "lease";

/// A lease that is renewed until it is dropped.
pub(super) struct Held {
    lost: Arc<AtomicBool>,
    task: tokio::task::JoinHandle<()>,
}

impl Held {
    /// Whether somebody else has it now.
    pub(super) fn is_lost(&self) -> bool {
        self.lost.load(Ordering::Relaxed)
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        self.task.abort();
    }
}

/// Takes the lease. Whoever has the log of the campaign in its place, as we do, has no rival on the
/// same machine; for another one we wait until its term is over.
pub(super) async fn take(place: &Place, lease: Lease) -> Result<Held, FarmError> {
    let store = place.bucket().await?;
    let read = || async {
        let entry = store.entry(KEY).await;
        entry.map_err(|e| FarmError::server("read the lease", e))
    };
    let revision = match read().await? {
        None => store.create(KEY, bytes(&lease)).await.ok(),
        Some(entry) => {
            let holder: Option<Lease> = serde_json::from_slice(&entry.value).ok();
            let rival = holder.filter(|holder| holder.host != lease.host);
            if let Some(rival) = rival {
                sleep(TERM).await;
                let changed = read().await?.is_none_or(|now| now.revision != entry.revision);
                if changed {
                    return Err(FarmError::Input(format!(
                        "campaign {}: it is coordinated on {} (process {}); stop that one first \
                         with `lastmove farm stop`",
                        place.campaign, rival.host, rival.pid
                    )));
                }
            }
            store.update(KEY, bytes(&lease), entry.revision).await.ok()
        }
    };
    let Some(revision) = revision else {
        return Err(FarmError::Input(format!(
            "campaign {}: another coordinator has just begun",
            place.campaign
        )));
    };
    let lost = Arc::new(AtomicBool::new(false));
    let task = tokio::spawn(renew(place.clone(), lease, revision, Arc::clone(&lost)));
    Ok(Held { lost, task })
}

async fn renew(place: Place, lease: Lease, mut revision: u64, lost: Arc<AtomicBool>) {
    loop {
        sleep(RENEWAL).await;
        // A server that does not answer has lent it to nobody else.
        let Ok(store) = place.bucket().await else { continue };
        match store.update(KEY, bytes(&lease), revision).await {
            Ok(next) => revision = next,
            Err(e) if e.kind() == UpdateErrorKind::WrongLastRevision => {
                match after_a_change(&store, &lease).await {
                    Some(next) => revision = next,
                    None => {
                        lost.store(true, Ordering::Relaxed);
                        return;
                    }
                }
            }
            Err(_) => {}
        }
    }
}

/// The revision with which we go on, if the lease is still ours: our own renewal may have reached
/// a server that then broke down, or the server may have lost all it had.
async fn after_a_change(store: &Store, lease: &Lease) -> Option<u64> {
    match store.entry(KEY).await {
        Ok(None) => store.create(KEY, bytes(lease)).await.ok(),
        Ok(Some(entry)) => {
            let holder: Option<Lease> = serde_json::from_slice(&entry.value).ok();
            (holder.as_ref() == Some(lease)).then_some(entry.revision)
        }
        Err(_) => None,
    }
}
