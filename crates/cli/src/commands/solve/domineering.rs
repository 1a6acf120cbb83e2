//! `lastmove solve domineering`.

use super::Args;
use super::certificate::{self, Certificate};
use super::checkpoint::{Earlier, Keeper};
use crate::boards;
use crate::failure::Failure;
use crate::flags::Game;
use crate::output::Answer;
use crate::session::Session;
use lastmove_board::{Bits, Diagram, Geometry, Side};
use lastmove_domineering::{Move, Player, Position};
use lastmove_endgame::{Choice, cache_root};
use lastmove_proof::Claim;
use lastmove_solver::domineering::{Certifier, Class, Options, Outcome, RegionValues, Solver};
use lastmove_solver::{Limits, Stopped, Watch};
use lastmove_work::{Budget, Stage, Stop, human};
use serde::Serialize;
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

/// The file of region values, in the cache folder.
const FILE: &str = "domineering-regions";

/// The answer.
#[derive(Serialize)]
pub(super) struct Solved {
    game: Game,
    board: String,
    position: String,
    class: Option<String>,
    nodes: u64,
    evaluations: u64,
    visited: u64,
    seconds: f64,
    threads: usize,
    first: First,
    /// positions entered by their distance from the root, with either player first
    nodes_by_ply: Vec<u64>,
    proof: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    certificate: Option<Certificate>,
    /// what earlier runs did, where a checkpoint was resumed
    #[serde(skip_serializing_if = "Option::is_none")]
    earlier: Option<Earlier>,
}

#[derive(Default, Serialize)]
struct First {
    vertical: Option<Opening>,
    horizontal: Option<Opening>,
}

/// The result with one player first.
#[derive(Serialize)]
struct Opening {
    winner: &'static str,
    best_move: Option<String>,
    nodes: u64,
    nodes_by_ply: Vec<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<Vec<MoveResult>>,
}

#[derive(Serialize)]
struct MoveResult {
    #[serde(rename = "move")]
    mv: String,
    winner: &'static str,
    nodes: u64,
}

/// So many values of regions make a file worth writing.
const WORTH_KEEPING: usize = 1000;

/// What all positions of a batch share.
pub(super) struct Desk<'a> {
    args: &'a Args,
    session: &'a Session,
    values: Arc<RegionValues>,
    /// where values of regions are kept
    file: Option<PathBuf>,
    keeper: Keeper,
}

impl<'a> Desk<'a> {
    pub(super) fn new(args: &'a Args, session: &'a Session, keeper: Keeper) -> Self {
        let none = args.databases.choice() == Choice::None;
        let file = if none { None } else { cache_root().map(|root| root.join(FILE)) };
        let known = file.as_ref().filter(|file| file.exists()).map(RegionValues::read);
        let values = match known {
            None => RegionValues::default(),
            Some(Ok(values)) => values,
            Some(Err(error)) => {
                eprintln!("lastmove: warning: {error}; it is not used and will be replaced");
                RegionValues::default()
            }
        };
        Self { args, session, values: Arc::new(values), file, keeper }
    }

    /// Keeps what was learned of regions for later runs; it only saves time, so that a folder
    /// that cannot be written is no failure.
    fn keep(&self) {
        let Some(file) = &self.file else { return };
        if self.values.learned() >= WORTH_KEEPING {
            let folder = file.parent().map(std::fs::create_dir_all);
            if matches!(folder, Some(Ok(()))) {
                let _ = self.values.write(file);
            }
        }
    }

    pub(super) fn solve(&self, diagram: &Diagram, proof: Option<&Path>) -> Result<Solved, Failure> {
        if diagram.size().squares() <= 64 {
            self.with::<u64>(diagram, proof)
        } else {
            self.with::<u128>(diagram, proof)
        }
    }

    fn with<B: Bits>(&self, diagram: &Diagram, proof: Option<&Path>) -> Result<Solved, Failure> {
        let threads = self.args.search.threads();
        let options = Options { memory: self.keeper.memory(), threads };
        let solver = Solver::<B>::with_values(diagram.size(), &options, Arc::clone(&self.values));
        self.keeper.keeping(&diagram.to_string(), "none", solver.table(), || {
            self.search(diagram, &solver, proof)
        })?
    }

