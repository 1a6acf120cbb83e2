//! Tasks beside a search, on their own thread: they send signs of life, and cancel the search if
//! its unit no longer matters.

use crate::messages::{Heartbeat, QueuedUnit, bytes};
use crate::streams::{IN_PROGRESS, ServerCampaign};
use crate::{FarmError, host};
use async_nats::jetstream::{AckKind, Message};
use futures_util::StreamExt;
use lastmove_work::{Budget, Cancel};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use tokio::runtime::Runtime;
use tokio::task::JoinHandle;
use tokio::time::sleep;

/// How often the worker reports to the coordinator.
const BEAT: Duration = Duration::from_secs(2);
/// How often the worker checks whether it is being stopped.
const WATCH: Duration = Duration::from_millis(50);

/// The current unit.
#[derive(Clone)]
pub struct CurrentUnit {
    unit: String,
    position: String,
    /// ends the search of this unit
    pub(super) cancel: Cancel,
    /// the budgets of its searches so far
    budget: Arc<Mutex<Vec<Budget>>>,
    begun: Instant,
}

impl CurrentUnit {
    /// Adds the budget of a search for this unit.
    pub(super) fn uses(&self, budget: &Budget) {
        self.budget.lock().unwrap_or_else(PoisonError::into_inner).push(budget.clone());
    }

    /// Seconds that the unit has taken so far.
    pub(super) fn seconds(&self) -> f64 {
        self.begun.elapsed().as_secs_f64()
    }

    /// Positions searched so far.
    pub(super) fn nodes(&self) -> u64 {
        let budgets = self.budget.lock().unwrap_or_else(PoisonError::into_inner);
        budgets.iter().map(Budget::nodes).sum()
    }
}

#[derive(Clone)]
struct Shared {
    task: Arc<Mutex<Option<CurrentUnit>>>,
    done: Arc<AtomicU64>,
    /// positions searched for earlier units
    nodes: Arc<AtomicU64>,
}

impl Shared {
    fn task(&self) -> Option<CurrentUnit> {
        self.task.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

/// The thread beside the search.
pub(super) struct Pulse {
    shared: Shared,
    tasks: Vec<JoinHandle<()>>,
    progress: Mutex<Option<JoinHandle<()>>>,
}

impl Pulse {
    /// Starts the thread.
    pub(super) fn start(
        runtime: &Runtime,
        server: &ServerCampaign,
        worker: &str,
        threads: usize,
        cancel: &Cancel,
    ) -> Result<Self, FarmError> {
        let shared = Shared { task: Arc::default(), done: Arc::default(), nodes: Arc::default() };
        let withdrawn = server.client.subscribe(server.campaign.withdrawn());
        let mut withdrawn = runtime
            .block_on(withdrawn)
            .map_err(|e| FarmError::server("accept a subscription", e))?;
        let here = shared.clone();
        let news = runtime.spawn(async move {
            while let Some(message) = withdrawn.next().await {
                let names: Vec<String> =
                    serde_json::from_slice(&message.payload).unwrap_or_default();
                if let Some(task) = here.task().filter(|task| names.contains(&task.unit)) {
                    task.cancel.cancel();
                }
            }
        });
        let (here, cancel) = (shared.clone(), cancel.clone());
        let watch = runtime.spawn(async move {
            loop {
                sleep(WATCH).await;
                if cancel.is_cancelled()
                    && let Some(task) = here.task()
                {
                    task.cancel.cancel();
                }
            }
        });
        let (here, server, worker) = (shared.clone(), server.clone(), worker.to_owned());
        let beats = runtime.spawn(async move {
            let started = Instant::now();
            loop {
                let task = here.task();
                let unit_nodes = task.as_ref().map_or(0, CurrentUnit::nodes);
                let beat = Heartbeat {
                    worker: worker.clone(),
                    host: host(),
                    threads,
                    unit: task.as_ref().map(|task| task.unit.clone()),
                    position: task.as_ref().map(|task| task.position.clone()),
                    unit_nodes,
                    unit_seconds: task.map_or(0.0, |task| task.seconds()),
                    done: here.done.load(Ordering::Relaxed),
                    nodes: here.nodes.load(Ordering::Relaxed) + unit_nodes,
                    seconds: started.elapsed().as_secs_f64(),
                };
                let _ = server.client.publish(server.campaign.beat(&worker), bytes(&beat)).await;
                sleep(BEAT).await;
            }
        });
        Ok(Self { shared, tasks: vec![news, watch, beats], progress: Mutex::default() })
    }

    /// Notes that work on a unit begins.
    pub(super) fn begin(
        &self,
        runtime: &Runtime,
        message: &Message,
        unit: &QueuedUnit,
    ) -> CurrentUnit {
        let task = CurrentUnit {
            unit: unit.unit.clone(),
            position: unit.position.clone(),
            cancel: Cancel::new(),
            budget: Arc::default(),
            begun: Instant::now(),
        };
        *self.shared.task.lock().unwrap_or_else(PoisonError::into_inner) = Some(task.clone());
        let message = message.clone();
        let progress = runtime.spawn(async move {
            loop {
                sleep(IN_PROGRESS).await;
                let _ = message.ack_with(AckKind::Progress).await;
            }
        });
        *self.progress.lock().unwrap_or_else(PoisonError::into_inner) = Some(progress);
        task
    }

    /// Notes that the search is over.
    pub(super) fn end(&self) {
        let task = self.shared.task.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(task) = task {
            self.shared.nodes.fetch_add(task.nodes(), Ordering::Relaxed);
        }
    }

    /// Notes that the answer was sent.
    pub(super) fn count(&self) {
        self.shared.done.fetch_add(1, Ordering::Relaxed);
        self.stop_progress();
    }

    fn stop_progress(&self) {
        let mut progress = self.progress.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(progress) = progress.take() {
            progress.abort();
        }
    }
}

impl Drop for Pulse {
    fn drop(&mut self) {
        self.stop_progress();
        self.tasks.iter().for_each(JoinHandle::abort);
    }
}
