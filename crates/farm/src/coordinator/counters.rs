//! Counters for `status`.

use crate::messages::{
    CampaignState, Counts, HardUnit, Heartbeat, ShutOut, Snapshot, WorkerStatus,
};
use lastmove_board::Side;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// A worker that is silent for this long is no longer shown.
const GONE: Duration = Duration::from_secs(90);
/// The most hard units, and the most refusals, that are shown.
const SHOWN: usize = 10;

/// The last message of each worker.
#[derive(Clone, Default)]
pub(super) struct Heartbeats(Arc<Mutex<HashMap<String, (Heartbeat, Instant)>>>);

impl Heartbeats {
    pub(super) fn hear(&self, beat: Heartbeat) {
        let mut beats = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        beats.insert(beat.worker.clone(), (beat, Instant::now()));
    }

    /// The workers that are not silent.
    fn workers(&self) -> Vec<WorkerStatus> {
        let mut beats = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        beats.retain(|_, (_, heard)| heard.elapsed() < GONE);
        let worker = |(beat, heard): &(Heartbeat, Instant)| WorkerStatus {
            beat: beat.clone(),
            silent: heard.elapsed().as_secs_f64(),
            rate: beat.nodes as f64 / beat.seconds.max(0.001),
        };
        let mut workers: Vec<WorkerStatus> = beats.values().map(worker).collect();
        workers.sort_by(|a, b| a.beat.worker.cmp(&b.beat.worker));
        workers
    }

    /// The units that workers are solving.
    pub(super) fn at_work(&self) -> Vec<String> {
        self.workers().into_iter().filter_map(|worker| worker.beat.unit).collect()
    }
}

/// The counters of a campaign.
pub(super) struct StatusCounters {
    pub(super) counts: Counts,
    pub(super) nodes: u64,
    pub(super) core_seconds: f64,
    pub(super) hardest: Vec<HardUnit>,
    pub(super) aside: Vec<String>,
    pub(super) refused: Vec<String>,
    pub(super) shut_out: Vec<ShutOut>,
    /// results that count without a checked certificate
    pub(super) unverified: u64,
    pub(super) winners: Vec<Option<Side>>,
    started: Instant,
    /// answers in this run
    answers: u64,
}

impl StatusCounters {
    pub(super) fn new() -> Self {
        Self {
            counts: Counts::default(),
            nodes: 0,
            core_seconds: 0.0,
            hardest: Vec::new(),
            aside: Vec::new(),
            refused: Vec::new(),
            shut_out: Vec::new(),
            unverified: 0,
            winners: Vec::new(),
            started: Instant::now(),
            answers: 0,
        }
    }

    /// Begins to measure the speed of this run; answers of earlier runs do not count.
    pub(super) fn begin(&mut self) {
        (self.started, self.answers) = (Instant::now(), 0);
    }

    /// Counts a unit that was solved or split.
    pub(super) fn count(&mut self, position: &str, nodes: u64, seconds: f64) {
        self.nodes += nodes;
        self.core_seconds += seconds;
        self.answers += 1;
        let least = self.hardest.last().map_or(0, |hard| hard.nodes);
        if self.hardest.len() < SHOWN || nodes > least {
            let hard = HardUnit { position: position.to_owned(), nodes, seconds };
            let at = self.hardest.partition_point(|other| other.nodes >= nodes);
            self.hardest.insert(at, hard);
            self.hardest.truncate(SHOWN);
        }
    }

    /// Records a result that was refused.
    pub(super) fn refuse(&mut self, line: String) {
        self.counts.refused += 1;
        self.refused.push(line);
        let more = self.refused.len().saturating_sub(SHOWN);
        self.refused.drain(..more);
    }

    /// Why a worker is shut out; `None` if it is not.
    pub(super) fn shut_out(&self, worker: &str) -> Option<&ShutOut> {
        self.shut_out.iter().find(|shut_out| shut_out.worker == worker)
    }

    pub(super) fn snapshot(
        &self,
        state: CampaignState,
        open: usize,
        beats: &Heartbeats,
    ) -> Snapshot {
        let rate = self.answers as f64 / self.started.elapsed().as_secs_f64().max(0.001);
        let workers = beats.workers();
        let running = workers.iter().filter(|worker| worker.beat.unit.is_some()).count() as u64;
        let aside = self.aside.len() as u64;
        let open = open as u64;
        Snapshot {
            state,
            units: Counts { open, running: running.min(open), aside, ..self.counts },
            winners: self.winners.clone(),
            nodes: self.nodes,
            core_seconds: self.core_seconds,
            rate,
            left: (rate > 0.0).then(|| open as f64 / rate),
            workers,
            hardest: self.hardest.clone(),
            aside: self.aside.clone(),
            refused: self.refused.clone(),
            shut_out: self.shut_out.clone(),
            unverified: self.unverified,
            time: crate::now(),
        }
    }
}
