//! What a computation may use, and why it ended without an answer.

use std::ops::{Add, AddAssign};
use std::time::Duration;
use thiserror::Error;

/// What a computation may use; `None` is unlimited.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// wall-clock time from the start of the budget
    pub time: Option<Duration>,
    /// nodes of all threads together
    pub nodes: Option<u64>,
}

impl Limits {
    /// A limit of time alone.
    pub fn time(time: Duration) -> Self {
        Self { time: Some(time), ..Self::default() }
    }

    /// A limit of nodes alone.
    pub fn nodes(nodes: u64) -> Self {
        Self { nodes: Some(nodes), ..Self::default() }
    }
}

/// Why a computation ended without an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Error)]
pub enum Stop {
    /// Somebody asked for it.
    #[error("interrupted")]
    Cancelled,
    /// The time is up.
    #[error("the time limit was reached")]
    Time,
    /// The nodes are spent.
    #[error("the node limit was reached")]
    Nodes,
    /// Another thread of the same search has the answer.
    #[error("another thread has answered")]
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

impl Add for Counters {
    type Output = Self;

    fn add(mut self, other: Self) -> Self {
        self += other;
        self
    }
}

/// A search that ended without an answer: why, and what it had counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("{why}")]
pub struct Stopped {
    /// the reason
    pub why: Stop,
    /// what all threads counted until then
    pub counters: Counters,
}

impl Stop {
    /// The error of a search that had counted so much.
    pub fn after(self, counters: Counters) -> Stopped {
        Stopped { why: self, counters }
    }
}
