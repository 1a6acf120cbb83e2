//! A worker: takes units one at a time and answers each.
//!
//! It reads the settings and refuses a campaign of another version or with other databases. While
//! it searches, another thread tells the server every 20 s that the unit is being worked on. The
//! answer is one message: `solved` with the winner, or, if the unit exceeded its limit, `split`
//! with what is known of the positions at the next plies, which take the unit's place. A
//! certificate is uploaded before the answer, and the coordinator removes it from the server once
//! it has stored it. The unit is acknowledged after the server has confirmed the answer.
//!
//! A worker can be stopped or killed at any time: the server gives its unit to another one. A unit
//! that was delivered [`ATTEMPTS`] times without an answer is set aside by the next worker that
//! gets it, and `status` shows it.

mod answer;
mod pulse;

pub use pulse::CurrentUnit;

use crate::access::Access;
use crate::coordinator::draw_id;
use crate::messages::{
    CampaignSettings, CampaignState, QueuedUnit, Snapshot, UnitAnswer, UnitResult,
};
use crate::names::CampaignName;
use crate::streams::{ServerCampaign, choose};
use crate::{FarmError, host};
use async_nats::jetstream::consumer::{Consumer, pull};
use async_nats::jetstream::{AckKind, Message};
use futures_util::StreamExt;
use lastmove_board::Game;
use lastmove_report::solve::SearchResources;
use lastmove_work::{Budget, Cancel, Limits, Stop};
use pulse::Pulse;
use serde::Serialize;
use std::path::PathBuf;
use std::time::{Duration, Instant};
use tokio::runtime::Runtime;
use tokio::time::{sleep, timeout};

/// A unit that was delivered this often without an answer is set aside.
pub const ATTEMPTS: i64 = 5;
/// How often an idle worker checks whether the campaign is over.
const LOOK: Duration = Duration::from_secs(3);

/// Options of a worker.
#[derive(Clone, Debug)]
pub struct WorkerOptions {
    /// where certificates are written before they are uploaded
    pub scratch: PathBuf,
    /// limits of a unit; one that exceeds them is split
    pub limits: Limits,
    /// the number of units after which the worker stops
    pub units: Option<u64>,
}

/// What a worker has done.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct WorkerTotals {
    /// its name
    pub worker: String,
    /// the campaign
    pub campaign: String,
    /// units solved
    pub solved: u64,
    /// units split
    pub split: u64,
    /// units dropped because they no longer mattered
    pub withdrawn: u64,
    /// units set aside
    pub aside: u64,
    /// positions searched
    pub nodes: u64,
    /// wall-clock time
    pub seconds: f64,
}

/// The environment of a worker: cancelling, progress and messages.
pub struct WorkerHooks<'b> {
    /// set by Ctrl-C
    pub cancel: &'b Cancel,
    /// receives the current unit
    pub progress: &'b dyn lastmove_work::Progress,
    /// receives messages for the user, one line each
    pub say: &'b dyn Fn(String),
}

/// Finds the answer to a unit.
pub type SolveUnit<'s> = dyn Fn(&QueuedUnit, &CurrentUnit) -> Result<UnitAnswer, FarmError> + 's;

/// A worker of a campaign.
pub struct Worker {
    runtime: Runtime,
    server: ServerCampaign,
    settings: CampaignSettings,
}

impl Worker {
    /// Connects and reads the settings of the campaign; without a name, of the only one. Waits
    /// until the campaign exists.
    ///
    /// # Errors
    /// If there is no server, or no such campaign, or the worker is stopped.
    pub fn join(
        access: &Access,
        campaign: Option<&CampaignName>,
        hooks: &WorkerHooks<'_>,
    ) -> Result<Self, FarmError> {
        let runtime = crate::runtime()?;
        let (server, settings) = runtime.block_on(async {
            let client = access.connect("lastmove farm work").await?;
            let mut told = false;
            loop {
                if let Some(campaign) = choose(&client, campaign).await? {
                    let server = ServerCampaign::new(client.clone(), campaign);
                    if let Ok(Some(settings)) = server.value::<CampaignSettings>("settings").await {
                        return Ok::<_, FarmError>((server, settings));
                    }
                }
                if !std::mem::replace(&mut told, true) {
                    (hooks.say)("the server has no campaign yet; waiting for one".into());
                }
                for _ in 0..20 {
                    if hooks.cancel.is_cancelled() {
                        return Err(FarmError::Stopped(Stop::Cancelled));
                    }
                    sleep(Duration::from_millis(100)).await;
                }
            }
        })?;
        Ok(Self { runtime, server, settings })
    }

