//! Solving, proving, verifying, playing.

use crate::boards::Board;
use crate::data;
use crate::long::{Call, ProgressSender, seconds, short};
use crate::operand::player;
use crate::problem::{Problem, Result};
use crate::worth::json;
use lastmove::Game;
use lastmove::board::{Side, Size};
use lastmove::endgame::Databases;
use lastmove::player::{Analysis, Engine, EngineOptions, Level, MoveLimits, Playable};
use lastmove::proof::{AnswerSource, CheckOptions, Claim, Expect, Rejection};
use lastmove::report::solve::{
    CertificateFile, Question, SearchHooks, SearchProgress, SearchResources, SolveError,
};
use lastmove::report::{ProofWalk, SumSolver, WalkError};
use lastmove::solver::{Shares, with_game};
use lastmove::values::AppraisalLimits;
use lastmove::work::{Budget, Limits, human, memory_is_there};
use pyo3::prelude::*;
use serde_json::{Value as Json, json as fields};
use std::io::BufReader;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The resources of a search with this much memory.
pub(crate) fn resources(memory: u64, threads: usize, databases: Databases) -> SearchResources {
    SearchResources::new(Arc::new(databases), Shares::at_least(memory, threads))
}

/// Divides the memory; an error if the machine has less.
fn shares(memory: u64, threads: Option<usize>) -> Result<Shares> {
    let cores = || std::thread::available_parallelism().map_or(1, usize::from);
    let threads = threads.unwrap_or_else(cores);
    if !(1..=1024).contains(&threads) {
        return Err(Problem::Input(format!("threads: expected 1 to 1024, found {threads}")));
    }
    if !memory_is_there(memory) {
        let line = "this machine has less memory; ask for less";
        return Err(Problem::Input(format!("memory {}: {line}", human::bytes(memory))));
    }
    Shares::of(memory, threads)
        .map_err(|e| Problem::Input(format!("memory {}: {e}", human::bytes(memory))))
}

/// The winner, as JSON; with a path the certificate is written there.
#[pyfunction]
#[pyo3(signature = (board, *, moves=false, time=None, nodes=None, memory=1 << 30,
    threads=None, databases="best", proof=None, progress=None))]
fn solve(
    py: Python<'_>,
    board: &Board,
    moves: bool,
    time: Option<f64>,
    nodes: Option<u64>,
    memory: u64,
    threads: Option<usize>,
    databases: &str,
    proof: Option<PathBuf>,
    progress: Option<Py<PyAny>>,
) -> PyResult<String> {
    let game = board.game;
    let question = Question { moves, ..Question::new(game, board.diagram.clone()) };
    let shares = shares(memory, threads)?;
    let choice = data::choice(databases);
    Call::new(time, nodes, progress)?.run(py, |budget, tell| {
        let mut file = None;
        if let Some(path) = &proof {
            CertificateFile::check_memory(&shares)
                .map_err(|e| Problem::Input(format!("memory: {e}")))?;
            file = Some(CertificateFile::open(path).map_err(Problem::failed)?);
        }
        let databases = match game {
            Game::Amazons => data::open(&choice, budget, tell)?,
            Game::Domineering => Databases::none(),
        };
        let resources = SearchResources::new(Arc::new(databases), shares);
        let mut look = |status: &SearchProgress| {
            tell.line("solving", status.nodes, None, &status.line.join(" "));
        };
        let beside = SearchHooks { look: &mut look, keeper: None, record: None };
        let mut solved = match resources.solve(&question, budget, beside) {
            Ok(solved) => solved,
            Err(SolveError::Board(error)) => return Err(Problem::input(error)),
            Err(SolveError::Stopped(stopped, _)) => {
                let nodes = human::count(stopped.counters.nodes.max(budget.nodes()));
                return Err(Problem::Limit(format!("{}; {nodes} nodes searched", stopped.why)));
            }
            Err(error) => return Err(Problem::failed(error)),
        };
        if let Some(file) = &mut file {
            let written = file.write(&resources.proof(&solved), budget, &tell.sink());
            solved.certificate = Some(written.map_err(|error| match budget.check() {
                Err(stop) if error.is_stopped() => {
                    Problem::Limit(format!("{stop}; the certificate is not whole"))
                }
                _ => Problem::failed(error),
            })?);
            solved.proof = proof.as_ref().map(|path| path.display().to_string());
        }
        Ok(json(&solved)?.to_string())
    })
}

