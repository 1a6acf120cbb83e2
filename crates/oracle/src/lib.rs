//! The rules of both games in their simplest form, and the winner by brute force. The tests of the
//! other crates compare with it. It uses none of those crates, so that it does not repeat their
//! mistakes.
//!
//! ```
//! use lastmove_oracle::domineering::Oracle;
//! let mut oracle: Oracle = Oracle::new(2, 2);
//! assert!(oracle.wins(0b1111, true), "a vertical domino leaves no room for a horizontal one");
//! ```

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

    /// Whether the set contains a square.
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
