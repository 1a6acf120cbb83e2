//! The answer of a campaign, from its folder.

use crate::FarmError;
use crate::log::{Folder, Record};
use crate::messages::Settings;
use lastmove_report::solve::{Certificate, Desk};
use lastmove_report::units::{Collected, Outcome, Part, UnitsError, check_part, collect as answer};
use lastmove_work::{Budget, Progress, Stage};
use serde::Serialize;
use std::collections::HashMap;
use std::path::Path;

/// The answer of a campaign.
#[derive(Clone, Debug, Serialize)]
pub struct Answer {
    /// what it is about
    #[serde(flatten)]
    pub settings: Settings,
    /// what is known of each root
    pub claims: Vec<Collected>,
    /// results that the answer rests on and that rest on no certificate that was checked
    pub unverified: usize,
    /// where the joined certificate is
    pub proof: Option<String>,
    /// what was written of it
    #[serde(skip_serializing_if = "Option::is_none")]
    pub certificate: Option<Certificate>,
}

/// Which certificates a result may name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Certificates {
    /// those that the coordinator has verified
    Checked,
    /// also those of campaigns that began before it did; the caller verifies them
    All,
}

/// What a folder holds: the settings, and what is known of each root.
///
/// # Errors
/// If the log cannot be read.
pub fn read(
    folder: &Folder,
    certificates: Certificates,
) -> Result<(Settings, Vec<Part>), FarmError> {
    let mut records = folder.read()?.into_iter();
    let Some(Record::Campaign(settings)) = records.next() else {
        let place = folder.path().join("log");
        return Err(FarmError::Input(format!("{}:1: not the log of a campaign", place.display())));
    };
    let part = |head: &_| Part { head: Clone::clone(head), done: Vec::new(), split: Vec::new() };
    let mut parts: Vec<Part> = settings.roots.iter().map(part).collect();
    // A result that was found again is the later one.
    let mut place: HashMap<(usize, String), usize> = HashMap::new();
    for record in records {
        match record {
            Record::Campaign(_) | Record::Look(_) | Record::ShutOut(_) => {}
            Record::Split(parted) => {
                if let Some(part) = parts.get_mut(parted.root) {
                    part.split.push(parted.position);
                }
            }
            Record::Solved(solved) => {
                let path = solved.proof.as_ref().map(|hash| folder.proof(hash));
                if path.as_ref().is_some_and(|path| !path.exists()) {
                    continue;
                }
                let Some(part) = parts.get_mut(solved.root) else { continue };
                let named = solved.checked || certificates == Certificates::All;
                let outcome = Outcome {
                    unit: part.done.len() + 1,
                    position: solved.position.clone(),
                    winner: solved.winner,
                    nodes: solved.nodes,
                    seconds: solved.seconds,
                    proof: path.filter(|_| named).map(|path| path.display().to_string()),
                };
                match place.get(&(solved.root, solved.position.clone())) {
                    Some(&at) => part.done[at] = outcome,
                    None => {
                        place.insert((solved.root, solved.position), part.done.len());
                        part.done.push(outcome);
                    }
                }
            }
        }
    }
    Ok((settings, parts))
}

/// Joins the results, and with `proof` their certificates. Each is verified first; one that is not
/// valid is put aside, so that its unit is solved again.
///
/// # Errors
/// If a certificate is not valid or cannot be written, or a limit was reached.
pub fn collect(
    folder: &Folder,
    desk: &Desk,
    proof: Option<&Path>,
    budget: &Budget,
    progress: &dyn Progress,
) -> Result<Answer, FarmError> {
    let certificates = if proof.is_some() { Certificates::All } else { Certificates::Checked };
    let (settings, parts) = read(folder, certificates)?;
    let (mut claims, _) = answer(desk, &parts, None, budget, progress)?;
    let mut certificate = None;
    if proof.is_some() && claims.iter().all(|claim| claim.winner.is_some()) {
        verify(&settings, desk, &parts, &claims, budget, progress)?;
        (claims, certificate) = answer(desk, &parts, proof, budget, progress)?;
    }
    let unverified = claims.iter().map(|claim| claim.unverified).sum();
    let proof = proof.filter(|_| certificate.is_some()).map(|path| path.display().to_string());
    Ok(Answer { settings, claims, unverified, proof, certificate })
}

/// Verifies the certificates that the answer rests on.
fn verify(
    settings: &Settings,
    desk: &Desk,
    parts: &[Part],
    claims: &[Collected],
    budget: &Budget,
    progress: &dyn Progress,
) -> Result<(), FarmError> {
    let results: Vec<&Outcome> = parts
        .iter()
        .zip(claims)
        .flat_map(|(part, claim)| part.done.iter().filter(|done| Some(done.winner) == claim.winner))
        .collect();
    let stage = Stage::new(progress, "checking", Some(results.len() as u64));
    let mut bad = Vec::new();
    for done in results {
        match check_part(desk, settings.game, done, budget) {
            Err(UnitsError::File(error)) if !error.is_stopped() => {
                if let Some(path) = &done.proof {
                    let _ = std::fs::rename(path, format!("{path}.invalid"));
                }
                bad.push(error.to_string());
            }
            checked => checked?,
        }
        stage.advance(1);
    }
    match bad.first() {
        None => Ok(()),
        Some(first) => Err(FarmError::Failed(format!(
            "{first}; {} such certificates are put aside: run `lastmove farm start` again to have \
             their units solved once more",
            bad.len()
        ))),
    }
}
