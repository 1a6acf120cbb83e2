//! When to give up, and what was counted until then.

use std::ops::AddAssign;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::Instant;
use thiserror::Error;

/// Limits of a search. The default has none.
#[derive(Clone, Copy, Debug, Default)]
pub struct Limits<'a> {
    /// the most positions to enter
    pub nodes: Option<u64>,
    /// when to stop
    pub deadline: Option<Instant>,
    /// set from outside to stop the search
    pub cancel: Option<&'a AtomicBool>,
}

/// Why a search ended without an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum Stopped {
    /// the limit of nodes
    #[error("the limit of nodes was reached without an answer")]
    Nodes,
    /// the deadline
    #[error("the time limit was reached without an answer")]
    Time,
    /// someone asked to stop
    #[error("cancelled")]
    Cancelled,
    /// another thread of the same search has the answer
    #[error("another thread was faster")]
    Answered,
}

/// What a search counted.
///
/// `nodes` are positions entered, `evaluations` positions whose static bounds were computed,
/// `visited` all positions looked at: entered, evaluated, or answered by the table, each once per
/// visit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counters {
    /// positions entered
    pub nodes: u64,
    /// static bounds computed
    pub evaluations: u64,
    /// positions looked at
    pub visited: u64,
}

impl AddAssign for Counters {
    fn add_assign(&mut self, other: Self) {
        self.nodes += other.nodes;
        self.evaluations += other.evaluations;
        self.visited += other.visited;
    }
}

/// The limits as the threads of one search share them.
#[derive(Debug)]
pub struct Watch<'a> {
    limits: Limits<'a>,
    nodes: AtomicU64,
    answered: AtomicBool,
}

impl<'a> Watch<'a> {
    /// How many nodes a thread enters between two looks at the limits, at most.
    const INTERVAL: u64 = 1024;

    /// Starts to watch.
    pub fn new(limits: Limits<'a>) -> Self {
        Self { limits, nodes: AtomicU64::new(0), answered: AtomicBool::new(false) }
    }

    /// What is watched.
    pub fn limits(&self) -> Limits<'a> {
        self.limits
    }

    /// Tells the other threads that the answer is known.
    pub fn answer(&self) {
        self.answered.store(true, Relaxed);
    }

    /// The positions entered so far, up to an interval per thread.
    pub fn nodes(&self) -> u64 {
        self.nodes.load(Relaxed)
    }

    /// How many nodes a thread may enter until it has to look at the limits: fewer near a limit
    /// of nodes, so that one thread stops at exactly that many.
    pub fn interval(&self) -> u64 {
        let left = self.limits.nodes.map_or(u64::MAX, |most| most.saturating_sub(self.nodes()));
        left.clamp(1, Self::INTERVAL)
    }

    /// To be called with the nodes entered since the last call.
    ///
    /// # Errors
    /// If it is time to stop.
    pub fn check(&self, nodes: u64) -> Result<(), Stopped> {
        let total = self.nodes.fetch_add(nodes, Relaxed) + nodes;
        if self.answered.load(Relaxed) {
            return Err(Stopped::Answered);
        }
        if self.limits.cancel.is_some_and(|c| c.load(Relaxed)) {
            return Err(Stopped::Cancelled);
        }
        if self.limits.nodes.is_some_and(|most| total >= most) {
            return Err(Stopped::Nodes);
        }
        if self.limits.deadline.is_some_and(|end| Instant::now() >= end) {
            return Err(Stopped::Time);
        }
        Ok(())
    }
}
