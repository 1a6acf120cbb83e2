//! A review: every position of a game looked at, every move judged.

use crate::ask::{Ask, Cost, Tell};
use crate::boards::{Board, Given, Played, play_all};
use crate::solve::duration;
use crate::think::say;
use crate::{Answer, Answers, Event, Problem};
use lastmove_board::Size;
use lastmove_player::{
    DomineeringEngine, Engine, Mark, MoveLimits, Options, Playable, Report, Reviewed, review,
};
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
        let (cancel, time) = (budget.cancel(), duration(self.seconds.unwrap_or(1.0)));
        let marks = match board {
            Board::Amazons(start) => {
                let mut engine = Engine::new(options);
                let think = |position: &_, limits: &_| {
                    engine.set_position(size, position);
                    engine.think(limits, cancel, &mut |_| {})
                };
                let played = play_all(size, start, &self.moves)?;
                look(size, &played, time, budget, think, tell)
            }
            Board::Domineering(start) => {
                let mut engine = DomineeringEngine::new(options);
                let think = |position: &_, limits: &_| {
                    engine.set_position(size, position);
                    engine.think(limits, cancel, &mut |_| {})
                };
                let played = play_all(size, start, &self.moves)?;
                look(size, &played, time, budget, think, tell)
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
    time: Duration,
    budget: &Budget,
    mut think: impl FnMut(&P, &MoveLimits) -> Report<P>,
    tell: Tell<'_>,
) -> Vec<Option<&'static str>> {
    let mut marks = vec![None; played.moves.len()];
    let movers: Vec<P::Player> = played.positions.iter().map(P::player).collect();
    let mut look = |i: usize, times: u32| {
        let limits = MoveLimits { time: Some(time * times), ..MoveLimits::default() };
        let seen = think(&played.positions[i], &limits);
        budget.check().is_ok().then_some(seen)
    };
    review(&played.moves, &movers, &mut look, &mut |told| match told {
        Reviewed::Position(ply, seen) => {
            let said = say(size, played.positions[ply], seen);
            tell(Event::new("position", json!({ "ply": ply, "said": said })));
        }
        Reviewed::Move(i, loss) => {
            marks[i] = Mark::of(loss).map(Mark::sign);
            let name = P::move_name(played.moves[i], size);
            let data = json!({ "ply": i + 1, "move": name, "loss": loss, "mark": marks[i] });
            tell(Event::new("judged", data));
        }
    });
    marks
}