    /// The settings of the campaign.
    pub fn settings(&self) -> &CampaignSettings {
        &self.settings
    }

    /// Refuses a campaign of another version or with other databases.
    ///
    /// # Errors
    /// If they differ; the error says what to do.
    pub fn check(&self, version: &str, resources: &SearchResources) -> Result<(), FarmError> {
        check(&self.settings, version, resources)
    }

    /// Works until the campaign ends or the worker is stopped.
    ///
    /// # Errors
    /// If the worker is stopped, the folder for certificates cannot be written, or the coordinator
    /// has refused a certificate of this worker.
    pub fn work(
        self,
        resources: &SearchResources,
        options: &WorkerOptions,
        hooks: &WorkerHooks<'_>,
    ) -> Result<WorkerTotals, FarmError> {
        let settings = self.settings.clone();
        let solve = |unit: &QueuedUnit, task: &CurrentUnit| {
            answer::solve(resources, &settings, unit, options, task)
        };
        self.work_by(&solve, resources.shares().threads, options, hooks)
    }

    /// As [`Worker::work`], but answers units with `solve`.
    ///
    /// # Errors
    /// As [`Worker::work`].
    pub fn work_by(
        self,
        solve: &SolveUnit<'_>,
        threads: usize,
        options: &WorkerOptions,
        hooks: &WorkerHooks<'_>,
    ) -> Result<WorkerTotals, FarmError> {
        std::fs::create_dir_all(&options.scratch).map_err(|e| {
            FarmError::Input(format!("{}: cannot write there: {e}", options.scratch.display()))
        })?;
        let Self { runtime, server, settings } = self;
        let worker = format!("{}-{}-{}", host(), std::process::id(), &draw_id()[..4]);
        let started = Instant::now();
        let pulse = Pulse::start(&runtime, &server, &worker, threads, hooks.cancel)?;
        let stage = lastmove_work::Stage::new(hooks.progress, "units", None);
        let mut worked = WorkerTotals {
            worker: worker.clone(),
            campaign: settings.campaign.clone(),
            ..WorkerTotals::default()
        };
        let (mut looked, mut queue) = (None::<Instant>, None);
        let result = loop {
            if hooks.cancel.is_cancelled() {
                break Err(FarmError::Stopped(Stop::Cancelled));
            }
            if options.units.is_some_and(|most| worked.solved + worked.split >= most) {
                break Ok(());
            }
            if looked.is_none_or(|looked| looked.elapsed() >= LOOK) {
                looked = Some(Instant::now());
                match runtime.block_on(is_over(&server, &worker)) {
                    Ok(false) => {}
                    Ok(true) => break Ok(()),
                    Err(error) => break Err(error),
                }
            }
            let Some(message) = runtime.block_on(next(&server, &mut queue, hooks.cancel)) else {
                continue;
            };
            let (answer, task) = match read(&settings, &message) {
                Ok(unit) => {
                    stage.message(unit.position.clone());
                    let task = pulse.begin(&runtime, &message, &unit);
                    let answer = solve(&unit, &task);
                    (answer, Some(task))
                }
                Err(aside) => (Ok(*aside), None),
            };
            pulse.end();
            worked.nodes += task.as_ref().map_or(0, CurrentUnit::nodes);
            match answer {
                Ok(mut answer) => {
                    answer.worker.clone_from(&worker);
                    match answer.answer {
                        UnitResult::Solved { .. } => worked.solved += 1,
                        UnitResult::Split { .. } => worked.split += 1,
                        UnitResult::Aside { .. } => worked.aside += 1,
                    }
                    let sent = answer::send(&server, &message, &answer, options, hooks);
                    if let Err(error) = runtime.block_on(sent) {
                        break Err(error);
                    }
                    pulse.count();
                    stage.advance(1);
                }
                Err(FarmError::Stopped(Stop::Cancelled)) if !hooks.cancel.is_cancelled() => {
                    worked.withdrawn += 1;
                    let _ = runtime.block_on(message.ack_with(AckKind::Term));
                }
                Err(error) => {
                    // Let another worker have the unit at once.
                    let _ = runtime.block_on(async {
                        let _ = message.ack_with(AckKind::Nak(None)).await;
                        timeout(Duration::from_secs(1), server.client.flush()).await
                    });
                    break Err(error);
                }
            }
        };
        drop(pulse);
        let _ = std::fs::remove_dir_all(&options.scratch);
        worked.seconds = started.elapsed().as_secs_f64();
        result.map(|()| worked)
    }
}

