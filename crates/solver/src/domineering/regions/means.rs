//! A small memory for the means of slices: one word per entry, few enough that they stay in the
//! caches of a processor.
//!
//! ```text
//! | key, bits 16..64 | mean (16) |
//! ```
//!
//! The place of an entry is the other 16 bits of the key or more, so that all 64 are compared.

use crate::table::Pages;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

pub(super) struct Means(Pages<AtomicU64>);

impl Means {
    /// A memory of at least 2^16 entries, a power of two.
    pub(super) fn new(entries: usize) -> Self {
        let entries = entries.max(1 << 16).next_power_of_two();
        Self(Pages::new(entries))
    }

    /// Starts to load the entry of a key.
    #[inline(always)]
    pub(super) fn fetch(&self, key: u64) -> Fetched {
        let word = self.0[key as usize & (self.0.len() - 1)].load(Relaxed);
        Fetched { key, word }
    }

    /// Remembers a mean under the key that was asked for.
    #[inline(always)]
    pub(super) fn keep(&self, Fetched { key, .. }: Fetched, mean: i16) {
        let entry = &self.0[key as usize & (self.0.len() - 1)];
        entry.store(key & !0xffff | u64::from(mean as u16), Relaxed);
    }
}

/// What a memory has under a key.
#[derive(Clone, Copy)]
pub(crate) struct Fetched {
    key: u64,
    word: u64,
}

impl Fetched {
    /// Not asked.
    pub(crate) const NOTHING: Self = Self { key: 0, word: 0 };

    /// The mean, if it is remembered.
    #[inline(always)]
    pub(crate) fn known(self) -> Option<i16> {
        // an empty entry is 0
        (self.word >> 16 == self.key >> 16 && self.word != 0).then_some(self.word as u16 as i16)
    }
}