    fn search<B: Bits>(
        &self,
        diagram: &Diagram,
        solver: &Solver<B>,
        proof: Option<&Path>,
    ) -> Result<Solved, Failure> {
        let size = diagram.size();
        let budget = self.session.budget(self.args.limits.limits());
        let empty = boards::domineering::<B>(diagram)?.empty();
        let players = match diagram.side() {
            Some(Side::Vertical) => vec![Player::Vertical],
            Some(Side::Horizontal) => vec![Player::Horizontal],
            _ => vec![Player::Vertical, Player::Horizontal],
        };
        let mut solved = Solved {
            game: Game::Domineering,
            board: boards::name(Game::Domineering, diagram),
            position: diagram.to_string(),
            class: None,
            nodes: 0,
            evaluations: 0,
            visited: 0,
            seconds: 0.0,
            threads: self.args.search.threads(),
            first: First::default(),
            nodes_by_ply: Vec::new(),
            proof: None,
            certificate: None,
            earlier: self.keeper.earlier(),
        };
        let threads = self.args.search.threads();
        let stage = Stage::new(&*self.session.progress, "solving", None);
        let mut winners = Vec::new();
        let mut claims = Vec::new();
        let result = (|| -> Result<(), Failure> {
            for player in players {
                let position = Position::new(empty, player);
                let outcome = self.one(solver, &position, &budget, &stage, &solved)?;
                winners.push(outcome.winner);
                let claim = Claim::new(
                    lastmove_proof::Game::Domineering,
                    position.to_diagram(size),
                    outcome.winner.side(),
                );
                claims.push(claim.map_err(anyhow::Error::from)?);
                let name = |mv: Move| mv.display(size).to_string();
                let mut opening = solved.add(&outcome, name);
                self.keeper.count(solved.nodes);
                if self.args.moves {
                    let geometry = Geometry::new(size);
                    let mut moves = Vec::new();
                    for mv in position.moves(&geometry) {
                        let mut after = position;
                        after.play_unchecked(&geometry, mv);
                        let outcome = self.one(solver, &after, &budget, &stage, &solved)?;
                        solved.count(&outcome);
                        moves.push(MoveResult {
                            mv: name(mv),
                            winner: outcome.winner.name(),
                            nodes: outcome.counters.nodes,
                        });
                    }
                    opening.moves = Some(moves);
                }
                match player {
                    Player::Vertical => solved.first.vertical = Some(opening),
                    Player::Horizontal => solved.first.horizontal = Some(opening),
                }
            }
            Ok(())
        })();
        drop(stage);
        self.keep();
        result?;
        if let [vertical, horizontal] = winners[..] {
            solved.class = Some(Class::of(vertical, horizontal).to_string());
        }
        solved.seconds = budget.elapsed().as_secs_f64();
        if let Some(path) = proof {
            let watch = Watch::new(limits(&budget, 0));
            let mut strategy = Certifier::new(solver, &watch, threads);
            let written = certificate::write(
                path,
                &claims,
                &mut strategy,
                threads,
                self.session,
                &budget,
                &self.keeper,
            );
            solved.certificate = Some(written?);
            solved.proof = Some(path.display().to_string());
        }
        Ok(solved)
    }

    /// Solves one position within what is left of the budget.
    fn one<B: Bits>(
        &self,
        solver: &Solver<B>,
        position: &Position<B>,
        budget: &Budget,
        stage: &Stage<'_>,
        solved: &Solved,
    ) -> Result<Outcome, Failure> {
        let mut said = 0;
        let mut look = |nodes: u64| {
            let (total, seconds) = (solved.nodes + nodes, budget.elapsed().as_secs_f64());
            stage.message(format!(
                "{} first, {} nodes a second",
                boards::capital(position.to_move().name()),
                human::rate(total, seconds)
            ));
            stage.advance(nodes - said);
            said = nodes;
        };
        let outcome = solver.solve_aloud(position, limits(budget, solved.nodes), &mut look);
        outcome.map_err(|stopped| {
            let note = format!(
                "{} nodes searched; {}",
                human::count(solved.nodes + said),
                self.keeper.how_to_go_on(self.args.proof.as_deref())
            );
            Failure::stopped(to_stop(stopped), note).with_partial(solved)
        })
    }
}

