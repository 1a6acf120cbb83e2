//! The rules of both games written out plainly, and who wins by brute force: what the tests of the
//! other crates compare with. It uses none of them, so that a mistake there is not made here too.

pub mod amazons;
pub mod domineering;
mod search;

use std::hash::Hash;
use std::ops::{BitAnd, BitOr, BitXor, Not};

/// A set of squares: a word of 64 bits for boards of up to 64 squares, or one of 128.
pub trait Set:
    Copy
    + Ord
    + Hash
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
{
    /// The empty set.
    const NONE: Self;
    /// The set of one square.
    fn square(square: u8) -> Self;
    /// The number of squares.
    fn size(self) -> u32;

    /// Whether a square belongs to it.
    fn holds(self, square: u8) -> bool {
        self & Self::square(square) != Self::NONE
    }
}

macro_rules! set {
    ($($word:ty)*) => {
        $(impl Set for $word {
            const NONE: Self = 0;
            fn square(square: u8) -> Self {
                1 << square
            }
            fn size(self) -> u32 {
                self.count_ones()
            }
        })*
    };
}

set!(u64 u128);
