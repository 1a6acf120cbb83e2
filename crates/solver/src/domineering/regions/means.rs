//! A small cache for the means of slices, with one word per entry, small enough to stay in the
//! processor's caches.
//!
//! ```text
//! | key, bits 16..64 | mean (16) |
//! ```
//!
//! The index of an entry is made of the other 16 or more bits of the key, so that all 64 are
//! compared.

use crate::table::Pages;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

pub(super) struct Means(Pages<AtomicU64>);

impl Means {
    /// A cache of at least 2^16 entries, a power of two.
    pub(super) fn new(entries: usize) -> Self {
        let entries = entries.max(1 << 16).next_power_of_two();
        Self(Pages::new(entries))
    }

    /// Loads the entry of a key.
    #[inline(always)]
    pub(super) fn fetch(&self, key: u64) -> Fetched {
        let word = self.0[key as usize & (self.0.len() - 1)].load(Relaxed);
        Fetched { key, word }
    }

    /// Stores a mean under the key that was looked up.
    #[inline(always)]
    pub(super) fn keep(&self, Fetched { key, .. }: Fetched, mean: i16) {
        let entry = &self.0[key as usize & (self.0.len() - 1)];
        entry.store(key & !0xffff | u64::from(mean as u16), Relaxed);
    }
}

/// The cache entry of a key.
#[derive(Clone, Copy)]
pub(crate) struct Fetched {
    key: u64,
    word: u64,
}

impl Fetched {
    /// An entry that was not looked up.
    pub(crate) const NOTHING: Self = Self { key: 0, word: 0 };

    /// The mean, if it is cached.
    #[inline(always)]
    pub(crate) fn known(self) -> Option<i16> {
        // an empty entry is 0
        (self.word >> 16 == self.key >> 16 && self.word != 0).then_some(self.word as u16 as i16)
    }
}
