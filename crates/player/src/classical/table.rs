//! The transposition table: one slot per fingerprint, with the whole position to compare.

use lastmove_amazons::{Move, Position};
use lastmove_board::{Bits, Key};

/// 64 bits of a position.
pub(super) fn fingerprint<B: Bits>(position: &Position<B>) -> u64 {
    let side = position.to_move() as u64;
    let key = Key::EMPTY.and(side).and(position.white()).and(position.black());
    key.and(position.empty()).half()
}

/// Whether a stored value is exact or a bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bound {
    Exact,
    AtLeast,
    AtMost,
}

/// A stored result of a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry<B> {
    pub(super) position: Position<B>,
    pub(super) depth: u32,
    pub(super) width: u32,
    pub(super) value: i32,
    pub(super) bound: Bound,
    pub(super) best: Option<Move>,
}

#[derive(Clone, Debug)]
pub(super) struct Transpositions<B> {
    slots: Vec<Option<Entry<B>>>,
}

impl<B: Bits> Transpositions<B> {
    pub(super) fn new(bytes: u64) -> Self {
        let most = (bytes as usize / size_of::<Option<Entry<B>>>()).clamp(1, 1 << 18);
        Self { slots: vec![None; most.next_power_of_two()] }
    }

    fn place(&self, position: &Position<B>) -> usize {
        fingerprint(position) as usize & (self.slots.len() - 1)
    }

    pub(super) fn load(&self, position: &Position<B>) -> Option<&Entry<B>> {
        let entry = self.slots[self.place(position)].as_ref();
        entry.filter(|entry| entry.position == *position)
    }

    pub(super) fn store(&mut self, entry: Entry<B>) {
        let place = self.place(&entry.position);
        self.slots[place] = Some(entry);
    }
}
