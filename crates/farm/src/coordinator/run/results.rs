//! Results: from the server through the checks into the log and the plan.

use super::Run;
use crate::FarmError;
use crate::coordinator::arrivals::{Arrival, Verdict};
use crate::log::{LogRecord, SolvedUnit, SplitUnit};
use crate::messages::{CampaignState, ShutOut, UnitAnswer, UnitResult};
use crate::names::unit_of;
use async_nats::jetstream::Message;
use futures_util::StreamExt;
use futures_util::future::join_all;
use lastmove_report::units::{Looked, UnitName};
use std::time::Duration;
use tokio::time::{sleep, timeout};

/// How long the first result of a group waits for others.
const PATIENCE: Duration = Duration::from_millis(50);

impl Run<'_> {
    /// Applies the records of earlier runs.
    pub(in crate::coordinator) fn replay(
        &mut self,
        records: Vec<LogRecord>,
    ) -> Result<(), FarmError> {
        for (number, record) in records.into_iter().enumerate() {
            let replayed = match record {
                LogRecord::Campaign(_) => Ok(()),
                LogRecord::Look(looked) => self.plan.remember(&looked),
                LogRecord::Solved(solved) => self.take_solved(&solved).map(drop),
                LogRecord::Split(split) => self.take_split(&split, &[]).map(drop),
                LogRecord::ShutOut(shut_out) => {
                    self.counters.shut_out.push(shut_out);
                    Ok(())
                }
            };
            replayed.map_err(|e| {
                let place = self.folder.path().join("log");
                FarmError::Input(format!("{}:{}: {e}", place.display(), number + 1))
            })?;
        }
        self.counters.begin();
        Ok(())
    }

    /// Adds a result to the plan, unless its certificate is missing or was moved aside as invalid.
    /// Returns whether it was added.
    fn take_solved(&mut self, solved: &SolvedUnit) -> Result<bool, String> {
        let gone = |hash: &String| !self.folder.proof(hash).exists();
        if solved.proof.as_ref().is_some_and(gone) {
            return Ok(false);
        }
        let name = self.plan.learn(solved.root, &solved.position, solved.winner)?;
        self.answered.insert(name);
        self.queue.done(name);
        self.counters.counts.done += 1;
        self.counters.unverified += u64::from(!solved.checked);
        let root = self.settings.roots.get(solved.root);
        let refuted = root.is_some_and(|head| head.winner != solved.winner);
        self.counters.counts.refuted += u64::from(refuted);
        self.counters.count(&solved.position, solved.nodes, solved.seconds);
        Ok(refuted)
    }

    fn take_split(&mut self, split: &SplitUnit, looked: &[Looked]) -> Result<UnitName, String> {
        let name = self.plan.split(split.root, &split.position, looked)?;
        self.answered.insert(name);
        self.queue.done(name);
        self.counters.counts.split += 1;
        self.counters.count(&split.position, split.nodes, split.seconds);
        Ok(name)
    }

    /// The next group of results: those that arrive within a short time.
    pub(super) async fn group(&mut self) -> Vec<Message> {
        if self.reader.is_none() {
            self.reader = self.server.results().await.ok();
        }
        let Some(reader) = &self.reader else {
            sleep(Duration::from_millis(300)).await;
            return Vec::new();
        };
        let batch = reader.batch().max_messages(super::GROUP).expires(PATIENCE).messages().await;
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

    /// Accepts a group of results: those with certificates go to their checks; those that need no
    /// check or have passed it are written to the log, and then acknowledged.
    pub(super) async fn take(&mut self, group: Vec<Message>) -> Result<(), FarmError> {
        let mut arrivals = self.checks.finished()?;
        for arrival in group.into_iter().map(Arrival::read) {
            if self.needs_check(&arrival) {
                self.checks.begin(arrival);
            } else {
                arrivals.push(arrival);
            }
        }
        if arrivals.is_empty() {
            return Ok(());
        }
        let known = self.counters.shut_out.len();
        let mut records = Vec::new();
        for arrival in &arrivals {
            if let Err(reason) = self.examine(arrival, &mut records) {
                let line = format!("refused a result of {}: {reason}", arrival.worker());
                (self.hooks.say)(line.clone());
                self.counters.refuse(line);
                if let Some(name) = unit_of(&arrival.message.subject) {
                    self.queue.again(name);
                }
            }
        }
        self.log.append(&records)?;
        for arrival in &arrivals {
            let _ = arrival.message.ack().await;
        }
        let proofs: Vec<&str> =
            arrivals.iter().filter_map(|arrival| Some(arrival.proof()?.name())).collect();
        if !proofs.is_empty()
            && let Ok(store) = self.server.proofs().await
        {
            join_all(proofs.iter().map(|name| store.delete(name))).await;
        }
        if self.counters.shut_out.len() > known {
            // Workers that are shut out learn it from the snapshot.
            self.publish(CampaignState::Running).await;
        }
        Ok(())
    }

    /// Whether the certificate of a result must be checked.
    fn needs_check(&self, arrival: &Arrival) -> bool {
        let unit = arrival.answer.as_ref().ok().and_then(|answer| answer.unit.parse().ok());
        let wanted = |name: UnitName| !self.answered.contains(&name) && self.queue.knows(name);
        arrival.proof().is_some()
            && unit.is_some_and(wanted)
            && self.counters.shut_out(arrival.worker()).is_none()
    }

    /// Examines one result. Returns `Ok` if it counts, with new lines for the log in `records`
    /// unless it is already known.
    fn examine(&mut self, arrival: &Arrival, records: &mut Vec<LogRecord>) -> Result<(), String> {
        let answer = arrival.answer.as_ref().map_err(Clone::clone)?;
        if let Some(shut_out) = self.counters.shut_out(&answer.worker) {
            return Err(format!("it is shut out: {}", shut_out.reason));
        }
        if let Verdict::Invalid(reason) = &arrival.certificate {
            let reason = format!("{}: {reason}", answer.position);
            self.shut_out(&answer.worker, &reason, records);
            return Err(reason);
        }
        if let (UnitResult::Aside { reason }, Err(_)) =
            (&answer.answer, answer.unit.parse::<UnitName>())
        {
            return Err(reason.clone());
        }
        let name: UnitName = answer.unit.parse()?;
        if self.answered.contains(&name) {
            return Ok(());
        }
        if !self.queue.knows(name) || self.plan.name(name.root, &answer.position)? != name {
            return Err(format!("{}: it is not a unit of this campaign", answer.position));
        }
        let UnitAnswer { position, worker, nodes, seconds, .. } = answer.clone();
        match &answer.answer {
            UnitResult::Solved { winner, proof } => {
                let checked = match (&arrival.certificate, proof) {
                    (Verdict::Valid, Some(_)) => true,
                    (Verdict::Missing(reason) | Verdict::Invalid(reason), _) => {
                        return Err(format!("{position}: {reason}"));
                    }
                    (_, Some(_)) => {
                        return Err(format!("{position}: its certificate was not checked"));
                    }
                    (_, None) if self.settings.certificates => {
                        return Err(format!("{position}: it has no certificate"));
                    }
                    (_, None) => false,
                };
                let solved = SolvedUnit {
                    root: name.root,
                    position,
                    winner: *winner,
                    nodes,
                    seconds,
                    worker,
                    proof: proof.as_ref().map(|proof| proof.hash.clone()),
                    checked,
                };
                self.stale |= self.take_solved(&solved)?;
                records.push(LogRecord::Solved(solved));
            }
            UnitResult::Split { looked } => {
                let split = SplitUnit { root: name.root, position, nodes, seconds, worker };
                self.take_split(&split, looked)?;
                self.stale = true;
                records.extend(looked.iter().cloned().map(LogRecord::Look));
                records.push(LogRecord::Split(split));
            }
            UnitResult::Aside { reason } => {
                let line = format!("{position}: {reason}");
                (self.hooks.say)(format!("set aside: {line}"));
                self.counters.aside.push(line);
                self.queue.set_aside(name);
            }
        }
        Ok(())
    }

    /// Refuses further results of a worker, in this run and later ones. Its earlier results were
    /// checked like this one, so they stay.
    fn shut_out(&mut self, worker: &str, reason: &str, records: &mut Vec<LogRecord>) {
        (self.hooks.say)(format!("{worker} is shut out of the campaign"));
        let shut_out = ShutOut { worker: worker.to_owned(), reason: reason.to_owned() };
        self.counters.shut_out.push(shut_out.clone());
        records.push(LogRecord::ShutOut(shut_out));
    }
}
