//! What both games' positions have in common: reading, moves, the positions after them, names and
//! drawings. Counting, solving, playing, drawing and reports are written once, for any position of
//! this kind.

use crate::{Bits, Diagram, Game, Geometry, Side, Size, Square};
use std::error::Error;
use std::fmt::Debug;

/// A position of a game with a side to move.
///
/// The rules crates have methods of the same names, which code for one game uses.
pub trait GamePosition: Copy + Debug + PartialEq + Send + Sync + 'static {
    /// Which game.
    const GAME: Game;
    /// The word that holds a set of squares.
    type Word: Bits;
    /// A move.
    type Move: Copy + Debug + PartialEq + Send + Sync;
    /// Why a diagram is not a position.
    type PositionError: Error + Clone + Send + Sync + 'static;
    /// Why a move is illegal.
    type IllegalMove: Error + Clone + Send + Sync + 'static;

    /// Reads the name of a board or a position string.
    ///
    /// # Errors
    /// What is wrong with it, in one line.
    fn read_board(text: &str) -> Result<Diagram, String>;
    /// The position of a diagram. Amazons needs a side to move there; in Domineering Vertical is
    /// first unless the diagram says otherwise.
    ///
    /// # Errors
    /// If the diagram is not a position of the game.
    fn from_diagram(diagram: &Diagram) -> Result<Self, Self::PositionError>;
    /// The position on a board of this size.
    fn diagram(&self, size: Size) -> Diagram;
    /// Whether all squares of the position are on a board of this size.
    fn fits(&self, size: Size) -> bool;
    /// The empty squares.
    fn empty(&self) -> Self::Word;
    /// The side to move.
    fn side(&self) -> Side;
    /// The same board with the other side to move.
    #[must_use]
    fn passed(self) -> Self;
    /// The least of the images of the position under the symmetries of the board.
    #[must_use]
    fn normal_form(&self, geometry: &Geometry<Self::Word>) -> Self;

    /// The moves of the side to move.
    fn moves(&self, geometry: &Geometry<Self::Word>) -> impl Iterator<Item = Self::Move>;
    /// Their number, which is quicker to find than the moves.
    fn count_moves(&self, geometry: &Geometry<Self::Word>) -> u64;
    /// The position after a legal move.
    #[must_use]
    fn child(&self, geometry: &Geometry<Self::Word>, mv: Self::Move) -> Self;
    /// The position after a move.
    ///
    /// # Errors
    /// If the move is not legal.
    fn play(
        &self,
        geometry: &Geometry<Self::Word>,
        mv: Self::Move,
    ) -> Result<Self, Self::IllegalMove>;

    /// Reads a move in any spelling; it may be illegal.
    ///
    /// # Errors
    /// What is wrong with it, in one line.
    fn read_move(size: Size, text: &str) -> Result<Self::Move, String>;
    /// Splits a list of moves, in any spelling; returns each with its column.
    fn split_moves(text: &str) -> impl Iterator<Item = (usize, &str)>;
    /// A move in the game's notation.
    fn move_name(mv: Self::Move, size: Size) -> String;
    /// A move in UCI's notation, one word.
    fn uci_name(mv: Self::Move, size: Size) -> String {
        Self::move_name(mv, size)
    }
    /// The squares that a move names (Amazons: from, to, arrow) or covers (Domineering).
    fn move_squares(&self, mv: Self::Move, size: Size) -> Vec<Square>;
    /// The move with these squares, which may be illegal.
    fn move_of(squares: &[Square]) -> Option<Self::Move>;
    /// The name of a square.
    fn square_name(size: Size, square: Square) -> String;
    /// Reads the name of a square.
    ///
    /// # Errors
    /// What is wrong with it, in one line.
    fn read_square(size: Size, text: &str) -> Result<Square, String>;
}
