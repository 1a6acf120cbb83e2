//! The answer of a campaign from its results.

use super::UnitsError;
use super::file::{Head, UnitOutcome};
use super::join::{Joint, join};
use super::tree::tree;
use crate::solve::{Certificate, SearchResources, check_certificate};
use lastmove_board::{Game, Side};
use lastmove_proof::Claim;
use lastmove_work::{Budget, Progress};
use serde::Serialize;
use std::path::Path;

/// One root with what is known of it.
#[derive(Clone, Debug)]
pub struct Part {
    /// the root
    pub head: Head,
    /// the results
    pub done: Vec<UnitOutcome>,
    /// the positions of the units that were split
    pub split: Vec<String>,
}

/// What is known of a root in the end.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Collected {
    /// the position string
    pub position: String,
    /// who was assumed to win
    pub assumed: Side,
    /// who wins, once it is known
    pub winner: Option<Side>,
    /// units that have a result
    pub done: usize,
    /// of these, units that went against the assumption
    pub refuted: usize,
    /// units that were split
    pub split: usize,
    /// units that the answer still depends on
    pub open: usize,
    /// results that the answer rests on and that rest on no certificate
    pub unverified: usize,
    /// positions entered
    pub nodes: u64,
    /// core seconds, as far as they are known
    pub seconds: f64,
}

/// Builds the trees of some roots with what is known. With `proof`, and once all winners are known,
/// the certificates of the units are joined there.
///
/// # Errors
/// If a position cannot be read, a certificate is damaged or cannot be written, or a limit was
/// reached.
pub fn collect(
    desk: &SearchResources,
    parts: &[Part],
    proof: Option<&Path>,
    budget: &Budget,
    progress: &dyn Progress,
) -> Result<(Vec<Collected>, Option<Certificate>), UnitsError> {
    let mut trees = Vec::new();
    for part in parts {
        trees.push(tree(desk, &part.head, &part.done, &part.split, budget)?);
    }
    let (mut answers, mut joints) = (Vec::new(), Vec::new());
    for (Part { head, done, split }, tree) in parts.iter().zip(&trees) {
        // Once the winner is known, the answer rests on what he won alone.
        let rests_on = |done: &&UnitOutcome| tree.winner.is_none_or(|winner| done.winner == winner);
        let results: Vec<&UnitOutcome> = done.iter().filter(rests_on).collect();
        answers.push(Collected {
            position: head.position.clone(),
            assumed: head.winner,
            winner: tree.winner,
            done: done.len(),
            refuted: done.iter().filter(|done| done.winner != head.winner).count(),
            split: split.len(),
            open: tree.units.len(),
            unverified: results.iter().filter(|done| done.proof.is_none()).count(),
            nodes: done.iter().map(|done| done.nodes).sum(),
            seconds: done.iter().map(|done| done.seconds).sum(),
        });
        if let Some(winner) = tree.winner {
            joints.push(Joint::new(head, winner, &results, &tree.moves)?);
        }
    }
    match proof {
        Some(path) if joints.len() == parts.len() => {
            let certificate = join(desk, joints, path, budget, progress)?;
            Ok((answers, Some(certificate)))
        }
        _ => Ok((answers, None)),
    }
}

/// Checks the certificate that a result names, if it names one.
///
/// # Errors
/// If it does not prove the result, or a limit was reached.
pub fn check_part(
    desk: &SearchResources,
    game: Game,
    done: &UnitOutcome,
    budget: &Budget,
) -> Result<(), UnitsError> {
    let Some(path) = &done.proof else { return Ok(()) };
    let diagram = crate::read(game, &done.position)?;
    let claim = Claim::new(game.into(), diagram, done.winner)
        .map_err(|e| UnitsError::input(format!("unit {}", done.unit), e))?;
    Ok(check_certificate(path.as_ref(), &claim, desk.shares(), budget)?)
}
