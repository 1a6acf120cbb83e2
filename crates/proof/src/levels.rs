//! Levels whose positions are not stored but derived from the level before.
//!
//! A level is the set of the loser's replies, not plainly won, to the positions after the winner's
//! moves of the level before. The writer, the checker and other readers of a certificate derive it
//! in the same way, in ascending order of keys. If a level does not fit into memory, as many of the
//! least keys as fit are found at a time, and the replies are generated again for the next ones.

use crate::claim::Claim;
use crate::key::Key;
use crate::replies::replies;
use crate::rules::{Mover, Rules};
use crate::threads::Threads;
use std::ops::Range;

/// How much of a level is held in memory at a time.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Window {
    /// keys
    pub(crate) keys: usize,
    /// positions whose replies are generated at a time
    pub(crate) positions: usize,
}

impl Window {
    /// The window for `memory` bytes, if a position has at most `replies` replies.
    pub(crate) fn of<K: Key>(memory: usize, replies: usize) -> Self {
        // Growing vectors may take twice the size of their content.
        let keys = (memory / 4 / size_of::<K>()).max(1);
        let positions = memory / 8 / (2 * size_of::<K>() * replies.max(1));
        Self { keys, positions: positions.clamp(1, 1 << 15) }
    }
}

/// The positions of one level, in ascending order of keys.
pub(crate) struct Level<'a, R: Rules> {
    rules: &'a R,
    threads: &'a Threads,
    window: Window,
    /// positions with the loser to move, whose replies make up the level
    parents: Vec<R::K>,
    /// keys that were found, of which `taken` were returned
    keys: Vec<R::K>,
    taken: usize,
    /// whether greater keys may be left
    more: bool,
}

impl<'a, R: Rules> Level<'a, R> {
    /// The first level of a claim; it is empty if the claim is plainly won.
    pub(crate) fn first(rules: &'a R, threads: &'a Threads, window: Window, claim: &Claim) -> Self {
        let root = rules.normal_key(&claim.state());
        let mover = claim.mover();
        let plain = rules.state(root).is_some_and(|state| rules.visible(&state, mover));
        let (parents, keys) = match mover {
            _ if plain => (Vec::new(), Vec::new()),
            Mover::Winner => (Vec::new(), vec![root]),
            Mover::Loser => (vec![root], Vec::new()),
        };
        let more = !parents.is_empty();
        Self { rules, threads, window, parents, keys, taken: 0, more }
    }

    /// The level after these positions, with the loser to move.
    pub(crate) fn next(self, mut parents: Vec<R::K>) -> Self {
        self.threads.sort(&mut parents);
        parents.dedup();
        let more = !parents.is_empty();
        Self { parents, keys: Vec::new(), taken: 0, more, ..self }
    }

    /// The next `count` keys; fewer only at the end of the level.
    pub(crate) fn take(&mut self, count: usize) -> Vec<R::K> {
        let mut keys = Vec::new();
        while keys.len() < count {
            if self.taken == self.keys.len() {
                if !self.more {
                    break;
                }
                self.find();
                continue;
            }
            let some = (count - keys.len()).min(self.keys.len() - self.taken);
            keys.extend(&self.keys[self.taken..self.taken + some]);
            self.taken += some;
        }
        keys
    }

    /// A lower bound on the keys that are left.
    pub(crate) fn known(&self) -> usize {
        self.keys.len() - self.taken
    }

    /// Finds the least keys above those that were taken.
    fn find(&mut self) {
        let after = self.keys.last().copied();
        let (rules, threads) = (self.rules, self.threads);
        let mut found: Vec<R::K> = Vec::new();
        let mut range: Range<Option<R::K>> = after..None;
        self.more = false;
        for round in self.parents.chunks(self.window.positions) {
            let mut fresh = replies(rules, threads, round, &range);
            let wanted = |key: &R::K| {
                Some(*key) != after
                    && found.binary_search(key).is_err()
                    && rules.state(*key).is_some_and(|state| !rules.visible(&state, Mover::Winner))
            };
            let kept = threads.retain(&mut fresh, wanted);
            found.extend(&fresh[..kept]);
            threads.sort(&mut found);
            if found.len() > self.window.keys {
                found.truncate(self.window.keys);
                range.end = found.last().copied();
                self.more = true;
            }
        }
        (self.keys, self.taken) = (found, 0);
    }
}
