//! Moves and their generation.

use crate::{Player, Position};
use lastmove_board::{Bits, Direction, Geometry, Square};

/// A move, named by the upper or the left one of its two squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move(pub Square);

impl Move {
    /// The two squares that the domino covers.
    #[inline]
    pub fn domino<B: Bits>(self, geometry: &Geometry<B>, player: Player) -> B {
        let bit = B::bit(self.0);
        match player {
            Player::Vertical => bit | bit << geometry.size().width() as u32,
            Player::Horizontal => bit | bit << 1,
        }
    }
}

/// The upper (for Vertical) or left (for Horizontal) squares of all dominoes that fit into a set
/// of free squares.
///
/// ```
/// use lastmove_board::{Bits, Geometry, Size};
/// use lastmove_domineering::{Player, moves_of};
/// let geometry = Geometry::<u64>::new(Size::new(3, 2).unwrap());
/// assert_eq!(moves_of(&geometry, geometry.all(), Player::Horizontal).count(), 4);
/// assert_eq!(moves_of(&geometry, geometry.all(), Player::Vertical).count(), 3);
/// ```
#[inline]
pub fn moves_of<B: Bits>(geometry: &Geometry<B>, empty: B, player: Player) -> B {
    let direction = match player {
        Player::Vertical => Direction::North,
        Player::Horizontal => Direction::West,
    };
    empty & geometry.shift(empty, direction)
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
