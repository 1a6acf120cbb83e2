//! Moves and their generation.

use crate::{Orientation, Position};
use lastmove_board::{Bits, Direction, Geometry, Square};

/// A move, identified by the upper or left one of its two squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move(pub Square);

impl Move {
    /// The two squares that the domino covers.
    #[inline]
    pub fn domino<B: Bits>(self, geometry: &Geometry<B>, player: Orientation) -> B {
        let bit = B::bit(self.0);
        match player {
            Orientation::Vertical => bit | bit.up(geometry.size().width() as u32),
            Orientation::Horizontal => bit | bit.up(1),
        }
    }
}

/// The upper (for Vertical) or left (for Horizontal) squares of all dominoes that fit into a set
/// of free squares.
///
/// ```
/// use lastmove_board::{Bits, Geometry, Size};
/// use lastmove_domineering::{Orientation, moves_of};
/// let geometry = Geometry::<u64>::new(Size::new(3, 2).unwrap());
/// assert_eq!(moves_of(&geometry, geometry.all(), Orientation::Horizontal).count(), 4);
/// assert_eq!(moves_of(&geometry, geometry.all(), Orientation::Vertical).count(), 3);
/// ```
#[inline]
pub fn moves_of<B: Bits>(geometry: &Geometry<B>, empty: B, player: Orientation) -> B {
    let direction = match player {
        Orientation::Vertical => Direction::North,
        Orientation::Horizontal => Direction::West,
    };
    empty & geometry.shift(empty, direction)
}

/// The squares of all dominoes that these moves place, each move identified as in [`moves_of`].
#[inline]
pub fn covered_by<B: Bits>(geometry: &Geometry<B>, moves: B, player: Orientation) -> B {
    moves | second_squares(geometry, moves, player)
}

/// The lower or right neighbours of all squares of a set.
#[inline]
fn second_squares<B: Bits>(geometry: &Geometry<B>, set: B, player: Orientation) -> B {
    let direction = match player {
        Orientation::Vertical => Direction::South,
        Orientation::Horizontal => Direction::East,
    };
    geometry.shift(set, direction)
}

/// The greatest number of dominoes of one player that fit into a set of free squares: half the
/// squares of every line of neighbours, rounded down. All lines are filled at once, each from its
/// beginning.
///
/// ```
/// use lastmove_board::{Bits, Geometry, Size};
/// use lastmove_domineering::{Orientation, most_moves};
/// let geometry = Geometry::<u64>::new(Size::new(5, 3).unwrap());
/// assert_eq!(most_moves(&geometry, geometry.all(), Orientation::Horizontal), 6);
/// assert_eq!(most_moves(&geometry, geometry.all(), Orientation::Vertical), 5);
/// ```
#[inline]
pub fn most_moves<B: Bits>(geometry: &Geometry<B>, mut free: B, player: Orientation) -> u32 {
    let mut dominoes = 0;
    loop {
        let moves = moves_of(geometry, free, player);
        let first = moves & !second_squares(geometry, free, player);
        if first.is_empty() {
            return dominoes;
        }
        dominoes += first.count();
        free &= !covered_by(geometry, first, player);
    }
}

impl<B: Bits> Position<B> {
    /// The moves of the player to move, in ascending order.
    #[inline]
    pub fn moves(
        &self,
        geometry: &Geometry<B>,
    ) -> impl ExactSizeIterator<Item = Move> + Clone + use<B> {
        moves_of(geometry, self.empty(), self.to_move()).squares().map(Move)
    }

    /// The number of moves of the player to move.
    #[inline]
    pub fn count_moves(&self, geometry: &Geometry<B>) -> u64 {
        u64::from(moves_of(geometry, self.empty(), self.to_move()).count())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use lastmove_board::Size;

    /// Counts domino by domino.
    fn laid(geometry: &Geometry<u64>, mut free: u64, player: Orientation) -> u32 {
        let mut dominoes = 0;
        while let Some(square) = moves_of(geometry, free, player).squares().next() {
            free &= !Move(square).domino(geometry, player);
            dominoes += 1;
        }
        dominoes
    }

    #[test]
    fn all_lines_at_once_are_as_one_by_one() {
        for (width, height) in [(1, 6), (6, 1), (4, 3), (3, 4)] {
            let geometry = Geometry::<u64>::new(Size::new(width, height).unwrap());
            for free in 0..=geometry.all() {
                for player in Orientation::BOTH {
                    let laid = laid(&geometry, free, player);
                    assert_eq!(most_moves(&geometry, free, player), laid, "{free:b} {player}");
                    let moves = moves_of(&geometry, free, player);
                    let dominoes =
                        moves.squares().map(|square| Move(square).domino(&geometry, player));
                    let all = dominoes.fold(0, |all, domino| all | domino);
                    assert_eq!(covered_by(&geometry, moves, player), all, "{free:b} {player}");
                }
            }
        }
    }
}
