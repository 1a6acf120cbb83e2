//! What a table entry says of a position.

/// Something that packs into at most 56 bits.
pub trait Payload: Copy {
    /// How many bits [`Payload::pack`] uses.
    const BITS: u32;
    /// The payload as a number below `2^BITS`.
    fn pack(self) -> u64;
    /// The payload that was packed into these bits.
    fn unpack(bits: u64) -> Self;
}

/// Who wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Solved {
    /// whether the player to move wins
    pub win: bool,
}

impl Payload for Solved {
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
