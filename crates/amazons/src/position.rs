//! Positions and playing moves.

use crate::Move;
use crate::notation::{SquareName, square_name};
use lastmove_board::{Bits, Cell, Diagram, Geometry, Side, Size, Square};
use std::fmt;
use thiserror::Error;

/// A side. White starts; Black is Left (positive), White is Right (negative).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Colour {
    /// starts the game, from the bottom of the board; Right
    White,
    /// Left
    Black,
}

impl Colour {
    /// Both sides.
    pub const BOTH: [Self; 2] = [Self::White, Self::Black];

    /// The other side.
    #[inline]
    pub const fn opponent(self) -> Self {
        match self {
            Self::White => Self::Black,
            Self::Black => Self::White,
        }
    }

    /// The side, as position strings name it.
    pub const fn side(self) -> Side {
        match self {
            Self::White => Side::White,
            Self::Black => Side::Black,
        }
    }

    /// The name: `white` or `black`.
    pub const fn name(self) -> &'static str {
        self.side().name()
    }
}

impl From<Colour> for Side {
    fn from(colour: Colour) -> Self {
        colour.side()
    }
}

impl TryFrom<Side> for Colour {
    type Error = PositionError;

    fn try_from(side: Side) -> Result<Self, PositionError> {
        Self::BOTH.into_iter().find(|c| c.side() == side).ok_or(PositionError::WrongSide)
    }
}

impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A position of Amazons with a side to move. Squares that are neither empty nor hold an amazon
/// are burnt. The sets never overlap.
///
/// The lines of the board are not part of a position: methods that need them take the [`Geometry`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Position<B> {
    amazons: [B; 2],
    empty: B,
    to_move: Colour,
}

/// Why a diagram is not a position of Amazons.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum PositionError {
    /// `B` or `b`, which are used only for areas with blockers.
    #[error("square {0}: blockers (B or b) are allowed in areas only; write Q or q")]
    Blocker(SquareName),
    /// The side to move is a side of Domineering.
    #[error("the side to move is that of Domineering; expected w or b")]
    WrongSide,
    /// No side to move is given.
    #[error(
        "the position names no side to move; add w or b after the board, as in \"1q2/4/4/2Q1 w\""
    )]
    NoSide,
}

/// Why a move is illegal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum IllegalMove {
    /// A square is outside the board.
    #[error("the move leaves the board")]
    OffBoard,
    /// The side to move has no amazon on the first square.
    #[error("{colour} has no amazon on {from}")]
    NoAmazon {
        /// whose move it is
        colour: Colour,
        /// the first square of the move
        from: SquareName,
    },
    /// The amazon cannot move to this square.
    #[error("the amazon on {from} cannot move to {to}")]
    CannotMove {
        /// the first square of the move
        from: SquareName,
        /// the destination
        to: SquareName,
    },
    /// The arrow cannot reach this square.
    #[error("the arrow cannot fly from {to} to {arrow}")]
    CannotShoot {
        /// the square of the amazon after its move
        to: SquareName,
        /// the square of the arrow
        arrow: SquareName,
    },
}

impl<B: Bits> Position<B> {
    /// A position from its sets of squares.
    ///
    /// # Panics
    /// If two of the sets overlap.
    pub fn new(white: B, black: B, empty: B, to_move: Colour) -> Self {
        assert!(
            !white.meets(black) && !(white | black).meets(empty),
            "amazons and empty squares overlap"
        );
        Self { amazons: [white, black], empty, to_move }
    }

    /// A position from a diagram, which must name the side to move.
    pub fn from_diagram(diagram: &Diagram) -> Result<Self, PositionError> {
        let side = diagram.side().ok_or(PositionError::NoSide)?;
        Self::with_side(diagram, side.try_into()?)
    }

    /// A position from a diagram with this side to move, whatever the diagram says.
    pub fn with_side(diagram: &Diagram, to_move: Colour) -> Result<Self, PositionError> {
        let blocker = |cell: &Cell| matches!(cell, Cell::WhiteBlocker | Cell::BlackBlocker);
        if let Some(i) = diagram.cells().iter().position(blocker) {
            return Err(PositionError::Blocker(square_name(diagram.size(), i as Square)));
        }
        diagram.side().map(Colour::try_from).transpose()?;
        Ok(Self {
            amazons: [diagram.set(Cell::White), diagram.set(Cell::Black)],
            empty: diagram.set(Cell::Empty),
            to_move,
        })
    }

