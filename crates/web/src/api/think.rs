//! The engine: analysis while it thinks, and its move.

use super::boards::{Ask, Board, domino};
use crate::error::ApiError;
use crate::input::Input;
use crate::state::App;
use crate::stream::{self, Reporter};
use axum::extract::State;
use axum::response::IntoResponse;
use lastmove_board::{Bits, Square};
use lastmove_player::{Clock, DomineeringEngine, Engine, Level, Limits, Options, Report};
use lastmove_work::Cancel;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use std::time::Duration;

/// Lines that are shown at most.
const MOST_LINES: usize = 10;

#[derive(Deserialize)]
pub(crate) struct Question {
    #[serde(flatten)]
    ask: Ask,
    /// the most time for this answer
    #[serde(default)]
    seconds: Option<f64>,
    #[serde(default)]
    nodes: Option<u64>,
    /// 1 to 10
    #[serde(default)]
    level: Option<u8>,
    /// seconds left on the engine's clock, from which it takes the time for this move
    #[serde(default)]
    clock: Option<f64>,
    /// seconds added to the clock after every move
    #[serde(default)]
    increment: Option<f64>,
    #[serde(default)]
    seed: Option<u64>,
}

/// What the engine says.
#[derive(Serialize)]
struct Said {
    to_move: &'static str,
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
    proven: Option<&'static str>,
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

pub(crate) async fn think(
    State(app): State<Arc<App>>,
    Input(question): Input<Question>,
) -> Result<impl IntoResponse, ApiError> {
    let board = question.ask.board()?;
    let level = Level::new(question.level.unwrap_or(10));
    let level = level.ok_or_else(|| ApiError::bad("level: expected 1 to 10"))?;
    let work = move |app: &App, cancel: &Cancel, reporter: &Reporter| {
        let options = Options {
            threads: app.config.threads,
            memory: (app.config.memory / 4) as u64,
            level,
            databases: Some(Arc::clone(&app.config.databases)),
            seed: question.seed.unwrap_or(1),
            ..Options::default()
        };
        let limits = limits(app, &question, &board);
        run(&board, options, &limits, cancel, reporter);
        Ok(())
    };
    stream::start(&app, Box::new(work))
}

fn limits(app: &App, question: &Question, board: &Board) -> Limits {
    let duration = |seconds: f64| {
        let sane = if seconds.is_finite() { seconds.clamp(0.01, 1e6) } else { 1.0 };
        Duration::from_secs_f64(sane)
    };
    let clock = Clock {
        remaining: question.clock.map(duration),
        increment: question.increment.map_or(Duration::ZERO, duration),
        per_move: question.seconds.map(duration),
        ..Clock::default()
    };
    let empty = match board {
        Board::Amazons(_, position) => position.empty().count(),
        Board::Domineering(_, position) => position.empty().count(),
    };
    let time = clock.time_for(empty).unwrap_or(app.config.time).min(app.config.time);
    Limits { time: Some(time), nodes: question.nodes, depth: None }
}

fn run(board: &Board, options: Options, limits: &Limits, cancel: &Cancel, reporter: &Reporter) {
    match board {
        Board::Amazons(size, position) => {
            let mut engine = Engine::new(options);
            engine.set_position(*size, position);
            let say = |report: &Report| {
                say(
                    board,
                    report,
                    |mv| (mv.display(*size).to_string(), vec![mv.from, mv.to, mv.arrow]),
                    lastmove_amazons::Colour::name,
                )
            };
            let last =
                engine.think(limits, cancel, &mut |report| reporter.tell("report", &say(report)));
            reporter.conclude("done", &say(&last));
        }
        Board::Domineering(size, position) => {
            let mut engine = DomineeringEngine::new(options);
            engine.set_position(*size, position);
            let first = position.to_move();
            let say = |report: &lastmove_player::DomineeringReport| {
                let mut said = say(
                    board,
                    report,
                    |mv| (mv.display(*size).to_string(), domino(*size, *mv, first)),
                    lastmove_domineering::Player::name,
                );
                // In a line the players take turns.
                for line in &mut said.lines {
                    for squares in line.squares.iter_mut().skip(1).step_by(2) {
                        *squares =
                            domino(*size, lastmove_domineering::Move(squares[0]), first.opponent());
                    }
                }
                said
            };
            let last =
                engine.think(limits, cancel, &mut |report| reporter.tell("report", &say(report)));
            reporter.conclude("done", &say(&last));
        }
    }
}

fn say<M, S: Copy>(
    board: &Board,
    report: &Report<M, S>,
    show: impl Fn(&M) -> (String, Vec<Square>),
    side: impl Fn(S) -> &'static str,
) -> Said {
    let best = report.best.as_ref().map(&show);
    let line = |line: &lastmove_player::Line<M>| {
        let (pv, squares) = line.pv.iter().map(&show).unzip();
        let (win, score) = (finite(line.win), finite(line.score));
        SaidLine { mv: show(&line.mv).0, win, score, visits: line.visits, pv, squares }
    };
    Said {
        to_move: board.to_move(),
        best: best.as_ref().map(|(name, _)| name.clone()),
        squares: best.map(|(_, squares)| squares),
        win: finite(report.win),
        score: finite(report.score),
        lines: report.lines.iter().take(MOST_LINES).map(line).collect(),
        ownership: report.ownership.clone(),
        nodes: report.nodes,
        depth: report.depth,
        seconds: report.seconds,
        proven: report.proven.map(side),
    }
}

/// JSON has no infinity.
fn finite(x: f64) -> f64 {
    if x.is_finite() { x } else { 999.0f64.copysign(x) }
}
