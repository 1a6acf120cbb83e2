//! Hashing of words.

/// A good invertible mixer of 64 bits (the finaliser of SplitMix64). It is the same in every run, so
/// that hashes may be stored.
#[inline]
pub const fn mix(mut x: u64) -> u64 {
    x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}
