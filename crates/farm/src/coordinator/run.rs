//! One run of the coordinator.

mod results;

use super::CoordinatorHooks;
use super::checks::Checks;
use super::counters::{Heartbeats, StatusCounters};
use super::lease::HeldLease;
use super::queue::Queue;
use crate::log::{Folder, Log, LogRecord};
use crate::messages::{CampaignSettings, CampaignState, Heartbeat, QueuedUnit, Snapshot, bytes};
use crate::streams::ServerCampaign;
use crate::{FarmError, WINDOW};
use async_nats::jetstream::consumer::{Consumer, pull};
use async_nats::jetstream::context::PublishErrorKind;
use async_nats::jetstream::message::PublishMessage;
use futures_util::StreamExt;
use futures_util::future::join_all;
use lastmove_proof::CheckOptions;
use lastmove_report::units::{PlannedUnit, UnitName, UnitPlan};
use lastmove_work::{Stage, Stop};
use std::collections::HashSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use tokio::time::timeout;

/// The most results that are written with one sync.
const GROUP: usize = 1000;
/// While the queue has this many units, the workers are busy and the plan can wait.
const PLENTY: usize = 200;
/// Time between two snapshots, with a check of the server's streams.
const LOOK: Duration = Duration::from_secs(2);
/// Consecutive checks in which units are missing from the server before they are handed out again.
const MISSED: u32 = 5;

pub(super) struct Run<'r> {
    server: ServerCampaign,
    settings: CampaignSettings,
    folder: Folder,
    log: Log,
    plan: &'r mut dyn UnitPlan,
    hooks: &'r CoordinatorHooks<'r>,
    queue: Queue,
    checks: Checks,
    answered: HashSet<UnitName>,
    counters: StatusCounters,
    beats: Heartbeats,
    stop: Arc<AtomicBool>,
    reader: Option<Consumer<pull::Config>>,
    /// whether the plan must be built again
    stale: bool,
    /// consecutive checks of the server in which units were missing
    missed: u32,
}

impl<'r> Run<'r> {
    pub(super) async fn new(
        server: ServerCampaign,
        settings: CampaignSettings,
        folder: Folder,
        log: Log,
        plan: &'r mut dyn UnitPlan,
        checks: CheckOptions,
        hooks: &'r CoordinatorHooks<'r>,
    ) -> Result<Self, FarmError> {
        let (beats, stop) = (Heartbeats::default(), Arc::new(AtomicBool::new(false)));
        let subscribe = |subject: String| {
            let client = server.client.clone();
            async move {
                let made = client.subscribe(subject).await;
                made.map_err(|e| FarmError::server("accept a subscription", e))
            }
        };
        let mut heard = subscribe(server.campaign.beat("*")).await?;
        let listener = beats.clone();
        tokio::spawn(async move {
            while let Some(message) = heard.next().await {
                if let Ok(beat) = serde_json::from_slice::<Heartbeat>(&message.payload) {
                    listener.hear(beat);
                }
            }
        });
        let mut asked = subscribe(server.campaign.stop()).await?;
        let (client, flag) = (server.client.clone(), Arc::clone(&stop));
        tokio::spawn(async move {
            while let Some(message) = asked.next().await {
                flag.store(true, Ordering::Relaxed);
                if let Some(reply) = message.reply {
                    let _ = client.publish(reply, "stopping".into()).await;
                }
            }
        });
        let checks = Checks::new(server.clone(), folder.clone(), settings.game, checks);
        Ok(Self {
            server,
            settings,
            folder,
            log,
            plan,
            hooks,
            queue: Queue::default(),
            checks,
            answered: HashSet::new(),
            counters: StatusCounters::new(),
            beats,
            stop,
            reader: None,
            stale: true,
            missed: 0,
        })
    }

    pub(super) async fn coordinate(&mut self, lease: &HeldLease) -> Result<Snapshot, FarmError> {
        let stage = Stage::new(self.hooks.progress, "units", None);
        let (mut looked, mut built) = (Instant::now(), Instant::now());
        let mut took = Duration::ZERO;
        let mut told = false;
        loop {
            if lease.is_lost() {
                return Err(FarmError::Failed(format!(
                    "campaign {}: another coordinator has taken over; this one stops",
                    self.settings.campaign
                )));
            }
            // While the queue is full enough, do not build a large plan again after every unit.
            let rest = if self.queue.queued() < PLENTY { Duration::ZERO } else { 5 * took };
            if (self.stale || self.queue.open() == 0) && built.elapsed() >= rest {
                let started = Instant::now();
                let finished = self.build(lease).await?;
                (took, built) = (started.elapsed(), Instant::now());
                if finished {
                    return Ok(self.end(CampaignState::Finished).await);
                }
            }
            if self.stop.load(Ordering::Relaxed) {
                return Ok(self.end(CampaignState::Stopped).await);
            }
            if self.hooks.cancel.is_cancelled() {
                self.end(CampaignState::Stopped).await;
                return Err(FarmError::Stopped(Stop::Cancelled));
            }
            self.hand_out().await;
            let group = self.group().await;
            self.take(group).await?;
            let answers = self.counters.counts.done + self.counters.counts.split;
            stage.advance(answers.saturating_sub(stage.done()));
            stage.message(format!("{} open", self.queue.open()));
            if looked.elapsed() >= LOOK {
                looked = Instant::now();
                self.look_after().await;
                if self.queue.is_stuck() && !told {
                    told = true;
                    (self.hooks.say)(format!(
                        "all open units were set aside ({}); see `lastmove farm status`, and start \
                         again to try them once more",
                        self.queue.open()
                    ));
                }
            }
        }
    }