/// Checks that a program of this version and with these databases may work for a campaign.
///
/// # Errors
/// If they differ; the error says what to do.
pub fn check(
    settings: &CampaignSettings,
    version: &str,
    resources: &SearchResources,
) -> Result<(), FarmError> {
    let place = format!("campaign {}", settings.campaign);
    if settings.version != version {
        return Err(FarmError::Input(format!(
            "{place}: it is of lastmove {}, this is {version}; use the same version",
            settings.version
        )));
    }
    if settings.databases != resources.databases_of(settings.game)
        || settings.fingerprint != fingerprint(settings.game, resources)
    {
        return Err(FarmError::Input(format!(
            "{place}: it has the {} databases with the fingerprint {:08x}, these are {} with {:08x}; \
             use the same (--databases)",
            settings.databases,
            settings.fingerprint,
            resources.databases_of(settings.game),
            fingerprint(settings.game, resources)
        )));
    }
    Ok(())
}

/// A checksum of the databases of a game.
pub fn fingerprint(game: Game, resources: &SearchResources) -> u32 {
    match game {
        Game::Amazons => resources.databases().fingerprint(),
        Game::Domineering => 0,
    }
}

/// Whether the campaign is finished or stopped. If the server does not answer, returns `false`.
///
/// # Errors
/// If the coordinator no longer accepts results of this worker.
async fn is_over(server: &ServerCampaign, worker: &str) -> Result<bool, FarmError> {
    let Ok(Some(snapshot)) = server.value::<Snapshot>("snapshot").await else { return Ok(false) };
    match snapshot.shut_out.iter().find(|shut_out| shut_out.worker == worker) {
        Some(shut_out) => Err(FarmError::Failed(format!(
            "campaign {}: {worker} is shut out: {}; check the memory and the program of this \
             machine before you start a worker on it again",
            server.campaign, shut_out.reason
        ))),
        None => Ok(snapshot.state != CampaignState::Running),
    }
}

/// The next unit, if one arrives within a short time.
async fn next(
    server: &ServerCampaign,
    queue: &mut Option<Queue>,
    cancel: &Cancel,
) -> Option<Message> {
    let stopped = async {
        while !cancel.is_cancelled() {
            sleep(Duration::from_millis(50)).await;
        }
    };
    tokio::select! {
        message = fetch(server, queue) => message,
        () = stopped => None,
    }
}

/// The queue of units.
type Queue = Consumer<pull::Config>;

async fn fetch(server: &ServerCampaign, queue: &mut Option<Queue>) -> Option<Message> {
    if queue.is_none() {
        *queue = server.units().await.ok();
    }
    let batch = match queue {
        Some(queue) => queue.batch().max_messages(1).expires(LOOK).messages().await.ok(),
        None => None,
    };
    let Some(mut batch) = batch else {
        *queue = None;
        sleep(Duration::from_millis(500)).await;
        return None;
    };
    match timeout(LOOK + Duration::from_secs(1), batch.next()).await {
        Ok(Some(Ok(message))) => Some(message),
        Ok(None) => None,
        // the server or its queue has changed
        Ok(Some(Err(_))) | Err(_) => {
            *queue = None;
            None
        }
    }
}

/// The unit of a message; the error is an answer that sets the unit aside because no worker can
/// solve it.
fn read(settings: &CampaignSettings, message: &Message) -> Result<QueuedUnit, Box<UnitAnswer>> {
    let aside = |unit: Option<&QueuedUnit>, reason: String| {
        Box::new(UnitAnswer {
            unit: message.subject.rsplit('.').next().unwrap_or_default().to_owned(),
            position: unit.map_or(String::new(), |unit| unit.position.clone()),
            worker: String::new(),
            nodes: 0,
            seconds: 0.0,
            answer: UnitResult::Aside { reason },
        })
    };
    let unit: QueuedUnit = serde_json::from_slice(&message.payload)
        .map_err(|e| aside(None, format!("not a unit: {e}")))?;
    if let Err(e) = lastmove_report::read(settings.game, &unit.position) {
        return Err(aside(Some(&unit), e.to_string()));
    }
    if message.info().is_ok_and(|info| info.delivered > ATTEMPTS) {
        let reason = format!("delivered {ATTEMPTS} times without an answer");
        return Err(aside(Some(&unit), reason));
    }
    Ok(unit)
}

/// A budget with the limits of one unit.
fn budget(limits: Limits, cancel: &Cancel) -> Budget {
    Budget::new(limits, cancel.clone())
}
