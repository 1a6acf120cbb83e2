//! A list that grows at its end while other threads read what is there, without locks.

use std::sync::OnceLock;

/// The length of the first block, as a power of two; each later block is twice as long as the one
/// before, so that entries never move.
const FIRST: u32 = 8;
const BLOCKS: usize = (u32::BITS - FIRST) as usize;

/// Entries with numbers from 0 on.
pub(super) struct Shelf<T> {
    blocks: [OnceLock<Box<[OnceLock<T>]>>; BLOCKS],
}

impl<T> Shelf<T> {
    pub(super) fn new() -> Shelf<T> {
        Shelf { blocks: [const { OnceLock::new() }; BLOCKS] }
    }

    /// The block of an entry, and its place in the block.
    fn place(number: u32) -> (usize, usize) {
        let shifted = u64::from(number) + (1 << FIRST);
        let block = shifted.ilog2();
        ((block - FIRST) as usize, (shifted - (1 << block)) as usize)
    }

    /// The entry with this number, which was set before.
    pub(super) fn get(&self, number: u32) -> &T {
        let (block, place) = Self::place(number);
        let block = self.blocks[block].get();
        block.and_then(|block| block[place].get()).expect("an entry that was set")
    }

    /// Sets the next entry.
    pub(super) fn set(&self, number: u32, entry: T) {
        let (block, place) = Self::place(number);
        let length = 1 << (FIRST as usize + block);
        let empty = || (0..length).map(|_| OnceLock::new()).collect();
        let slot = &self.blocks[block].get_or_init(empty)[place];
        assert!(slot.set(entry).is_ok(), "each entry is set once");
    }
}

#[cfg(test)]
mod tests {
    use super::Shelf;

    #[test]
    fn entries_keep_their_numbers() {
        let shelf = Shelf::new();
        (0..5000).for_each(|n| shelf.set(n, 3 * n));
        assert!((0..5000).all(|n| *shelf.get(n) == 3 * n));
    }
}