    /// Builds the plan, and removes units from the queue that no longer matter. Returns whether the
    /// winner is known. Positions that are looked at are recorded immediately: if the coordinator
    /// dies, the next run does not look at them again. Ends early if it is asked to stop.
    async fn build(&mut self, lease: &HeldLease) -> Result<bool, FarmError> {
        let mut written = Ok(());
        let left = self.plan.left(&mut |looks| {
            let looks: Vec<LogRecord> = looks.into_iter().map(LogRecord::Look).collect();
            written = self.log.append(&looks);
            let over = self.hooks.cancel.is_cancelled() || self.stop.load(Ordering::Relaxed);
            written.is_ok() && !over && !lease.is_lost()
        });
        written?;
        let Some(left) = left else { return Ok(false) };
        self.stale = false;
        let finished = left.winners.iter().all(Option::is_some);
        self.counters.winners = left.winners;
        let withdrawn = self.queue.renew(left.tasks);
        self.withdraw(&withdrawn).await;
        Ok(finished)
    }

    async fn withdraw(&mut self, names: &[UnitName]) {
        self.counters.counts.withdrawn += names.len() as u64;
        if names.is_empty() {
            return;
        }
        let texts: Vec<String> = names.iter().map(UnitName::to_string).collect();
        for some in texts.chunks(1000) {
            let told = self.server.client.publish(self.server.campaign.withdrawn(), bytes(&some));
            let _ = told.await;
        }
        if let Ok(queue) = self.server.queue().await {
            for text in &texts {
                let _ = queue.purge().filter(self.server.campaign.unit(text)).await;
            }
        }
    }

    /// Fills the server's queue.
    async fn hand_out(&mut self) {
        let tasks = self.queue.next(WINDOW, 2 * GROUP);
        let sends = tasks.iter().map(|PlannedUnit { name, position, moves }| {
            let unit = QueuedUnit {
                unit: name.to_string(),
                position: position.clone(),
                moves: moves.clone(),
            };
            let message = PublishMessage::build().payload(bytes(&unit));
            // only if no other message of this unit is in the queue
            let message = message.expected_last_subject_sequence(0);
            self.server.context.send_publish(self.server.campaign.unit(name), message)
        });
        let mut confirmations = Vec::with_capacity(tasks.len());
        for send in sends {
            confirmations.push(send.await);
        }
        let confirmed = join_all(confirmations.into_iter().map(|sent| async {
            match sent {
                Ok(confirmation) => match confirmation.await {
                    // the unit is in the queue already
                    Err(e) if e.kind() != PublishErrorKind::WrongLastSequence => Err(e),
                    _ => Ok(()),
                },
                Err(e) => Err(e),
            }
        }));
        for (task, confirmed) in tasks.iter().zip(confirmed.await) {
            if confirmed.is_err() {
                self.queue.put_back(task.name);
            }
        }
    }

    /// Publishes the snapshot, and makes streams again that the server has lost.
    async fn look_after(&mut self) {
        self.publish(CampaignState::Running).await;
        match self.server.is_whole().await {
            Err(_) => self.reader = None,
            Ok(false) => {
                (self.hooks.say)("the server has lost its data; building the streams anew".into());
                if self.server.make(&self.settings).await.is_ok() {
                    self.reader = None;
                    self.hand_out_again();
                }
            }
            Ok(true) => {
                let campaign = &self.server.campaign;
                let units = self.server.messages(&campaign.units()).await;
                let results = self.server.messages(&campaign.results()).await;
                let (Ok(units), Ok(results)) = (units, results) else { return };
                let missing = results == 0 && units < self.queue.queued() as u64;
                self.missed = if missing { self.missed + 1 } else { 0 };
                if self.missed >= MISSED {
                    self.missed = 0;
                    self.hand_out_again();
                }
            }
        }
    }

    fn hand_out_again(&mut self) {
        let at_work = self.beats.at_work();
        let at_work: Vec<UnitName> = at_work.iter().filter_map(|n| n.parse().ok()).collect();
        self.queue.lose(&at_work);
    }

    async fn publish(&self, state: CampaignState) -> Snapshot {
        let mut snapshot = self.counters.snapshot(state, self.queue.open(), &self.beats);
        snapshot.units.checking = self.checks.len() as u64;
        if let Ok(bucket) = self.server.bucket().await {
            let _ = bucket.put("snapshot", bytes(&snapshot)).await;
        }
        snapshot
    }

    /// Publishes the final state; removes the units of a finished campaign.
    async fn end(&mut self, state: CampaignState) -> Snapshot {
        if state == CampaignState::Finished {
            let withdrawn = self.queue.renew(Vec::new());
            self.withdraw(&withdrawn).await;
        }
        let snapshot = self.publish(state).await;
        let _ = timeout(Duration::from_secs(2), self.server.client.flush()).await;
        snapshot
    }
}
