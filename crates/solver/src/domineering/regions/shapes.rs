//! What is known of shapes: a map that is asked for many of them at once.
//!
//! Most of the time that a new region takes goes into waiting for what is known of the regions that
//! its moves leave. So the map is one flat list, in which a shape stands at or soon after the place
//! that its hash names, and that place can be fetched before it is needed.

use super::library::Sum;
use super::shape::Shape;
use crate::table::fetch;
use lastmove_board::Key;

/// A shape by the two halves of its word, which is 0 in an empty slot, and its value.
#[derive(Clone, Copy)]
struct Slot {
    word: [u64; 2],
    sum: Sum,
}

const _: () = assert!(size_of::<Slot>() == 24);

const EMPTY: Slot = Slot { word: [0; 2], sum: Sum::ZERO };

/// The fewest slots, once there are any.
const LEAST: usize = 1 << 10;

#[derive(Default)]
pub(super) struct Shapes {
    /// a power of two of them, at most three quarters in use
    slots: Vec<Slot>,
    count: usize,
}

fn halves(shape: Shape) -> [u64; 2] {
    [shape.word() as u64, (shape.word() >> 64) as u64]
}

impl Shapes {
    /// How many bytes it takes.
    pub(super) fn bytes(&self) -> usize {
        self.slots.capacity() * size_of::<Slot>()
    }

    #[inline(always)]
    fn place(&self, [low, high]: [u64; 2]) -> usize {
        Key::EMPTY.and(high).and(low).half() as usize & (self.slots.len() - 1)
    }

    /// Starts to fetch what is known of a shape.
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

    /// The slot with this word, or the empty one where it belongs.
    #[inline(always)]
    fn find(&self, word: [u64; 2]) -> usize {
        let mut at = self.place(word);
        while self.slots[at].word != word && self.slots[at].word != [0; 2] {
            at = (at + 1) & (self.slots.len() - 1);
        }
        at
    }

    /// Remembers a shape that is not known yet.
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