/// What is left of a budget after so many nodes.
pub(super) fn limits(budget: &Budget, nodes: u64) -> Limits<'_> {
    Limits {
        nodes: budget.limits().nodes.map(|most| most.saturating_sub(nodes)),
        deadline: budget
            .limits()
            .time
            .map(|time| Instant::now() + time.saturating_sub(budget.elapsed())),
        cancel: Some(budget.cancel().flag()),
    }
}

fn to_stop(stopped: Stopped) -> Stop {
    match stopped {
        Stopped::Nodes => Stop::Nodes,
        Stopped::Time => Stop::Time,
        Stopped::Cancelled | Stopped::Answered => Stop::Cancelled,
    }
}

impl Solved {
    pub(super) fn winner(&self) -> (Option<&'static str>, u64) {
        let winner = match (&self.first.vertical, &self.first.horizontal) {
            (Some(opening), None) | (None, Some(opening)) => Some(opening.winner),
            _ => None,
        };
        (winner, self.nodes)
    }

    fn count(&mut self, outcome: &Outcome) {
        self.nodes += outcome.counters.nodes;
        self.evaluations += outcome.counters.evaluations;
        self.visited += outcome.counters.visited;
    }

    fn add(&mut self, outcome: &Outcome, name: impl Fn(Move) -> String) -> Opening {
        self.count(outcome);
        let plies = self.nodes_by_ply.len().max(outcome.nodes_by_ply.len());
        self.nodes_by_ply.resize(plies, 0);
        for (sum, nodes) in self.nodes_by_ply.iter_mut().zip(&outcome.nodes_by_ply) {
            *sum += nodes;
        }
        Opening {
            winner: outcome.winner.name(),
            best_move: outcome.best_move.map(name),
            nodes: outcome.counters.nodes,
            nodes_by_ply: outcome.nodes_by_ply.clone(),
            moves: None,
        }
    }
}

impl Answer for Solved {
    fn text(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Domineering {}", self.board)?;
        match self.class.as_deref() {
            Some("V") => writeln!(f, ": Vertical wins, whoever is first")?,
            Some("H") => writeln!(f, ": Horizontal wins, whoever is first")?,
            Some("1") => writeln!(f, ": the first player wins")?,
            Some(_) => writeln!(f, ": the second player wins")?,
            None => writeln!(f)?,
        }
        for (name, opening) in
            [("Vertical", &self.first.vertical), ("Horizontal", &self.first.horizontal)]
        {
            let Some(opening) = opening else { continue };
            write!(f, "{name} first: {} wins", boards::capital(opening.winner))?;
            if let Some(mv) = &opening.best_move {
                write!(f, " with {mv}")?;
            }
            writeln!(f, ", {} nodes", human::count(opening.nodes))?;
            for result in opening.moves.iter().flatten() {
                let nodes = human::count(result.nodes);
                writeln!(f, "  {:6} {:10} {nodes:>12} nodes", result.mv, result.winner)?;
            }
        }
        if let (Some(path), Some(written)) = (&self.proof, &self.certificate) {
            let (positions, bytes) = (human::count(written.positions), human::bytes(written.bytes));
            writeln!(f, "certificate {path}: {positions} positions, {bytes}")?;
        }
        if let Some(earlier) = &self.earlier {
            writeln!(f, "earlier: {earlier}")?;
        }
        writeln!(
            f,
            "{} evaluations, {} positions visited, {}, {} nodes a second",
            human::count(self.evaluations),
            human::count(self.visited),
            human::seconds(self.seconds),
            human::rate(self.nodes, self.seconds)
        )
    }
}
