//! A position as one number, by which levels are sorted and in which they are stored.
//!
//! ```text
//! Amazons, n squares:   amazons (n bits) | burnt or loser's amazon (n bits)
//! Domineering:          occupied (n bits)
//! ```
//! Bit s of each part is square s. The first part is the more significant one.

use std::hash::Hash;

/// An integer wide enough for two sets of squares.
pub(crate) trait Key:
    Copy + Ord + Hash + Default + Send + Sync + std::fmt::Debug + 'static
{
    /// `high * 2^n + low`, both below `2^n`.
    fn join(high: u128, low: u128, n: u32) -> Self;
    /// The two parts; the high one may be out of range if the number comes from a file.
    fn split(self, n: u32) -> (u128, u128);
    /// The difference from a smaller key.
    #[cfg(test)]
    fn minus(self, smaller: Self) -> Self;
    /// The sum; `None` if it overflows.
    fn plus(self, other: Self) -> Option<Self>;
    /// The lowest seven bits.
    fn low7(self) -> u8;
    /// All but the lowest seven bits.
    fn shifted7(self) -> Self;
    /// `bits << at`; `None` if bits are lost.
    fn placed7(bits: u8, at: u32) -> Option<Self>;
}

macro_rules! native_key {
    ($word:ty) => {
        impl Key for $word {
            #[inline]
            fn join(high: u128, low: u128, n: u32) -> Self {
                (high as $word) << n | low as $word
            }
            #[inline]
            fn split(self, n: u32) -> (u128, u128) {
                ((self >> n) as u128, (self & ((1 << n) - 1)) as u128)
            }
            #[cfg(test)]
            fn minus(self, smaller: Self) -> Self {
                self - smaller
            }
            #[inline]
            fn plus(self, other: Self) -> Option<Self> {
                self.checked_add(other)
            }
            #[inline]
            fn low7(self) -> u8 {
                self as u8 & 127
            }
            #[inline]
            fn shifted7(self) -> Self {
                self >> 7
            }
            #[inline]
            fn placed7(bits: u8, at: u32) -> Option<Self> {
                let word = <$word>::from(bits).checked_shl(at).unwrap_or(0);
                (bits == 0 || at < <$word>::BITS && word >> at == <$word>::from(bits))
                    .then_some(word)
            }
        }
    };
}

native_key!(u64);
native_key!(u128);

/// 256 bits, for boards of more than 64 squares. The high word comes first, so the derived order is
/// the numeric order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
pub(crate) struct Wide(u128, u128);

impl Key for Wide {
    fn join(high: u128, low: u128, n: u32) -> Self {
        if n == 128 { Self(high, low) } else { Self(high >> (128 - n), high << n | low) }
    }
    fn split(self, n: u32) -> (u128, u128) {
        if n == 128 {
            return (self.0, self.1);
        }
        // A number from a file may hold more than 2n bits: then return a high part that no board
        // has.
        let too_much = self.0 >> n != 0;
        let high = self.0 << (128 - n) | self.1 >> n;
        (if too_much { u128::MAX } else { high }, self.1 & ((1 << n) - 1))
    }
    #[cfg(test)]
    fn minus(self, smaller: Self) -> Self {
        let (low, borrow) = self.1.overflowing_sub(smaller.1);
        Self(self.0 - smaller.0 - u128::from(borrow), low)
    }
    fn plus(self, other: Self) -> Option<Self> {
        let (low, carry) = self.1.overflowing_add(other.1);
        let high = self.0.checked_add(other.0)?.checked_add(u128::from(carry))?;
        Some(Self(high, low))
    }
    fn low7(self) -> u8 {
        self.1 as u8 & 127
    }
    fn shifted7(self) -> Self {
        Self(self.0 >> 7, self.1 >> 7 | self.0 << 121)
    }
    fn placed7(bits: u8, at: u32) -> Option<Self> {
        let wide = u128::from(bits);
        match at {
            _ if bits == 0 => Some(Self(0, 0)),
            0 => Some(Self(0, wide)),
            1..=127 => Some(Self(wide >> (128 - at), wide << at)),
            128..=255 => {
                let high = wide << (at - 128);
                (high >> (at - 128) == wide).then_some(Self(high, 0))
            }
            _ => None,
        }
    }
}

/// Appends a number, seven bits a byte, the lowest first; the top bit is set in all bytes but the
/// last.
pub(crate) fn write_number<K: Key>(mut number: K, out: &mut Vec<u8>) {
    while number.shifted7() != K::default() {
        out.push(number.low7() | 128);
        number = number.shifted7();
    }
    out.push(number.low7());
}

/// Reads what [`write_number`] wrote; `None` if the bytes end or the number is too large or not
/// written in the shortest way.
pub(crate) fn read_number<K: Key>(bytes: &mut &[u8]) -> Option<K> {
    let mut number = K::default();
    let mut at = 0;
    loop {
        let (&byte, rest) = bytes.split_first()?;
        *bytes = rest;
        // the bits do not overlap, so the sum is exact
        number = number.plus(K::placed7(byte & 127, at)?)?;
        if byte < 128 {
            return (byte != 0 || at == 0).then_some(number);
        }
        at += 7;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn round_trip<K: Key>(high: u128, low: u128, n: u32) {
        let mask = if n == 128 { u128::MAX } else { (1 << n) - 1 };
        let (high, low) = (high & mask, low & mask);
        let key = K::join(high, low, n);
        assert_eq!(key.split(n), (high, low));
        let mut bytes = Vec::new();
        write_number(key, &mut bytes);
        assert_eq!(read_number::<K>(&mut &bytes[..]), Some(key));
        assert_eq!(key.minus(K::join(0, low, n)), K::join(high, 0, n));
        assert_eq!(K::join(high, 0, n).plus(K::join(0, low, n)), Some(key));
    }

    proptest! {
        #[test]
        fn keys_survive(high: u128, low: u128, n in 1u32..=128) {
            match n {
                0..=31 => round_trip::<u64>(high, low, n),
                32..=63 => round_trip::<u128>(high, low, n),
                _ => round_trip::<Wide>(high, low, n),
            }
        }

        #[test]
        fn order_is_that_of_the_parts(a: (u128, u128), b: (u128, u128), n in 65u32..=128) {
            let mask = if n == 128 { u128::MAX } else { (1 << n) - 1 };
            let (a, b) = ((a.0 & mask, a.1 & mask), (b.0 & mask, b.1 & mask));
            prop_assert_eq!(
                Wide::join(a.0, a.1, n).cmp(&Wide::join(b.0, b.1, n)),
                a.cmp(&b)
            );
        }
    }

    #[test]
    fn numbers_have_one_spelling() {
        assert_eq!(read_number::<u64>(&mut &[0x80, 0x00][..]), None);
        assert_eq!(read_number::<u64>(&mut &[0x80][..]), None);
        assert_eq!(read_number::<u64>(&mut &[0xff; 12][..]), None);
        assert_eq!(read_number::<u64>(&mut &[0x05, 9][..]), Some(5));
    }
}
