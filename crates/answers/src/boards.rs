//! Positions in questions.

use crate::Problem;
use lastmove_board::{Diagram, Side, Size, Square};
use lastmove_report::{BadBoard, Game, read};
use serde::Deserialize;

/// A game and a position of it, or the name of a board.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Given {
    pub(crate) game: Game,
    pub(crate) position: String,
}

/// A position that can be played on.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Board {
    Amazons(lastmove_amazons::Position<u128>),
    Domineering(lastmove_domineering::Position<u128>),
}

/// The position strings of the largest boards are shorter than this.
const MOST_TEXT: usize = 600;

impl Given {
    /// The diagram, with the side as it was given.
    pub(crate) fn diagram(&self) -> Result<Diagram, Problem> {
        self.both().map(|(diagram, _)| diagram)
    }

    /// The position; White or Vertical is to move unless it says otherwise.
    pub(crate) fn board(&self) -> Result<(Size, Board), Problem> {
        self.both().map(|(diagram, board)| (diagram.size(), board))
    }

    fn both(&self) -> Result<(Diagram, Board), Problem> {
        if self.position.len() > MOST_TEXT {
            return Err(Problem::bad("the position is longer than any board"));
        }
        let diagram = read(self.game, &self.position)?;
        let bad = |problem: String| BadBoard::new(&diagram.to_string(), problem);
        let first = match self.game {
            Game::Amazons => Side::White,
            Game::Domineering => Side::Vertical,
        };
        let sided = diagram.clone().with_side(diagram.side().or(Some(first)));
        let board = match self.game {
            Game::Amazons => lastmove_amazons::Position::from_diagram(&sided)
                .map(Board::Amazons)
                .map_err(|e| bad(e.to_string()))?,
            Game::Domineering => lastmove_domineering::Position::from_diagram(&sided)
                .map(Board::Domineering)
                .map_err(|e| bad(e.to_string()))?,
        };
        Ok((diagram, board))
    }
}

/// The name of a square: `a6`, or `1,1`.
pub(crate) fn square_name(game: Game, size: Size, square: Square) -> String {
    match game {
        Game::Amazons => lastmove_amazons::square_name(size, square).to_string(),
        Game::Domineering => lastmove_domineering::Move(square).display(size).to_string(),
    }
}
