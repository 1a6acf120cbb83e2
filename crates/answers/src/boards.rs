//! Positions in questions.

use crate::Problem;
use lastmove_arena::History;
use lastmove_board::{Diagram, Game, Size};
use lastmove_player::Playable;
use lastmove_report::{BadBoard, read};
use lastmove_solver::{AnyPosition, with_game};
use serde::Deserialize;
use std::fmt::Display;

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
    pub(crate) start: AnyPosition,
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
        let side = diagram.side().unwrap_or(self.game.first_side());
        let sided = diagram.clone().with_side(Some(side));
        let bad = |problem: &dyn Display| BadBoard::new(&diagram.to_string(), problem);
        let start = with_game!(self.game, P => {
            P::from_diagram(&sided).map(AnyPosition::from).map_err(|e| bad(&e))?
        });
        Ok(Placed { diagram, start })
    }
}

/// Plays moves from a start.
pub(crate) fn play_all<P: Playable>(
    size: Size,
    start: P,
    names: &[String],
) -> Result<History<P>, Problem> {
    if names.len() > 128 {
        return Err(Problem::bad("no game has more moves than squares"));
    }
    let mut game = History::from_position(size, start);
    for (i, name) in names.iter().enumerate() {
        let played =
            P::read_move(size, name).and_then(|mv| game.play(mv).map_err(|e| e.to_string()));
        played.map_err(|e| {
            let shown: String = name.chars().take(40).collect();
            Problem::bad(format!("move {} \"{shown}\": {e}", i + 1))
        })?;
    }
    Ok(game)
}
