//! The interface between a depth-first search and its table.

use super::{KnownWinner, Table};

/// Stores the winners of positions.
pub trait Memory {
    /// Whether the player to move wins, if that is known.
    fn load(&self, key: u128) -> Option<KnownWinner>;

    /// Prefetches the entry of a key, without waiting for it.
    fn touch(&self, _key: u128) {}

    /// Stores the winner of a position, the work that it took, and its distance from the root.
    fn store(&self, key: u128, solved: KnownWinner, work: u64, ply: usize);
}

impl Memory for Table<KnownWinner> {
    #[inline]
    fn load(&self, key: u128) -> Option<KnownWinner> {
        Self::load(self, key)
    }

    #[inline]
    fn touch(&self, key: u128) {
        Self::touch(self, key);
    }

    #[inline]
    fn store(&self, key: u128, solved: KnownWinner, work: u64, _: usize) {
        Self::store(self, key, solved, work);
    }
}
