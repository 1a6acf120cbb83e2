//! A worker: it takes units one at a time and answers each.

mod answer;
mod pulse;

pub use pulse::Task;

use crate::access::Access;
use crate::coordinator::draw_id;
use crate::messages::{Answer, Found, Settings, Snapshot, State, Unit};
use crate::names::Campaign;
use crate::streams::{Place, choose};
use crate::{FarmError, host};
use async_nats::jetstream::consumer::{Consumer, pull};
use async_nats::jetstream::{AckKind, Message};
use futures_util::StreamExt;
use lastmove_board::Game;
use lastmove_report::solve::Desk;
use lastmove_work::{Budget, Cancel, Limits, Stop};
use pulse::Pulse;
use serde::Serialize;
use std::path::PathBuf;
use std::time::{Duration, Instant};
use tokio::runtime::Runtime;
use tokio::time::{sleep, timeout};

/// A unit that was delivered so often without an answer is set aside.
pub const ATTEMPTS: i64 = 5;
/// How often an idle worker looks whether the campaign is still on.
const LOOK: Duration = Duration::from_secs(3);

/// How a worker works.
#[derive(Clone, Debug)]
pub struct Options {
    /// where certificates are written before they are uploaded
    pub scratch: PathBuf,
    /// what a unit may take before it is split
    pub limits: Limits,
    /// stop after so many units
    pub units: Option<u64>,
}

/// What a worker has done.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Worked {
    /// its name
    pub worker: String,
    /// the campaign
    pub campaign: String,
    /// units solved
    pub solved: u64,
    /// units split
    pub split: u64,
    /// units dropped, as they no longer mattered
    pub withdrawn: u64,
    /// units set aside
    pub aside: u64,
    /// positions entered
    pub nodes: u64,
    /// wall-clock time
    pub seconds: f64,
}

/// What happens beside the work.
pub struct Beside<'b> {
    /// set by Ctrl-C
    pub cancel: &'b Cancel,
    /// hears which unit is in hand
    pub progress: &'b dyn lastmove_work::Progress,
    /// is told in one line what somebody should know
    pub say: &'b dyn Fn(String),
}

/// Finds the answer to a unit.
pub type Solve<'s> = dyn Fn(&Unit, &Task) -> Result<Answer, FarmError> + 's;

/// A worker that has found its campaign.
pub struct Worker {
    runtime: Runtime,
    place: Place,
    settings: Settings,
}

impl Worker {
    /// Connects and reads the settings of a campaign, of the only one if none is named. Waits for
    /// one to begin.
    ///
    /// # Errors
    /// If there is no server, or no such campaign, or somebody says stop.
    pub fn join(
        access: &Access,
        campaign: Option<&Campaign>,
        beside: &Beside<'_>,
    ) -> Result<Self, FarmError> {
        let runtime = crate::runtime()?;
        let (place, settings) = runtime.block_on(async {
            let client = access.connect("lastmove farm work").await?;
            let mut told = false;
            loop {
                if let Some(campaign) = choose(&client, campaign).await? {
                    let place = Place::new(client.clone(), campaign);
                    if let Ok(Some(settings)) = place.value::<Settings>("settings").await {
                        return Ok::<_, FarmError>((place, settings));
                    }
                }
                if !std::mem::replace(&mut told, true) {
                    (beside.say)("the server has no campaign yet; waiting for one".into());
                }
                for _ in 0..20 {
                    if beside.cancel.is_cancelled() {
                        return Err(FarmError::Stopped(Stop::Cancelled));
                    }
                    sleep(Duration::from_millis(100)).await;
                }
            }
        })?;
        Ok(Self { runtime, place, settings })
    }

    /// The campaign.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Refuses a campaign of another version or with other databases.
    ///
    /// # Errors
    /// With the reason, and what to do.
    pub fn check(&self, version: &str, desk: &Desk) -> Result<(), FarmError> {
        check(&self.settings, version, desk)
    }

    /// Works until the campaign ends or somebody says stop.
    ///
    /// # Errors
    /// If somebody says stop, the place for certificates cannot be written, or the coordinator has
    /// refused a certificate of this worker.
    pub fn work(
        self,
        desk: &Desk,
        options: &Options,
        beside: &Beside<'_>,
    ) -> Result<Worked, FarmError> {
        let settings = self.settings.clone();
        let solve = |unit: &Unit, task: &Task| answer::solve(desk, &settings, unit, options, task);
        self.work_by(&solve, desk.shares().threads, options, beside)
    }

