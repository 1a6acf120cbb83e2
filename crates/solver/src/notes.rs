//! Positions that took much work, recorded for the journal of a long search.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};

/// A position and its winner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Noted<P> {
    /// the position
    pub position: P,
    /// whether the player to move wins
    pub wins: bool,
    /// the nodes that it took the thread that solved it
    pub nodes: u64,
}

/// Up to this ply, all positions that are entered are recorded.
const NEAR: usize = 4;

/// The positions that all threads of a search have recorded.
pub(crate) struct Notes<P> {
    /// the fewest nodes of a recorded position
    least: AtomicU64,
    noted: Mutex<Vec<Noted<P>>>,
}

impl<P> Default for Notes<P> {
    /// An empty record that is switched off.
    fn default() -> Self {
        Self { least: AtomicU64::new(u64::MAX), noted: Mutex::default() }
    }
}

impl<P> Notes<P> {
    /// Starts recording positions that take at least `least` nodes.
    pub(crate) fn start(&self, least: u64) {
        self.least.store(least, Relaxed);
    }

    /// Records a position at this ply if it took enough nodes, or if it is near the root, where the
    /// check of a proof begins.
    #[inline]
    pub(crate) fn add(&self, ply: usize, nodes: u64, position: impl FnOnce() -> (P, bool)) {
        let least = self.least.load(Relaxed);
        if nodes >= least || ply <= NEAR && least < u64::MAX {
            let (position, wins) = position();
            let mut noted = self.noted.lock().unwrap_or_else(PoisonError::into_inner);
            noted.push(Noted { position, wins, nodes });
        }
    }

    /// Returns the positions recorded since the last call.
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
        notes.add(0, 1_000_000, || ("before it was asked for", true));
        notes.start(10);
        notes.add(NEAR + 1, 9, || ("too little", true));
        notes.add(NEAR + 1, 10, || ("enough", false));
        notes.add(NEAR, 1, || ("near the root", false));
        let noted = |position, nodes| Noted { position, wins: false, nodes };
        assert_eq!(notes.take(), [noted("enough", 10), noted("near the root", 1)]);
        assert!(notes.take().is_empty());
    }
}
