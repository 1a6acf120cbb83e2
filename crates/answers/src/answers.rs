//! What all answers share: databases, tables, memory, certificates.

use crate::certificates::Certificates;
use crate::{Answer, Cost, Problem, Task, Tell};
use lastmove_endgame::Databases;
use lastmove_proof::WriteOptions;
use lastmove_report::solve::Desk;
use lastmove_solver::Shares;
use lastmove_work::Budget;
use serde_json::json;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// What the answers may use.
#[derive(Clone, Debug)]
pub struct Config {
    /// endgame databases
    pub databases: Arc<Databases>,
    /// threads of one search
    pub threads: usize,
    /// bytes that all searches share
    pub memory: usize,
    /// the longest time of one search
    pub time: Duration,
    /// searches at the same time
    pub searches: usize,
}

impl Default for Config {
    fn default() -> Self {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Self {
            databases: Arc::new(Databases::none()),
            // One core stays free for the page itself.
            threads: cores.saturating_sub(1).max(1),
            memory: 1 << 28,
            time: Duration::from_secs(600),
            searches: 2,
        }
    }
}

impl Config {
    /// Half of the memory is for what runs: the tree of an engine, or the writer of a certificate.
    pub(crate) fn running(&self) -> u64 {
        (self.memory / 2 / self.searches.max(1)) as u64
    }

    /// The other half is for what stays: the table of Amazons and the values of Domineering's
    /// regions, and for each search a table of Domineering, where every board has its own, and
    /// caches of Amazons. What is too little to work with is raised to what is needed.
    fn shares(&self) -> Shares {
        let stays = (self.memory / 2 / (self.searches.max(1) + 1)) as u64;
        let Shares { table, caches, writer, threads } = Shares::at_least(stays, self.threads);
        // The writer has the other half, so that its share here is free. The caches have half of
        // it: with the 256 MB that a server has by default they then hold the table of regions.
        let (table, caches) = (table + writer / 2, caches + writer / 2);
        let least = WriteOptions { threads, ..WriteOptions::default() }.least_memory();
        Shares { table, caches, writer: self.running().max(least), threads }
    }
}

/// Where questions are answered.
pub struct Answers {
    pub(crate) config: Config,
    /// where positions are solved
    pub(crate) desk: Desk,
    running: AtomicUsize,
    certificates: Mutex<Certificates>,
}

impl Answers {
    /// Nothing known yet; tables are made when they are needed.
    pub fn new(config: Config) -> Self {
        Self {
            desk: Desk::new(Arc::clone(&config.databases), config.shares()),
            running: AtomicUsize::new(0),
            certificates: Mutex::default(),
            config,
        }
    }

    /// Answers a question within a budget; a search tells how far it is.
    ///
    /// # Errors
    /// If there is no answer, or as many searches run as may.
    pub fn answer(&self, task: Task, budget: &Budget, tell: Tell<'_>) -> Result<Answer, Problem> {
        let _running = if task.cost() == Cost::Search { Some(self.begin()?) } else { None };
        task.run(self, budget, tell)
    }

    fn begin(&self) -> Result<Running<'_>, Problem> {
        let before = self.running.fetch_add(1, Ordering::Relaxed);
        let running = Running(&self.running);
        if before < self.config.searches.max(1) { Ok(running) } else { Err(Problem::Busy) }
    }

    /// What the answers may use, and how many searches run now.
    pub fn info(&self) -> Answer {
        let Config { databases, threads, memory, time, searches } = &self.config;
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

    /// The bytes of a certificate, by the name that the answer gave it.
    ///
    /// # Errors
    /// If it is not kept any more.
    pub fn certificate(&self, id: &str) -> Result<Vec<u8>, Problem> {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_searches_together_keep_within_the_memory() {
        for (mega, searches, threads) in [(256, 2, 1), (256, 2, 7), (128, 1, 1), (4096, 8, 16)] {
            let memory = mega << 20;
            let config = Config { threads, memory, searches, ..Config::default() };
            let Shares { table, caches, writer, .. } = config.shares();
            let searches = searches as u64;
            let stays = (searches + 1) * (table + caches);
            let runs = searches * writer.max(config.running());
            assert!(
                stays + runs <= memory as u64,
                "{mega}M, {searches} searches: {stays} + {runs}"
            );
            assert!(stays > memory as u64 * 4 / 10, "{mega}M, {searches} searches: {stays}");
        }
    }
}
