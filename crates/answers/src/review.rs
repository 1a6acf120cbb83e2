//! A review: every position of a game looked at, every move judged.

use crate::ask::{Ask, Cost, Tell};
use crate::boards::{Board, Given, Played, play_all};
use crate::solve::duration;
use crate::think::say;
use crate::{Answer, Answers, Event, Problem};
use lastmove_arena::{MoveMark, ReviewEvent, review};
use lastmove_board::{Side, Size};
use lastmove_player::{Engine, MoveLimits, Options, Playable};
use lastmove_work::{Budget, Stop};
use serde::Deserialize;
use serde_json::json;
use std::sync::Arc;
use std::time::Duration;

#[derive(Deserialize)]
pub(crate) struct Question {
    #[serde(flatten)]
    given: Given,
    /// the moves of the game from there
    moves: Vec<String>,
    /// the time for each position, 1 second unless given
    seconds: Option<f64>,
}

impl Ask for Question {
    const COST: Cost = Cost::Search;

    fn check(&self) -> Result<(), Problem> {
        match self.given.board()? {
            (size, Board::Amazons(start)) => play_all(size, start, &self.moves).map(|_| ()),
            (size, Board::Domineering(start)) => play_all(size, start, &self.moves).map(|_| ()),
        }
    }

    fn answer(&self, with: &Answers, budget: &Budget, tell: Tell<'_>) -> Result<Answer, Problem> {
        let options = Options {
            threads: with.config.threads,
            memory: with.config.engine(),
            databases: Some(Arc::clone(&with.config.databases)),
            ..Options::default()
        };
        let (size, board) = self.given.board()?;
        let time = duration(self.seconds.unwrap_or(1.0));
        let marks = match board {
            Board::Amazons(start) => {
                let played = play_all(size, start, &self.moves)?;
                look(size, &played, Engine::new(options), time, budget, tell)
            }
            Board::Domineering(start) => {
                let played = play_all(size, start, &self.moves)?;
                look(size, &played, Engine::new(options), time, budget, tell)
            }
        };
        if budget.check().is_err() {
            let (nodes, seconds) = (budget.nodes(), budget.seconds());
            return Err(Problem::Stopped { why: Stop::Cancelled, nodes, seconds });
        }
        Ok(Answer::json(json!({ "marks": marks, "seconds": budget.seconds() })))
    }
}

/// Reviews the game and tells of every position and every move; gives the marks of all moves.
fn look<P: Playable>(
    size: Size,
    played: &Played<P>,
    mut engine: Engine<P>,
    time: Duration,
    budget: &Budget,
    tell: Tell<'_>,
) -> Vec<Option<&'static str>> {
    let mut marks = vec![None; played.moves.len()];
    let movers: Vec<Side> = played.positions.iter().map(P::side).collect();
    let mut think = |i: usize, times: u32| {
        let limits = MoveLimits { time: Some(time * times), ..MoveLimits::default() };
        engine.set_position(size, &played.positions[i]);
        let seen = engine.think(&limits, budget.cancel(), &mut |_| {});
        budget.check().is_ok().then_some(seen)
    };
    review(&played.moves, &movers, &mut think, &mut |told| match told {
        ReviewEvent::Position(ply, seen) => {
            let said = say(size, played.positions[ply], seen);
            tell(Event::new("position", json!({ "ply": ply, "said": said })));
        }
        ReviewEvent::Move(i, loss) => {
            marks[i] = MoveMark::of(loss).map(MoveMark::sign);
            let name = P::move_name(played.moves[i], size);
            let data = json!({ "ply": i + 1, "move": name, "loss": loss, "mark": marks[i] });
            tell(Event::new("judged", data));
        }
    });
    marks
}
