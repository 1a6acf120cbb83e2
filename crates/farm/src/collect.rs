//! The answer of a campaign, from its folder.

use crate::FarmError;
use crate::log::{Folder, LogRecord};
use crate::messages::CampaignSettings;
use lastmove_report::solve::{Certificate, SearchResources};
use lastmove_report::units::{
    Collected, Part, UnitOutcome, UnitsError, check_part, collect as answer,
};
use lastmove_work::{Budget, Progress, Stage};
use serde::Serialize;
use std::collections::HashMap;
use std::path::Path;

/// The answer of a campaign.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CampaignAnswer {
    /// its settings
    #[serde(flatten)]
    pub settings: CampaignSettings,
    /// the answer for each root
    pub claims: Vec<Collected>,
    /// results used for the answer whose certificates were not checked
    pub unverified: usize,
    /// the path of the joined certificate
    pub proof: Option<String>,
    /// the report of writing it
    #[serde(skip_serializing_if = "Option::is_none")]
    pub certificate: Option<Certificate>,
}

/// Which certificates are accepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Certificates {
    /// only those that the coordinator has verified
    Checked,
    /// also those of older campaigns, which were not verified on arrival; the caller verifies them
    All,
}

/// Reads a folder: the settings, and the results for each root.
///
/// # Errors
/// If the log cannot be read.
pub fn read(
    folder: &Folder,
    certificates: Certificates,
) -> Result<(CampaignSettings, Vec<Part>), FarmError> {
    let mut records = folder.read()?.into_iter();
    let Some(LogRecord::Campaign(settings)) = records.next() else {
        let place = folder.path().join("log");
        return Err(FarmError::Input(format!("{}:1: not the log of a campaign", place.display())));
    };
    let part = |head: &_| Part { head: Clone::clone(head), done: Vec::new(), split: Vec::new() };
    let mut parts: Vec<Part> = settings.roots.iter().map(part).collect();
    // If a result occurs twice, the later one counts.
    let mut place: HashMap<(usize, String), usize> = HashMap::new();
    for record in records {
        match record {
            LogRecord::Campaign(_) | LogRecord::Look(_) | LogRecord::ShutOut(_) => {}
            LogRecord::Split(parted) => {
                if let Some(part) = parts.get_mut(parted.root) {
                    part.split.push(parted.position);
                }
            }
            LogRecord::Solved(solved) => {
                let path = solved.proof.as_ref().map(|hash| folder.proof(hash));
                if path.as_ref().is_some_and(|path| !path.exists()) {
                    continue;
                }
                let Some(part) = parts.get_mut(solved.root) else { continue };
                let named = solved.checked || certificates == Certificates::All;
                let outcome = UnitOutcome {
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

/// Joins the results, and with `proof` also their certificates. Each certificate is verified first;
/// an invalid one is moved aside, so that its unit is solved again.
///
/// # Errors
/// If a certificate is not valid or cannot be written, or a limit was reached.
pub fn collect(
    folder: &Folder,
    resources: &SearchResources,
    proof: Option<&Path>,
    budget: &Budget,
    progress: &dyn Progress,
) -> Result<CampaignAnswer, FarmError> {
    let certificates = if proof.is_some() { Certificates::All } else { Certificates::Checked };
    let (settings, parts) = read(folder, certificates)?;
    let (mut claims, _) = answer(resources, &parts, None, budget, progress)?;
    let mut certificate = None;
    if proof.is_some() && claims.iter().all(|claim| claim.winner.is_some()) {
        verify(&settings, resources, &parts, &claims, budget, progress)?;
        (claims, certificate) = answer(resources, &parts, proof, budget, progress)?;
    }
    let unverified = claims.iter().map(|claim| claim.unverified).sum();
    let proof = proof.filter(|_| certificate.is_some()).map(|path| path.display().to_string());
    Ok(CampaignAnswer { settings, claims, unverified, proof, certificate })
}

/// Verifies the certificates that the answer uses.
fn verify(
    settings: &CampaignSettings,
    resources: &SearchResources,
    parts: &[Part],
    claims: &[Collected],
    budget: &Budget,
    progress: &dyn Progress,
) -> Result<(), FarmError> {
    let results: Vec<&UnitOutcome> = parts
        .iter()
        .zip(claims)
        .flat_map(|(part, claim)| part.done.iter().filter(|done| Some(done.winner) == claim.winner))
        .collect();
    let stage = Stage::new(progress, "checking", Some(results.len() as u64));
    let mut bad = Vec::new();
    for done in results {
        match check_part(resources, settings.game, done, budget) {
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
