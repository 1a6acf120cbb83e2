//! Positions, and playing moves.

use crate::{Move, moves_of};
use lastmove_board::{Bits, Cell, Diagram, Geometry, Side, Size, transposed};
use std::fmt;
use thiserror::Error;

/// A player: Vertical is Left (positive), Horizontal is Right (negative).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Orientation {
    /// places vertical dominoes; Left
    Vertical,
    /// places horizontal dominoes; Right
    Horizontal,
}

impl Orientation {
    /// Both players.
    pub const BOTH: [Self; 2] = [Self::Vertical, Self::Horizontal];

    /// The other player.
    #[inline]
    pub const fn opponent(self) -> Self {
        match self {
            Self::Vertical => Self::Horizontal,
            Self::Horizontal => Self::Vertical,
        }
    }

    /// The side of this player in a position string.
    pub const fn side(self) -> Side {
        match self {
            Self::Vertical => Side::Vertical,
            Self::Horizontal => Side::Horizontal,
        }
    }

    /// `vertical` or `horizontal`.
    pub const fn name(self) -> &'static str {
        self.side().name()
    }
}

impl From<Orientation> for Side {
    fn from(player: Orientation) -> Self {
        player.side()
    }
}

impl TryFrom<Side> for Orientation {
    type Error = PositionError;

    fn try_from(side: Side) -> Result<Self, PositionError> {
        Self::BOTH.into_iter().find(|p| p.side() == side).ok_or(PositionError::WrongSide)
    }
}

impl fmt::Display for Orientation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A position of Domineering with a player to move: the squares that are still free.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Position<B> {
    empty: B,
    to_move: Orientation,
}

/// Why a diagram is not a position of Domineering.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum PositionError {
    /// An amazon on the board.
    #[error(
        "row {row}, column {column}: Domineering has no amazons; expected '*' or a number of free squares"
    )]
    Amazon {
        /// counted from 1 at the top
        row: usize,
        /// counted from 1 at the left
        column: usize,
    },
    /// The side is one of Amazons.
    #[error("the side to move is that of Amazons; expected v or h")]
    WrongSide,
}

/// Why a move is illegal: the domino would cover a square that is not free, or lie beyond the
/// board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("{player} cannot place a domino at {row},{column}")]
pub struct IllegalMove {
    /// the player who moved
    pub player: Orientation,
    /// counted from 1 at the top
    pub row: usize,
    /// counted from 1 at the left
    pub column: usize,
}

impl<B: Bits> Position<B> {
    /// A position from its free squares.
    pub fn new(empty: B, to_move: Orientation) -> Self {
        Self { empty, to_move }
    }

    /// The position of a diagram; Vertical is first unless it says otherwise.
    pub fn from_diagram(diagram: &Diagram) -> Result<Self, PositionError> {
        let horizontal = diagram.side() == Some(Side::Horizontal);
        Self::with_side(
            diagram,
            if horizontal { Orientation::Horizontal } else { Orientation::Vertical },
        )
    }

    /// The position of a diagram with this player to move; a player named by the diagram is
    /// ignored.
    pub fn with_side(diagram: &Diagram, to_move: Orientation) -> Result<Self, PositionError> {
        let amazon = |cell: &Cell| !matches!(cell, Cell::Empty | Cell::Burnt);
        if let Some(i) = diagram.cells().iter().position(amazon) {
            let width = diagram.size().width();
            return Err(PositionError::Amazon { row: i / width + 1, column: i % width + 1 });
        }
        diagram.side().map(Orientation::try_from).transpose()?;
        Ok(Self { empty: diagram.set(Cell::Empty), to_move })
    }

    /// The position as a diagram.
    pub fn to_diagram(&self, size: Size) -> Diagram {
        Diagram::from_sets(size, &[(Cell::Empty, self.empty)], Some(self.to_move.side()))
    }

    /// The same position in words of another width; squares beyond that width are lost.
    pub fn to_bits<C: Bits>(&self) -> Position<C> {
        Position { empty: C::narrow(self.empty.widen()), to_move: self.to_move }
    }

    /// The free squares.
    #[inline]
    pub fn empty(&self) -> B {
        self.empty
    }
    /// The player to move.
    #[inline]
    pub fn to_move(&self) -> Orientation {
        self.to_move
    }
    /// The same board with the other player to move.
    #[inline]
    pub fn passed(self) -> Self {
        Self { to_move: self.to_move.opponent(), ..self }
    }

    /// The position after a move.
    ///
    /// # Errors
    /// If the domino does not fit there.
    pub fn play(&self, geometry: &Geometry<B>, mv: Move) -> Result<Self, IllegalMove> {
        self.check(geometry, mv)?;
        let mut after = *self;
        after.play_unchecked(geometry, mv);
        Ok(after)
    }

    /// Checks whether a move is legal here; the error says why not.
    pub fn check(&self, geometry: &Geometry<B>, mv: Move) -> Result<(), IllegalMove> {
        let size = geometry.size();
        let on_board = (mv.0 as usize) < size.squares();
        if on_board && moves_of(geometry, self.empty, self.to_move).has(mv.0) {
            return Ok(());
        }
        let (row, column) = (size.row(mv.0) + 1, size.column(mv.0) + 1);
        Err(IllegalMove { player: self.to_move, row, column })
    }

    /// Plays a move that is known to be legal.
    #[inline]
    pub fn play_unchecked(&mut self, geometry: &Geometry<B>, mv: Move) {
        self.empty &= !mv.domino(geometry, self.to_move);
        self.to_move = self.to_move.opponent();
    }

    /// Undoes the last move.
    #[inline]
    pub fn undo(&mut self, geometry: &Geometry<B>, mv: Move) {
        self.to_move = self.to_move.opponent();
        self.empty |= mv.domino(geometry, self.to_move);
    }

    /// The least of the images of the position under the symmetries that preserve the players (the
    /// reflections and the half turn): the same for two positions if and only if one is such an
    /// image of the other.
    pub fn normal_form(&self, geometry: &Geometry<B>) -> Self {
        let images = geometry.symmetries()[..4].iter().map(|s| s.image(self.empty));
        Self { empty: images.min().unwrap_or(self.empty), to_move: self.to_move }
    }

    /// The position with rows and columns exchanged, and so the players. It is a position of the
    /// transposed board.
    pub fn transposed(&self, size: Size) -> Self {
        Self { empty: transposed(size, self.empty), to_move: self.to_move.opponent() }
    }
}
