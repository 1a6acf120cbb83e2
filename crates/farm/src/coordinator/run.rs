//! One run of the coordinator.

use super::Beside;
use super::arrivals::{Arrival, receive};
use super::lease::Held;
use super::ledger::{Beats, Ledger};
use super::queue::Queue;
use crate::log::{Folder, Log, Parted, Record, Solved};
use crate::messages::{Answer, Beat, Found, Settings, Snapshot, State, Unit, bytes};
use crate::names::unit_of;
use crate::streams::Place;
use crate::{FarmError, WINDOW};
use async_nats::jetstream::Message;
use async_nats::jetstream::consumer::{Consumer, pull};
use futures_util::StreamExt;
use futures_util::future::join_all;
use lastmove_report::units::{Looked, Plan, Task, UnitName};
use lastmove_work::{Stage, Stop};
use std::collections::HashSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use tokio::time::{sleep, timeout};

/// Results that are written with one sync, at most.
const GROUP: usize = 1000;
/// How long the first of them waits.
const PATIENCE: Duration = Duration::from_millis(50);
/// Units in the queue that keep the workers busy for a while.
const PLENTY: usize = 200;
/// How often the snapshot is published and the server is looked after.
const LOOK: Duration = Duration::from_secs(2);
/// Looks without a sign of units that should be there, before they are handed out again.
const MISSED: u32 = 5;

pub(super) struct Run<'r> {
    place: Place,
    settings: Settings,
    folder: Folder,
    log: Log,
    plan: &'r mut dyn Plan,
    beside: &'r Beside<'r>,
    queue: Queue,
    answered: HashSet<UnitName>,
    ledger: Ledger,
    beats: Beats,
    stop: Arc<AtomicBool>,
    reader: Option<Consumer<pull::Config>>,
    /// the plan has to be built again
    stale: bool,
    /// looks at the server that missed units
    missed: u32,
}

impl<'r> Run<'r> {
    pub(super) async fn new(
        place: Place,
        settings: Settings,
        folder: Folder,
        log: Log,
        plan: &'r mut dyn Plan,
        beside: &'r Beside<'r>,
    ) -> Result<Self, FarmError> {
        let (beats, stop) = (Beats::default(), Arc::new(AtomicBool::new(false)));
        let subscribe = |subject: String| {
            let client = place.client.clone();
            async move {
                let made = client.subscribe(subject).await;
                made.map_err(|e| FarmError::server("be listened to", e))
            }
        };
        let mut heard = subscribe(place.campaign.beat("*")).await?;
        let listener = beats.clone();
        tokio::spawn(async move {
            while let Some(message) = heard.next().await {
                if let Ok(beat) = serde_json::from_slice::<Beat>(&message.payload) {
                    listener.hear(beat);
                }
            }
        });
        let mut asked = subscribe(place.campaign.stop()).await?;
        let (client, flag) = (place.client.clone(), Arc::clone(&stop));
        tokio::spawn(async move {
            while let Some(message) = asked.next().await {
                flag.store(true, Ordering::Relaxed);
                if let Some(reply) = message.reply {
                    let _ = client.publish(reply, "stopping".into()).await;
                }
            }
        });
        Ok(Self {
            place,
            settings,
            folder,
            log,
            plan,
            beside,
            queue: Queue::default(),
            answered: HashSet::new(),
            ledger: Ledger::new(),
            beats,
            stop,
            reader: None,
            stale: true,
            missed: 0,
        })
    }

    /// Takes over what earlier runs have written.
    pub(super) fn replay(&mut self, records: Vec<Record>) -> Result<(), FarmError> {
        for (number, record) in records.into_iter().enumerate() {
            let replayed = match record {
                Record::Campaign(_) => Ok(()),
                Record::Look(looked) => self.plan.remember(&looked),
                Record::Solved(solved) => self.take_solved(&solved).map(drop),
                Record::Split(parted) => self.take_split(&parted, &[]).map(drop),
            };
            replayed.map_err(|e| {
                let place = self.folder.path().join("log");
                FarmError::Input(format!("{}:{}: {e}", place.display(), number + 1))
            })?;
        }
        self.ledger.begin();
        Ok(())
    }

    /// Learns a result, unless its certificate is gone or set aside as invalid.
    fn take_solved(&mut self, solved: &Solved) -> Result<bool, String> {
        let gone = |hash: &String| !self.folder.proof(hash).exists();
        if solved.proof.as_ref().is_some_and(gone) {
            return Ok(false);
        }
        let name = self.plan.learn(solved.root, &solved.position, solved.winner)?;
        self.answered.insert(name);
        self.queue.done(name);
        self.ledger.counts.done += 1;
        let root = self.settings.roots.get(solved.root);
        let refuted = root.is_some_and(|head| head.winner != solved.winner);
        self.ledger.counts.refuted += u64::from(refuted);
        self.ledger.count(&solved.position, solved.nodes, solved.seconds);
        Ok(refuted)
    }

