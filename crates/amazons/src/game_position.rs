//! Amazons as code for any game sees it.
//!
//! ```
//! use lastmove_amazons::{Position, perft, start};
//! use lastmove_board::Geometry;
//! let diagram = start::parse("4x4").unwrap();
//! let geometry = Geometry::<u64>::new(diagram.size());
//! let position = Position::from_diagram(&diagram).unwrap();
//! assert_eq!(perft(&geometry, &position, 2), 4336);
//! ```

use crate::{IllegalMove, Move, Position, PositionError};
use lastmove_board::{Bits, Diagram, Game, GamePosition, Geometry, Side, Size, Square};

impl<B: Bits> GamePosition for Position<B> {
    const GAME: Game = Game::Amazons;
    type Word = B;
    type Move = Move;
    type PositionError = PositionError;
    type IllegalMove = IllegalMove;

    fn read_board(text: &str) -> Result<Diagram, String> {
        crate::start::parse(text).map_err(|e| e.to_string())
    }
    fn from_diagram(diagram: &Diagram) -> Result<Self, PositionError> {
        Self::from_diagram(diagram)
    }
    fn diagram(&self, size: Size) -> Diagram {
        self.to_diagram(size)
    }
    fn fits(&self, size: Size) -> bool {
        let all = self.white() | self.black() | self.empty();
        (all & !B::first_n(size.squares())).is_empty()
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
    fn child(&self, _: &Geometry<B>, mv: Move) -> Self {
        let mut after = *self;
        after.play_unchecked(mv);
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
    /// `d1d7,d7g7`.
    fn uci_name(mv: Move, size: Size) -> String {
        let [from, to, arrow] =
            [mv.from, mv.to, mv.arrow].map(|square| crate::square_name(size, square));
        format!("{from}{to},{to}{arrow}")
    }
    fn move_squares(&self, Move { from, to, arrow }: Move, _: Size) -> Vec<Square> {
        vec![from, to, arrow]
    }
    fn move_of(squares: &[Square]) -> Option<Move> {
        let &[from, to, arrow] = squares else { return None };
        Some(Move { from, to, arrow })
    }
    fn square_name(size: Size, square: Square) -> String {
        crate::square_name(size, square).to_string()
    }
    fn read_square(size: Size, text: &str) -> Result<Square, String> {
        crate::parse_square(size, text).map_err(|e| e.to_string())
    }
}
