//! Writing units and joining their results.

use super::file::{Head, Unit, UnitOutcome, Units};
use super::join::{Joint, join};
use super::tree::tree;
use super::{UnitsError, check_part};
use crate::solve::{Certificate, SearchResources};
use lastmove_board::{Game, Side};
use lastmove_work::{Budget, Moment, Progress, Stage};
use serde::Serialize;
use std::collections::HashSet;
use std::path::Path;

/// What the results say together.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Merged {
    /// the game
    pub game: Game,
    /// its size
    pub board: String,
    /// the position string
    pub position: String,
    /// who is assumed to win
    pub assumed: Side,
    /// moves down to the units
    pub plies: u32,
    /// how many units there are
    pub units: usize,
    /// how many have a result
    pub done: usize,
    /// how many of these went against the assumption
    pub refuted: usize,
    /// units that the answer still depends on
    pub open: usize,
    /// of these, units that were added now
    pub added: usize,
    /// results that rest on no certificate
    pub unverified: usize,
    /// who wins, once it is known
    pub winner: Option<Side>,
    /// wall-clock time
    pub seconds: f64,
    /// which endgame databases were asked
    pub databases: String,
    /// where the joined certificate is
    pub proof: Option<String>,
    /// what was written of it
    #[serde(skip_serializing_if = "Option::is_none")]
    pub certificate: Option<Certificate>,
}

/// Writes the units of a position.
///
/// # Errors
/// If the file exists or cannot be written, or `budget` has ended; nothing is written then.
pub fn split(
    desk: &SearchResources,
    path: &Path,
    head: Head,
    budget: &Budget,
    progress: &dyn Progress,
) -> Result<Merged, UnitsError> {
    if path.exists() {
        let problem = "the file exists; --merge adds to it, or remove it and its results";
        return Err(UnitsError::input(path.display(), problem));
    }
    let units = Units { path: path.to_owned(), head, units: Vec::new(), done: Vec::new() };
    merge(desk, units, None, budget, progress)
}

/// Builds the tree with what is known, checks the certificates of the results, adds the units that
/// the tree needs, and joins the certificates into `proof` once the winner is known.
///
/// # Errors
/// If a certificate is not valid, a file cannot be written, or a limit was reached.
pub fn merge(
    desk: &SearchResources,
    mut units: Units,
    proof: Option<&Path>,
    budget: &Budget,
    progress: &dyn Progress,
) -> Result<Merged, UnitsError> {
    let started = Moment::now();
    let head = units.head.clone();
    units.check(desk.databases_of(head.game))?;
    let found = tree(desk, &head, &units.done, &[], budget)?;
    let there: HashSet<&str> = units.units.iter().map(|unit| unit.position.as_str()).collect();
    let new = found.units.iter().filter(|(text, _)| !there.contains(text.as_str()));
    let first = units.units.len() + 1;
    let new: Vec<Unit> = new
        .enumerate()
        .map(|(i, (position, moves))| Unit {
            unit: first + i,
            position: position.clone(),
            moves: moves.clone(),
        })
        .collect();
    let added = new.len();
    units.units.extend(new);
    if added > 0 || first == 1 {
        units.write()?;
    }
    let winner = found.winner;
    // Once the winner is known, the answer rests on what he won alone.
    let rests_on = |done: &&UnitOutcome| winner.is_none_or(|winner| done.winner == winner);
    let results: Vec<&UnitOutcome> = units.done.iter().filter(rests_on).collect();
    let unverified = results.iter().filter(|done| done.proof.is_none()).count();
    let (mut certificate, mut joined) = (None, None);
    match (proof, winner) {
        (Some(path), Some(winner)) => {
            // joining checks every part
            let parts = vec![Joint::new(&head, winner, &results, &found.moves)?];
            certificate = Some(join(desk, parts, path, budget, progress)?);
            joined = Some(path.display().to_string());
        }
        _ => check(desk, head.game, &results, budget, progress)?,
    }
    Ok(Merged {
        game: head.game,
        board: head.board,
        position: head.position,
        assumed: head.winner,
        plies: head.plies,
        units: units.units.len(),
        done: units.done.len(),
        refuted: units.refuted(),
        open: found.units.len(),
        added,
        unverified,
        winner,
        seconds: started.seconds(),
        databases: head.databases,
        proof: joined,
        certificate,
    })
}

/// Checks the certificates that results name.
fn check(
    desk: &SearchResources,
    game: Game,
    results: &[&UnitOutcome],
    budget: &Budget,
    progress: &dyn Progress,
) -> Result<(), UnitsError> {
    let stage = Stage::new(progress, "checking", Some(results.len() as u64));
    for done in results {
        check_part(desk, game, done, budget)?;
        stage.advance(1);
    }
    Ok(())
}
