//! What every game's position offers, whatever the rules: its moves, the positions after them, the
//! side to move, and how the position and its moves are shown. Counting, drawing, solving and
//! reports are written once, for any position of this kind.

use crate::{Diagram, Geometry, Side, Size, Square};

/// A position as a node of the tree of its moves, whatever the rules.
pub trait MoveTree<B>: Copy {
    /// A move.
    type Move: Copy;

    /// The moves of the side to move.
    fn tree_moves(&self, geometry: &Geometry<B>) -> impl Iterator<Item = Self::Move>;
    /// Their number, which is quicker to find than the moves.
    fn tree_count(&self, geometry: &Geometry<B>) -> u64;
    /// The position after one of them.
    fn tree_child(&self, geometry: &Geometry<B>, mv: Self::Move) -> Self;
    /// The side to move.
    fn side(&self) -> Side;
    /// The position on a board of this size.
    fn diagram(&self, size: Size) -> Diagram;
    /// The squares that a move names or covers, for drawings.
    fn move_squares(&self, mv: Self::Move, size: Size) -> Vec<Square>;
    /// A move as it is written.
    fn move_name(mv: Self::Move, size: Size) -> String;
}
