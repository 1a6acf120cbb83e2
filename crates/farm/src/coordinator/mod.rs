//! The coordinator: it alone decides what is to be done, and what counts.

mod arrivals;
mod checks;
mod lease;
mod ledger;
mod queue;
mod run;

pub(crate) use arrivals::hex;

use crate::access::Access;
use crate::log::{Folder, Log, Record};
use crate::messages::{Lease, Settings, Snapshot};
use crate::names::Campaign;
use crate::streams::Place;
use crate::{FarmError, host};
use lastmove_proof::CheckOptions;
use lastmove_report::units::Plan;
use lastmove_work::{Cancel, Progress};
use run::Run;
use std::hash::{BuildHasher, RandomState};
use tokio::runtime::Runtime;

/// A number that no other run has drawn.
pub fn draw_id() -> String {
    format!("{:016x}", RandomState::new().hash_one(std::process::id()))
}

/// The settings of the campaign in a folder, if there is one.
///
/// # Errors
/// If its log cannot be read.
pub fn settings(folder: &Folder) -> Result<Option<Settings>, FarmError> {
    if !folder.exists() {
        return Ok(None);
    }
    match folder.read()?.into_iter().next() {
        Some(Record::Campaign(settings)) => Ok(Some(settings)),
        Some(_) => {
            let place = folder.path().join("log");
            Err(FarmError::Input(format!("{}:1: not the log of a campaign", place.display())))
        }
        None => Ok(None),
    }
}

/// What happens beside the coordination.
pub struct Beside<'b> {
    /// set by Ctrl-C
    pub cancel: &'b Cancel,
    /// hears how many units are done
    pub progress: &'b dyn Progress,
    /// is told in one line what somebody should know
    pub say: &'b dyn Fn(String),
}

/// A campaign that is ready to be coordinated.
pub struct Coordinator {
    runtime: Runtime,
    place: Place,
    lease: lease::Held,
    settings: Settings,
    folder: Folder,
    log: Log,
    records: Vec<Record>,
}

impl Coordinator {
    /// Connects, opens the log, takes the lease, and makes the streams. A folder without a campaign
    /// begins the one of `settings`; otherwise that is the one of the log.
    ///
    /// # Errors
    /// If another run has the log or the lease, the server has a campaign of this name that is not
    /// ours, or there is no server.
    pub fn open(
        access: &Access,
        folder: &Folder,
        settings: Settings,
        beside: &Beside<'_>,
    ) -> Result<Self, FarmError> {
        let campaign: Campaign = settings.campaign.parse().map_err(FarmError::Input)?;
        let runtime = crate::runtime()?;
        let (place, lease, log, records) = runtime.block_on(async {
            let client = access.connect("lastmove farm start").await?;
            let place = Place::new(client, campaign);
            check_ours(&place, &settings).await?;
            let (mut log, mut records) = folder.open()?;
            place.make_bucket().await?;
            let lease = Lease { run: draw_id(), host: host(), pid: std::process::id() };
            let lease = lease::take(&place, lease, beside).await?;
            // Whoever had the lease until now may have begun a campaign of this name.
            check_ours(&place, &settings).await?;
            place.make(&settings).await?;
            if records.is_empty() {
                let first = Record::Campaign(settings.clone());
                log.append(std::slice::from_ref(&first))?;
                records.push(first);
            }
            Ok::<_, FarmError>((place, lease, log, records))
        })?;
        Ok(Self { runtime, place, lease, settings, folder: folder.clone(), log, records })
    }

    /// Coordinates until the winner is known, or somebody says stop. `checks` are the threads and the
    /// memory for the checks of certificates.
    ///
    /// # Errors
    /// If the log cannot be written, the lease is lost, or a position of the log is not one.
    pub fn run(
        self,
        plan: &mut dyn Plan,
        checks: CheckOptions,
        beside: &Beside<'_>,
    ) -> Result<Snapshot, FarmError> {
        let Self { runtime, place, lease, settings, folder, log, records } = self;
        let ended = runtime.block_on(async {
            let ended = async {
                let mut run = Run::new(place, settings, folder, log, plan, checks, beside).await?;
                run.replay(records)?;
                run.coordinate(&lease).await
            };
            let ended = ended.await;
            lease.release().await;
            ended
        });
        // A check that is running ends soon, and nobody waits for it.
        runtime.shutdown_background();
        ended
    }
}

/// Refuses a campaign of the same name that is not the one of `settings`.
async fn check_ours(place: &Place, settings: &Settings) -> Result<(), FarmError> {
    if place.bucket().await.is_ok()
        && let Some(there) = place.value::<Settings>("settings").await?
        && there.id != settings.id
    {
        return Err(FarmError::Input(format!(
            "campaign {}: the server has one of this name ({} {}, its log is in {} on {}); go on \
             with it there, choose another name, or remove it with `lastmove farm stop --remove`",
            place.campaign, there.game, there.board, there.folder, there.host
        )));
    }
    Ok(())
}
