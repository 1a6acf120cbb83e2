//! Keys of caches and tables: one piece of code builds all keys that are hashed, so that two fields
//! of a key never share bits.
//!
//! Each field is added as a whole word and mixed before the next one is added. Small fields are
//! packed into one word as an array of integers, whose type keeps them apart. Keys are the same in
//! every run, so that they may be stored.

/// A good invertible mixer of 64 bits (the finaliser of SplitMix64).
#[inline]
pub const fn mix(mut x: u64) -> u64 {
    x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}

/// The key of an entry, from the fields added so far.
///
/// The order of the fields matters. Two keys that differ only in their last field are different if
/// that field is one word; any others are equal only by chance, with a probability of 2^-64 for
/// [`Key::half`] and 2^-128 for [`Key::whole`].
///
/// ```
/// use lastmove_board::Key;
/// let slice = Key::EMPTY.and([3u8, 8, 0, 0, 0, 0, 0, 0]);
/// assert_ne!(slice.and(0b101u64).half(), slice.and(0b110u64).half());
/// assert_ne!(slice.and(1u64).whole(), Key::EMPTY.and(1u64).whole());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Key {
    low: u64,
    high: u64,
}

impl Key {
    /// A key without fields.
    pub const EMPTY: Self = Self { low: 0x9e37_79b9_7f4a_7c15, high: 0xd1b5_4a32_d192_ed03 };

    /// Adds a field.
    #[inline(always)]
    #[must_use]
    pub fn and(self, field: impl Field) -> Self {
        field.append(self)
    }

    /// Adds a word.
    #[inline(always)]
    const fn word(self, word: u64) -> Self {
        let low = mix(self.low ^ word);
        let turned = (self.high ^ low).rotate_left(23).wrapping_mul(0xff51_afd7_ed55_8ccd);
        Self { low, high: turned ^ word }
    }

    /// The key as 64 bits.
    #[inline(always)]
    pub const fn half(self) -> u64 {
        self.low
    }

    /// The key as 128 bits.
    #[inline(always)]
    pub const fn whole(self) -> u128 {
        (mix(self.high) as u128) << 64 | self.low as u128
    }
}

/// A type that can be a field of a key.
pub trait Field {
    /// The key with this field added.
    fn append(self, key: Key) -> Key;
}

impl Field for u64 {
    #[inline(always)]
    fn append(self, key: Key) -> Key {
        key.word(self)
    }
}

impl Field for u128 {
    #[inline(always)]
    fn append(self, key: Key) -> Key {
        key.word((self >> 64) as u64).word(self as u64)
    }
}

impl Field for [u8; 8] {
    #[inline(always)]
    fn append(self, key: Key) -> Key {
        key.word(u64::from_le_bytes(self))
    }
}

impl Field for [i16; 4] {
    #[inline(always)]
    fn append(self, key: Key) -> Key {
        let [a, b, c, d] = self.map(i16::to_le_bytes);
        [a[0], a[1], b[0], b[1], c[0], c[1], d[0], d[1]].append(key)
    }
}

impl Field for [u32; 2] {
    #[inline(always)]
    fn append(self, key: Key) -> Key {
        let [a, b] = self.map(u32::to_le_bytes);
        [a[0], a[1], a[2], a[3], b[0], b[1], b[2], b[3]].append(key)
    }
}

/// Any number of bytes: the last word is padded with zeros, and the number of bytes is added to
/// distinguish it from others.
impl Field for &[u8] {
    fn append(self, key: Key) -> Key {
        let word = |chunk: &[u8]| {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            word
        };
        self.chunks(8).fold(key.word(self.len() as u64), |key, chunk| key.and(word(chunk)))
    }
}

/// Numbers of `BITS` bits each, packed into one word: a key that is compared as a whole.
///
/// ```
/// use lastmove_board::pack;
/// assert_eq!(pack::<9, 2>([3, 5]), 3 << 9 | 5);
/// ```
#[inline(always)]
pub const fn pack<const BITS: u32, const N: usize>(numbers: [u16; N]) -> u64 {
    const { assert!(BITS < 16 && BITS as usize * N <= 64) };
    let mut word = 0;
    let mut i = 0;
    while i < N {
        debug_assert!(numbers[i] >> BITS == 0);
        word = word << BITS | numbers[i] as u64;
        i += 1;
    }
    word
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    /// A difference in one field that another field could hide, shifted by any number of bits and
    /// combined by exclusive or or addition, changes the key.
    #[test]
    fn fields_do_not_overlap() {
        let mut keys = HashSet::new();
        let mut halves = HashSet::new();
        let set = 0x0123_4567_89ab_cdef_fedc_ba98_7654_3210u128;
        let field = |n: u8| [n, 0, 0, 0, 0, 0, 0, 0];
        let base = Key::EMPTY.and(field(7)).and(set);
        for other in (0..=255u8).filter(|&n| n != 7) {
            for shift in 0..128 {
                let difference = u128::from(other ^ 7) << shift;
                let sum = u128::from(other.abs_diff(7)) << shift;
                for changed in [set ^ difference, set.wrapping_add(sum), set.wrapping_sub(sum)] {
                    let key = Key::EMPTY.and(field(other)).and(changed);
                    assert_ne!(key.half(), base.half());
                    keys.insert(key.whole());
                    halves.insert((other, changed, key.half()));
                }
            }
        }
        assert_eq!(keys.len(), halves.len());
        assert!(!keys.contains(&base.whole()));
    }

    #[test]
    fn every_bit_and_the_order_count() {
        let mut keys = HashSet::new();
        let mut add = |key: Key| assert!(keys.insert(key.whole()));
        add(Key::EMPTY);
        (0..8).for_each(|i| add(Key::EMPTY.and(vec![0; i].as_slice())));
        for bit in 0..64 {
            add(Key::EMPTY.and(1u64 << bit));
            add(Key::EMPTY.and(1u64 << bit).and(2u64.rotate_left(bit)));
            add(Key::EMPTY.and(2u64.rotate_left(bit)).and(1u64 << bit));
        }
    }

    #[test]
    fn small_fields_have_places_of_their_own() {
        let mut keys = HashSet::new();
        for i in 0..8 {
            let mut bytes = [0u8; 8];
            bytes[i] = 255;
            assert!(keys.insert(Key::EMPTY.and(bytes).half()));
        }
        for i in 0..4 {
            let mut numbers = [0i16; 4];
            numbers[i] = -2;
            assert!(keys.insert(Key::EMPTY.and(numbers).half()));
        }
        assert!(keys.insert(Key::EMPTY.and([u32::MAX, 1]).half()));
        assert_eq!(pack::<9, 4>([511, 0, 511, 1]), 511 << 27 | 511 << 9 | 1);
    }
}
