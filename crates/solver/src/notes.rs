//! Positions that took much work, noted for whoever keeps a record of a long search.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};

/// A position with its answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Noted<P> {
    /// the position
    pub position: P,
    /// whether the player to move wins
    pub wins: bool,
    /// the nodes that this took the thread that found it out
    pub nodes: u64,
}

/// What all threads of a search have noted.
pub(crate) struct Notes<P> {
    /// the fewest nodes of a position that is noted
    least: AtomicU64,
    noted: Mutex<Vec<Noted<P>>>,
}

impl<P> Default for Notes<P> {
    /// Nothing is noted.
    fn default() -> Self {
        Self { least: AtomicU64::new(u64::MAX), noted: Mutex::default() }
    }
}

impl<P> Notes<P> {
    /// Has positions noted that take so many nodes.
    pub(crate) fn start(&self, least: u64) {
        self.least.store(least, Relaxed);
    }

    /// Notes a position that took this many nodes, if they are enough.
    #[inline]
    pub(crate) fn add(&self, nodes: u64, position: impl FnOnce() -> (P, bool)) {
        if nodes >= self.least.load(Relaxed) {
            let (position, wins) = position();
            let mut noted = self.noted.lock().unwrap_or_else(PoisonError::into_inner);
            noted.push(Noted { position, wins, nodes });
        }
    }

    /// What was noted since this was last asked.
    pub(crate) fn take(&self) -> Vec<Noted<P>> {
        std::mem::take(&mut self.noted.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_took_much_work_is_noted() {
        let notes = Notes::default();
        notes.add(1_000_000, || ("before it was asked for", true));
        notes.start(10);
        notes.add(9, || ("too little", true));
        notes.add(10, || ("enough", false));
        assert_eq!(notes.take(), [Noted { position: "enough", wins: false, nodes: 10 }]);
        assert!(notes.take().is_empty());
    }
}
