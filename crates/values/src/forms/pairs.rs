//! A cache of answers about pairs of forms.
//!
//! Direct-mapped and lossy: a slot holds the latest pair that hashed to it, and the table grows
//! fourfold while many pairs replace each other. A look-up is one probe without chains; an exact
//! map was slower and took more memory.

use crate::hash::mix;

/// Bit 63 of a slot holds the answer; ids stay below 2^31, so it is free.
const ANSWER: u64 = 1 << 63;
const SMALLEST: u32 = 10;

pub(super) struct PairCache {
    slots: Vec<u64>,
    bits: u32,
    most_bits: u32,
    evicted: usize,
}

impl PairCache {
    pub(super) fn new(most_bits: u32) -> PairCache {
        let bits = SMALLEST.min(most_bits);
        PairCache { slots: vec![0; 1 << bits], bits, most_bits, evicted: 0 }
    }

    /// The key of a pair. No form is ever compared with itself, so key 0 means empty.
    #[inline]
    fn key(a: u32, b: u32) -> u64 {
        debug_assert!(a != b && a < 1 << 31);
        u64::from(a) << 32 | u64::from(b)
    }

    #[inline]
    fn slot(&self, key: u64) -> usize {
        (mix(0, key) >> (64 - self.bits)) as usize
    }

    #[inline]
    pub(super) fn get(&self, a: u32, b: u32) -> Option<bool> {
        let key = PairCache::key(a, b);
        let found = self.slots[self.slot(key)];
        (found & !ANSWER == key).then_some(found & ANSWER != 0)
    }

    #[inline]
    pub(super) fn put(&mut self, a: u32, b: u32, answer: bool) {
        let key = PairCache::key(a, b);
        let slot = self.slot(key);
        let old = self.slots[slot];
        self.slots[slot] = key | if answer { ANSWER } else { 0 };
        if old != 0 {
            self.evicted += 1;
            if self.evicted * 4 > self.slots.len() && self.bits < self.most_bits {
                self.grow();
            }
        }
    }

    #[cold]
    fn grow(&mut self) {
        self.bits = (self.bits + 2).min(self.most_bits);
        self.evicted = 0;
        let old = std::mem::replace(&mut self.slots, vec![0; 1 << self.bits]);
        for entry in old.into_iter().filter(|&entry| entry != 0) {
            let slot = self.slot(entry & !ANSWER);
            self.slots[slot] = entry;
        }
    }
}
