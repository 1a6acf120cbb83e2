//! Checks of certificates: a result counts once its certificate has passed.
//!
//! As many checks run at the same time as the coordinator has threads; the others wait in a queue.
//! Results that need no check, or have passed theirs, do not wait for them.

use super::arrivals::{Arrival, Verdict, hex};
use crate::FarmError;
use crate::log::Folder;
use crate::messages::{StoredProof, UnitAnswer, UnitResult};
use crate::streams::{IN_PROGRESS, ServerCampaign};
use async_nats::jetstream::AckKind;
use lastmove_board::Game;
use lastmove_proof::{CheckOptions, Claim, Rejection};
use lastmove_work::Cancel;
use lastmove_work::file::{Draft, WriteError};
use sha2::{Digest, Sha256};
use std::io::{BufReader, Write};
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;
use tokio::io::AsyncReadExt;
use tokio::sync::Semaphore;
use tokio::task::{JoinSet, spawn_blocking};
use tokio::time::sleep;

/// Time between two attempts to write a certificate that another check is writing.
const AGAIN: Duration = Duration::from_millis(100);

/// The checks that are running or waiting. Dropping this cancels them.
pub(super) struct Checks {
    checker: Checker,
    turns: Arc<Semaphore>,
    tasks: JoinSet<Result<Arrival, FarmError>>,
}

impl Checks {
    /// No checks yet; `options` limit the threads and the memory of all checks together.
    pub(super) fn new(
        server: ServerCampaign,
        folder: Folder,
        game: Game,
        options: CheckOptions,
    ) -> Self {
        let at_once = options.threads.max(1);
        let each = CheckOptions { threads: 1, memory: options.memory / at_once as u64 };
        Self {
            checker: Checker { server, folder, game, options: each, cancel: Cancel::new() },
            turns: Arc::new(Semaphore::new(at_once)),
            tasks: JoinSet::new(),
        }
    }

    /// The number of checks that are running or waiting.
    pub(super) fn len(&self) -> usize {
        self.tasks.len()
    }

    /// Begins to check the certificate of a result.
    pub(super) fn begin(&mut self, mut arrival: Arrival) {
        let (checker, turns) = (self.checker.clone(), Arc::clone(&self.turns));
        self.tasks.spawn(async move {
            let message = arrival.message.clone();
            let check = async {
                // the pool is never closed
                let _turn = turns.acquire_owned().await;
                arrival.certificate = checker.check(&arrival).await?;
                Ok(arrival)
            };
            tokio::pin!(check);
            loop {
                tokio::select! {
                    checked = &mut check => return checked,
                    // Without this, the server would deliver the message again.
                    () = sleep(IN_PROGRESS) => drop(message.ack_with(AckKind::Progress).await),
                }
            }
        });
    }

    /// The results whose checks are finished.
    ///
    /// # Errors
    /// If a certificate cannot be written.
    pub(super) fn finished(&mut self) -> Result<Vec<Arrival>, FarmError> {
        let mut arrivals = Vec::new();
        while let Some(checked) = self.tasks.try_join_next() {
            let failed = |e| FarmError::Failed(format!("a certificate cannot be checked: {e}"));
            arrivals.push(checked.map_err(failed)??);
        }
        Ok(arrivals)
    }
}

impl Drop for Checks {
    fn drop(&mut self) {
        self.checker.cancel.cancel();
    }
}

/// What a check needs.
#[derive(Clone)]
struct Checker {
    server: ServerCampaign,
    folder: Folder,
    game: Game,
    options: CheckOptions,
    cancel: Cancel,
}

