//! Random positions.

use lastmove_amazons::{Colour, Position};
use lastmove_board::{Bits, Geometry, Size, Square};
use lastmove_work::Random;

/// Generates random positions.
pub(super) trait RandomPosition {
    /// A position of Amazons with this many amazons a side and empty squares.
    fn amazons(&mut self, size: Size, each: [usize; 2], empty: usize) -> Position<u64>;
    /// A set of free squares of Domineering.
    fn region(&mut self, size: Size, free: usize) -> u64;
}

fn shuffled(random: &mut Random, n: usize) -> Vec<Square> {
    let mut squares: Vec<Square> = (0..n as Square).collect();
    for i in (1..n).rev() {
        squares.swap(i, random.below(i + 1));
    }
    squares
}

impl RandomPosition for Random {
    fn amazons(&mut self, size: Size, each: [usize; 2], empty: usize) -> Position<u64> {
        let squares = shuffled(self, size.squares());
        let (white, rest) = squares.split_at(each[0]);
        let (black, rest) = rest.split_at(each[1]);
        let set = |squares: &[Square]| u64::from_squares(squares.iter().copied());
        let empty = set(&rest[..empty.min(rest.len())]);
        let to_move = Colour::BOTH[self.below(2)];
        Position::new(set(white), set(black), empty, to_move)
    }

    fn region(&mut self, size: Size, free: usize) -> u64 {
        let squares = shuffled(self, size.squares());
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
