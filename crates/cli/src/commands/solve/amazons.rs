//! `lastmove solve amazons`.

use super::certificate::{self, Certificate};
use super::checkpoint::{Earlier, Keeper};
use super::{Algorithm, Args};
use crate::boards;
use crate::failure::Failure;
use crate::flags::Game;
use crate::output::Answer;
use crate::session::Session;
use lastmove_amazons::{Move, Position, parse_move};
use lastmove_board::{Bits, Diagram, Geometry, Size};
use lastmove_endgame::Databases;
use lastmove_proof::Claim;
use lastmove_solver::Counters;
use lastmove_solver::amazons::{AreaKind, Certifier, Group, Settings, Solver, Status, Tally};
use lastmove_solver::table::{Numbers, Table};
use lastmove_work::{Budget, Stage, Stop, human};
use serde::Serialize;
use std::fmt;
use std::path::Path;
use std::time::Instant;

/// The answer.
#[derive(Serialize)]
pub(super) struct Solved {
    game: Game,
    board: String,
    position: String,
    to_move: &'static str,
    winner: Option<&'static str>,
    best_move: Option<String>,
    pv: Vec<String>,
    nodes: u64,
    evaluations: u64,
    visited: u64,
    seconds: f64,
    threads: usize,
    databases: String,
    proof: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    first_move: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    certificate: Option<Certificate>,
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<Vec<Result>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    stats: Option<Stats>,
    /// what earlier runs did, where a checkpoint was resumed
    #[serde(skip_serializing_if = "Option::is_none")]
    earlier: Option<Earlier>,
}

#[derive(Serialize)]
struct Result {
    #[serde(rename = "move")]
    mv: String,
    winner: &'static str,
    nodes: u64,
}

#[derive(Serialize)]
struct Stats {
    /// positions that local search played out
    local_positions: u64,
    /// how full the table is, from 0 to 1
    table_full: f64,
    table_entries: usize,
    /// positions whose areas were counted
    positions: u64,
    areas: Vec<Areas>,
}

/// Areas of one kind, frame and material.
#[derive(Serialize)]
struct Areas {
    kind: &'static str,
    width: u8,
    height: u8,
    queens: u8,
    blockers: u8,
    others: u8,
    total: u64,
    queried: u64,
    exact: u64,
    defective: u64,
    integers: u64,
    fractions: u64,
    infinitesimals: u64,
    hot: u64,
}

impl Areas {
    fn of((group, tally): (&Group, &Tally)) -> Self {
        Self {
            kind: group.kind.name(),
            width: group.width,
            height: group.height,
            queens: group.queens,
            blockers: group.blockers,
            others: group.others,
            total: tally.total,
            queried: tally.queried,
            exact: tally.exact,
            defective: tally.defective,
            integers: tally.integers,
            fractions: tally.fractions,
            infinitesimals: tally.infinitesimals,
            hot: tally.hot,
        }
    }
}

/// What all positions of a batch share.
pub(super) struct Desk<'a> {
    args: &'a Args,
    session: &'a Session,
    databases: Databases,
    table: Table<Numbers>,
    threads: usize,
    keeper: Keeper,
}

impl<'a> Desk<'a> {
    pub(super) fn new(
        args: &'a Args,
        session: &'a Session,
        keeper: Keeper,
    ) -> std::result::Result<Self, Failure> {
        Ok(Self {
            args,
            session,
            databases: args.databases.open(session)?,
            table: Table::new(keeper.memory()),
            threads: match args.algorithm {
                Algorithm::Dfpn => args.search.threads(),
                Algorithm::Alphabeta => 1,
            },
            keeper,
        })
    }

    /// The databases in use.
    pub(super) fn databases(&self) -> &Databases {
        &self.databases
    }

    pub(super) fn solve(
        &self,
        diagram: &Diagram,
        proof: Option<&Path>,
    ) -> std::result::Result<Solved, Failure> {
        let solved = if diagram.size().squares() <= 64 {
            self.with::<u64>(diagram, proof)
        } else {
            self.with::<u128>(diagram, proof)
        };
        match self.databases.fault() {
            Some(fault) => Err(anyhow::anyhow!("{fault}").into()),
            None => solved,
        }
    }

