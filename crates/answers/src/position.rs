//! A position with its legal moves, after some moves perhaps.

use crate::ask::{Ask, Tell};
use crate::boards::{Board, Given, Placed, Played, PlayedByName, play_all, square_name};
use crate::{Answer, Answers, Problem};
use lastmove_board::{Geometry, Size, Square};
use lastmove_work::Budget;
use serde::Deserialize;
use serde_json::{Value, json};

#[derive(Deserialize)]
pub(crate) struct Question {
    #[serde(flatten)]
    given: Given,
    /// moves to play first
    #[serde(default)]
    moves: Vec<String>,
}

impl Ask for Question {
    type Read = Placed;

    fn read(&self) -> Result<Placed, Problem> {
        self.given.read()
    }

    fn answer(
        &self,
        read: Placed,
        _: &Answers,
        _: &Budget,
        _: Tell<'_>,
    ) -> Result<Answer, Problem> {
        let size = read.diagram.size();
        match read.board {
            Board::Amazons(start) => self.show(size, start),
            Board::Domineering(start) => self.show(size, start),
        }
    }
}

impl Question {
    fn show<P: PlayedByName>(&self, size: Size, start: P) -> Result<Answer, Problem> {
        let Played { positions, moves } = play_all(size, start, &self.moves)?;
        let played: Vec<Value> = (moves.iter().zip(&positions).zip(&positions[1..]))
            .map(|((&mv, before), after)| {
                json!({
                    "move": P::move_name(mv, size), "squares": before.move_squares(mv, size),
                    "position": after.diagram(size).to_string(),
                })
            })
            .collect();
        let position = positions[positions.len() - 1];
        let geometry = Geometry::new(size);
        let game = self.given.game;
        let diagram = position.diagram(size);
        let names = (0..size.squares()).map(|i| square_name(game, size, i as Square));
        let moves = position.tree_moves(&geometry).map(|mv| position.move_squares(mv, size));
        let moves: Vec<Vec<Square>> = moves.collect();
        let winner = moves.is_empty().then(|| position.side().opponent());
        Ok(Answer::json(json!({
            "game": game, "board": game.board_name(&diagram), "position": diagram.to_string(),
            "width": size.width(), "height": size.height(), "to_move": position.side(),
            "squares": names.collect::<Vec<_>>(), "moves": moves, "over": moves.is_empty(),
            "winner": winner, "played": played,
        })))
    }
}
