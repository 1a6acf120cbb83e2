//! Working through units.

use super::UnitsError;
use super::file::{Head, Results, Unit, UnitOutcome, Units};
use super::tree::tree;
use crate::read;
use crate::solve::{CertificateFile, Question, SearchHooks, SearchResources, SolveError};
use lastmove_board::{Game, Side};
use lastmove_proof::WriteOptions;
use lastmove_solver::Shares;
use lastmove_solver::parallel::spawn;
use lastmove_work::{Budget, Limits, Moment, Progress, Stage, Stop};
use serde::Serialize;
use std::collections::{HashSet, VecDeque};
use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// How far the units are.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct UnitsProgress {
    /// the game
    pub game: Game,
    /// its size
    pub board: String,
    /// the position string
    pub position: String,
    /// who is assumed to win
    pub assumed: Side,
    /// how many there are
    pub units: usize,
    /// how many have a result
    pub done: usize,
    /// how many of these went against the assumption
    pub refuted: usize,
    /// how many are still to be solved
    pub open: usize,
    /// without a result, and needed no more since another unit was refuted
    pub moot: usize,
    /// done by this run
    pub solved: usize,
    /// positions entered by this run
    pub nodes: u64,
    /// wall-clock time of this run
    pub seconds: f64,
    /// which endgame databases were asked
    pub databases: String,
    /// why it ended before all were done
    #[serde(skip)]
    pub stop: Option<Stop>,
}

/// The units that the root still depends on; `None` for all of them, as long as none is refuted.
type Needed = Option<HashSet<String>>;

fn needed(desk: &SearchResources, units: &Units, budget: &Budget) -> Result<Needed, UnitsError> {
    if units.refuted() == 0 {
        return Ok(None);
    }
    let units = tree(desk, &units.head, &units.done, &[], budget)?.units;
    Ok(Some(units.into_iter().map(|(position, _)| position).collect()))
}

fn is_in(needed: &Needed, unit: &Unit) -> bool {
    needed.as_ref().is_none_or(|needed| needed.contains(&unit.position))
}

/// Solves every unit that has no result yet and still matters. `limits` hold for each unit: one
/// that reaches them stays open. When `budget` ends, so does the run. Certificates go to the folder
/// `proofs`.
///
/// Each thread has a unit of its own, and all share one table where the game allows it: that beats
/// several threads at one unit after another.
///
/// # Errors
/// If the units cannot be read, or a result cannot be written.
pub fn work(
    desk: &SearchResources,
    path: &Path,
    proofs: Option<&Path>,
    limits: Limits,
    budget: &Budget,
    progress: &dyn Progress,
) -> Result<UnitsProgress, UnitsError> {
    let started = Moment::now();
    if let Some(folder) = proofs {
        std::fs::create_dir_all(folder)
            .map_err(|e| UnitsError::input(format!("--proof {}", folder.display()), e))?;
    }
    let results = Results::open(path)?;
    let units = Units::read(path)?;
    units.check(desk.databases_of(units.head.game))?;
    let open = units.open();
    let stage = Stage::new(progress, "units", Some(units.units.len() as u64));
    stage.advance((units.units.len() - open.len()) as u64);
    let seats = desk.seats(units.head.game, at_once(desk, open.len(), proofs.is_some()));
    let run = Run {
        head: units.head.clone(),
        limits,
        proofs,
        budget,
        stage,
        state: Mutex::new(State {
            needed: needed(desk, &units, budget)?,
            open: open.into(),
            units,
            results,
            solved: 0,
            nodes: 0,
            stop: None,
            failed: None,
        }),
    };
    std::thread::scope(|scope| {
        let Some((first, others)) = seats.split_first() else { return };
        for seat in others {
            spawn(scope, || run.work(seat));
        }
        run.work(first);
    });
    let State { units, needed, solved, nodes, stop, failed, .. } =
        run.state.into_inner().unwrap_or_else(PoisonError::into_inner);
    if let Some(error) = failed {
        return Err(error);
    }
    let left = units.open();
    let open = left.iter().filter(|unit| is_in(&needed, unit)).count();
    Ok(UnitsProgress {
        units: units.units.len(),
        done: units.done.len(),
        refuted: units.refuted(),
        game: units.head.game,
        board: units.head.board,
        position: units.head.position,
        assumed: units.head.winner,
        open,
        moot: left.len() - open,
        solved,
        nodes,
        seconds: started.seconds(),
        databases: units.head.databases,
        stop,
    })
}

/// How many units are solved at a time: one a thread, as long as each has the memory to write its
/// certificate.
fn at_once(desk: &SearchResources, open: usize, proofs: bool) -> usize {
    let Shares { writer, threads, .. } = *desk.shares();
    let least = WriteOptions { threads: 1, ..WriteOptions::default() }.least_memory();
    let writers = if proofs { (writer / least) as usize } else { threads };
    threads.min(writers).min(open).max(1)
}