    fn with<B: Bits>(
        &self,
        diagram: &Diagram,
        proof: Option<&Path>,
    ) -> std::result::Result<Solved, Failure> {
        let size = diagram.size();
        let geometry = Geometry::<B>::new(size);
        let mut position = boards::amazons::<B>(diagram)?;
        if let Some(text) = &self.args.first_move {
            let place = || format!("--first-move \"{text}\"");
            let mv = parse_move(size, text).map_err(|e| Failure::input(place(), e))?;
            position = position.play(&geometry, mv).map_err(|e| Failure::input(place(), e))?;
        }
        let name = position.to_diagram(size).to_string();
        self.keeper.keeping(&name, self.databases.name(), &self.table, || {
            self.search(&geometry, &position, proof)
        })?
    }

    fn search<B: Bits>(
        &self,
        geometry: &Geometry<B>,
        position: &Position<B>,
        proof: Option<&Path>,
    ) -> std::result::Result<Solved, Failure> {
        let size = geometry.size();
        let settings = Settings { census: self.args.stats, ..Settings::default() };
        let solver = Solver::new(geometry, &self.databases, settings, &self.table, self.threads);
        let budget = self.session.budget(self.args.limits.limits());
        let mut answer = self.unsolved(size, position);
        let stage = Stage::new(&*self.session.progress, "solving", None);
        let started = Instant::now();
        let mut said = 0;
        let mut look = |status: &Status| {
            stage.message(running(size, status, started.elapsed().as_secs_f64()));
            stage.advance(status.nodes.saturating_sub(said));
            said = status.nodes;
            self.keeper.count(status.nodes);
        };
        let result = match self.args.algorithm {
            Algorithm::Dfpn => solver.solve(position, &budget, &mut look),
            Algorithm::Alphabeta => {
                solver.solve_depth_first(position, &budget, self.args.search.memory())
            }
        };
        let solution = match result {
            Ok(solution) => solution,
            Err((stop, counters)) => return Err(self.stopped(answer, stop, counters, &budget)),
        };
        drop(stage);
        let name = |mv: &Move| mv.display(size).to_string();
        answer.winner = Some(solution.winner.name());
        answer.best_move = solution.best_move.as_ref().map(name);
        answer.pv = solution.pv.iter().map(name).collect();
        answer.count(solution.counters);
        if self.args.moves {
            let mut look = |_: &_| {};
            match solver.moves(position, &budget, &mut look) {
                Ok((results, counters)) => {
                    answer.count(counters);
                    let result = |r: &lastmove_solver::amazons::MoveResult| Result {
                        mv: name(&r.mv),
                        winner: r.winner.name(),
                        nodes: r.nodes,
                    };
                    answer.moves = Some(results.iter().map(result).collect());
                }
                Err((stop, counters)) => return Err(self.stopped(answer, stop, counters, &budget)),
            }
        }
        answer.seconds = budget.elapsed().as_secs_f64();
        if let Some(path) = proof {
            let winner = solution.winner.side();
            let claim =
                Claim::new(lastmove_proof::Game::Amazons, position.to_diagram(size), winner)
                    .map_err(anyhow::Error::from)?;
            let watch = Certifier::<B>::watch(&budget);
            let mut strategy = Certifier::new(&solver, &watch, self.threads);
            let claims = std::slice::from_ref(&claim);
            let written = certificate::write(
                path,
                claims,
                &mut strategy,
                self.threads,
                self.session,
                &budget,
                &self.keeper,
            );
            answer.certificate = Some(written?);
            answer.proof = Some(path.display().to_string());
        }
        let census = solver.census();
        answer.stats = self.args.stats.then(|| Stats {
            positions: census.positions,
            areas: census.groups().iter().map(Areas::of).collect(),
            local_positions: solution.met.local_positions,
            table_full: f64::from(self.table.permille_full() as u32) / 1000.0,
            table_entries: self.table.capacity(),
        });
        Ok(answer)
    }

