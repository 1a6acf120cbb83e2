//! A review: every position of a game looked at, every move judged.

use crate::ask::{Ask, Cost, TellEvent};
use crate::boards::{Given, Placed, play_all};
use crate::solve::duration;
use crate::think::say;
use crate::{Answer, AnswerEvent, Answers, Problem};
use lastmove_arena::{History, MoveMark, ReviewEvent, review};
use lastmove_board::Side;
use lastmove_player::{Engine, EngineOptions, MoveLimits, Playable};
use lastmove_solver::with_position;
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

/// Reviews a game that was read, with so much time for each position.
type Review = dyn FnOnce(EngineOptions, Duration, &Budget, TellEvent<'_>) -> Marks + Send;

/// The marks of all moves.
type Marks = Vec<Option<&'static str>>;

impl Ask for Question {
    const COST: Cost = Cost::Search;

    type Read = Box<Review>;

    fn read(&self) -> Result<Box<Review>, Problem> {
        let Placed { diagram, start } = self.given.read()?;
        Ok(with_position!(start, start => {
            let game = play_all(diagram.size(), start, &self.moves)?;
            Box::new(move |options, time, budget, tell| {
                look(&game, Engine::new(options), time, budget, tell)
            })
        }))
    }

    fn answer(
        &self,
        review: Box<Review>,
        with: &Answers,
        budget: &Budget,
        tell: TellEvent<'_>,
    ) -> Result<Answer, Problem> {
        let options = EngineOptions {
            threads: with.config.threads,
            memory: with.config.engine(),
            databases: Some(Arc::clone(&with.config.databases)),
            ..EngineOptions::default()
        };
        let marks = review(options, duration(self.seconds.unwrap_or(1.0)), budget, tell);
        if budget.check().is_err() {
            let (nodes, seconds) = (budget.nodes(), budget.seconds());
            return Err(Problem::Stopped { why: Stop::Cancelled, nodes, seconds });
        }
        Ok(Answer::json(json!({ "marks": marks, "seconds": budget.seconds() })))
    }
}

/// Reviews the game and tells of every position and every move; gives the marks of all moves.
fn look<P: Playable>(
    game: &History<P>,
    mut engine: Engine<P>,
    time: Duration,
    budget: &Budget,
    tell: TellEvent<'_>,
) -> Marks {
    let (size, positions, moves) = (game.size(), game.positions(), game.moves());
    let mut marks = vec![None; moves.len()];
    let movers: Vec<Side> = positions.iter().map(P::side).collect();
    let mut think = |i: usize, times: u32| {
        let limits = MoveLimits { time: Some(time * times), ..MoveLimits::default() };
        engine.set_position(size, &positions[i]);
        let seen = engine.think(&limits, budget.cancel(), &mut |_| {});
        budget.check().is_ok().then_some(seen)
    };
    review(moves, &movers, &mut think, &mut |told| match told {
        ReviewEvent::Position(ply, seen) => {
            let said = say(size, positions[ply], seen);
            tell(AnswerEvent::new("position", json!({ "ply": ply, "said": said })));
        }
        ReviewEvent::Move(i, loss) => {
            marks[i] = MoveMark::of(loss).map(MoveMark::sign);
            let name = P::move_name(moves[i], size);
            let data = json!({ "ply": i + 1, "move": name, "loss": loss, "mark": marks[i] });
            tell(AnswerEvent::new("judged", data));
        }
    });
    marks
}
