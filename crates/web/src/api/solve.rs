//! Searches: who wins, with progress, and a certificate that the checker has accepted.

use super::boards::{Ask, Board, domino};
use crate::certificates::{Bounded, MOST_BYTES};
use crate::error::ApiError;
use crate::input::Input;
use crate::state::App;
use crate::stream::{self, Reporter};
use axum::extract::State;
use axum::response::IntoResponse;
use lastmove_amazons::Move;
use lastmove_board::{Bits, Diagram, Geometry, Side, Size, Square};
use lastmove_domineering::{Player, Position};
use lastmove_proof::{Claim, ClaimError, Strategy, WriteOptions};
use lastmove_report::Game;
use lastmove_solver::amazons::{Certifier, Settings, Solver, Status};
use lastmove_solver::domineering::{self, Class};
use lastmove_solver::{Counters, Watch};
use lastmove_work::{Budget, Cancel, Limits, Stop};
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::io::Cursor;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::mpsc::channel;
use std::time::{Duration, Instant};

#[derive(Deserialize)]
pub(crate) struct Question {
    #[serde(flatten)]
    ask: Ask,
    /// the most time
    #[serde(default)]
    seconds: Option<f64>,
    /// whether a certificate is wanted
    #[serde(default)]
    certificate: bool,
}

/// The answer, in the fields of `lastmove solve --json`.
#[derive(Serialize)]
struct Solved {
    game: Game,
    board: String,
    position: String,
    to_move: Option<&'static str>,
    winner: Option<&'static str>,
    best_move: Option<String>,
    best_squares: Option<Vec<Square>>,
    pv: Vec<String>,
    class: Option<String>,
    first: Option<First>,
    nodes: u64,
    evaluations: u64,
    visited: u64,
    seconds: f64,
    threads: usize,
    databases: String,
    certificate: Option<Certificate>,
}

#[derive(Serialize, Default)]
struct First {
    vertical: Option<Opening>,
    horizontal: Option<Opening>,
}

#[derive(Clone, Serialize)]
struct Opening {
    winner: &'static str,
    best_move: Option<String>,
    squares: Option<Vec<Square>>,
    nodes: u64,
}

/// A certificate that can be fetched from `/api/certificate/ID`.
#[derive(Serialize)]
struct Certificate {
    id: String,
    positions: u64,
    bytes: u64,
    /// whether the checker accepted it
    verified: bool,
    /// why there is none
    problem: Option<String>,
}

#[derive(Serialize)]
struct Progress {
    stage: &'static str,
    nodes: u64,
    proof: Option<u32>,
    disproof: Option<u32>,
    line: Vec<String>,
    seconds: f64,
}

pub(crate) async fn solve(
    State(app): State<Arc<App>>,
    Input(question): Input<Question>,
) -> Result<impl IntoResponse, ApiError> {
    let diagram = question.ask.diagram()?;
    let board = question.ask.board()?;
    let work = move |app: &App, cancel: &Cancel, reporter: &Reporter| {
        let most = app.config.time;
        let time = question.seconds.filter(|s| s.is_finite());
        let time = time.map_or(most, |s| Duration::from_secs_f64(s.clamp(0.01, 1e6)).min(most));
        let limits = Limits { time: Some(time), ..Limits::default() };
        let job = Job { app, reporter, budget: Budget::new(limits, cancel.clone()), cancel };
        let solved = match board {
            Board::Amazons(..) if diagram.size().squares() <= 64 => {
                job.amazons::<u64>(&board.diagram(), question.certificate)
            }
            Board::Amazons(..) => job.amazons::<u128>(&board.diagram(), question.certificate),
            Board::Domineering(..) if diagram.size().squares() <= 64 => {
                job.domineering::<u64>(&diagram, question.certificate)
            }
            Board::Domineering(..) => job.domineering::<u128>(&diagram, question.certificate),
        };
        match solved {
            Ok(solved) => reporter.conclude("done", &solved),
            Err((stop, nodes)) => reporter.conclude(
                "stopped",
                &json!({
                    "reason": stop.to_string(), "nodes": nodes,
                    "seconds": job.budget.elapsed().as_secs_f64(),
                }),
            ),
        }
        Ok(())
    };
    stream::start(&app, Box::new(work))
}

struct Job<'j> {
    app: &'j App,
    reporter: &'j Reporter,
    budget: Budget,
    cancel: &'j Cancel,
}