    fn stopped(
        &self,
        mut answer: Solved,
        stop: Stop,
        counters: Counters,
        budget: &Budget,
    ) -> Failure {
        answer.count(counters);
        answer.seconds = budget.elapsed().as_secs_f64();
        self.keeper.count(answer.nodes);
        let how = self.keeper.how_to_go_on(self.args.proof.as_deref());
        let note = format!("{} nodes searched; {how}", human::count(answer.nodes));
        Failure::stopped(stop, note).with_partial(&answer)
    }

    fn unsolved<B: Bits>(&self, size: Size, position: &Position<B>) -> Solved {
        Solved {
            game: Game::Amazons,
            board: size.to_string(),
            position: position.to_diagram(size).to_string(),
            to_move: position.to_move().name(),
            winner: None,
            best_move: None,
            pv: Vec::new(),
            nodes: 0,
            evaluations: 0,
            visited: 0,
            seconds: 0.0,
            threads: self.threads,
            databases: self.databases.name().to_owned(),
            proof: None,
            first_move: self.args.first_move.clone(),
            certificate: None,
            moves: None,
            stats: None,
            earlier: self.keeper.earlier(),
        }
    }
}

/// A line about a running search.
fn running(size: Size, status: &Status, seconds: f64) -> String {
    let line: Vec<String> = status.line.iter().map(|mv| mv.display(size).to_string()).collect();
    format!(
        "{} nodes a second, proof {} disproof {}, {}",
        human::rate(status.nodes, seconds),
        human::count(status.proof.into()),
        human::count(status.disproof.into()),
        line.join(" ")
    )
}

impl Solved {
    pub(super) fn winner(&self) -> (Option<&'static str>, u64) {
        (self.winner, self.nodes)
    }

    fn count(&mut self, counters: Counters) {
        self.nodes += counters.nodes;
        self.evaluations += counters.evaluations;
        self.visited += counters.visited;
    }
}

impl Answer for Solved {
    fn text(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (mover, winner) = (boards::capital(self.to_move), self.winner.unwrap_or_default());
        write!(f, "Amazons {}, {mover} to move", self.board)?;
        if let Some(mv) = &self.first_move {
            write!(f, " after {mv}")?;
        }
        writeln!(f, ": {} wins", boards::capital(winner))?;
        if let Some(mv) = &self.best_move {
            writeln!(f, "winning move  {mv}")?;
        }
        if !self.pv.is_empty() {
            writeln!(f, "line          {}", self.pv.join(" "))?;
        }
        writeln!(f, "databases     {}", self.databases)?;
        for result in self.moves.iter().flatten() {
            writeln!(
                f,
                "{:12} {:6} {:>12} nodes",
                result.mv,
                result.winner,
                human::count(result.nodes)
            )?;
        }
        if let (Some(path), Some(written)) = (&self.proof, &self.certificate) {
            let (positions, bytes) = (human::count(written.positions), human::bytes(written.bytes));
            writeln!(f, "certificate   {path}: {positions} positions, {bytes}")?;
        }
        if let Some(stats) = &self.stats {
            let local = human::count(stats.local_positions);
            writeln!(f, "local search  {local} positions")?;
            for kind in AreaKind::ALL.map(AreaKind::name) {
                let of = |number: fn(&Areas) -> u64| -> u64 {
                    stats.areas.iter().filter(|area| area.kind == kind).map(number).sum()
                };
                let total = of(|a| a.total);
                let share = |n: u64| 100.0 * n as f64 / total.max(1) as f64;
                writeln!(
                    f,
                    "{kind:18} {:>14}, {:.1} % in a database, {:.1} % exact",
                    human::count(total),
                    share(of(|a| a.queried)),
                    share(of(|a| a.exact))
                )?;
            }
            writeln!(f, "table         {:.1} % full", 100.0 * stats.table_full)?;
        }
        if let Some(earlier) = &self.earlier {
            writeln!(f, "earlier       {earlier}")?;
        }
        writeln!(
            f,
            "{} nodes, {} evaluations, {} positions visited, {}, {} nodes a second",
            human::count(self.nodes),
            human::count(self.evaluations),
            human::count(self.visited),
            human::seconds(self.seconds),
            human::rate(self.nodes, self.seconds)
        )
    }
}