/// The winner of a sum, as JSON.
#[pyfunction]
#[pyo3(signature = (expression, first="left", *, time=None))]
fn solve_sum(py: Python<'_>, expression: &str, first: &str, time: Option<f64>) -> PyResult<String> {
    let first = player(first)?;
    Call::new(time, None, None)?.run(py, |budget, _| {
        let limits = AppraisalLimits { budget: Some(budget.clone()), ..AppraisalLimits::default() };
        let solved = SumSolver::new(limits).solve(expression, first);
        let solved = solved.map_err(|error| match budget.check() {
            Err(stop) => Problem::Limit(stop.to_string()),
            Ok(()) => Problem::input(error),
        });
        Ok(json(&solved?)?.to_string())
    })
}

/// Checks a certificate and returns its claims as JSON.
#[pyfunction]
#[pyo3(signature = (path, expect=None, *, time=None, memory=1 << 30, threads=None, progress=None))]
fn verify(
    py: Python<'_>,
    path: PathBuf,
    expect: Option<&str>,
    time: Option<f64>,
    memory: u64,
    threads: Option<usize>,
    progress: Option<Py<PyAny>>,
) -> PyResult<String> {
    let expect = expected(expect)?;
    let shares = shares(memory, threads)?;
    Call::new(time, None, progress)?.run(py, |budget, tell| {
        let file = lastmove::work::file::open_regular(&path).map_err(Problem::failed)?;
        let options = CheckOptions { memory, threads: shares.threads };
        let progress = |status| checking(&status, budget, tell);
        let file = BufReader::new(file);
        let report = lastmove::proof::verify(file, expect.as_ref(), options, progress)
            .map_err(|rejection| rejected(&path, &rejection, budget))?;
        let claims: Vec<Json> = report.claims.iter().map(claim).collect();
        Ok(fields!({
            "valid": true, "claims": claims, "positions": report.positions,
            "levels": report.levels, "bytes": report.bytes,
        })
        .to_string())
    })
}

/// A certificate that was checked, to play against.
#[pyclass(frozen, module = "lastmove._native")]
pub(crate) struct Proof(ProofWalk);

#[pymethods]
impl Proof {
    #[new]
    #[pyo3(signature = (path, expect=None, *, time=None, memory=1 << 30, threads=None, progress=None))]
    fn new(
        py: Python<'_>,
        path: PathBuf,
        expect: Option<&str>,
        time: Option<f64>,
        memory: u64,
        threads: Option<usize>,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<Self> {
        let expect = expected(expect)?;
        let shares = shares(memory, threads)?;
        Call::new(time, None, progress)?.run(py, |budget, tell| {
            let file = lastmove::work::file::open_regular(&path).map_err(Problem::failed)?;
            let options = CheckOptions { memory, threads: shares.threads };
            let walk = ProofWalk::open(BufReader::new(file), expect.as_ref(), options, |status| {
                checking(&status, budget, tell)
            });
            walk.map(Self).map_err(|error| match error {
                WalkError::Rejected(rejection) => rejected(&path, &rejection, budget),
                WalkError::OldVersion => Problem::Input(format!("{}: {error}", path.display())),
            })
        })
    }

    /// The claim, with the number of stored moves, as JSON.
    fn claim(&self) -> String {
        let report = self.0.report();
        let mut fields = claim(self.0.claim());
        fields["positions"] = report.positions.into();
        fields["moves"] = report.moves.into();
        fields.to_string()
    }

    /// The winner's move in a position, where it comes from, and how many moves are stored below.
    fn answer(&self, board: &Board) -> PyResult<Option<(String, &'static str, Option<usize>)>> {
        let position = board.sided();
        short(|| {
            Ok(self.0.answer(&position).map(|answer| {
                let (source, below) = match answer.source {
                    AnswerSource::Stored { below } => ("stored", Some(below)),
                    AnswerSource::Ahead => ("ahead", None),
                    AnswerSource::Mirrored => ("mirrored", None),
                    AnswerSource::Plain => ("plain", None),
                };
                (answer.mv, source, below)
            }))
        })
    }
}

/// Reads the claim that a certificate should prove.
fn expected(expect: Option<&str>) -> Result<Option<Expect>> {
    expect.map(str::parse).transpose().map_err(|e| Problem::Input(format!("expect: {e}")))
}

/// Reports the progress of checking a certificate; returns whether to continue.
fn checking(
    status: &lastmove::proof::Progress,
    budget: &Budget,
    tell: &ProgressSender,
) -> ControlFlow<()> {
    let level = format!("level {} of {}", status.level + 1, status.levels);
    tell.line("verifying", status.positions, Some(status.total), &level);
    if budget.check().is_err() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
}

/// The exception for a certificate that was not accepted.
fn rejected(path: &Path, rejection: &Rejection, budget: &Budget) -> Problem {
    match (rejection, budget.check()) {
        (Rejection::Stopped, Err(stop)) => stop.into(),
        (Rejection::Stopped, Ok(())) => Problem::Stopped,
        _ => Problem::Invalid(format!("{}: not valid: {rejection}", path.display())),
    }
}

fn claim(claim: &Claim) -> Json {
    fields!({
        "game": claim.game().name(),
        "position": claim.diagram().to_string(),
        "to_move": claim.to_move().name(),
        "winner": claim.winner().name(),
    })
}

/// The player's analysis within the limits, as JSON.
#[pyfunction]
#[pyo3(signature = (board, *, time=1.0, nodes=None, memory=1 << 28, threads=None,
    level=None, seed=1, databases="none", progress=None))]
