//! The values of shapes: a hash map with prefetching.
//!
//! A new region takes most of its time for waiting until the values of the regions after its moves
//! are loaded. So the map is one flat list, in which a shape lies at or soon after the index given
//! by its hash, and that entry can be prefetched.

use super::library::Sum;
use super::shape::Shape;
use crate::table::fetch;
use lastmove_board::Key;

/// The two halves of a shape's word, which are 0 in an empty slot, and its value.
#[derive(Clone, Copy)]
struct Slot {
    word: [u64; 2],
    sum: Sum,
}

const _: () = assert!(size_of::<Slot>() == 24);

const EMPTY: Slot = Slot { word: [0; 2], sum: Sum::ZERO };

/// The smallest number of slots of a map that is not empty.
const LEAST: usize = 1 << 10;

#[derive(Default)]
pub(super) struct Shapes {
    /// their number is a power of two, and at most three quarters are in use
    slots: Vec<Slot>,
    count: usize,
}

fn halves(shape: Shape) -> [u64; 2] {
    [shape.word() as u64, (shape.word() >> 64) as u64]
}

impl Shapes {
    /// Its size in bytes.
    pub(super) fn bytes(&self) -> usize {
        self.slots.capacity() * size_of::<Slot>()
    }

    #[inline(always)]
    fn place(&self, [low, high]: [u64; 2]) -> usize {
        Key::EMPTY.and(high).and(low).half() as usize & (self.slots.len() - 1)
    }

    /// Prefetches the entry of a shape.
    #[inline(always)]
    pub(super) fn touch(&self, shape: Shape) {
        if !self.slots.is_empty() {
            fetch(&self.slots[self.place(halves(shape))]);
        }
    }

    #[inline(always)]
    pub(super) fn get(&self, shape: Shape) -> Option<Sum> {
        if self.slots.is_empty() {
            return None;
        }
        let word = halves(shape);
        let slot = self.slots[self.find(word)];
        (slot.word == word).then_some(slot.sum)
    }

    /// The slot with this word, or the empty one where it can be stored.
    #[inline(always)]
    fn find(&self, word: [u64; 2]) -> usize {
        let mut at = self.place(word);
        while self.slots[at].word != word && self.slots[at].word != [0; 2] {
            at = (at + 1) & (self.slots.len() - 1);
        }
        at
    }

    /// Stores a shape that is not in the map yet.
    pub(super) fn insert(&mut self, shape: Shape, sum: Sum) {
        if self.count * 4 >= self.slots.len() * 3 {
            self.grow();
        }
        let word = halves(shape);
        let at = self.find(word);
        self.slots[at] = Slot { word, sum };
        self.count += 1;
    }

    fn grow(&mut self) {
        let size = (2 * self.slots.len()).max(LEAST);
        let old = std::mem::replace(&mut self.slots, vec![EMPTY; size]);
        for slot in old.into_iter().filter(|slot| slot.word != [0; 2]) {
            let at = self.find(slot.word);
            self.slots[at] = slot;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use lastmove_work::Random;
    use std::collections::HashMap;

    #[test]
    fn it_is_a_map() {
        let mut random = Random::new(2);
        let (mut shapes, mut map) = (Shapes::default(), HashMap::new());
        for n in 0..5000 {
            let word = u128::from(1 + random.below(4000) as u64) << (64 * random.below(2));
            let shape = Shape::from_word(word);
            assert_eq!(shapes.get(shape), map.get(&word).copied());
            map.entry(word).or_insert_with(|| {
                shapes.insert(shape, Sum::of(n));
                Sum::of(n)
            });
        }
        assert_eq!(shapes.count, map.len());
    }
}
