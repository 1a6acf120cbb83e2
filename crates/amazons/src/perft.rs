//! Amazons as a tree of moves, to be counted.
//!
//! ```
//! use lastmove_amazons::{Position, perft, start};
//! use lastmove_board::Geometry;
//! let diagram = start::parse("4x4").unwrap();
//! let geometry = Geometry::<u64>::new(diagram.size());
//! let position = Position::from_diagram(&diagram).unwrap();
//! assert_eq!(perft(&geometry, &position, 2), 4336);
//! ```

use crate::{Move, Position};
use lastmove_board::{Bits, Diagram, Geometry, MoveTree, Side, Size, Square};

impl<B: Bits> MoveTree<B> for Position<B> {
    type Move = Move;

    #[inline]
    fn tree_moves(&self, geometry: &Geometry<B>) -> impl Iterator<Item = Move> {
        self.moves(geometry)
    }
    #[inline]
    fn tree_count(&self, geometry: &Geometry<B>) -> u64 {
        self.count_moves(geometry)
    }
    #[inline]
    fn tree_child(&self, _: &Geometry<B>, mv: Move) -> Self {
        let mut after = *self;
        after.play_unchecked(mv);
        after
    }
    fn side(&self) -> Side {
        self.to_move().side()
    }
    fn diagram(&self, size: Size) -> Diagram {
        self.to_diagram(size)
    }
    fn move_squares(&self, Move { from, to, arrow }: Move, _: Size) -> Vec<Square> {
        vec![from, to, arrow]
    }
    fn move_name(mv: Move, size: Size) -> String {
        mv.display(size).to_string()
    }
}
