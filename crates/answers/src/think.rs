//! The engine: analysis while it thinks, and its move.

use crate::ask::{Ask, Cost, TellEvent};
use crate::boards::{Given, Placed};
use crate::solve::duration;
use crate::{Answer, AnswerEvent, Answers, Problem};
use lastmove_board::{Geometry, Side, Size, Square};
use lastmove_player::{
    Analysis, AnalysisLine, Clock, Engine, EngineOptions, Level, MoveLimits, Playable,
};
use lastmove_solver::with_position;
use lastmove_work::Budget;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use std::time::Duration;

/// Lines that are shown at most.
const MOST_LINES: usize = 10;

#[derive(Deserialize)]
pub(crate) struct Question {
    #[serde(flatten)]
    given: Given,
    /// the most time for this answer
    seconds: Option<f64>,
    nodes: Option<u64>,
    /// 1 to 10
    level: Option<u8>,
    /// seconds left on the engine's clock, from which it takes the time for this move
    clock: Option<f64>,
    /// seconds added to the clock after every move
    increment: Option<f64>,
    seed: Option<u64>,
}

/// What the engine says.
#[derive(Serialize)]
pub(crate) struct Said {
    to_move: Side,
    best: Option<String>,
    squares: Option<Vec<Square>>,
    /// chance of the side to move, 0 to 1
    win: f64,
    /// expected lead of the side to move
    score: f64,
    lines: Vec<SaidLine>,
    /// +1 (Black's) to -1 (White's)
    ownership: Vec<f32>,
    nodes: u64,
    depth: u32,
    seconds: f64,
    /// the winner, if that is proved
    proven: Option<Side>,
}

#[derive(Serialize)]
struct SaidLine {
    #[serde(rename = "move")]
    mv: String,
    win: f64,
    score: f64,
    visits: u64,
    pv: Vec<String>,
    /// the squares of each move of the line
    squares: Vec<Vec<Square>>,
}

impl Ask for Question {
    const COST: Cost = Cost::Search;

    type Read = (Level, Placed);

    fn read(&self) -> Result<(Level, Placed), Problem> {
        Ok((self.level()?, self.given.read()?))
    }

    fn answer(
        &self,
        (level, placed): (Level, Placed),
        with: &Answers,
        budget: &Budget,
        tell: TellEvent<'_>,
    ) -> Result<Answer, Problem> {
        let options = EngineOptions {
            threads: with.config.threads,
            memory: with.config.engine(),
            level,
            databases: Some(Arc::clone(&with.config.databases)),
            seed: self.seed.unwrap_or(1),
            ..EngineOptions::default()
        };
        let size = placed.diagram.size();
        Ok(Answer::json(with_position!(placed.start, position => {
            self.think(size, position, Engine::new(options), with, budget, tell)
        })))
    }
}

impl Question {
    fn level(&self) -> Result<Level, Problem> {
        let level = Level::new(self.level.unwrap_or(10));
        level.ok_or_else(|| Problem::bad("level: expected 1 to 10"))
    }

    /// Thinks about a position and tells of it; gives what was said last.
    fn think<P: Playable>(
        &self,
        size: Size,
        position: P,
        mut engine: Engine<P>,
        with: &Answers,
        budget: &Budget,
        tell: TellEvent<'_>,
    ) -> Said {
        engine.set_position(size, &position);
        let limits = self.limits(with.config.time, budget, position.empty().count_ones());
        let said = engine.think(&limits, budget.cancel(), &mut |report| {
            tell(AnswerEvent::new("report", say(size, position, report)));
        });
        say(size, position, &said)
    }

    fn limits(&self, most: Duration, budget: &Budget, empty: u32) -> MoveLimits {
        let clock = Clock {
            remaining: self.clock.map(duration),
            increment: self.increment.map_or(Duration::ZERO, duration),
            per_move: self.seconds.map(duration),
            ..Clock::default()
        };
        let most = budget.time_left().map_or(most, |left| left.min(most));
        let time = clock.time_for(empty).map_or(most, |time| time.min(most));
        MoveLimits { time: Some(time), nodes: self.nodes, depth: None }
    }
}

pub(crate) fn say<P: Playable>(size: Size, position: P, report: &Analysis<P>) -> Said {
    let geometry = Geometry::new(size);
    let line = |line: &AnalysisLine<P::Move>| {
        let mut at = position;
        let squares = line.pv.iter().map(|&mv| {
            let squares = at.move_squares(mv, size);
            at = at.child(&geometry, mv);
            squares
        });
        SaidLine {
            mv: P::move_name(line.mv, size),
            win: finite(line.win),
            score: finite(line.score),
            visits: line.visits,
            squares: squares.collect(),
            pv: line.pv.iter().map(|&mv| P::move_name(mv, size)).collect(),
        }
    };
    Said {
        to_move: position.side(),
        best: report.best.map(|mv| P::move_name(mv, size)),
        squares: report.best.map(|mv| position.move_squares(mv, size)),
        win: finite(report.win),
        score: finite(report.score),
        lines: report.lines.iter().take(MOST_LINES).map(line).collect(),
        ownership: report.ownership.clone(),
        nodes: report.nodes,
        depth: report.depth,
        seconds: report.seconds,
        proven: report.proven,
    }
}

/// JSON has no infinity.
fn finite(x: f64) -> f64 {
    if x.is_finite() { x } else { 999.0f64.copysign(x) }
}
