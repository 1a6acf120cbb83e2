//! Positions in questions.

use crate::Problem;
use lastmove_board::{Diagram, Game, Geometry, MoveTree, Size, Square};
use lastmove_report::{BadBoard, read};
use serde::Deserialize;

/// A game and a position of it, or the name of a board.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Given {
    pub(crate) game: Game,
    pub(crate) position: String,
}

/// A position that was read.
#[derive(Clone, Debug)]
pub(crate) struct Placed {
    /// with the side as it was given
    pub(crate) diagram: Diagram,
    /// White or Vertical is to move unless the diagram says otherwise
    pub(crate) board: Board,
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
    /// Reads the position.
    pub(crate) fn read(&self) -> Result<Placed, Problem> {
        if self.position.len() > MOST_TEXT {
            return Err(Problem::bad("the position is longer than any board"));
        }
        let diagram = read(self.game, &self.position)?;
        let bad = |problem: String| BadBoard::new(&diagram.to_string(), problem);
        let side = diagram.side().unwrap_or(self.game.first_side());
        let sided = diagram.clone().with_side(Some(side));
        let board = match self.game {
            Game::Amazons => lastmove_amazons::Position::from_diagram(&sided)
                .map(Board::Amazons)
                .map_err(|e| bad(e.to_string()))?,
            Game::Domineering => lastmove_domineering::Position::from_diagram(&sided)
                .map(Board::Domineering)
                .map_err(|e| bad(e.to_string()))?,
        };
        Ok(Placed { diagram, board })
    }
}

/// A position whose moves can be read.
pub(crate) trait PlayedByName: MoveTree<u128> {
    /// Reads a move and plays it.
    fn play_name(
        &self,
        size: Size,
        geometry: &Geometry<u128>,
        name: &str,
    ) -> Result<(Self::Move, Self), String>;
}

macro_rules! played_by_name {
    ($($game:ident)*) => {$(
        impl PlayedByName for $game::Position<u128> {
            fn play_name(
                &self,
                size: Size,
                geometry: &Geometry<u128>,
                name: &str,
            ) -> Result<(Self::Move, Self), String> {
                let mv = $game::parse_move(size, name).map_err(|e| e.to_string())?;
                Ok((mv, self.play(geometry, mv).map_err(|e| e.to_string())?))
            }
        }
    )*};
}
played_by_name! { lastmove_amazons lastmove_domineering }

/// The positions of a game, with the moves between them.
pub(crate) struct Played<P: MoveTree<u128>> {
    pub(crate) positions: Vec<P>,
    pub(crate) moves: Vec<P::Move>,
}

/// Plays moves from a start.
pub(crate) fn play_all<P: PlayedByName>(
    size: Size,
    start: P,
    names: &[String],
) -> Result<Played<P>, Problem> {
    if names.len() > 128 {
        return Err(Problem::bad("no game has more moves than squares"));
    }
    let geometry = Geometry::new(size);
    let mut played = Played { positions: vec![start], moves: Vec::new() };
    for (i, name) in names.iter().enumerate() {
        let (mv, after) = played.positions[i].play_name(size, &geometry, name).map_err(|e| {
            let shown: String = name.chars().take(40).collect();
            Problem::bad(format!("move {} \"{shown}\": {e}", i + 1))
        })?;
        played.positions.push(after);
        played.moves.push(mv);
    }
    Ok(played)
}

/// The name of a square: `a6`, or `1,1`.
pub(crate) fn square_name(game: Game, size: Size, square: Square) -> String {
    match game {
        Game::Amazons => lastmove_amazons::square_name(size, square).to_string(),
        Game::Domineering => lastmove_domineering::Move(square).display(size).to_string(),
    }
}
