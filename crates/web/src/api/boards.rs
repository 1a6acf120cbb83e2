//! Positions in requests.

use crate::error::ApiError;
use lastmove_amazons::Colour;
use lastmove_board::{Diagram, Side, Size, Square};
use lastmove_domineering::Player;
use lastmove_report::{BadBoard, Game, read};
use serde::Deserialize;

/// A game and a position of it, or the name of a board.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Ask {
    pub(crate) game: Game,
    pub(crate) position: String,
}

/// A position that can be played on.
#[derive(Clone, Debug)]
pub(crate) enum Board {
    Amazons(Size, lastmove_amazons::Position<u128>),
    Domineering(Size, lastmove_domineering::Position<u128>),
}

/// The position strings of the largest boards are shorter than this.
const MOST_TEXT: usize = 600;

impl Ask {
    /// The diagram, with the side as it was given.
    pub(crate) fn diagram(&self) -> Result<Diagram, ApiError> {
        if self.position.len() > MOST_TEXT {
            return Err(ApiError::bad("the position is longer than any board"));
        }
        let diagram = read(self.game, &self.position)?;
        Board::new(self.game, &diagram)?;
        Ok(diagram)
    }

    /// The position; White or Vertical is to move unless it says otherwise.
    pub(crate) fn board(&self) -> Result<Board, ApiError> {
        Ok(Board::new(self.game, &self.diagram()?)?)
    }
}

impl Board {
    pub(crate) fn new(game: Game, diagram: &Diagram) -> Result<Self, BadBoard> {
        let size = diagram.size();
        let text = || diagram.to_string();
        match game {
            Game::Amazons => {
                let side = match diagram.side() {
                    Some(Side::Black) => Colour::Black,
                    Some(Side::White) | None => Colour::White,
                    Some(_) => return Err(BadBoard::new(&text(), "expected w or b to move")),
                };
                let position = lastmove_amazons::Position::with_side(diagram, side);
                Ok(Self::Amazons(size, position.map_err(|e| BadBoard::new(&text(), e))?))
            }
            Game::Domineering => {
                let side = match diagram.side() {
                    Some(Side::Horizontal) => Player::Horizontal,
                    Some(Side::Vertical) | None => Player::Vertical,
                    Some(_) => return Err(BadBoard::new(&text(), "expected v or h to move")),
                };
                let position = lastmove_domineering::Position::with_side(diagram, side);
                Ok(Self::Domineering(size, position.map_err(|e| BadBoard::new(&text(), e))?))
            }
        }
    }

    pub(crate) fn size(&self) -> Size {
        match self {
            Self::Amazons(size, _) | Self::Domineering(size, _) => *size,
        }
    }

    pub(crate) fn diagram(&self) -> Diagram {
        match self {
            Self::Amazons(size, position) => position.to_diagram(*size),
            Self::Domineering(size, position) => position.to_diagram(*size),
        }
    }

    /// The side to move in words.
    pub(crate) fn to_move(&self) -> &'static str {
        match self {
            Self::Amazons(_, position) => position.to_move().name(),
            Self::Domineering(_, position) => position.to_move().name(),
        }
    }
}

/// The name of a square: `a6`, or `1,1`.
pub(crate) fn square_name(game: Game, size: Size, square: Square) -> String {
    match game {
        Game::Amazons => lastmove_amazons::square_name(size, square).to_string(),
        Game::Domineering => lastmove_domineering::Move(square).display(size).to_string(),
    }
}

/// The squares of a domino: the upper or left one first.
pub(crate) fn domino(size: Size, mv: lastmove_domineering::Move, player: Player) -> Vec<Square> {
    let step = if player == Player::Vertical { size.width() as Square } else { 1 };
    vec![mv.0, mv.0 + step]
}
