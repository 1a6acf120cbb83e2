//! Moves and their generation.

use crate::{Colour, Position};
use lastmove_board::{Bits, Geometry, Square};

/// A move: an amazon goes from one square to another and shoots at a third.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move {
    /// where the amazon comes from
    pub from: Square,
    /// where it goes
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
    pub fn moves<'g>(&self, geometry: &'g Geometry<B>) -> Moves<'g, B> {
        Moves {
            geometry,
            empty: self.empty(),
            from: 0,
            amazons: self.amazons(self.to_move()),
            to: 0,
            targets: B::NONE,
            arrows: B::NONE,
        }
    }

    /// Calls `visit` with every move of one side: what a search does in its inner loop.
    #[inline]
    pub fn for_each_move(
        &self,
        geometry: &Geometry<B>,
        colour: Colour,
        mut visit: impl FnMut(Move),
    ) {
        for from in self.amazons(colour).squares() {
            let vacated = self.empty() | B::bit(from);
            for to in geometry.queen_reach(from, self.empty()).squares() {
                for arrow in geometry.queen_reach(to, vacated).squares() {
                    visit(Move { from, to, arrow });
                }
            }
        }
    }

    /// Whether a side has any move: an amazon next to an empty square.
    #[inline]
    pub fn can_move(&self, geometry: &Geometry<B>, colour: Colour) -> bool {
        geometry.king_step(self.amazons(colour)).meets(self.empty())
    }
}

/// Iterates over the moves of a position; made by [`Position::moves`].
#[derive(Clone, Debug)]
pub struct Moves<'g, B> {
    geometry: &'g Geometry<B>,
    empty: B,
    amazons: B,
    from: Square,
    targets: B,
    to: Square,
    arrows: B,
}

impl<B: Bits> Iterator for Moves<'_, B> {
    type Item = Move;

    #[inline]
    fn next(&mut self) -> Option<Move> {
        while self.arrows.is_empty() {
            while self.targets.is_empty() {
                if self.amazons.is_empty() {
                    return None;
                }
                self.from = self.amazons.lowest();
                self.amazons = self.amazons.without_lowest();
                self.targets = self.geometry.queen_reach(self.from, self.empty);
            }
            self.to = self.targets.lowest();
            self.targets = self.targets.without_lowest();
            self.arrows = self.geometry.queen_reach(self.to, self.empty | B::bit(self.from));
        }
        let arrow = self.arrows.lowest();
        self.arrows = self.arrows.without_lowest();
        Some(Move { from: self.from, to: self.to, arrow })
    }
}
