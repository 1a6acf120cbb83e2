//! What all answers share: databases, tables, memory, certificates.

use crate::certificates::Certificates;
use crate::proof::Walks;
use crate::{Answer, CheckedQuestion, Cost, Problem, TellEvent};
use lastmove_endgame::Databases;
use lastmove_report::solve::SearchResources;
use lastmove_work::{Budget, SharedMemory, give_back_memory};
use serde_json::json;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// What the answers may use.
#[derive(Clone, Debug)]
pub struct AnswersConfig {
    /// endgame databases
    pub databases: Arc<Databases>,
    /// threads of one search
    pub threads: usize,
    /// bytes of all that there is
    pub memory: usize,
    /// the longest time of one search
    pub time: Duration,
    /// searches at the same time
    pub searches: usize,
}

impl Default for AnswersConfig {
    fn default() -> Self {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Self {
            databases: Arc::new(Databases::none()),
            // One core stays free for the page itself.
            threads: cores.saturating_sub(1).max(1),
            memory: 1 << 29,
            time: Duration::from_secs(600),
            searches: 2,
        }
    }
}

/// Where questions are answered.
pub struct Answers {
    pub(crate) config: AnswersConfig,
    /// where positions are solved
    pub(crate) desk: SearchResources,
    /// what values and areas take
    pub(crate) values: Arc<SharedMemory>,
    running: AtomicUsize,
    certificates: Mutex<Certificates>,
    /// certificates that answer moves
    walks: Mutex<Walks>,
}

impl Answers {
    /// Nothing known yet; tables are made when they are needed.
    pub fn new(config: AnswersConfig) -> Self {
        Self {
            desk: SearchResources::new(Arc::clone(&config.databases), config.shares()),
            values: SharedMemory::new(config.parts().values),
            running: AtomicUsize::new(0),
            certificates: Mutex::new(Certificates::new(config.parts().certificates)),
            walks: Mutex::default(),
            config,
        }
    }

    /// Answers a question within a budget; a search tells how far it is.
    ///
    /// # Errors
    /// If there is no answer, or as many searches run as may.
    pub fn answer(
        &self,
        task: CheckedQuestion,
        budget: &Budget,
        tell: TellEvent<'_>,
    ) -> Result<Answer, Problem> {
        let cost = task.cost();
        let _running = if cost == Cost::Search { Some(self.begin()?) } else { None };
        let answer = task.run(self, budget, tell);
        // What a tree or a value took in small blocks would stay with this thread.
        if matches!(cost, Cost::Value | Cost::Proof | Cost::Search) {
            give_back_memory();
        }
        answer
    }

    fn begin(&self) -> Result<Running<'_>, Problem> {
        let before = self.running.fetch_add(1, Ordering::Relaxed);
        let running = Running(&self.running);
        if before < self.config.searches.max(1) { Ok(running) } else { Err(Problem::Busy) }
    }

    /// What the answers may use, and how many searches run now.
    pub fn info(&self) -> Answer {
        let AnswersConfig { databases, threads, memory, time, searches } = &self.config;
        Answer::json(json!({
            "name": "lastmove", "version": env!("CARGO_PKG_VERSION"),
            "databases": databases.name(), "threads": threads, "memory": memory,
            "time": time.as_secs(), "searches": searches,
            "running": self.running.load(Ordering::Relaxed),
        }))
    }

    pub(crate) fn certificates(&self) -> MutexGuard<'_, Certificates> {
        self.certificates.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn walks(&self) -> MutexGuard<'_, Walks> {
        self.walks.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The bytes of a certificate, by the name that the answer gave it.
    ///
    /// # Errors
    /// If it is not kept any more.
    pub fn certificate(&self, id: &str) -> Result<Arc<Vec<u8>>, Problem> {
        let gone = Problem::NotFound("this certificate is gone; solve the position again");
        self.certificates().get(id).ok_or(gone)
    }
}

/// A search that runs.
struct Running<'r>(&'r AtomicUsize);

impl Drop for Running<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}
