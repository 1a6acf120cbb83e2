//! A review: every position of a game looked at, every move judged.

use crate::ask::{Ask, Cost, Tell};
use crate::boards::{Board, Given, Placed, Played, play_all};
use crate::solve::duration;
use crate::think::say;
use crate::{Answer, Answers, Event, Problem};
use lastmove_arena::{MoveMark, ReviewEvent, review};
use lastmove_board::{Side, Size};
use lastmove_player::{Amazons, Domineering, Engine, MoveLimits, Options, Playable};
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

/// A game whose moves were read and played.
pub(crate) enum Replayed {
    Amazons(Played<Amazons>),
    Domineering(Played<Domineering>),
}

impl Ask for Question {
    const COST: Cost = Cost::Search;

    type Read = (Size, Replayed);

    fn read(&self) -> Result<(Size, Replayed), Problem> {
        let Placed { diagram, board } = self.given.read()?;
        let (size, names) = (diagram.size(), &self.moves);
        let replayed = match board {
            Board::Amazons(start) => Replayed::Amazons(play_all(size, start, names)?),
            Board::Domineering(start) => Replayed::Domineering(play_all(size, start, names)?),
        };
        Ok((size, replayed))
    }

    fn answer(
        &self,
        (size, replayed): (Size, Replayed),
        with: &Answers,
        budget: &Budget,
        tell: Tell<'_>,
    ) -> Result<Answer, Problem> {
        let options = Options {
            threads: with.config.threads,
            memory: with.config.engine(),
            databases: Some(Arc::clone(&with.config.databases)),
            ..Options::default()
        };
        let time = duration(self.seconds.unwrap_or(1.0));
        let marks = match replayed {
            Replayed::Amazons(played) => {
                look(size, &played, Engine::new(options), time, budget, tell)
            }
            Replayed::Domineering(played) => {
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
