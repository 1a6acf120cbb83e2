//! Working through units.

use super::UnitsError;
use super::file::{Head, Outcome, Results, Unit, Units, side};
use super::tree::tree;
use crate::solve::{Beside, CertificateFile, Certify, Desk, Question, SolveError};
use crate::{Game, read};
use lastmove_board::Side;
use lastmove_work::{Budget, Limits, Moment, Progress, Stage, Stop};
use serde::Serialize;
use std::collections::HashSet;
use std::path::Path;

/// How far the units are.
#[derive(Clone, Debug, Serialize)]
pub struct Worked {
    /// the game
    pub game: Game,
    /// its size
    pub board: String,
    /// the position string
    pub position: String,
    /// who is assumed to win
    #[serde(with = "side")]
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

fn needed(desk: &Desk, units: &Units) -> Result<Needed, UnitsError> {
    if units.refuted() == 0 {
        return Ok(None);
    }
    let units = tree(desk, &units.head, &units.done, &[])?.units;
    Ok(Some(units.into_iter().map(|(position, _)| position).collect()))
}

fn is_in(needed: &Needed, unit: &Unit) -> bool {
    needed.as_ref().is_none_or(|needed| needed.contains(&unit.position))
}

/// Solves every unit that has no result yet and still matters. `limits` hold for each unit: one
/// that reaches them stays open. When `budget` ends, so does the run. Certificates go to the folder
/// `proofs`.
///
/// # Errors
/// If the units cannot be read, or a result cannot be written.
pub fn work(
    desk: &Desk,
    path: &Path,
    proofs: Option<&Path>,
    limits: Limits,
    budget: &Budget,
    progress: &dyn Progress,
) -> Result<Worked, UnitsError> {
    let started = Moment::now();
    if let Some(folder) = proofs {
        std::fs::create_dir_all(folder)
            .map_err(|e| UnitsError::input(format!("--proof {}", folder.display()), e))?;
    }
    let mut results = Results::open(path)?;
    let mut units = Units::read(path)?;
    let head = units.head.clone();
    units.check(desk.databases_of(head.game))?;
    let open = units.open();
    let mut needed = needed(desk, &units)?;
    let stage = Stage::new(progress, "units", Some(units.units.len() as u64));
    stage.advance((units.units.len() - open.len()) as u64);
    let (mut solved, mut nodes, mut stop) = (0, 0, None);
    for unit in open {
        if !is_in(&needed, &unit) {
            continue;
        }
        stage.message(format!("unit {}, {}", unit.unit, unit.position));
        let part = budget.part(limits);
        let proof = proofs.map(|folder| folder.join(format!("{}.proof", unit.unit)));
        match solve_unit(desk, &head, &unit, proof.as_deref(), &part) {
            Ok(outcome) => {
                results.append(&outcome)?;
                solved += 1;
                nodes += outcome.nodes;
                let refuted = outcome.winner != head.winner;
                units.done.push(outcome);
                stage.advance(1);
                if refuted {
                    needed = self::needed(desk, &units)?;
                }
            }
            Err(UnitsError::Stopped(why)) if budget.check().is_ok() => stop = Some(why),
            Err(UnitsError::Stopped(why)) => {
                stop = Some(why);
                break;
            }
            Err(error) => return Err(error),
        }
    }
    let left = units.open();
    let open = left.iter().filter(|unit| is_in(&needed, unit)).count();
    Ok(Worked {
        game: head.game,
        board: head.board,
        position: head.position,
        assumed: head.winner,
        units: units.units.len(),
        done: units.done.len(),
        refuted: units.refuted(),
        open,
        moot: left.len() - open,
        solved,
        nodes,
        seconds: started.seconds(),
        databases: head.databases,
        stop,
    })
}

/// Solves one unit, and writes its certificate to `proof`.
///
/// # Errors
/// If it is no position, a limit was reached, or the certificate cannot be written.
pub fn solve_unit(
    desk: &Desk,
    head: &Head,
    unit: &Unit,
    proof: Option<&Path>,
    budget: &Budget,
) -> Result<Outcome, UnitsError> {
    let before = Some((head.diagram()?, unit.moves.clone()));
    let question =
        Question { before, ..Question::new(head.game, read(head.game, &unit.position)?) };
    let mut file = proof.map(CertificateFile::open).transpose()?;
    let mut written = Ok(());
    let mut certify =
        |_: &_, claims: &[_], strategy: &mut (dyn lastmove_proof::Strategy + Send)| {
            let file = file.as_mut().expect("only asked with a file");
            file.write(claims, strategy, desk.shares(), budget, &lastmove_work::Silent)
                .unwrap_or_else(|error| {
                    written = Err(error);
                    Default::default()
                })
        };
    let mut look = |_: &_| {};
    let certify: Option<&mut Certify<'_>> = if proof.is_some() { Some(&mut certify) } else { None };
    let beside = Beside { certify, ..Beside::new(&mut look) };
    let solved = match desk.solve(&question, budget, beside) {
        Err(SolveError::Stopped(stopped, _)) => return Err(UnitsError::Stopped(stopped.why)),
        solved => solved?,
    };
    match (written, budget.check()) {
        (Err(_), Err(why)) => return Err(UnitsError::Stopped(why)),
        (written, _) => written?,
    }
    let Some(winner) = solved.winner else {
        return Err(UnitsError::input(format!("unit {}", unit.unit), "it has no side to move"));
    };
    Ok(Outcome {
        unit: unit.unit,
        position: unit.position.clone(),
        winner,
        nodes: solved.nodes,
        seconds: budget.seconds(),
        proof: proof.map(|path| path.display().to_string()),
    })
}
