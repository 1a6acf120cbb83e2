//! Working off units.

use super::super::{Args, Desk};
use super::file::{Outcome, Results, Unit, Units};
use super::tree;
use crate::failure::Failure;
use crate::flags::Game;
use crate::output::{self, Answer};
use crate::session::Session;
use lastmove_work::{Stage, human};
use serde::Serialize;
use std::collections::HashSet;
use std::fmt;
use std::time::Instant;

/// The answer.
#[derive(Serialize)]
struct Worked {
    game: Game,
    board: String,
    position: String,
    /// who is assumed to win
    assumed: String,
    units: usize,
    done: usize,
    refuted: usize,
    open: usize,
    /// without a result, and needed no more since another unit was refuted
    moot: usize,
    /// done by this run
    solved: usize,
    nodes: u64,
    seconds: f64,
    databases: String,
}

/// The units that the root still depends on; `None` for all of them, as long as none is refuted.
type Needed = Option<HashSet<String>>;

fn needed(units: &Units, desk: &Desk<'_>) -> Result<Needed, Failure> {
    if units.refuted() == 0 {
        return Ok(None);
    }
    let tree = tree(&units.head, desk.databases(), &units.results())?;
    Ok(Some(tree.units.into_iter().collect()))
}

fn is_in(needed: &Needed, unit: &Unit) -> bool {
    needed.as_ref().is_none_or(|needed| needed.contains(&unit.position))
}

/// Solves every unit that has no result yet and still matters. A unit that reaches a limit stays
/// open; Ctrl-C ends the run.
pub(super) fn work(
    args: &Args,
    session: &Session,
    mut units: Units,
    desk: &Desk<'_>,
) -> Result<(), Failure> {
    let started = Instant::now();
    if let Some(folder) = &args.proof {
        std::fs::create_dir_all(folder)
            .map_err(|e| Failure::input(format!("--proof {}", folder.display()), e))?;
    }
    let mut results = Results::open(&units.path)?;
    // Read again: another run may have ended between the two.
    units = Units::read(&units.path)?;
    let head = units.head.clone();
    units.check(desk.databases())?;
    let open = units.open();
    let mut needed = needed(&units, desk)?;
    let stage = Stage::new(&*session.progress, "units", Some(units.units.len() as u64));
    stage.advance((units.units.len() - open.len()) as u64);
    let mut worked = Worked {
        game: head.game(),
        board: head.board.clone(),
        position: head.position.clone(),
        assumed: head.winner.clone(),
        units: units.units.len(),
        done: 0,
        refuted: 0,
        open: 0,
        moot: 0,
        solved: 0,
        nodes: 0,
        seconds: 0.0,
        databases: head.databases.clone(),
    };
    let mut interrupted = None;
    let mut limit = None;
    for unit in open {
        if !is_in(&needed, &unit) {
            continue;
        }
        stage.message(format!("unit {}, {}", unit.unit, unit.position));
        let proof = args.proof.as_ref().map(|folder| folder.join(format!("{}.proof", unit.unit)));
        let begun = Instant::now();
        match desk.solve(head.game(), &unit.position, proof.as_deref()) {
            Ok(solved) => {
                let (winner, nodes) = solved.winner();
                let outcome = Outcome {
                    unit: unit.unit,
                    position: unit.position,
                    winner: winner.unwrap_or_default().to_owned(),
                    nodes,
                    seconds: begun.elapsed().as_secs_f64(),
                    proof: proof.map(|path| path.display().to_string()),
                };
                results.append(&outcome)?;
                worked.solved += 1;
                worked.nodes += nodes;
                let refuted = outcome.winner != head.winner;
                units.done.push(outcome);
                stage.advance(1);
                if refuted {
                    needed = self::needed(&units, desk)?;
                }
            }
            Err(failure) if failure.is_interrupt() => {
                interrupted = Some(failure);
                break;
            }
            Err(failure) if failure.is_limit() => limit = Some(failure),
            Err(failure) => return Err(failure.at(format!("unit {}", unit.unit))),
        }
    }
    drop(stage);
    worked.done = units.done.len();
    worked.refuted = units.refuted();
    let left = units.open();
    worked.open = left.iter().filter(|unit| is_in(&needed, unit)).count();
    worked.moot = left.len() - worked.open;
    worked.seconds = started.elapsed().as_secs_f64();
    if interrupted.is_some() {
        let how = format!("go on with `lastmove solve --units {}`", units.path.display());
        let note = format!("{} of {} units are done; {how}", worked.done, worked.units);
        let stop = lastmove_work::Stop::Cancelled;
        return Err(Failure::stopped(stop, note).with_partial(&worked));
    }
    if limit.is_some() {
        let message = format!(
            "{} of {} units reached the limit and stay open; run them again with more",
            worked.open, worked.units
        );
        if !session.json {
            output::answer(session, &worked)?;
        }
        return Err(Failure::limit(message).with_partial(&worked));
    }
    output::answer(session, &worked)
}

impl Answer for Worked {
    fn text(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{} {}, {} assumed to win", self.game, self.board, self.assumed)?;
        writeln!(
            f,
            "{} of {} units done, {} of them refuted; {} by this run, {} nodes, {}",
            human::count(self.done as u64),
            human::count(self.units as u64),
            human::count(self.refuted as u64),
            human::count(self.solved as u64),
            human::count(self.nodes),
            human::seconds(self.seconds)
        )?;
        if self.moot > 0 {
            let moot = human::count(self.moot as u64);
            writeln!(f, "{moot} need not be solved any more: others were refuted")?;
        }
        match self.open {
            0 => writeln!(f, "--merge joins the results"),
            n => writeln!(f, "{} still open", human::count(n as u64)),
        }
    }
}
