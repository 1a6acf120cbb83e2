//! A fast hash for small keys that do not come from an adversary.
//!
//! The keys are ids and bitboards, and a run hashes hundreds of millions of them; the standard
//! SipHash would dominate the running time.

use std::hash::{BuildHasherDefault, Hasher};

/// A multiply-and-fold hasher.
///
/// ```
/// use lastmove_values::FastMap;
/// let mut map: FastMap<u64, &str> = FastMap::default();
/// map.insert(7, "seven");
/// assert_eq!(map[&7], "seven");
/// ```
#[derive(Clone, Copy, Default)]
pub struct FastHasher(u64);

/// A hash map using [`FastHasher`].
pub type FastMap<K, V> = std::collections::HashMap<K, V, BuildHasherDefault<FastHasher>>;

const MULTIPLIER: u64 = 0x9e37_79b9_7f4a_7c15;

/// Mixes one word into a running hash: the full product folded, so that both
/// the low bits (table index) and the high bits (tag) depend on every input bit.
#[inline(always)]
pub(crate) fn mix(hash: u64, word: u64) -> u64 {
    let product = u128::from(hash ^ word ^ 0x2545_f491_4f6c_dd1d) * u128::from(MULTIPLIER);
    (product as u64) ^ ((product >> 64) as u64)
}

/// Whole words are mixed in at once.
macro_rules! write_words {
    ($($name:ident: $word:ty),*) => {
        $(#[inline]
        fn $name(&mut self, word: $word) {
            self.0 = mix(self.0, word as u64);
        })*
    };
}

impl Hasher for FastHasher {
    #[inline]
    fn finish(&self) -> u64 {
        self.0
    }
    #[inline]
    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.0 = mix(self.0, u64::from_le_bytes(word));
        }
    }
    write_words!(write_u8: u8, write_u16: u16, write_u32: u32, write_u64: u64);
    write_words!(write_usize: usize, write_i64: i64);
}