impl Checker {
    /// Fetches a certificate, verifies it, and stores it in the folder if it is valid.
    async fn check(&self, arrival: &Arrival) -> Result<Verdict, FarmError> {
        let (Ok(answer), Some(proof)) = (&arrival.answer, arrival.proof()) else {
            return Ok(Verdict::Unchecked);
        };
        if proof.hash.len() != 64 || !proof.hash.bytes().all(|b| b.is_ascii_hexdigit()) {
            return Ok(Verdict::Missing("its certificate has an invalid name".to_owned()));
        }
        let Some(claim) = claim(self.game, answer) else {
            return Ok(Verdict::Missing("it is not a result of this game".to_owned()));
        };
        let path = self.folder.proof(&proof.hash);
        let mut draft = loop {
            match Draft::create(&path) {
                // Another worker's copy of the same certificate is being written.
                Err(WriteError::Busy { .. }) => sleep(AGAIN).await,
                created => break created.map_err(|e| cannot_write(&path, &e))?,
            }
        };
        if let Err(reason) = self.fetch(proof, &mut draft, &path).await? {
            return Ok(Verdict::Missing(format!("its certificate {reason}")));
        }
        let (options, cancel) = (self.options, self.cancel.clone());
        let checked = spawn_blocking(move || match verify(&draft, &claim, options, &cancel) {
            Verdict::Valid => {
                draft.commit().map_err(|e| cannot_write(&path, &e))?;
                Ok(Verdict::Valid)
            }
            verdict => Ok(verdict),
        });
        // A panic of the checker is not the worker's fault, and must not end the campaign.
        let panicked = |e| Ok(Verdict::Missing(format!("its certificate was not checked: {e}")));
        checked.await.unwrap_or_else(panicked)
    }

    /// Fetches a certificate from the server. The inner error says what is wrong with the
    /// certificate: any holder of the workers' token may have stored it under this name.
    async fn fetch(
        &self,
        proof: &StoredProof,
        draft: &mut Draft,
        path: &Path,
    ) -> Result<Result<(), String>, FarmError> {
        let store = match self.server.proofs().await {
            Ok(store) => store,
            Err(e) => return Ok(Err(format!("cannot be fetched: {e}"))),
        };
        let mut object = match store.get(proof.name()).await {
            Ok(object) => object,
            Err(e) => return Ok(Err(format!("cannot be fetched: {e}"))),
        };
        let (mut hash, mut buffer) = (Sha256::new(), vec![0; 1 << 16]);
        loop {
            match object.read(&mut buffer).await {
                Ok(0) => break,
                Ok(n) => {
                    hash.update(&buffer[..n]);
                    draft.write_all(&buffer[..n]).map_err(|e| cannot_write(path, &e))?;
                }
                Err(e) => return Ok(Err(format!("cannot be read: {e}"))),
            }
        }
        if hex(&hash.finalize()) == proof.hash {
            return Ok(Ok(()));
        }
        Ok(Err("has another checksum than announced".to_owned()))
    }
}

/// Checks that a file is a certificate of exactly this claim.
fn verify(draft: &Draft, claim: &Claim, options: CheckOptions, cancel: &Cancel) -> Verdict {
    let go_on = |_| {
        if cancel.is_cancelled() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let file = draft.reader().map_err(Rejection::Read);
    match file.and_then(|file| lastmove_proof::verify(BufReader::new(file), None, options, go_on)) {
        Ok(report) if report.claims == [claim.clone()] => Verdict::Valid,
        Ok(_) => Verdict::Invalid("its certificate is for another claim".to_owned()),
        Err(e @ (Rejection::Stopped | Rejection::Read(_))) => {
            Verdict::Missing(format!("its certificate was not checked: {e}"))
        }
        Err(e) => Verdict::Invalid(format!("its certificate proves nothing: {e}")),
    }
}

fn cannot_write(path: &Path, error: &dyn std::fmt::Display) -> FarmError {
    FarmError::Failed(format!(
        "{}: cannot write: {error}; make room and run `lastmove farm start` again, nothing is lost",
        path.display()
    ))
}

/// The claim that the certificate of a result must make.
fn claim(game: Game, answer: &UnitAnswer) -> Option<Claim> {
    let UnitResult::Solved { winner, .. } = &answer.answer else { return None };
    let diagram = lastmove_report::read(game, &answer.position).ok()?;
    Claim::new(game.into(), diagram, *winner).ok()
}
