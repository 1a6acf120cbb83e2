//! The coordinator: decides which units are solved and which results count.
//!
//! The plan ([`lastmove_report::units::UnitPlan`]) is built from the [`log`](crate::log), and it alone
//! decides which units are still needed. Results are keyed by the normal form of their position, so
//! duplicates do no harm. Each result is checked on arrival:
//!
//! - It answers a unit of this campaign.
//! - Its certificate has the announced hash, and the checker (`lastmove_proof`) verifies it against
//!   the claim of the unit.
//! - The moves of a split unit are legal, and positions that it reports as won or lost are seen to be
//!   so here too.
//!
//! Results are then written to the log, in groups with one sync (1,000 results or 50 ms), and only
//! then acknowledged. So a result in the log that is marked `checked` is proved, whoever sent it.
//!
//! A result with an invalid certificate does not count: its unit is handed out again and its worker
//! is shut out, which is written to the log too. The worker reads this in the snapshot and ends;
//! whatever it still sends is refused. Workers are identified by the names that they give; all have
//! the same token. In campaigns without certificates results count unverified, and the snapshot and
//! the answer say so.
//!
//! If an assumption is refuted, the plan is built again, as by `solve --merge`; units that no
//! longer matter are removed from the queue, and workers are told to drop them. If the server has
//! lost a stream, the bucket or the object store, the coordinator makes it again from the log and
//! hands out again every unit without a result.

mod arrivals;
mod checks;
mod counters;
mod lease;
mod queue;
mod run;

pub(crate) use arrivals::hex;

use crate::access::Access;
use crate::log::{Folder, Log, LogRecord};
use crate::messages::{CampaignSettings, Lease, Snapshot};
use crate::names::CampaignName;
use crate::streams::ServerCampaign;
use crate::{FarmError, host};
use lastmove_proof::CheckOptions;
use lastmove_report::units::UnitPlan;
use lastmove_work::{Cancel, Progress};
use run::Run;
use std::hash::{BuildHasher, RandomState};
use tokio::runtime::Runtime;

/// A random number that identifies a run.
pub fn draw_id() -> String {
    format!("{:016x}", RandomState::new().hash_one(std::process::id()))
}

/// The settings of the campaign in a folder, if there is one.
///
/// # Errors
/// If its log cannot be read.
pub fn settings(folder: &Folder) -> Result<Option<CampaignSettings>, FarmError> {
    if !folder.exists() {
        return Ok(None);
    }
    match folder.read()?.into_iter().next() {
        Some(LogRecord::Campaign(settings)) => Ok(Some(settings)),
        Some(_) => {
            let place = folder.path().join("log");
            Err(FarmError::Input(format!("{}:1: not the log of a campaign", place.display())))
        }
        None => Ok(None),
    }
}

/// The environment of the coordinator: cancelling, progress and messages.
pub struct CoordinatorHooks<'b> {
    /// set by Ctrl-C
    pub cancel: &'b Cancel,
    /// receives the number of units that are done
    pub progress: &'b dyn Progress,
    /// receives messages for the user, one line each
    pub say: &'b dyn Fn(String),
}

/// A campaign that is ready to run.
pub struct Coordinator {
    runtime: Runtime,
    server: ServerCampaign,
    lease: lease::HeldLease,
    settings: CampaignSettings,
    folder: Folder,
    log: Log,
    records: Vec<LogRecord>,
}

impl Coordinator {
    /// Connects, opens the log, takes the lease, and makes the streams. If the folder has no
    /// campaign, begins the one of `settings`; otherwise continues the one of the log.
    ///
    /// # Errors
    /// If another run has the log or the lease, the server has another campaign of this name, or
    /// there is no server.
    pub fn open(
        access: &Access,
        folder: &Folder,
        settings: CampaignSettings,
        hooks: &CoordinatorHooks<'_>,
    ) -> Result<Self, FarmError> {
        let campaign: CampaignName = settings.campaign.parse().map_err(FarmError::Input)?;
        let runtime = crate::runtime()?;
        let (server, lease, log, records) = runtime.block_on(async {
            let client = access.connect("lastmove farm start").await?;
            let server = ServerCampaign::new(client, campaign);
            check_ours(&server, &settings).await?;
            let (mut log, mut records) = folder.open()?;
            server.make_bucket().await?;
            let lease = Lease { run: draw_id(), host: host(), pid: std::process::id() };
            let lease = lease::take(&server, lease, hooks).await?;
            // The previous holder of the lease may have begun a campaign of this name.
            check_ours(&server, &settings).await?;
            server.make(&settings).await?;
            if records.is_empty() {
                let first = LogRecord::Campaign(settings.clone());
                log.append(std::slice::from_ref(&first))?;
                records.push(first);
            }
            Ok::<_, FarmError>((server, lease, log, records))
        })?;
        Ok(Self { runtime, server, lease, settings, folder: folder.clone(), log, records })
    }

    /// Runs until the winner is known or the campaign is stopped. `checks` limits the threads and
    /// the memory for checks of certificates.
    ///
    /// # Errors
    /// If the log cannot be written, the lease is lost, or a position of the log is invalid.
    pub fn run(
        self,
        plan: &mut dyn UnitPlan,
        checks: CheckOptions,
        hooks: &CoordinatorHooks<'_>,
    ) -> Result<Snapshot, FarmError> {
        let Self { runtime, server, lease, settings, folder, log, records } = self;
        let ended = runtime.block_on(async {
            let ended = async {
                let mut run = Run::new(server, settings, folder, log, plan, checks, hooks).await?;
                run.replay(records)?;
                run.coordinate(&lease).await
            };
            let ended = ended.await;
            lease.release().await;
            ended
        });
        // Do not wait for running checks; they end soon.
        runtime.shutdown_background();
        ended
    }
}

/// Fails if the server has a campaign of the same name other than that of `settings`.
async fn check_ours(server: &ServerCampaign, settings: &CampaignSettings) -> Result<(), FarmError> {
    if server.bucket().await.is_ok()
        && let Some(there) = server.value::<CampaignSettings>("settings").await?
        && there.id != settings.id
    {
        return Err(FarmError::Input(format!(
            "campaign {}: the server has one of this name ({} {}, its log is in {} on {}); go on \
             with it there, choose another name, or remove it with `lastmove farm stop --remove`",
            server.campaign, there.game, there.board, there.folder, there.host
        )));
    }
    Ok(())
}
