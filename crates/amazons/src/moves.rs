//! Moves and move generation.

use crate::{Colour, Position};
use lastmove_board::{Bits, Geometry, Square};

/// A move: an amazon moves from one square to another and shoots at a third.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move {
    /// the square where the amazon starts
    pub from: Square,
    /// the square where it arrives
    pub to: Square,
    /// the square that is burnt
    pub arrow: Square,
}

impl<B: Bits> Position<B> {
    /// The moves of the side to move, in ascending order of (from, to, arrow).
    ///
    /// ```
    /// use lastmove_amazons::{Position, start};
    /// use lastmove_board::Geometry;
    /// let diagram = start::parse("q1Q w").unwrap();
    /// let geometry = Geometry::<u64>::new(diagram.size());
    /// let position = Position::from_diagram(&diagram).unwrap();
    /// assert_eq!(position.moves(&geometry).count(), 1);
    /// ```
    pub fn moves<'g>(
        &self,
        geometry: &'g Geometry<B>,
    ) -> impl Iterator<Item = Move> + Clone + use<'g, B> {
        let (amazons, empty) = (self.amazons(self.to_move()), self.empty());
        amazons.squares().flat_map(move |from| {
            let vacated = empty | B::bit(from);
            geometry.queen_reach(from, empty).squares().flat_map(move |to| {
                let arrows = geometry.queen_reach(to, vacated).squares();
                arrows.map(move |arrow| Move { from, to, arrow })
            })
        })
    }

    /// Calls `visit` with every move of one side, for inner loops.
    #[inline]
    pub fn for_each_move(
        &self,
        geometry: &Geometry<B>,
        colour: Colour,
        mut visit: impl FnMut(Move),
    ) {
        visit_moves(geometry, self.amazons(colour), self.empty(), |mv, _, _| visit(mv));
    }

    /// Whether a side has a move: an amazon next to an empty square.
    #[inline]
    pub fn can_move(&self, geometry: &Geometry<B>, colour: Colour) -> bool {
        geometry.king_step(self.amazons(colour)).meets(self.empty())
    }
}

/// Calls `visit` with every move of these amazons over empty squares, in ascending order, with the
/// amazons and the empty squares after it.
#[inline]
pub fn visit_moves<B: Bits>(
    geometry: &Geometry<B>,
    amazons: B,
    empty: B,
    mut visit: impl FnMut(Move, B, B),
) {
    for from in amazons.squares() {
        let vacated = empty | B::bit(from);
        for to in geometry.queen_reach(from, empty).squares() {
            let moved = amazons ^ B::bit(from) ^ B::bit(to);
            for arrow in geometry.queen_reach(to, vacated).squares() {
                let rest = vacated & !B::bit(to) & !B::bit(arrow);
                visit(Move { from, to, arrow }, moved, rest);
            }
        }
    }
}
