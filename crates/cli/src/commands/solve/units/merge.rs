//! Writing units and joining their results.

use super::super::Args;
use super::file::{Head, Unit, Units};
use super::{Named, open_databases, opponent, proof_game, side_of, tree};
use crate::boards;
use crate::failure::Failure;
use crate::flags::Game;
use crate::output::{self, Answer};
use crate::session::Session;
use lastmove_amazons::{Colour, Position};
use lastmove_board::{Bits, Geometry, Side, Size};
use lastmove_domineering::Player;
use lastmove_endgame::Databases;
use lastmove_proof::{Claim, Move, Strategy, WriteError, WriteOptions};
use lastmove_solver::Watch;
use lastmove_solver::amazons::{Certifier, Settings, Solver, Splitter};
use lastmove_solver::domineering;
use lastmove_solver::table::Table;
use lastmove_solver::units::{Split, Standing};
use lastmove_work::{Budget, Stage, human};
use serde::Serialize;
use std::collections::HashSet;
use std::fmt;
use std::ops::ControlFlow;
use std::path::Path;
use std::time::Instant;

/// The answer.
#[derive(Serialize)]
struct Merged {
    game: Game,
    board: String,
    position: String,
    /// who is assumed to win
    assumed: String,
    plies: u32,
    units: usize,
    done: usize,
    refuted: usize,
    /// units that the answer still depends on
    open: usize,
    /// of these, units that were added now
    added: usize,
    /// who wins, once it is known
    winner: Option<String>,
    seconds: f64,
    databases: String,
    proof: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    certificate: Option<Joined>,
    #[serde(skip)]
    file: String,
}

#[derive(Serialize)]
struct Joined {
    positions: u64,
    bytes: u64,
}

/// Writes the units of a board.
pub(super) fn split(
    args: &Args,
    session: &Session,
    path: &Path,
    head: Head,
) -> Result<(), Failure> {
    if path.exists() {
        let problem = "the file exists; --merge adds to it, or remove it and its results";
        return Err(Failure::input(path.display(), problem));
    }
    if args.proof.is_some() {
        return Err(Failure::input("--proof", "units have none yet; give it with --merge"));
    }
    let units = Units { path: path.to_owned(), head, units: Vec::new(), done: Vec::new() };
    round(args, session, units)
}

/// Joins the results.
pub(super) fn merge(args: &Args, session: &Session, units: Units) -> Result<(), Failure> {
    round(args, session, units)
}

/// Builds the tree with what is known, and adds the units that it needs.
fn round(args: &Args, session: &Session, mut units: Units) -> Result<(), Failure> {
    let started = Instant::now();
    let head = units.head.clone();
    let game = head.game();
    let databases = open_databases(game, &args.databases, session)?;
    units.check(databases.as_ref())?;
    let found = tree(&head, databases.as_ref(), &units.results())?;
    let there: HashSet<&str> = units.units.iter().map(|unit| unit.position.as_str()).collect();
    let new: Vec<String> =
        found.units.iter().filter(|text| !there.contains(text.as_str())).cloned().collect();
    let first = units.units.len() + 1;
    let added = new.len();
    units.units.extend(
        new.into_iter().enumerate().map(|(i, position)| Unit { unit: first + i, position }),
    );
    if added > 0 || first == 1 {
        units.write()?;
    }
    let winner = match found.standing {
        Standing::Proven => Some(head.winner.clone()),
        Standing::Refuted => Some(opponent(&head.winner).to_owned()),
        Standing::Open => None,
    };
    let mut merged = Merged {
        game,
        board: head.board.clone(),
        position: head.position.clone(),
        assumed: head.winner.clone(),
        plies: head.plies,
        units: units.units.len(),
        done: units.done.len(),
        refuted: units.refuted(),
        open: found.units.len(),
        added,
        winner,
        seconds: 0.0,
        databases: head.databases.clone(),
        proof: None,
        certificate: None,
        file: units.path.display().to_string(),
    };
    if let (Some(path), Some(winner)) = (&args.proof, &merged.winner) {
        let joined = join(args, session, &units, winner, &found, databases.as_ref(), path)?;
        merged.certificate = Some(joined);
        merged.proof = Some(path.display().to_string());
    }
    merged.seconds = started.elapsed().as_secs_f64();
    output::answer(session, &merged)
}