    fn take_split(&mut self, parted: &Parted, looked: &[Looked]) -> Result<UnitName, String> {
        let name = self.plan.split(parted.root, &parted.position, looked)?;
        self.answered.insert(name);
        self.queue.done(name);
        self.ledger.counts.split += 1;
        self.ledger.count(&parted.position, parted.nodes, parted.seconds);
        Ok(name)
    }

    pub(super) async fn coordinate(&mut self, lease: &Held) -> Result<Snapshot, FarmError> {
        let stage = Stage::new(self.beside.progress, "units", None);
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
            // A large tree is not built again for every unit, as long as there is enough to do.
            let rest = if self.queue.queued() < PLENTY { Duration::ZERO } else { 5 * took };
            if (self.stale || self.queue.open() == 0) && built.elapsed() >= rest {
                let started = Instant::now();
                let finished = self.build(lease).await?;
                (took, built) = (started.elapsed(), Instant::now());
                if finished {
                    return Ok(self.end(State::Finished).await);
                }
            }
            if self.stop.load(Ordering::Relaxed) {
                return Ok(self.end(State::Stopped).await);
            }
            if self.beside.cancel.is_cancelled() {
                self.end(State::Stopped).await;
                return Err(FarmError::Stopped(Stop::Cancelled));
            }
            self.hand_out().await;
            let group = self.group().await;
            self.take(group).await?;
            let answers = self.ledger.counts.done + self.ledger.counts.split;
            stage.advance(answers.saturating_sub(stage.done()));
            stage.message(format!("{} open", self.queue.open()));
            if looked.elapsed() >= LOOK {
                looked = Instant::now();
                self.look_after().await;
                if self.queue.is_stuck() && !told {
                    told = true;
                    (self.beside.say)(format!(
                        "all open units were set aside ({}); see `lastmove farm status`, and start \
                         again to try them once more",
                        self.queue.open()
                    ));
                }
            }
        }
    }

    /// Builds the plan, and takes what no longer matters out of the queue. Tells whether the winner
    /// is known. What it looks at is recorded as it goes: a coordinator that dies meanwhile does not
    /// begin anew, and one that is asked to stop hears it.
    async fn build(&mut self, lease: &Held) -> Result<bool, FarmError> {
        let mut written = Ok(());
        let left = self.plan.left(&mut |looks| {
            let looks: Vec<Record> = looks.into_iter().map(Record::Look).collect();
            written = self.log.append(&looks);
            let over = self.beside.cancel.is_cancelled() || self.stop.load(Ordering::Relaxed);
            written.is_ok() && !over && !lease.is_lost()
        });
        written?;
        let Some(left) = left else { return Ok(false) };
        self.stale = false;
        let finished = left.winners.iter().all(Option::is_some);
        self.ledger.winners = left.winners;
        let withdrawn = self.queue.renew(left.tasks);
        self.withdraw(&withdrawn).await;
        Ok(finished)
    }

    async fn withdraw(&mut self, names: &[UnitName]) {
        self.ledger.counts.withdrawn += names.len() as u64;
        if names.is_empty() {
            return;
        }
        let texts: Vec<String> = names.iter().map(UnitName::to_string).collect();
        for some in texts.chunks(1000) {
            let told = self.place.client.publish(self.place.campaign.withdrawn(), bytes(&some));
            let _ = told.await;
        }
        if let Ok(queue) = self.place.queue().await {
            for text in &texts {
                let _ = queue.purge().filter(self.place.campaign.unit(text)).await;
            }
        }
    }

    /// Fills the server's queue.
    async fn hand_out(&mut self) {
        let tasks = self.queue.next(WINDOW, 2 * GROUP);
        let sends = tasks.iter().map(|Task { name, position, moves }| {
            let unit =
                Unit { unit: name.to_string(), position: position.clone(), moves: moves.clone() };
            self.place.context.publish(self.place.campaign.unit(name), bytes(&unit))
        });
        let mut confirmations = Vec::with_capacity(tasks.len());
        for send in sends {
            confirmations.push(send.await);
        }
        let confirmed = join_all(confirmations.into_iter().map(|sent| async {
            match sent {
                // one that is there already is as good
                Ok(confirmation) => confirmation.await.map(drop).or_else(|e| {
                    let there = e.to_string().contains("maximum messages per subject");
                    if there { Ok(()) } else { Err(e) }
                }),
                Err(e) => Err(e),
            }
        }));
        for (task, confirmed) in tasks.iter().zip(confirmed.await) {
            if confirmed.is_err() {
                self.queue.put_back(task.name);
            }
        }
    }

    /// The next results: what arrives within a short time.
    async fn group(&mut self) -> Vec<Message> {
        if self.reader.is_none() {
            self.reader = self.place.results().await.ok();
        }
        let Some(reader) = &self.reader else {
            sleep(Duration::from_millis(300)).await;
            return Vec::new();
        };
        let batch = reader.batch().max_messages(GROUP).expires(PATIENCE).messages().await;
        let mut group = Vec::new();
        let Ok(mut batch) = batch else {
            self.reader = None;
            return group;
        };
        loop {
            match timeout(Duration::from_secs(2), batch.next()).await {
                Ok(Some(Ok(message))) => group.push(message),
                Ok(None) => return group,
                Ok(Some(Err(_))) | Err(_) => {
                    self.reader = None;
                    return group;
                }
            }
        }
    }

    /// Checks a group of results, writes them to the log, and then acknowledges them.
    async fn take(&mut self, group: Vec<Message>) -> Result<(), FarmError> {
        if group.is_empty() {
            return Ok(());
        }
        let (folder, game, queue) = (self.folder.clone(), self.settings.game, &self.queue);
        let answered = &self.answered;
        let wanted = |answer: &Answer| {
            let name = answer.unit.parse::<UnitName>();
            name.is_ok_and(|name| !answered.contains(&name) && queue.knows(name))
        };
        let arrivals = receive(&self.place, &folder, game, group, wanted).await?;
        let mut records = Vec::new();
        for arrival in &arrivals {
            if let Err(reason) = self.examine(arrival, &mut records) {
                let worker = arrival.answer.as_ref().map_or("", |answer| &answer.worker);
                let line = format!("refused a result of {worker}: {reason}");
                (self.beside.say)(line.clone());
                self.ledger.refuse(line);
                if let Some(name) = unit_of(&arrival.message.subject) {
                    self.queue.again(name);
                }
            }
        }
        self.log.append(&records)?;
        for arrival in &arrivals {
            let _ = arrival.message.ack().await;
        }
        let hashes: Vec<&String> = arrivals
            .iter()
            .filter_map(|arrival| match &arrival.answer.as_ref().ok()?.answer {
                Found::Solved { proof: Some(proof), .. } => Some(&proof.hash),
                _ => None,
            })
            .collect();
        if !hashes.is_empty()
            && let Ok(store) = self.place.proofs().await
        {
            join_all(hashes.iter().map(|hash| store.delete(hash))).await;
        }
        Ok(())
    }

    /// Looks at one result: `Ok` with new lines for the log if it counts, `Ok` without if it is
    /// known already.
    fn examine(&mut self, arrival: &Arrival, records: &mut Vec<Record>) -> Result<(), String> {
        let answer = arrival.answer.as_ref().map_err(Clone::clone)?;
        if let (Found::Aside { reason }, Err(_)) = (&answer.answer, answer.unit.parse::<UnitName>())
        {
            return Err(reason.clone());
        }
        let name: UnitName = answer.unit.parse()?;
        if self.answered.contains(&name) {
            return Ok(());
        }
        if !self.queue.knows(name) || self.plan.name(name.root, &answer.position)? != name {
            return Err(format!("{}: nobody asked for it", answer.position));
        }
        let Answer { position, worker, nodes, seconds, .. } = answer.clone();
        match &answer.answer {
            &Found::Solved { winner, ref proof } => {
                if self.settings.certificates && proof.is_none() {
                    return Err(format!("{position}: it has no certificate"));
                }
                let proof = proof.as_ref().map(|proof| proof.hash.clone());
                let solved =
                    Solved { root: name.root, position, winner, nodes, seconds, worker, proof };
                self.stale |= self.take_solved(&solved)?;
                records.push(Record::Solved(solved));
            }
            Found::Split { looked } => {
                let parted = Parted { root: name.root, position, nodes, seconds, worker };
                self.take_split(&parted, looked)?;
                self.stale = true;
                records.extend(looked.iter().cloned().map(Record::Look));
                records.push(Record::Split(parted));
            }
            Found::Aside { reason } => {
                let line = format!("{position}: {reason}");
                (self.beside.say)(format!("set aside: {line}"));
                self.ledger.aside.push(line);
                self.queue.set_aside(name);
            }
        }
        Ok(())
    }

    /// Publishes the snapshot, and makes anew what the server has lost.
    async fn look_after(&mut self) {
        self.publish(State::Running).await;
        match self.place.is_whole().await {
            Err(_) => self.reader = None,
            Ok(false) => {
                (self.beside.say)("the server has lost its data; building the streams anew".into());
                if self.place.make(&self.settings).await.is_ok() {
                    self.reader = None;
                    self.hand_out_again();
                }
            }
            Ok(true) => {
                let campaign = &self.place.campaign;
                let units = self.place.messages(&campaign.units()).await;
                let results = self.place.messages(&campaign.results()).await;
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

    async fn publish(&self, state: State) -> Snapshot {
        let snapshot = self.ledger.snapshot(state, self.queue.open(), &self.beats);
        if let Ok(bucket) = self.place.bucket().await {
            let _ = bucket.put("snapshot", bytes(&snapshot)).await;
        }
        snapshot
    }

    /// Publishes how it ended; a campaign that is finished has no units any more.
    async fn end(&mut self, state: State) -> Snapshot {
        if state == State::Finished {
            let withdrawn = self.queue.renew(Vec::new());
            self.withdraw(&withdrawn).await;
        }
        let snapshot = self.publish(state).await;
        let _ = timeout(Duration::from_secs(2), self.place.client.flush()).await;
        snapshot
    }
}
