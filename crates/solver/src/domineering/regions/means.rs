//! A small memory for the means of slices: one word per entry, few enough that they stay in the
//! caches of a processor.
//!
//! ```text
//! | key, mixed one-to-one, bits 16..64 | mean (16) |
//! ```
//!
//! The place of an entry gives the other 16 bits of the key or more, so that nothing is lost.

use lastmove_board::mix;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

pub(super) struct Means(Box<[AtomicU64]>);

impl Means {
    /// A memory of at least 2^16 entries, a power of two.
    pub(super) fn new(entries: usize) -> Self {
        let entries = entries.max(1 << 16).next_power_of_two();
        Self(bytemuck::allocation::zeroed_slice_box(entries))
    }

    /// What is remembered for a key, or computed now.
    #[inline(always)]
    pub(super) fn get(&self, key: u64, compute: impl FnOnce() -> i16) -> i16 {
        let mixed = mix(key);
        let entry = &self.0[mixed as usize & (self.0.len() - 1)];
        // never 0, which stands for an empty entry
        let tag = mixed | 0xffff;
        let word = entry.load(Relaxed);
        if word | 0xffff == tag && word != 0 {
            return word as u16 as i16;
        }
        let mean = compute();
        entry.store(tag & !0xffff | u64::from(mean as u16), Relaxed);
        mean
    }
}
