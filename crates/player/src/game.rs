//! The games that engines play, protocols speak of and matches are made of.

use crate::classical::Classical;
use crate::domineering::DomineeringMind;
use crate::strong::Strong;
use crate::{AmazonsJudge, DomineeringJudge, Judge, Kind, Mind, Options};
use lastmove_amazons::{self as amazons, Colour};
use lastmove_board::{Bits, Diagram, Geometry, MoveTree, Side, Size, with_bits};
use lastmove_domineering::{self as domineering, Player};
use std::error::Error;
use std::fmt::{Debug, Display};

/// Positions of Amazons on any board of up to 128 squares.
pub type Amazons = amazons::Position<u128>;
/// Positions of Domineering on any board of up to 128 squares.
pub type Domineering = domineering::Position<u128>;

/// A position of a game that can be played here: [`Amazons`] or [`Domineering`].
///
/// ```
/// use lastmove_player::{Amazons, Domineering, Playable};
/// let board = Domineering::read_board("4x5").unwrap();
/// let mv = Domineering::read_move(board.size(), "2,3").unwrap();
/// assert_eq!(Domineering::spell(mv, board.size()), "2,3");
/// let board = Amazons::read_board("10x10").unwrap();
/// let mv = Amazons::read_move(board.size(), "d1-d7/g7").unwrap();
/// assert_eq!(Amazons::spell(mv, board.size()), "d1d7,d7g7");
/// ```
pub trait Playable:
    MoveTree<u128, Move: Debug + PartialEq + Send + Sync> + Debug + PartialEq + Send + Sync + 'static
{
    /// The name of the game in small letters.
    const NAME: &'static str;
    /// The board where none is named.
    const BOARD: &'static str;
    /// The sides; the first one is White in the language of protocols and tables.
    const SIDES: [Self::Player; 2];
    /// A side.
    type Player: Copy + Debug + PartialEq + Display + Into<Side> + Send + Sync;
    /// Why a diagram is no position.
    type PositionError: Error + Clone + Send + Sync + 'static;
    /// Why a move is refused.
    type IllegalMove: Error + Clone + Send + Sync + 'static;
    /// Who knows what is sure.
    type Judge: Judge<Self>;

    /// Reads the name of a board or a position string.
    ///
    /// # Errors
    /// What is wrong with it, in one line.
    fn read_board(text: &str) -> Result<Diagram, String>;
    /// A position from a diagram.
    ///
    /// # Errors
    /// If it is none of this game.
    fn read_position(diagram: &Diagram) -> Result<Self, Self::PositionError>;
    /// Reads a move in any spelling.
    ///
    /// # Errors
    /// What is wrong with it, in one line.
    fn read_move(size: Size, text: &str) -> Result<Self::Move, String>;
    /// Cuts a list of moves in any spelling, each with its column.
    fn split_moves(text: &str) -> Vec<(usize, &str)>;
    /// A move as UCI writes it, in one word.
    fn spell(mv: Self::Move, size: Size) -> String;
    /// Whose move it is.
    fn player(&self) -> Self::Player;
    /// The same board with the other side to move.
    fn pass(self) -> Self;
    /// The position after a move.
    ///
    /// # Errors
    /// If the move is not legal.
    fn after(&self, geometry: &Geometry<u128>, mv: Self::Move) -> Result<Self, Self::IllegalMove>;
    /// How many squares are empty.
    fn empty_squares(&self) -> u32;
    /// The least of the images of the position: the same for mirror images.
    fn normal(&self, geometry: &Geometry<u128>) -> Self;
    /// Whether no square of the position is beyond a board.
    fn fits(&self, size: Size) -> bool;
    /// Who thinks about a position on a board, as the options say.
    fn new_mind(size: Size, position: &Self, options: &Options) -> Box<dyn Mind<Self>>;
    /// Whether this kind of player plays the game.
    ///
    /// # Errors
    /// Why not, in one line.
    fn accepts(kind: &Kind) -> Result<(), String>;

    /// The other side.
    fn opponent(player: Self::Player) -> Self::Player {
        let [first, second] = Self::SIDES;
        if player == first { second } else { first }
    }
    /// 0 for the first of [`Playable::SIDES`], 1 for the other.
    fn seat(side: impl Into<Side>) -> usize {
        usize::from(side.into() != Self::SIDES[0].into())
    }
    /// The side that a word or letter names; `w` and `b` stand for Right and Left in Domineering.
    fn side_named(word: &str) -> Option<Self::Player>;
}

impl Playable for Amazons {
    const NAME: &'static str = "amazons";
    const BOARD: &'static str = "10x10";
    const SIDES: [Colour; 2] = [Colour::White, Colour::Black];
    type Player = Colour;
    type PositionError = amazons::PositionError;
    type IllegalMove = amazons::IllegalMove;
    type Judge = AmazonsJudge;