fn analyse(
    py: Python<'_>,
    board: &Board,
    time: f64,
    nodes: Option<u64>,
    memory: u64,
    threads: Option<usize>,
    level: Option<u8>,
    seed: u64,
    databases: &str,
    progress: Option<Py<PyAny>>,
) -> PyResult<String> {
    let (game, diagram) = (board.game, board.sided());
    let (size, shares) = (diagram.size(), shares(memory, threads)?);
    let level = match level {
        None => Level::FULL,
        Some(level) => Level::new(level)
            .ok_or_else(|| Problem::Input(format!("level: expected 1 to 10, found {level}")))?,
    };
    let limits = MoveLimits { time: Some(seconds(time)?), nodes, depth: None };
    let choice = data::choice(databases);
    // The player has limits of its own; this call only checks for Ctrl-C.
    let call = Call { limits: Limits::default(), progress };
    call.run(py, |budget, tell| {
        let databases = match game {
            Game::Amazons => Some(Arc::new(data::open(&choice, budget, tell)?)),
            Game::Domineering => None,
        };
        let threads = shares.threads;
        let options =
            EngineOptions { threads, memory, level, seed, databases, ..EngineOptions::default() };
        with_game!(game, P => {
            let mut engine = Engine::<P>::new(options);
            engine.set_position(size, &P::from_diagram(&diagram).map_err(Problem::input)?);
            let found = engine.think(&limits, budget.cancel(), &mut |now| {
                tell.line("thinking", now.nodes, None, "");
            });
            Ok(thought(size, &found))
        })
    })
}

fn thought<P: Playable>(size: Size, found: &Analysis<P>) -> String {
    let line = |moves: &[P::Move]| moves.iter().map(|&mv| P::move_name(mv, size)).collect::<Json>();
    let lines = found.lines.iter().map(|one| {
        fields!({
            "move": P::move_name(one.mv, size), "win": one.win, "score": one.score,
            "visits": one.visits, "pv": line(&one.pv),
        })
    });
    fields!({
        "best_move": found.best.map(|mv| P::move_name(mv, size)),
        "win": found.win, "score": found.score, "lines": lines.collect::<Json>(),
        "ownership": found.ownership, "nodes": found.nodes, "depth": found.depth,
        "seconds": found.seconds, "proven": found.proven.map(Side::name),
    })
    .to_string()
}

pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<Proof>()?;
    module.add_function(wrap_pyfunction!(solve, module)?)?;
    module.add_function(wrap_pyfunction!(solve_sum, module)?)?;
    module.add_function(wrap_pyfunction!(verify, module)?)?;
    module.add_function(wrap_pyfunction!(analyse, module)?)
}
