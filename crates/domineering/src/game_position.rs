//! Domineering as code for any game sees it.
//!
//! ```
//! use lastmove_board::Geometry;
//! use lastmove_domineering::{Orientation, Position, board, perft};
//! let diagram = board::parse("2x2").unwrap();
//! let geometry = Geometry::<u64>::new(diagram.size());
//! let position = Position::with_side(&diagram, Orientation::Vertical).unwrap();
//! assert_eq!([0, 1, 2].map(|d| perft(&geometry, &position, d)), [1, 2, 0]);
//! ```

use crate::{IllegalMove, Move, Orientation, Position, PositionError};
use lastmove_board::{Bits, Diagram, Game, GamePosition, Geometry, Side, Size, Square};

impl<B: Bits> GamePosition for Position<B> {
    const GAME: Game = Game::Domineering;
    type Word = B;
    type Move = Move;
    type PositionError = PositionError;
    type IllegalMove = IllegalMove;

    fn read_board(text: &str) -> Result<Diagram, String> {
        crate::board::parse(text).map_err(|e| e.to_string())
    }
    fn from_diagram(diagram: &Diagram) -> Result<Self, PositionError> {
        Self::from_diagram(diagram)
    }
    fn diagram(&self, size: Size) -> Diagram {
        self.to_diagram(size)
    }
    fn fits(&self, size: Size) -> bool {
        (self.empty() & !B::first_n(size.squares())).is_empty()
    }
    fn empty(&self) -> B {
        self.empty()
    }
    fn side(&self) -> Side {
        self.to_move().side()
    }
    fn passed(self) -> Self {
        self.passed()
    }
    fn normal_form(&self, geometry: &Geometry<B>) -> Self {
        self.normal_form(geometry)
    }
    #[inline]
    fn moves(&self, geometry: &Geometry<B>) -> impl Iterator<Item = Move> {
        self.moves(geometry)
    }
    #[inline]
    fn count_moves(&self, geometry: &Geometry<B>) -> u64 {
        self.count_moves(geometry)
    }
    #[inline]
    fn child(&self, geometry: &Geometry<B>, mv: Move) -> Self {
        let mut after = *self;
        after.play_unchecked(geometry, mv);
        after
    }
    fn play(&self, geometry: &Geometry<B>, mv: Move) -> Result<Self, IllegalMove> {
        self.play(geometry, mv)
    }
    fn read_move(size: Size, text: &str) -> Result<Move, String> {
        crate::parse_move(size, text).map_err(|e| e.to_string())
    }
    fn split_moves(text: &str) -> impl Iterator<Item = (usize, &str)> {
        crate::split_moves(text)
    }
    fn move_name(mv: Move, size: Size) -> String {
        mv.display(size).to_string()
    }
    fn move_squares(&self, mv: Move, size: Size) -> Vec<Square> {
        let step = if self.to_move() == Orientation::Vertical { size.width() as Square } else { 1 };
        vec![mv.0, mv.0 + step]
    }
    fn move_of(squares: &[Square]) -> Option<Move> {
        squares.first().copied().map(Move)
    }
    fn square_name(size: Size, square: Square) -> String {
        Self::move_name(Move(square), size)
    }
    fn read_square(size: Size, text: &str) -> Result<Square, String> {
        Self::read_move(size, text).map(|mv| mv.0)
    }
}
