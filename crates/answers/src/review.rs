//! A review: every position of a game looked at, every move judged.

use crate::ask::{Ask, Cost, Tell};
use crate::boards::{Board, Given, Placed, Played, play_all};
use crate::solve::duration;
use crate::think::say;
use crate::{Answer, Answers, Event, Problem};
use lastmove_board::Size;
use lastmove_player::{
    Amazons, Domineering, DomineeringEngine, Engine, Mark, MoveLimits, Options, Playable, Report,
    Reviewed, review,
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
        let (cancel, time) = (budget.cancel(), duration(self.seconds.unwrap_or(1.0)));
        let marks = match replayed {
            Replayed::Amazons(played) => {
                let mut engine = Engine::new(options);
                let think = |position: &_, limits: &_| {
                    engine.set_position(size, position);
                    engine.think(limits, cancel, &mut |_| {})
                };
                look(size, &played, time, budget, think, tell)
            }
            Replayed::Domineering(played) => {
                let mut engine = DomineeringEngine::new(options);
                let think = |position: &_, limits: &_| {
                    engine.set_position(size, position);
                    engine.think(limits, cancel, &mut |_| {})
                };
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
