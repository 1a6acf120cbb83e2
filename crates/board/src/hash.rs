//! Keys for hashing positions, and a hash that follows all symmetries of the board at once.

use crate::symmetry::{MAX_SYMMETRIES, Symmetry};
use crate::{Bits, MAX_SQUARES, Square};

/// A good invertible mixer of 64 bits (the finaliser of SplitMix64).
#[inline]
pub const fn mix(mut x: u64) -> u64 {
    x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}

/// One random key per square for one kind of thing that can stand there. The keys are the same
/// in every run, so that hashes may be stored.
#[derive(Clone, Debug)]
pub struct SquareKeys([u64; MAX_SQUARES]);

impl SquareKeys {
    /// The keys of the kind with this number.
    pub const fn new(kind: u64) -> Self {
        let mut keys = [0; MAX_SQUARES];
        let mut i = 0;
        while i < MAX_SQUARES {
            keys[i] =
                mix((kind << 32 | i as u64).wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15));
            i += 1;
        }
        Self(keys)
    }

    /// The key of a square.
    #[inline]
    pub fn key(&self, square: Square) -> u64 {
        self.0[square as usize]
    }
}

/// The hash of a position and of its images under every symmetry of the board, kept up to date
/// move by move. Two positions that are images of each other have the same hashes in another
/// order, hence the same [`SymmetricHash::least`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SymmetricHash {
    images: [u64; MAX_SYMMETRIES],
    count: u8,
}

impl SymmetricHash {
    /// The hash of nothing on a board with these symmetries.
    pub fn new<B: Bits>(symmetries: &[Symmetry<B>]) -> Self {
        Self { images: [0; MAX_SYMMETRIES], count: symmetries.len() as u8 }
    }

    /// Puts something on a square, or takes it away again.
    #[inline]
    pub fn toggle<B: Bits>(
        &mut self,
        symmetries: &[Symmetry<B>],
        keys: &SquareKeys,
        square: Square,
    ) {
        for (image, symmetry) in self.images.iter_mut().zip(symmetries) {
            *image ^= keys.key(symmetry.square(square));
        }
    }

    /// Puts something on every square of a set.
    pub fn toggle_all<B: Bits>(&mut self, symmetries: &[Symmetry<B>], keys: &SquareKeys, set: B) {
        for square in set.squares() {
            self.toggle(symmetries, keys, square);
        }
    }

    /// Adds something that no symmetry changes, such as the side to move.
    #[inline]
    pub fn toggle_everywhere(&mut self, key: u64) {
        for image in &mut self.images[..self.count as usize] {
            *image ^= key;
        }
    }

    /// The hash of the position as it stands.
    #[inline]
    pub fn plain(&self) -> u64 {
        self.images[0]
    }

    /// The hashes under all symmetries, the identity first.
    #[inline]
    pub fn all(&self) -> &[u64] {
        &self.images[..self.count as usize]
    }

    /// The same for all images of a position.
    #[inline]
    pub fn least(&self) -> u64 {
        self.all().iter().copied().min().unwrap_or(0)
    }
}