    /// The position as a diagram.
    pub fn to_diagram(&self, size: Size) -> Diagram {
        let sets =
            [(Cell::Empty, self.empty), (Cell::White, self.white()), (Cell::Black, self.black())];
        Diagram::from_sets(size, &sets, Some(self.to_move.side()))
    }

    /// The same position in words of another width; squares that do not fit are lost.
    pub fn to_bits<C: Bits>(&self) -> Position<C> {
        let bits = |set: B| C::narrow(set.widen());
        Position { amazons: self.amazons.map(bits), empty: bits(self.empty), to_move: self.to_move }
    }

    /// The white amazons.
    #[inline]
    pub fn white(&self) -> B {
        self.amazons[0]
    }
    /// The black amazons.
    #[inline]
    pub fn black(&self) -> B {
        self.amazons[1]
    }
    /// The amazons of a side.
    #[inline]
    pub fn amazons(&self, colour: Colour) -> B {
        self.amazons[colour as usize]
    }
    /// The empty squares.
    #[inline]
    pub fn empty(&self) -> B {
        self.empty
    }
    /// The burnt squares.
    #[inline]
    pub fn burnt(&self, geometry: &Geometry<B>) -> B {
        geometry.all() & !(self.empty | self.amazons[0] | self.amazons[1])
    }
    /// Whose move it is.
    #[inline]
    pub fn to_move(&self) -> Colour {
        self.to_move
    }
    /// The same board with the other side to move.
    #[inline]
    pub fn passed(mut self) -> Self {
        self.to_move = self.to_move.opponent();
        self
    }

    /// The position after a move.
    ///
    /// # Errors
    /// If the move is not legal here.
    pub fn play(&self, geometry: &Geometry<B>, mv: Move) -> Result<Self, IllegalMove> {
        self.check(geometry, mv)?;
        let mut after = *self;
        after.play_unchecked(mv);
        Ok(after)
    }

    /// Checks that a move is legal; the error says why it is not.
    pub fn check(&self, geometry: &Geometry<B>, mv: Move) -> Result<(), IllegalMove> {
        let size = geometry.size();
        let name = |s| square_name(size, s);
        if [mv.from, mv.to, mv.arrow].iter().any(|&s| s as usize >= size.squares()) {
            return Err(IllegalMove::OffBoard);
        }
        if !self.amazons(self.to_move).has(mv.from) {
            return Err(IllegalMove::NoAmazon { colour: self.to_move, from: name(mv.from) });
        }
        if !geometry.queen_reach(mv.from, self.empty).has(mv.to) {
            return Err(IllegalMove::CannotMove { from: name(mv.from), to: name(mv.to) });
        }
        if !geometry.queen_reach(mv.to, self.empty | B::bit(mv.from)).has(mv.arrow) {
            return Err(IllegalMove::CannotShoot { to: name(mv.to), arrow: name(mv.arrow) });
        }
        Ok(())
    }

    /// Plays a move that is known to be legal.
    #[inline]
    pub fn play_unchecked(&mut self, mv: Move) {
        let (from, to, arrow) = (B::bit(mv.from), B::bit(mv.to), B::bit(mv.arrow));
        debug_assert!(self.amazons(self.to_move).meets(from));
        self.amazons[self.to_move as usize] ^= from | to;
        self.empty = (self.empty & !to | from) & !arrow;
        self.to_move = self.to_move.opponent();
    }

    /// Takes back the last move played.
    #[inline]
    pub fn undo(&mut self, mv: Move) {
        let (from, to, arrow) = (B::bit(mv.from), B::bit(mv.to), B::bit(mv.arrow));
        self.to_move = self.to_move.opponent();
        self.amazons[self.to_move as usize] ^= from | to;
        self.empty = (self.empty | arrow | to) & !from;
    }

    /// The least of the images of the position under the symmetries of the board: the same for
    /// two positions exactly if one is an image of the other.
    pub fn normal_form(&self, geometry: &Geometry<B>) -> Self {
        let images = geometry.symmetries().iter().map(|symmetry| Self {
            amazons: self.amazons.map(|set| symmetry.image(set)),
            empty: symmetry.image(self.empty),
            to_move: self.to_move,
        });
        images.min().unwrap_or(*self)
    }
}
