//! The answer to one unit.

use super::pulse::CurrentUnit;
use super::{WorkerHooks, WorkerOptions, budget};
use crate::FarmError;
use crate::coordinator::{draw_id, hex};
use crate::messages::{CampaignSettings, QueuedUnit, StoredProof, UnitAnswer, UnitResult, bytes};
use crate::streams::ServerCampaign;
use async_nats::jetstream::Message;
use async_nats::jetstream::message::PublishMessage;
use lastmove_report::solve::SearchResources;
use lastmove_report::units::{self, UnitName, UnitOutcome, UnitsError, look_below, solve_unit};
use lastmove_work::{Limits, Stop};
use sha2::{Digest, Sha256};
use std::io::Read;
use std::path::{Path, PathBuf};
use std::time::Duration;
use tokio::time::sleep;

/// Solves a unit, or looks at the next plies if it exceeds its limit. Writing the certificate has
/// no limit: the winner is known by then.
pub(super) fn solve(
    resources: &SearchResources,
    settings: &CampaignSettings,
    unit: &QueuedUnit,
    options: &WorkerOptions,
    task: &CurrentUnit,
) -> Result<UnitAnswer, FarmError> {
    let answer = |answer| UnitAnswer {
        unit: unit.unit.clone(),
        position: unit.position.clone(),
        worker: String::new(),
        nodes: task.nodes(),
        seconds: task.seconds() * resources.shares().threads as f64,
        answer,
    };
    let name = unit.unit.parse::<UnitName>();
    let Some(head) = name.ok().and_then(|name| settings.roots.get(name.root)) else {
        let reason = format!("{}: there is no such unit", unit.unit);
        return Ok(answer(UnitResult::Aside { reason }));
    };
    let asked = units::Unit { unit: 0, position: unit.position.clone(), moves: unit.moves.clone() };
    let run = |proof: Option<&Path>, limits: Limits| -> Result<UnitOutcome, UnitsError> {
        let budget = budget(limits, &task.cancel);
        task.uses(&budget);
        solve_unit(resources, head, &asked, proof, &budget)
    };
    let mut outcome = match run(None, options.limits) {
        Err(UnitsError::Stopped(Stop::Cancelled)) => {
            return Err(FarmError::Stopped(Stop::Cancelled));
        }
        Err(UnitsError::Stopped(_)) => {
            let looked = look_below(resources, head, &unit.position)?;
            return Ok(answer(UnitResult::Split { looked }));
        }
        Err(UnitsError::Board(e)) => {
            return Ok(answer(UnitResult::Aside { reason: e.to_string() }));
        }
        outcome => outcome?,
    };
    let mut proof = None;
    if settings.certificates {
        let path = certificate(options);
        outcome = match run(Some(&path), Limits::default()) {
            Err(UnitsError::Stopped(stop)) => return Err(FarmError::Stopped(stop)),
            outcome => outcome?,
        };
        proof = Some(fingerprint(&path)?);
    }
    Ok(answer(UnitResult::Solved { winner: outcome.winner, proof }))
}

/// The path to which the certificate of the current unit is written.
fn certificate(options: &WorkerOptions) -> PathBuf {
    options.scratch.join("unit.proof")
}

fn fingerprint(path: &Path) -> Result<StoredProof, FarmError> {
    let fail = |e| FarmError::Failed(format!("{}: {e}", path.display()));
    let mut file = std::fs::File::open(path).map_err(fail)?;
    let (mut hash, mut bytes, mut buffer) = (Sha256::new(), 0, vec![0; 1 << 16]);
    loop {
        match file.read(&mut buffer).map_err(fail)? {
            0 => return Ok(StoredProof { hash: hex(&hash.finalize()), bytes, object: None }),
            n => {
                hash.update(&buffer[..n]);
                bytes += n as u64;
            }
        }
    }
}

/// Uploads the certificate, sends the answer, and acknowledges the unit once the server has
/// confirmed the answer. Retries until then.
pub(super) async fn send(
    server: &ServerCampaign,
    message: &Message,
    answer: &UnitAnswer,
    options: &WorkerOptions,
    hooks: &WorkerHooks<'_>,
) -> Result<(), FarmError> {
    let mut wait = Duration::from_millis(200);
    loop {
        let error = match once(server, message, answer, options).await {
            Ok(()) => break,
            Err(error) => error,
        };
        if wait > Duration::from_secs(3) {
            (hooks.say)(format!("{error}; trying again"));
        }
        let mut slept = Duration::ZERO;
        while slept < wait {
            if hooks.cancel.is_cancelled() {
                return Err(FarmError::Stopped(Stop::Cancelled));
            }
            sleep(Duration::from_millis(100)).await;
            slept += Duration::from_millis(100);
        }
        wait = (2 * wait).min(Duration::from_secs(10));
    }
    let _ = message.ack().await;
    Ok(())
}

async fn once(
    server: &ServerCampaign,
    message: &Message,
    answer: &UnitAnswer,
    options: &WorkerOptions,
) -> Result<(), FarmError> {
    let mut answer = answer.clone();
    if let UnitResult::Solved { proof: Some(proof), .. } = &mut answer.answer {
        let path = certificate(options);
        let fail = |e: &dyn std::fmt::Display| FarmError::server("store the certificate", e);
        let mut file = tokio::fs::File::open(&path)
            .await
            .map_err(|e| FarmError::Failed(format!("{}: {e}", path.display())))?;
        let store = server.proofs().await?;
        let name = draw_id();
        store.put(name.as_str(), &mut file).await.map_err(|e| fail(&e))?;
        proof.object = Some(name);
    }
    let subject = server.campaign.result(&answer.unit);
    // The number in the queue makes the server drop duplicates of this answer, but not the answer
    // to a unit that was handed out again.
    let number = message.info().map_or(0, |info| info.stream_sequence);
    let id = format!("{}.{}.{number}", answer.unit, answer.worker);
    let sent = server
        .context
        .send_publish(subject, PublishMessage::build().payload(bytes(&answer)).message_id(id))
        .await;
    let fail = |e: &dyn std::fmt::Display| FarmError::server("take the answer", e);
    sent.map_err(|e| fail(&e))?.await.map_err(|e| fail(&e))?;
    Ok(())
}
