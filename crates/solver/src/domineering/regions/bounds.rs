//! The bounds of a region, for the player who plays along its rows.

use crate::table::Payload;

/// Lower bounds of a region's value, in units of 1/64; each of them is valid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Bounds {
    /// the value is at least this number
    pub(crate) number: i16,
    /// and at least each of these switches {a | b}, a >= b; for a region that is a number they
    /// are that number twice
    pub(crate) best: Switch,
    pub(crate) cool: Switch,
    /// whether the value of the region is exactly that number
    pub(crate) exact: bool,
}

impl Bounds {
    /// The bounds of 0.
    pub(crate) const ZERO: Self = Self::number(0);
    /// A placeholder: all bits are zero, which is fastest to write.
    pub(crate) const BLANK: Self = Self { exact: false, ..Self::ZERO };

    /// Twice the greatest mean of the bounds.
    #[inline]
    pub(crate) fn doubled_mean(&self) -> i32 {
        (i32::from(self.best.a) + i32::from(self.best.b)).max(2 * i32::from(self.number))
    }

    /// The bounds of a number.
    pub(crate) const fn number(n: i16) -> Self {
        let switch = Switch { a: n, b: n };
        Self { number: n, best: switch, cool: switch, exact: true }
    }
}

/// {a | b} in units of 1/64.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Switch {
    pub(crate) a: i16,
    pub(crate) b: i16,
}

/// The number 1 in the units of bounds.
pub(crate) const UNIT: i16 = 64;
const BITS: u32 = 11;
/// The greatest magnitude that fits.
pub(crate) const LIMIT: i16 = (1 << (BITS - 1)) - 1;

impl Payload for Bounds {
    const BITS: u32 = 5 * BITS + 1;

    #[inline]
    fn pack(self) -> u64 {
        [self.number, self.best.a, self.best.b, self.cool.a, self.cool.b]
            .iter()
            .fold(u64::from(self.exact), |bits, &n| bits << BITS | (n as u64 & ((1 << BITS) - 1)))
    }

    #[inline]
    fn unpack(bits: u64) -> Self {
        let field = |i: u32| ((bits >> (BITS * i)) << (64 - BITS)) as i64 >> (64 - BITS);
        let field = |i: u32| field(i) as i16;
        Self {
            cool: Switch { b: field(0), a: field(1) },
            best: Switch { b: field(2), a: field(3) },
            number: field(4),
            exact: bits >> (5 * BITS) & 1 != 0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packing_is_lossless() {
        for n in [-700i16, -64, -1, 0, 1, 63, 700] {
            for exact in [false, true] {
                let bounds = Bounds {
                    number: n,
                    best: Switch { a: n + 3, b: -n },
                    cool: Switch { a: n + 1, b: n - 2 },
                    exact,
                };
                assert!(bounds.pack() < 1 << Bounds::BITS);
                assert_eq!(Bounds::unpack(bounds.pack()), bounds);
            }
        }
    }
}
