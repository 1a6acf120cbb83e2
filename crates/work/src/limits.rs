//! Limits of a computation, and why it ended without an answer.

use std::ops::{Add, AddAssign};
use std::time::Duration;
use thiserror::Error;

/// Limits of a computation; `None` is unlimited.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// wall-clock time from the start of the budget
    pub time: Option<Duration>,
    /// nodes of all threads together
    pub nodes: Option<u64>,
}

impl Limits {
    /// A time limit alone.
    pub fn time(time: Duration) -> Self {
        Self { time: Some(time), ..Self::default() }
    }

    /// A node limit alone.
    pub fn nodes(nodes: u64) -> Self {
        Self { nodes: Some(nodes), ..Self::default() }
    }
}

/// Why a computation ended without an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Error)]
pub enum Stop {
    /// The computation was cancelled.
    #[error("interrupted")]
    Cancelled,
    /// The time limit was reached.
    #[error("the time limit was reached")]
    Time,
    /// The node limit was reached.
    #[error("the node limit was reached")]
    Nodes,
    /// Another thread of the same search has found the answer.
    #[error("another thread has answered")]
    Answered,
}

/// Counters of a search.
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

impl Add for Counters {
    type Output = Self;

    fn add(mut self, other: Self) -> Self {
        self += other;
        self
    }
}

/// A search that ended without an answer: the reason, and its counters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("{why}")]
pub struct Stopped {
    /// the reason
    pub why: Stop,
    /// the counters of all threads until then
    pub counters: Counters,
}

impl Stop {
    /// The error of a search that stopped with these counters.
    pub fn after(self, counters: Counters) -> Stopped {
        Stopped { why: self, counters }
    }
}