impl Job<'_> {
    fn unsolved(&self, game: Game, diagram: &Diagram) -> Solved {
        Solved {
            game,
            board: game.board_name(diagram),
            position: diagram.to_string(),
            to_move: None,
            winner: None,
            best_move: None,
            best_squares: None,
            pv: Vec::new(),
            class: None,
            first: None,
            nodes: 0,
            evaluations: 0,
            visited: 0,
            seconds: 0.0,
            threads: self.app.config.threads,
            databases: self.app.config.databases.name().to_owned(),
            certificate: None,
        }
    }

    fn deadline(&self) -> Option<Instant> {
        let left = |time: Duration| time.saturating_sub(self.budget.elapsed());
        self.budget.limits().time.map(|time| Instant::now() + left(time))
    }

    fn seconds(&self) -> f64 {
        self.budget.elapsed().as_secs_f64()
    }

    fn amazons<B: Bits>(&self, diagram: &Diagram, certify: bool) -> Result<Solved, (Stop, u64)> {
        let config = &self.app.config;
        let size = diagram.size();
        let geometry = Geometry::<B>::new(size);
        let Ok(position) = lastmove_amazons::Position::<B>::from_diagram(diagram) else {
            return Err((Stop::Cancelled, 0)); // it was checked before
        };
        let settings = Settings::default();
        let table = self.app.table();
        let solver = Solver::new(&geometry, &config.databases, settings, table, config.threads);
        let name = |mv: &Move| mv.display(size).to_string();
        let mut look = |status: &Status| {
            let progress = Progress {
                stage: "searching",
                nodes: status.nodes,
                proof: Some(status.proof),
                disproof: Some(status.disproof),
                line: status.line.iter().map(name).collect(),
                seconds: self.seconds(),
            };
            self.reporter.tell("progress", &progress);
        };
        let solution = solver
            .solve(&position, &self.budget, &mut look)
            .map_err(|(stop, counters)| (stop, counters.nodes))?;
        let mut solved = self.unsolved(Game::Amazons, diagram);
        solved.to_move = Some(position.to_move().name());
        solved.winner = Some(solution.winner.name());
        solved.best_move = solution.best_move.as_ref().map(name);
        solved.best_squares = solution.best_move.map(|mv| vec![mv.from, mv.to, mv.arrow]);
        solved.pv = solution.pv.iter().map(name).collect();
        solved.count(solution.counters);
        solved.seconds = self.seconds();
        if certify {
            let claim =
                Claim::new(lastmove_proof::Game::Amazons, diagram.clone(), solution.winner.side());
            let watch = Certifier::<B>::watch(&self.budget);
            let mut strategy = Certifier::new(&solver, &watch, config.threads);
            self.certify(&mut solved, vec![claim], &mut strategy)?;
        }
        Ok(solved)
    }

    /// Has the certificate written and checked; the answer says if there is none.
    fn certify(
        &self,
        solved: &mut Solved,
        claims: Vec<Result<Claim, ClaimError>>,
        strategy: &mut (impl Strategy + Send),
    ) -> Result<(), (Stop, u64)> {
        let claims: Result<Vec<Claim>, _> = claims.into_iter().collect();
        let written =
            claims.map_err(|e| e.to_string()).and_then(|claims| self.write(&claims, strategy));
        self.budget.check().map_err(|stop| (stop, solved.nodes))?;
        solved.certificate = Some(written.unwrap_or_else(Certificate::failed));
        Ok(())
    }

    /// Writes the certificate, has it checked, and keeps it.
    fn write(
        &self,
        claims: &[Claim],
        strategy: &mut (impl Strategy + Send),
    ) -> Result<Certificate, String> {
        let threads = self.app.config.threads;
        let options = WriteOptions { threads, ..WriteOptions::of(claims[0].game()) };
        let mut bytes = Bounded::default();
        let flow = |stage: &'static str, positions: u64| {
            let progress = Progress {
                stage,
                nodes: positions,
                proof: None,
                disproof: None,
                line: Vec::new(),
                seconds: self.seconds(),
            };
            self.reporter.tell("progress", &progress);
            if self.budget.check().is_err() {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        };
        let written = lastmove_proof::write(&mut bytes, claims, strategy, options, |progress| {
            flow("writing the certificate", progress.positions)
        })
        .map_err(|e| e.to_string())?;
        let limits = lastmove_proof::Limits { memory: MOST_BYTES as u64 * 4, threads };
        let checked = lastmove_proof::verify(Cursor::new(&bytes.0), None, limits, |progress| {
            flow("checking the certificate", progress.positions)
        });
        checked.map_err(|rejection| format!("the checker refused it: {rejection}"))?;
        let kept = self.app.certificates.lock();
        let id = kept.unwrap_or_else(|p| p.into_inner()).keep(&written.hash, bytes.0);
        Ok(Certificate {
            id,
            positions: written.positions,
            bytes: written.bytes,
            verified: true,
            problem: None,
        })
    }

    fn domineering<B: Bits>(
        &self,
        diagram: &Diagram,
        certify: bool,
    ) -> Result<Solved, (Stop, u64)> {
        let config = &self.app.config;
        let size = diagram.size();
        let Ok(position) = Position::<B>::with_side(diagram, Player::Vertical) else {
            return Err((Stop::Cancelled, 0)); // it was checked before
        };
        let options = domineering::Options { memory: config.memory, threads: config.threads };
        let solver = domineering::Solver::<B>::new(size, &options);
        let players = match diagram.side() {
            Some(Side::Vertical) => vec![Player::Vertical],
            Some(Side::Horizontal) => vec![Player::Horizontal],
            _ => Player::BOTH.to_vec(),
        };
        let mut solved = self.unsolved(Game::Domineering, diagram);
        let mut first = First::default();
        let mut winners = Vec::new();
        for &player in &players {
            let outcome =
                self.search(&solver, &Position::new(position.empty(), player), solved.nodes)?;
            winners.push(outcome.winner);
            solved.count(outcome.counters);
            let opening = opening(size, player, &outcome);
            if let [_] = players[..] {
                solved.to_move = Some(player.name());
                solved.winner = Some(opening.winner);
                solved.best_move = opening.best_move.clone();
                solved.best_squares = opening.squares.clone();
                solved.pv = opening.best_move.iter().cloned().collect();
            }
            match player {
                Player::Vertical => first.vertical = Some(opening),
                Player::Horizontal => first.horizontal = Some(opening),
            }
        }
        if let [vertical, horizontal] = winners[..] {
            solved.class = Some(Class::of(vertical, horizontal).to_string());
        }
        solved.first = Some(first);
        solved.seconds = self.seconds();
        if certify {
            let claim = |(player, winner): (&Player, &Player)| {
                let start = diagram.clone().with_side(Some(player.side()));
                Claim::new(lastmove_proof::Game::Domineering, start, winner.side())
            };
            let claims = players.iter().zip(&winners).map(claim).collect();
            let cancel = Some(self.cancel.flag());
            let deadline = self.deadline();
            let limits = lastmove_solver::Limits { nodes: None, deadline, cancel };
            let watch = lastmove_solver::Watch::new(limits);
            let mut strategy = domineering::Certifier::new(&solver, &watch, config.threads);
            self.certify(&mut solved, claims, &mut strategy)?;
        }
        Ok(solved)
    }

    /// One search, watched from beside.
    fn search<B: Bits>(
        &self,
        solver: &domineering::Solver<B>,
        position: &Position<B>,
        before: u64,
    ) -> Result<domineering::Outcome, (Stop, u64)> {
        let deadline = self.deadline();
        let limits =
            lastmove_solver::Limits { nodes: None, deadline, cancel: Some(self.cancel.flag()) };
        let watch = Watch::new(limits);
        let (send, receive) = channel();
        let outcome = std::thread::scope(|scope| {
            scope.spawn(|| {
                let outcome = solver.solve_watched(position, &watch);
                let _ = send.send(outcome);
            });
            loop {
                match receive.recv_timeout(Duration::from_millis(250)) {
                    Ok(outcome) => return Some(outcome),
                    Err(std::sync::mpsc::RecvTimeoutError::Disconnected) => return None,
                    Err(std::sync::mpsc::RecvTimeoutError::Timeout) => {
                        let progress = Progress {
                            stage: "searching",
                            nodes: before + watch.nodes(),
                            proof: None,
                            disproof: None,
                            line: Vec::new(),
                            seconds: self.seconds(),
                        };
                        self.reporter.tell("progress", &progress);
                    }
                }
            }
        });
        let stop = || {
            let why = if self.cancel.is_cancelled() { Stop::Cancelled } else { Stop::Time };
            (why, before + watch.nodes())
        };
        outcome.ok_or_else(stop)?.map_err(|_| stop())
    }
}

fn opening(size: Size, player: Player, outcome: &domineering::Outcome) -> Opening {
    Opening {
        winner: outcome.winner.name(),
        best_move: outcome.best_move.map(|mv| mv.display(size).to_string()),
        squares: outcome.best_move.map(|mv| domino(size, mv, player)),
        nodes: outcome.counters.nodes,
    }
}

impl Solved {
    fn count(&mut self, counters: Counters) {
        self.nodes += counters.nodes;
        self.evaluations += counters.evaluations;
        self.visited += counters.visited;
    }
}

impl Certificate {
    fn failed(problem: String) -> Self {
        Self { id: String::new(), positions: 0, bytes: 0, verified: false, problem: Some(problem) }
    }
}
