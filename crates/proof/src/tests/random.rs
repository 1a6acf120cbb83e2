//! Random numbers that are the same on every run, and random positions.

use lastmove_amazons::{Colour, Position};
use lastmove_board::{Bits, Geometry, Size, Square};

/// Sebastiano Vigna's SplitMix64.
pub(super) struct Random(pub(super) u64);

impl Random {
    pub(super) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    pub(super) fn below(&mut self, n: usize) -> usize {
        (self.next() % n as u64) as usize
    }

    fn shuffled(&mut self, n: usize) -> Vec<Square> {
        let mut squares: Vec<Square> = (0..n as Square).collect();
        for i in (1..n).rev() {
            squares.swap(i, self.below(i + 1));
        }
        squares
    }

    /// A position of Amazons with this many amazons a side and empty squares.
    pub(super) fn amazons(&mut self, size: Size, each: [usize; 2], empty: usize) -> Position<u64> {
        let squares = self.shuffled(size.squares());
        let (white, rest) = squares.split_at(each[0]);
        let (black, rest) = rest.split_at(each[1]);
        let set = |squares: &[Square]| u64::from_squares(squares.iter().copied());
        let empty = set(&rest[..empty.min(rest.len())]);
        let to_move = Colour::BOTH[self.below(2)];
        Position::new(set(white), set(black), empty, to_move)
    }

    /// A set of free squares of Domineering.
    pub(super) fn region(&mut self, size: Size, free: usize) -> u64 {
        let squares = self.shuffled(size.squares());
        u64::from_squares(squares.into_iter().take(free))
    }
}

/// Whether both sides can reach a common square.
pub(super) fn contested(geometry: &Geometry<u64>, position: &Position<u64>) -> bool {
    let flood = |amazons: u64| {
        let mut reached = geometry.king_step(amazons) & position.empty();
        loop {
            let next = reached | geometry.king_step(reached) & position.empty();
            if next == reached {
                return reached;
            }
            reached = next;
        }
    };
    flood(position.white()) & flood(position.black()) != 0
}
