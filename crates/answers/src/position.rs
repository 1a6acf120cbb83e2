//! A position with its legal moves, after some moves perhaps.

use crate::ask::{Ask, TellEvent};
use crate::boards::{Given, Placed, play_all};
use crate::{Answer, Answers, Problem};
use lastmove_board::{Size, Square};
use lastmove_player::Playable;
use lastmove_solver::with_position;
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
        _: TellEvent<'_>,
    ) -> Result<Answer, Problem> {
        let size = read.diagram.size();
        with_position!(read.start, start => self.show(size, start))
    }
}

impl Question {
    fn show<P: Playable>(&self, size: Size, start: P) -> Result<Answer, Problem> {
        let game = play_all(size, start, &self.moves)?;
        let played: Vec<Value> = (game.moves().iter().zip(game.positions()))
            .zip(&game.positions()[1..])
            .map(|((&mv, before), after)| {
                json!({
                    "move": P::move_name(mv, size), "squares": before.move_squares(mv, size),
                    "position": after.diagram(size).to_string(),
                })
            })
            .collect();
        let position = game.position();
        let diagram = position.diagram(size);
        let names = (0..size.squares()).map(|i| P::square_name(size, i as Square));
        let moves = position.moves(game.geometry()).map(|mv| position.move_squares(mv, size));
        let moves: Vec<Vec<Square>> = moves.collect();
        let winner = moves.is_empty().then(|| position.side().opponent());
        Ok(Answer::json(json!({
            "game": P::GAME, "board": P::GAME.board_name(&diagram), "position": diagram.to_string(),
            "width": size.width(), "height": size.height(), "to_move": position.side(),
            "squares": names.collect::<Vec<_>>(), "moves": moves, "over": moves.is_empty(),
            "winner": winner, "played": played,
        })))
    }
}
