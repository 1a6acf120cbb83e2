//! Limits of time, nodes and memory, and a check that is cheap enough for an inner loop.
//!
//! A [`Budget`] is shared by all threads of a computation; each thread counts with a [`Ticker`]
//! of its own and settles with the budget every [`PERIOD`] nodes. With one thread the node limit
//! is exact, so that the same command does the same nodes every time.

use crate::Cancel;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};
use thiserror::Error;

/// Nodes between two looks at the clock and at the cancel flag.
const PERIOD: u64 = 1024;

/// What a computation may use; `None` is unlimited.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// wall-clock time from the start of the budget
    pub time: Option<Duration>,
    /// nodes of all threads together
    pub nodes: Option<u64>,
    /// bytes that tables and lists may take
    pub memory: Option<u64>,
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
    /// More memory would be needed.
    #[error("the memory limit was reached")]
    Memory,
}

/// The limits of one computation and what it has used of them.
#[derive(Debug)]
pub struct Budget {
    limits: Limits,
    cancel: Cancel,
    started: Instant,
    nodes: AtomicU64,
}

impl Budget {
    /// A budget whose time starts now.
    pub fn new(limits: Limits, cancel: Cancel) -> Self {
        Self { limits, cancel, started: Instant::now(), nodes: AtomicU64::new(0) }
    }

    /// A budget that ends on cancellation only.
    pub fn unlimited(cancel: Cancel) -> Self {
        Self::new(Limits::default(), cancel)
    }

    /// The limits.
    pub fn limits(&self) -> &Limits {
        &self.limits
    }
    /// The flag that ends the computation.
    pub fn cancel(&self) -> &Cancel {
        &self.cancel
    }
    /// The time used so far.
    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }
    /// The nodes that tickers have settled so far.
    pub fn nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }

    /// Whether the computation may go on.
    pub fn check(&self) -> Result<(), Stop> {
        if self.cancel.is_cancelled() {
            return Err(Stop::Cancelled);
        }
        if self.limits.nodes.is_some_and(|most| self.nodes() >= most) {
            return Err(Stop::Nodes);
        }
        if self.limits.time.is_some_and(|most| self.elapsed() >= most) {
            return Err(Stop::Time);
        }
        Ok(())
    }

    /// Adds nodes and checks.
    pub fn spend(&self, nodes: u64) -> Result<(), Stop> {
        self.nodes.fetch_add(nodes, Ordering::Relaxed);
        self.check()
    }

    /// Whether this many bytes are within the memory limit.
    pub fn check_memory(&self, bytes: u64) -> Result<(), Stop> {
        match self.limits.memory {
            Some(most) if bytes > most => Err(Stop::Memory),
            _ => Ok(()),
        }
    }

    /// A counter for one thread.
    pub fn ticker(&self) -> Ticker<'_> {
        let mut ticker = Ticker { budget: self, pending: 0, until: 0 };
        ticker.plan();
        ticker
    }
}

/// Counts the nodes of one thread; made by [`Budget::ticker`]. Dropping it settles the rest.
#[derive(Debug)]
pub struct Ticker<'b> {
    budget: &'b Budget,
    /// counted but not yet settled
    pending: u64,
    /// settle when so many are pending
    until: u64,
}

impl Ticker<'_> {
    /// Counts one node before it is entered.
    #[inline]
    pub fn tick(&mut self) -> Result<(), Stop> {
        self.add(1)
    }

    /// Counts several nodes before they are entered. Fails if they would exceed the node limit
    /// (they are not counted then), or on any other reason to stop.
    #[inline]
    pub fn add(&mut self, nodes: u64) -> Result<(), Stop> {
        self.pending += nodes;
        if self.pending <= self.until { Ok(()) } else { self.settle(nodes) }
    }

    #[cold]
    fn settle(&mut self, new: u64) -> Result<(), Stop> {
        // What went before is spent; the new nodes must still fit.
        let before = self.pending - new;
        self.pending = 0;
        let spent = self.budget.nodes.fetch_add(before, Ordering::Relaxed) + before;
        if self.budget.limits.nodes.is_some_and(|most| spent.saturating_add(new) > most) {
            return Err(Stop::Nodes);
        }
        self.pending = new;
        if self.budget.cancel.is_cancelled() {
            return Err(Stop::Cancelled);
        }
        if self.budget.limits.time.is_some_and(|most| self.budget.elapsed() >= most) {
            return Err(Stop::Time);
        }
        self.plan();
        Ok(())
    }

    fn plan(&mut self) {
        let left = match self.budget.limits.nodes {
            Some(most) => most.saturating_sub(self.budget.nodes()),
            None => u64::MAX,
        };
        self.until = left.min(self.pending + PERIOD);
    }
}

impl Drop for Ticker<'_> {
    fn drop(&mut self) {
        self.budget.nodes.fetch_add(self.pending, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn nodes(most: u64) -> Budget {
        Budget::new(Limits { nodes: Some(most), ..Limits::default() }, Cancel::new())
    }

    proptest! {
        #[test]
        fn the_node_limit_is_exact_on_one_thread(most in 0u64..10_000) {
            let budget = nodes(most);
            let mut ticker = budget.ticker();
            let mut entered = 0;
            let stop = loop {
                match ticker.tick() {
                    Ok(()) => entered += 1,
                    Err(stop) => break stop,
                }
            };
            drop(ticker);
            prop_assert_eq!((entered, budget.nodes(), stop), (most, most, Stop::Nodes));
        }

        #[test]
        fn batches_never_exceed_the_limit(most in 0u64..100_000, batch in 1u64..5_000) {
            let budget = nodes(most);
            let mut ticker = budget.ticker();
            let mut entered = 0;
            while ticker.add(batch).is_ok() {
                entered += batch;
            }
            drop(ticker);
            prop_assert_eq!(budget.nodes(), entered);
            prop_assert!(entered <= most && entered + batch > most);
        }
    }

    #[test]
    fn threads_together_stay_within_a_period_each_of_the_limit() {
        let budget = nodes(100_000);
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    let mut ticker = budget.ticker();
                    while ticker.tick().is_ok() {}
                });
            }
        });
        assert!((100_000..=100_000 + 4 * PERIOD).contains(&budget.nodes()), "{}", budget.nodes());
    }

    #[test]
    fn time_and_cancellation_stop() {
        let budget =
            Budget::new(Limits { time: Some(Duration::ZERO), ..Limits::default() }, Cancel::new());
        let mut ticker = budget.ticker();
        let stop = (0..=PERIOD).find_map(|_| ticker.tick().err());
        assert_eq!(stop, Some(Stop::Time));
        let budget = Budget::unlimited(Cancel::new());
        budget.cancel().cancel();
        assert_eq!(budget.check(), Err(Stop::Cancelled));
        let mut ticker = budget.ticker();
        let stop = (0..=PERIOD).find_map(|_| ticker.tick().err());
        assert_eq!(stop, Some(Stop::Cancelled));
    }

    #[test]
    fn memory_is_checked_on_request() {
        let budget = Budget::new(Limits { memory: Some(100), ..Limits::default() }, Cancel::new());
        assert_eq!(budget.check_memory(100), Ok(()));
        assert_eq!(budget.check_memory(101), Err(Stop::Memory));
    }
}
