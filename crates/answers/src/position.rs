//! A position with its legal moves, after some moves perhaps.

use crate::ask::{Ask, Tell};
use crate::boards::{Board, Given, square_name};
use crate::{Answer, Answers, Problem};
use lastmove_board::{Geometry, MoveTree, Size, Square};
use lastmove_work::Budget;
use serde::Deserialize;
use serde_json::json;

#[derive(Deserialize)]
pub(crate) struct Question {
    #[serde(flatten)]
    given: Given,
    /// moves to play first
    #[serde(default)]
    moves: Vec<String>,
}

impl Ask for Question {
    fn answer(&self, _: &Answers, _: &Budget, _: Tell<'_>) -> Result<Answer, Problem> {
        if self.moves.len() > 128 {
            return Err(Problem::bad("no game has more moves than squares"));
        }
        let (size, board) = self.given.board()?;
        let text = |e: &dyn ToString| e.to_string();
        match board {
            Board::Amazons(position) => self.show(size, position, |position, geometry, word| {
                let mv = lastmove_amazons::parse_move(size, word).map_err(|e| text(&e))?;
                Ok((mv, position.play(geometry, mv).map_err(|e| text(&e))?))
            }),
            Board::Domineering(position) => {
                self.show(size, position, |position, geometry, word| {
                    let mv = lastmove_domineering::parse_move(size, word).map_err(|e| text(&e))?;
                    Ok((mv, position.play(geometry, mv).map_err(|e| text(&e))?))
                })
            }
        }
    }
}

impl Question {
    fn show<P: MoveTree<u128>>(
        &self,
        size: Size,
        mut position: P,
        play: impl Fn(&P, &Geometry<u128>, &str) -> Result<(P::Move, P), String>,
    ) -> Result<Answer, Problem> {
        let geometry = Geometry::new(size);
        let mut played = Vec::new();
        for (i, word) in self.moves.iter().enumerate() {
            let (mv, after) = play(&position, &geometry, word).map_err(|problem| {
                let shown: String = word.chars().take(40).collect();
                Problem::bad(format!("move {} \"{shown}\": {problem}", i + 1))
            })?;
            played.push(json!({
                "move": P::move_name(mv, size), "squares": position.move_squares(mv, size),
                "position": after.diagram(size).to_string(),
            }));
            position = after;
        }
        let game = self.given.game;
        let diagram = position.diagram(size);
        let names = (0..size.squares()).map(|i| square_name(game, size, i as Square));
        let moves = position.tree_moves(&geometry).map(|mv| position.move_squares(mv, size));
        let moves: Vec<Vec<Square>> = moves.collect();
        let winner = moves.is_empty().then(|| position.side().opponent().name());
        Ok(Answer::json(json!({
            "game": game, "board": game.board_name(&diagram), "position": diagram.to_string(),
            "width": size.width(), "height": size.height(), "to_move": position.side().name(),
            "squares": names.collect::<Vec<_>>(), "moves": moves, "over": moves.is_empty(),
            "winner": winner, "played": played,
        })))
    }
}
