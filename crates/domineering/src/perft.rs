//! Domineering as a tree of moves, for counting.
//!
//! ```
//! use lastmove_board::Geometry;
//! use lastmove_domineering::{Player, Position, board, perft};
//! let diagram = board::parse("2x2").unwrap();
//! let geometry = Geometry::<u64>::new(diagram.size());
//! let position = Position::with_side(&diagram, Player::Vertical).unwrap();
//! assert_eq!([0, 1, 2].map(|d| perft(&geometry, &position, d)), [1, 2, 0]);
//! ```

use crate::{Move, Player, Position};
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
    fn tree_child(&self, geometry: &Geometry<B>, mv: Move) -> Self {
        let mut after = *self;
        after.play_unchecked(geometry, mv);
        after
    }
    fn side(&self) -> Side {
        self.to_move().side()
    }
    fn diagram(&self, size: Size) -> Diagram {
        self.to_diagram(size)
    }
    fn move_squares(&self, mv: Move, size: Size) -> Vec<Square> {
        let step = if self.to_move() == Player::Vertical { size.width() as Square } else { 1 };
        vec![mv.0, mv.0 + step]
    }
    fn move_name(mv: Move, size: Size) -> String {
        mv.display(size).to_string()
    }
}
