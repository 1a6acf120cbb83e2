//! Plain search with a cache.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hash, Hasher};

/// A hasher that is faster than the standard one.
#[derive(Default)]
struct Mixer(u64);

impl Hasher for Mixer {
    fn finish(&self) -> u64 {
        self.0
    }
    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.write_u64(u64::from(byte)));
    }
    fn write_u64(&mut self, word: u64) {
        let mixed = (self.0 ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        self.0 = mixed ^ mixed >> 29;
    }
    fn write_u128(&mut self, word: u128) {
        self.write_u64(word as u64);
        self.write_u64((word >> 64) as u64);
    }
}

/// For the positions searched so far: whether the player to move wins.
pub(crate) struct Search<P> {
    known: HashMap<P, bool, BuildHasherDefault<Mixer>>,
}

impl<P> Default for Search<P> {
    fn default() -> Self {
        Self { known: HashMap::default() }
    }
}

impl<P: Copy + Eq + Hash> Search<P> {
    /// Whether the player to move wins: some move leads to a position that the opponent loses.
    pub(crate) fn wins(&mut self, position: P, children: &impl Fn(P) -> Vec<P>) -> bool {
        if let Some(&win) = self.known.get(&position) {
            return win;
        }
        let after = children(position);
        let mut win = after.iter().any(|child| self.known.get(child) == Some(&false));
        win = win || after.into_iter().any(|child| !self.wins(child, children));
        self.known.insert(position, win);
        win
    }

    /// Clears the cache if it takes too much memory.
    pub(crate) fn tidy(&mut self) {
        if self.known.len() > 4_000_000 {
            self.known = HashMap::default();
        }
    }
}