/// Writes the certificate of the whole from those of the units.
fn join(
    args: &Args,
    session: &Session,
    units: &Units,
    winner: &str,
    tree: &Named,
    databases: Option<&Databases>,
    path: &Path,
) -> Result<Joined, Failure> {
    let game = units.head.game();
    let diagram = boards::read(game, &units.head.position)?;
    let size = diagram.size();
    let side = side_of(game, winner).unwrap_or(Side::White);
    let claim = Claim::new(proof_game(game), diagram, side).map_err(anyhow::Error::from)?;
    let budget = session.budget(args.limits.limits());
    let write = Write { args, session, units, winner, claim: &claim, budget: &budget, path };
    match (databases, size.squares()) {
        (Some(databases), ..=64) => join_amazons::<u64>(&write, size, tree, databases),
        (Some(databases), _) => join_amazons::<u128>(&write, size, tree, databases),
        (None, ..=64) => join_domineering::<u64>(&write, size, tree),
        (None, _) => join_domineering::<u128>(&write, size, tree),
    }
}

fn join_amazons<B: Bits>(
    write: &Write<'_>,
    size: Size,
    tree: &Named,
    databases: &Databases,
) -> Result<Joined, Failure> {
    let geometry = Geometry::<B>::new(size);
    let settings = Settings::default();
    let table = Table::new(write.args.search.memory());
    let threads = write.args.search.threads();
    let solver = Solver::new(&geometry, databases, settings, &table, threads);
    let watch = Certifier::<B>::watch(write.budget);
    let mut splitter = Splitter::new(&geometry, databases, settings);
    let chosen = |asked: &lastmove_proof::Position| {
        let colour = if asked.to_move == Side::White { Colour::White } else { Colour::Black };
        let (white, black) = (B::narrow(asked.white), B::narrow(asked.black));
        let position = Position::new(white, black, B::narrow(asked.empty), colour);
        let next = *tree.moves.get(&splitter.key(&position))?;
        position.moves(&geometry).find_map(|mv| {
            let mut after = position;
            after.play_unchecked(mv);
            let lastmove_amazons::Move { from, to, arrow } = mv;
            (splitter.key(&after) == next).then_some(Move::Amazon { from, to, arrow })
        })
    };
    write.join(&mut Tree { chosen, search: Certifier::new(&solver, &watch, threads) })
}

fn join_domineering<B: Bits>(
    write: &Write<'_>,
    size: Size,
    tree: &Named,
) -> Result<Joined, Failure> {
    let threads = write.args.search.threads();
    let options = domineering::Options { threads, memory: write.args.search.memory() };
    let solver = domineering::Solver::<B>::new(size, &options);
    let watch = Watch::new(super::super::domineering::limits(write.budget, 0));
    let geometry = Geometry::<B>::new(size);
    let mut splitter = domineering::Splitter::<B>::new(size);
    let chosen = |asked: &lastmove_proof::Position| {
        let player =
            if asked.to_move == Side::Vertical { Player::Vertical } else { Player::Horizontal };
        let position = lastmove_domineering::Position::new(B::narrow(asked.empty), player);
        let next = *tree.moves.get(&splitter.key(&position))?;
        position.moves(&geometry).find_map(|mv| {
            let mut after = position;
            after.play_unchecked(&geometry, mv);
            (splitter.key(&after) == next).then_some(Move::Domino(mv.0))
        })
    };
    write.join(&mut Tree { chosen, search: domineering::Certifier::new(&solver, &watch, threads) })
}

/// What is to be written, and where.
struct Write<'w> {
    args: &'w Args,
    session: &'w Session,
    units: &'w Units,
    winner: &'w str,
    claim: &'w Claim,
    budget: &'w Budget,
    path: &'w Path,
}

