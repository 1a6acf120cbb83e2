//! The content of a table entry.

use crate::Verdict;

/// A value that packs into at most 56 bits.
pub trait Payload: Copy {
    /// How many bits [`Payload::pack`] uses.
    const BITS: u32;
    /// The payload as a number below `2^BITS`.
    fn pack(self) -> u64;
    /// The payload that was packed into these bits.
    fn unpack(bits: u64) -> Self;
    /// Whether it is the final result of its position.
    fn is_final(self) -> bool {
        true
    }
}

/// The winner of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KnownWinner {
    /// whether the player to move wins
    pub win: bool,
}

impl Payload for KnownWinner {
    const BITS: u32 = 1;

    #[inline]
    fn pack(self) -> u64 {
        u64::from(self.win)
    }

    #[inline]
    fn unpack(bits: u64) -> Self {
        Self { win: bits != 0 }
    }
}

/// Proof and disproof numbers of the player to move, up to [`Numbers::INFINITE`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Numbers {
    /// how hard it is to prove a win; 0 if it is proven
    pub proof: u32,
    /// how hard it is to prove a loss; 0 if it is proven
    pub disproof: u32,
}

impl Numbers {
    /// The number of a proof that is impossible.
    pub const INFINITE: u32 = (1 << 24) - 1;
    /// The player to move wins.
    pub const WIN: Self = Self { proof: 0, disproof: Self::INFINITE };
    /// The player to move loses.
    pub const LOSS: Self = Self { proof: Self::INFINITE, disproof: 0 };

    /// Whether the winner is known.
    #[inline]
    pub fn is_solved(self) -> bool {
        self.proof == 0 || self.disproof == 0
    }
}

impl From<Verdict> for Numbers {
    /// Numbers without an estimate of how hard an undecided position is.
    fn from(verdict: Verdict) -> Self {
        match verdict {
            Verdict::Win => Self::WIN,
            Verdict::Loss => Self::LOSS,
            Verdict::Unknown => Self { proof: 1, disproof: 1 },
        }
    }
}

impl Payload for Numbers {
    const BITS: u32 = 48;

    #[inline]
    fn pack(self) -> u64 {
        u64::from(self.proof) << 24 | u64::from(self.disproof)
    }

    #[inline]
    fn unpack(bits: u64) -> Self {
        Self { proof: (bits >> 24) as u32, disproof: bits as u32 & Self::INFINITE }
    }

    fn is_final(self) -> bool {
        self.is_solved()
    }
}