    /// The same by another way to solve units.
    ///
    /// # Errors
    /// As [`Worker::work`].
    pub fn work_by(
        self,
        solve: &Solve<'_>,
        threads: usize,
        options: &Options,
        beside: &Beside<'_>,
    ) -> Result<Worked, FarmError> {
        std::fs::create_dir_all(&options.scratch).map_err(|e| {
            FarmError::Input(format!("{}: cannot write there: {e}", options.scratch.display()))
        })?;
        let Self { runtime, place, settings } = self;
        let worker = format!("{}-{}-{}", host(), std::process::id(), &draw_id()[..4]);
        let started = Instant::now();
        let pulse = Pulse::start(&runtime, &place, &worker, threads, beside.cancel)?;
        let stage = lastmove_work::Stage::new(beside.progress, "units", None);
        let mut worked = Worked {
            worker: worker.clone(),
            campaign: settings.campaign.clone(),
            ..Worked::default()
        };
        let (mut looked, mut queue) = (None::<Instant>, None);
        let result = loop {
            if beside.cancel.is_cancelled() {
                break Err(FarmError::Stopped(Stop::Cancelled));
            }
            if options.units.is_some_and(|most| worked.solved + worked.split >= most) {
                break Ok(());
            }
            if looked.is_none_or(|looked| looked.elapsed() >= LOOK) {
                looked = Some(Instant::now());
                match runtime.block_on(is_over(&place, &worker)) {
                    Ok(false) => {}
                    Ok(true) => break Ok(()),
                    Err(error) => break Err(error),
                }
            }
            let Some(message) = runtime.block_on(next(&place, &mut queue, beside.cancel)) else {
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
            worked.nodes += task.as_ref().map_or(0, Task::nodes);
            match answer {
                Ok(mut answer) => {
                    answer.worker.clone_from(&worker);
                    match answer.answer {
                        Found::Solved { .. } => worked.solved += 1,
                        Found::Split { .. } => worked.split += 1,
                        Found::Aside { .. } => worked.aside += 1,
                    }
                    let sent = answer::send(&place, &message, &answer, options, beside);
                    if let Err(error) = runtime.block_on(sent) {
                        break Err(error);
                    }
                    pulse.count();
                    stage.advance(1);
                }
                Err(FarmError::Stopped(Stop::Cancelled)) if !beside.cancel.is_cancelled() => {
                    worked.withdrawn += 1;
                    let _ = runtime.block_on(message.ack_with(AckKind::Term));
                }
                Err(error) => {
                    // Another worker may have it at once.
                    let _ = runtime.block_on(async {
                        let _ = message.ack_with(AckKind::Nak(None)).await;
                        timeout(Duration::from_secs(1), place.client.flush()).await
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

/// Whether a program with these databases may work for a campaign.
///
/// # Errors
/// With the reason, and what to do.
pub fn check(settings: &Settings, version: &str, desk: &Desk) -> Result<(), FarmError> {
    let place = format!("campaign {}", settings.campaign);
    if settings.version != version {
        return Err(FarmError::Input(format!(
            "{place}: it is of lastmove {}, this is {version}; use the same version",
            settings.version
        )));
    }
    if settings.databases != desk.databases_of(settings.game)
        || settings.fingerprint != fingerprint(settings.game, desk)
    {
        return Err(FarmError::Input(format!(
            "{place}: it has the {} databases with the fingerprint {:08x}, these are {} with {:08x}; \
             use the same (--databases)",
            settings.databases,
            settings.fingerprint,
            desk.databases_of(settings.game),
            fingerprint(settings.game, desk)
        )));
    }
    Ok(())
}

/// What tells the databases of a game from others.
pub fn fingerprint(game: Game, desk: &Desk) -> u32 {
    match game {
        Game::Amazons => desk.databases().fingerprint(),
        Game::Domineering => 0,
    }
}

/// Whether the campaign is finished or stopped. A server that does not answer is asked again later.
///
/// # Errors
/// If the coordinator takes no more results of this worker.
async fn is_over(place: &Place, worker: &str) -> Result<bool, FarmError> {
    let Ok(Some(snapshot)) = place.value::<Snapshot>("snapshot").await else { return Ok(false) };
    match snapshot.shut_out.iter().find(|shut_out| shut_out.worker == worker) {
        Some(shut_out) => Err(FarmError::Failed(format!(
            "campaign {}: {worker} is shut out: {}; check the memory and the program of this \
             machine before you start a worker on it again",
            place.campaign, shut_out.reason
        ))),
        None => Ok(snapshot.state != State::Running),
    }
}

/// The next unit, if one comes soon.
async fn next(place: &Place, queue: &mut Option<Queue>, cancel: &Cancel) -> Option<Message> {
    let stopped = async {
        while !cancel.is_cancelled() {
            sleep(Duration::from_millis(50)).await;
        }
    };
    tokio::select! {
        message = fetch(place, queue) => message,
        () = stopped => None,
    }
}

/// The queue of units, once it was found.
type Queue = Consumer<pull::Config>;

async fn fetch(place: &Place, queue: &mut Option<Queue>) -> Option<Message> {
    if queue.is_none() {
        *queue = place.units().await.ok();
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
        // the server, or its queue, is not what it was
        Ok(Some(Err(_))) | Err(_) => {
            *queue = None;
            None
        }
    }
}

/// What a message asks for; if nobody can do it, that is the answer.
fn read(settings: &Settings, message: &Message) -> Result<Unit, Box<Answer>> {
    let aside = |unit: Option<&Unit>, reason: String| {
        Box::new(Answer {
            unit: message.subject.rsplit('.').next().unwrap_or_default().to_owned(),
            position: unit.map_or(String::new(), |unit| unit.position.clone()),
            worker: String::new(),
            nodes: 0,
            seconds: 0.0,
            answer: Found::Aside { reason },
        })
    };
    let unit: Unit = serde_json::from_slice(&message.payload)
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

/// A budget that ends with the unit.
fn budget(limits: Limits, cancel: &Cancel) -> Budget {
    Budget::new(limits, cancel.clone())
}
