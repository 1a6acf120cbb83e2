//! Certificates, for either game.

use super::Keeper;
use crate::failure::Failure;
use crate::session::Session;
use lastmove_proof::{Begun, Claim, Progress, Strategy, WriteError, WriteOptions};
use lastmove_work::{Budget, Stage};
use serde::Serialize;
use std::fs::{self, File, OpenOptions};
use std::io::{BufReader, BufWriter, Seek, SeekFrom};
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

/// Writes a certificate beside its place and moves it there when it is whole. With checkpoints a run
/// that is stopped leaves what it has written, and the run that resumes it goes on from there; it
/// ends with the advice how to do so.
pub(super) fn write(
    path: &Path,
    claims: &[Claim],
    strategy: &mut (impl Strategy + Send),
    threads: usize,
    session: &Session,
    budget: &Budget,
    keeper: &Keeper,
) -> Result<Certificate, Failure> {
    let mut partial = path.as_os_str().to_owned();
    partial.push(".partial");
    let partial = PathBuf::from(partial);
    let started = Instant::now();
    let fail = |e: std::io::Error| {
        Failure::from(anyhow::anyhow!("--proof {}: cannot write: {e}", path.display()))
    };
    let stage = Stage::new(&*session.progress, "certificate", None);
    let options = WriteOptions { threads, ..WriteOptions::of(claims[0].game()) };
    let progress = |progress: Progress| {
        stage.message(format!("level {}", progress.level + 1));
        stage.advance(progress.positions.saturating_sub(stage.done()));
        if budget.check().is_err() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let begun = if keeper.is_resumed() {
        File::open(&partial).ok().and_then(|file| Begun::open(BufReader::new(file), claims))
    } else {
        None
    };
    let written = match begun {
        Some(begun) => {
            let mut file = OpenOptions::new().write(true).open(&partial).map_err(fail)?;
            file.set_len(begun.bytes()).map_err(fail)?;
            file.seek(SeekFrom::End(0)).map_err(fail)?;
            let out = BufWriter::new(file);
            lastmove_proof::go_on(out, begun, claims, strategy, options, progress)
        }
        None => {
            let out = BufWriter::new(File::create(&partial).map_err(fail)?);
            lastmove_proof::write(out, claims, strategy, options, progress)
        }
    };
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
            if !keeper.is_asked() {
                let _ = fs::remove_file(&partial);
            }
            match (budget.check(), error) {
                (Err(stop), _) => {
                    let how = keeper.how_to_go_on(Some(path));
                    let note = format!("the certificate is not whole; {how}");
                    Err(Failure::stopped(stop, note))
                }
                (_, WriteError::Write(e)) => Err(fail(e)),
                (_, error @ WriteError::Begun(_)) => {
                    Err(anyhow::anyhow!("{}: {error}", partial.display()).into())
                }
                (_, error) => Err(anyhow::anyhow!("--proof {}: {error}", path.display()).into()),
            }
        }
    }
}