impl Write<'_> {
    fn join(&self, strategy: &mut (impl Strategy + Send)) -> Result<Joined, Failure> {
        let Self { args, session, units, winner, claim, budget, path } = *self;
        let threads = args.search.threads();
        let proofs: Vec<String> = units
            .done
            .iter()
            .filter(|done| done.winner == winner)
            .filter_map(|done| done.proof.clone())
            .collect();
        let mut parts = proofs.iter().map(std::fs::read);
        let stage = Stage::new(&*session.progress, "joining", None);
        let options = WriteOptions { threads, ..WriteOptions::of(claim.game()) };
        let mut joined = None;
        let mut failed = None;
        let written = lastmove_work::file::replace(path, |out| {
            // The writer wants an output that can be sent to another thread.
            let mut bytes = Vec::new();
            let result = lastmove_proof::join(
                &mut bytes,
                claim,
                &mut parts,
                strategy,
                options,
                |progress| {
                    stage.message(format!("level {}", progress.level + 1));
                    stage.advance(progress.positions.saturating_sub(stage.done()));
                    match budget.check() {
                        Ok(()) => ControlFlow::Continue(()),
                        Err(_) => ControlFlow::Break(()),
                    }
                },
            );
            match result {
                Ok(written) => {
                    joined = Some(Joined { positions: written.positions, bytes: written.bytes });
                    out.write_all(&bytes)
                }
                Err(error) => {
                    let text = match &error {
                        WriteError::Part { number, reason } => {
                            format!("{}: cannot be joined: {reason}", proofs[number - 1])
                        }
                        error => error.to_string(),
                    };
                    failed = Some(text);
                    Err(std::io::Error::other("not joined"))
                }
            }
        });
        match (failed, written, joined) {
            (Some(text), ..) => match budget.check() {
                Err(stop) => Err(Failure::stopped(stop, "nothing was joined; run --merge again")),
                Ok(()) => Err(anyhow::anyhow!("--proof {}: {text}", path.display()).into()),
            },
            (None, Err(error), _) => Err(error.into()),
            (None, Ok(()), Some(joined)) => Ok(joined),
            (None, Ok(()), None) => Err(anyhow::anyhow!("nothing was joined").into()),
        }
    }
}

/// The winner's moves of the tree, and a search where it has none.
struct Tree<C, S> {
    chosen: C,
    search: S,
}

impl<C: FnMut(&lastmove_proof::Position) -> Option<Move>, S: Strategy> Strategy for Tree<C, S> {
    fn winning_move(&mut self, position: &lastmove_proof::Position) -> Option<Move> {
        (self.chosen)(position).or_else(|| self.search.winning_move(position))
    }

    fn winning_moves(&mut self, positions: &[lastmove_proof::Position]) -> Vec<Option<Move>> {
        let mut moves: Vec<Option<Move>> = positions.iter().map(&mut self.chosen).collect();
        let open: Vec<usize> = (0..moves.len()).filter(|&i| moves[i].is_none()).collect();
        let asked: Vec<_> = open.iter().map(|&i| positions[i]).collect();
        for (i, mv) in open.into_iter().zip(self.search.winning_moves(&asked)) {
            moves[i] = mv;
        }
        moves
    }
}

impl Answer for Merged {
    fn text(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}, ", self.game, self.board)?;
        match &self.winner {
            Some(winner) => writeln!(f, "settled: {} wins", boards::capital(winner))?,
            None => writeln!(f, "{} assumed to win: open", self.assumed)?,
        }
        writeln!(
            f,
            "{} units, {} done, {} of them refuted",
            human::count(self.units as u64),
            human::count(self.done as u64),
            human::count(self.refuted as u64)
        )?;
        if let (Some(path), Some(joined)) = (&self.proof, &self.certificate) {
            let (positions, bytes) = (human::count(joined.positions), human::bytes(joined.bytes));
            writeln!(f, "certificate {path}: {positions} positions, {bytes}")?;
        }
        if self.winner.is_none() {
            let (open, added) = (human::count(self.open as u64), human::count(self.added as u64));
            writeln!(f, "{open} units to be solved, {added} of them new")?;
            writeln!(f, "go on with `lastmove solve --units {}`", self.file)?;
        }
        Ok(())
    }
}
