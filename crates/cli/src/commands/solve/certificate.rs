//! Certificates, for either game.

use crate::failure::Failure;
use crate::session::Session;
use lastmove_proof::{Claim, Strategy, WriteError, WriteOptions};
use lastmove_work::{Budget, Stage};
use serde::Serialize;
use std::fs::{self, File};
use std::io::BufWriter;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::Instant;

/// What was written.
#[derive(Serialize)]
pub(super) struct Certificate {
    pub(super) positions: u64,
    pub(super) bytes: u64,
    pub(super) seconds: f64,
}

/// Writes a certificate beside its place and moves it there when it is whole. A run that is
/// stopped ends with the advice how to go on.
pub(super) fn write(
    path: &Path,
    claims: &[Claim],
    strategy: &mut (impl Strategy + Send),
    threads: usize,
    session: &Session,
    budget: &Budget,
    how_to_go_on: &str,
) -> Result<Certificate, Failure> {
    let mut partial = path.as_os_str().to_owned();
    partial.push(".partial");
    let partial = PathBuf::from(partial);
    let started = Instant::now();
    let fail = |e: std::io::Error| {
        Failure::from(anyhow::anyhow!("--proof {}: cannot write: {e}", path.display()))
    };
    let file = File::create(&partial).map_err(fail)?;
    let stage = Stage::new(&*session.progress, "certificate", None);
    let options = WriteOptions { threads, ..WriteOptions::of(claims[0].game()) };
    let written =
        lastmove_proof::write(BufWriter::new(file), claims, strategy, options, |progress| {
            stage.message(format!("level {}", progress.level + 1));
            stage.advance(progress.positions.saturating_sub(stage.done()));
            if budget.check().is_err() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
    match written {
        Ok(written) => {
            fs::rename(&partial, path).map_err(fail)?;
            Ok(Certificate {
                positions: written.positions,
                bytes: written.bytes,
                seconds: started.elapsed().as_secs_f64(),
            })
        }
        Err(error) => {
            let _ = fs::remove_file(&partial);
            match (budget.check(), error) {
                (Err(stop), _) => {
                    let note = format!("no certificate was written; {how_to_go_on}");
                    Err(Failure::stopped(stop, note))
                }
                (_, WriteError::Write(e)) => Err(fail(e)),
                (_, error) => Err(anyhow::anyhow!("--proof {}: {error}", path.display()).into()),
            }
        }
    }
}