    fn read_board(text: &str) -> Result<Diagram, String> {
        amazons::start::parse(text).map_err(|e| e.to_string())
    }
    fn read_position(diagram: &Diagram) -> Result<Self, amazons::PositionError> {
        Self::from_diagram(diagram)
    }
    fn read_move(size: Size, text: &str) -> Result<amazons::Move, String> {
        amazons::parse_move(size, text).map_err(|e| e.to_string())
    }
    fn split_moves(text: &str) -> Vec<(usize, &str)> {
        amazons::split_moves(text).collect()
    }
    /// `d1d7,d7g7`.
    fn spell(mv: amazons::Move, size: Size) -> String {
        let [from, to, arrow] =
            [mv.from, mv.to, mv.arrow].map(|square| amazons::square_name(size, square));
        format!("{from}{to},{to}{arrow}")
    }
    fn player(&self) -> Colour {
        self.to_move()
    }
    fn pass(self) -> Self {
        self.passed()
    }
    fn after(
        &self,
        geometry: &Geometry<u128>,
        mv: amazons::Move,
    ) -> Result<Self, amazons::IllegalMove> {
        self.play(geometry, mv)
    }
    fn empty_squares(&self) -> u32 {
        self.empty().count_ones()
    }
    fn normal(&self, geometry: &Geometry<u128>) -> Self {
        self.normal_form(geometry)
    }
    fn fits(&self, size: Size) -> bool {
        let all = self.white() | self.black() | self.empty();
        all & !u128::first_n(size.squares()) == 0
    }
    fn new_mind(size: Size, position: &Self, options: &Options) -> Box<dyn Mind<Self>> {
        with_bits!(size, B => amazons_mind::<B>(size, position, options))
    }
    fn accepts(_: &Kind) -> Result<(), String> {
        Ok(())
    }
    fn side_named(word: &str) -> Option<Colour> {
        named(word)
    }
}

fn amazons_mind<B: Bits>(
    size: Size,
    position: &Amazons,
    options: &Options,
) -> Box<dyn Mind<Amazons>> {
    let (geometry, position) = (Geometry::new(size), position.to_bits::<B>());
    match &options.kind {
        Kind::Strong(settings) => {
            Box::new(Strong::new(geometry, position, settings.clone(), options))
        }
        Kind::Classical(settings) => {
            Box::new(Classical::new(geometry, position, settings.clone(), options))
        }
    }
}

impl Playable for Domineering {
    const NAME: &'static str = "domineering";
    const BOARD: &'static str = "8x8";
    const SIDES: [Player; 2] = [Player::Horizontal, Player::Vertical];
    type Player = Player;
    type PositionError = domineering::PositionError;
    type IllegalMove = domineering::IllegalMove;
    type Judge = DomineeringJudge;

    fn read_board(text: &str) -> Result<Diagram, String> {
        domineering::board::parse(text).map_err(|e| e.to_string())
    }
    /// Vertical is first unless the diagram says otherwise.
    fn read_position(diagram: &Diagram) -> Result<Self, domineering::PositionError> {
        let side = diagram.side().unwrap_or(Side::Vertical);
        Self::with_side(diagram, side.try_into()?)
    }
    fn read_move(size: Size, text: &str) -> Result<domineering::Move, String> {
        domineering::parse_move(size, text).map_err(|e| e.to_string())
    }
    fn split_moves(text: &str) -> Vec<(usize, &str)> {
        domineering::split_moves(text).collect()
    }
    fn spell(mv: domineering::Move, size: Size) -> String {
        mv.display(size).to_string()
    }
    fn player(&self) -> Player {
        self.to_move()
    }
    fn pass(self) -> Self {
        self.passed()
    }
    fn after(
        &self,
        geometry: &Geometry<u128>,
        mv: domineering::Move,
    ) -> Result<Self, domineering::IllegalMove> {
        self.play(geometry, mv)
    }
    fn empty_squares(&self) -> u32 {
        self.empty().count_ones()
    }
    fn normal(&self, geometry: &Geometry<u128>) -> Self {
        self.normal_form(geometry)
    }
    fn fits(&self, size: Size) -> bool {
        self.empty() & !u128::first_n(size.squares()) == 0
    }
    fn new_mind(size: Size, position: &Self, options: &Options) -> Box<dyn Mind<Self>> {
        with_bits!(size, B => {
            Box::new(DomineeringMind::<B>::new(size, position.to_bits(), options))
        })
    }
    fn accepts(kind: &Kind) -> Result<(), String> {
        match kind {
            Kind::Strong(_) => Ok(()),
            Kind::Classical(_) => {
                Err("the classical player plays Amazons only; expected strong".to_owned())
            }
        }
    }
    fn side_named(word: &str) -> Option<Player> {
        match word {
            "w" | "W" | "white" => Some(Player::Horizontal),
            "b" | "B" | "black" => Some(Player::Vertical),
            _ => named(word),
        }
    }
}

fn named<S: TryFrom<Side>>(word: &str) -> Option<S> {
    let side = Side::from_letter(word).or_else(|| Side::from_name(word));
    side.and_then(|side| side.try_into().ok())
}