/// A run over units by several threads.
struct Run<'r> {
    head: Head,
    limits: Limits,
    proofs: Option<&'r Path>,
    budget: &'r Budget,
    stage: Stage<'r>,
    state: Mutex<State>,
}

struct State {
    units: Units,
    results: Results,
    /// nobody is at these yet
    open: VecDeque<Unit>,
    needed: Needed,
    solved: usize,
    nodes: u64,
    /// why a unit stays open
    stop: Option<Stop>,
    failed: Option<UnitsError>,
}

impl Run<'_> {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes one unit after another.
    fn work(&self, desk: &SearchResources) {
        while let Some(unit) = self.next() {
            self.stage.message(format!("unit {}, {}", unit.unit, unit.position));
            let part = self.budget.part(self.limits);
            let proof = self.proofs.map(|folder| folder.join(format!("{}.proof", unit.unit)));
            let found = solve_unit(desk, &self.head, &unit, proof.as_deref(), &part);
            let mut state = self.state();
            let taken = match found {
                Ok(outcome) => {
                    state.take(desk, outcome, self.budget).inspect(|()| self.stage.advance(1))
                }
                Err(UnitsError::Stopped(why)) => {
                    state.stop = Some(why);
                    Ok(())
                }
                Err(error) => Err(error),
            };
            if let Err(error) = taken {
                state.failed.get_or_insert(error);
            }
        }
    }

    /// The next unit that matters; `None` if there is none, or the run is over.
    fn next(&self) -> Option<Unit> {
        let mut state = self.state();
        let State { open, needed, stop, failed, .. } = &mut *state;
        open.retain(|unit| is_in(needed, unit));
        if let (Err(why), false) = (self.budget.check(), open.is_empty()) {
            *stop = Some(why);
            return None;
        }
        if failed.is_some() { None } else { open.pop_front() }
    }
}

impl State {
    fn take(
        &mut self,
        desk: &SearchResources,
        outcome: UnitOutcome,
        budget: &Budget,
    ) -> Result<(), UnitsError> {
        self.results.append(&outcome)?;
        self.solved += 1;
        self.nodes += outcome.nodes;
        let refuted = outcome.winner != self.units.head.winner;
        self.units.done.push(outcome);
        if refuted {
            self.needed = needed(desk, &self.units, budget)?;
        }
        Ok(())
    }
}

/// Solves one unit, and writes its certificate to `proof`.
///
/// # Errors
/// If it is no position, a limit was reached, or the certificate cannot be written.
pub fn solve_unit(
    desk: &SearchResources,
    head: &Head,
    unit: &Unit,
    proof: Option<&Path>,
    budget: &Budget,
) -> Result<UnitOutcome, UnitsError> {
    let before = Some((head.diagram()?, unit.moves.clone()));
    let question =
        Question { before, ..Question::new(head.game, read(head.game, &unit.position)?) };
    let mut file = proof.map(CertificateFile::open).transpose()?;
    let solved = match desk.solve(&question, budget, SearchHooks::new(&mut |_| {})) {
        Err(SolveError::Stopped(stopped, _)) => return Err(UnitsError::Stopped(stopped.why)),
        solved => solved?,
    };
    if let Some(file) = &mut file
        && let Err(error) = file.write(&desk.proof(&solved), budget, &lastmove_work::Silent)
    {
        return Err(budget.check().map_or_else(UnitsError::Stopped, |()| error.into()));
    }
    let Some(winner) = solved.winner else {
        return Err(UnitsError::input(format!("unit {}", unit.unit), "it has no side to move"));
    };
    Ok(UnitOutcome {
        unit: unit.unit,
        position: unit.position.clone(),
        winner,
        nodes: solved.nodes,
        seconds: budget.seconds(),
        proof: proof.map(|path| path.display().to_string()),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use lastmove_endgame::Databases;
    use std::sync::Arc;

    #[test]
    fn every_thread_has_a_unit_and_every_writer_its_memory() {
        let desk = |bytes, threads| {
            SearchResources::new(Arc::new(Databases::none()), Shares::of(bytes, threads).unwrap())
        };
        let roomy = desk(1 << 30, 8);
        assert_eq!(at_once(&roomy, 100, false), 8);
        assert_eq!(at_once(&roomy, 3, false), 3);
        assert_eq!(at_once(&roomy, 0, true), 1);
        assert_eq!(at_once(&desk(1 << 26, 8), 100, true), 1);
        let seats = roomy.seats(Game::Amazons, 8);
        for seat in &seats {
            assert!(Arc::ptr_eq(seat.store(), roomy.store()));
            assert!(CertificateFile::check_memory(seat.shares()).is_ok());
            assert_eq!(seat.shares().threads, 1);
        }
    }
}
