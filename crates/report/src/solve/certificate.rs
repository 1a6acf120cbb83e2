//! Certificates in files.

use super::{Certificate, ProofWriter};
use lastmove_proof::{
    Begun, CheckOptions, Claim, Expect, Progress, Rejection, Strategy, WriteError, WriteOptions,
    Written,
};
use lastmove_solver::Shares;
use lastmove_work::file::{self, Draft};
use lastmove_work::{Budget, Moment, Stage};
use std::cell::Cell;
use std::fs::File;
use std::io::{BufReader, BufWriter};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// Why a certificate was not written or not accepted.
#[derive(Debug, Error)]
pub enum FileError {
    /// Its place cannot be written.
    #[error(transparent)]
    Place(#[from] file::WriteError),
    /// The writer failed.
    #[error("{}: {error}", .path.display())]
    Writer {
        /// which file
        path: PathBuf,
        /// why
        error: WriteError,
    },
    /// The checker does not accept it.
    #[error("{}: not a certificate of this result: {reason}", .path.display())]
    Rejected {
        /// which file
        path: PathBuf,
        /// why
        reason: String,
    },
}

impl FileError {
    /// Whether a limit ended it.
    pub fn is_stopped(&self) -> bool {
        matches!(self, Self::Writer { error: WriteError::Stopped, .. })
    }
}

/// A certificate that is being written. Its place is taken before the search begins, so that
/// nothing is lost at the end.
pub struct CertificateFile {
    path: PathBuf,
    draft: Option<Draft>,
    resume: bool,
    /// whether what is written stays if the writing is stopped
    keep: bool,
}

impl CertificateFile {
    /// Takes a place for a certificate.
    ///
    /// # Errors
    /// If it cannot be written, or another run is writing it.
    pub fn open(path: &Path) -> Result<Self, FileError> {
        Ok(Self {
            path: path.to_owned(),
            draft: Some(Draft::create(path)?),
            resume: false,
            keep: false,
        })
    }

    /// The same for a run that can be taken up: what it has written stays if it is stopped. With
    /// `resume` it goes on with what an earlier run has written.
    ///
    /// # Errors
    /// As [`CertificateFile::open`].
    pub fn open_kept(path: &Path, resume: bool) -> Result<Self, FileError> {
        let draft = if resume { Draft::open(path)? } else { Draft::create(path)? };
        Ok(Self { path: path.to_owned(), draft: Some(draft), resume, keep: true })
    }

    /// Whether the writer's share of the memory suffices.
    ///
    /// # Errors
    /// With the number that is needed.
    pub fn check_memory(shares: &Shares) -> Result<(), String> {
        let options = WriteOptions { threads: shares.threads, ..WriteOptions::default() };
        // The writer has half of a small memory, a quarter of a large one.
        let needed = 2 * options.least_memory();
        let given = shares.table + shares.caches + shares.writer;
        if shares.writer >= options.least_memory() {
            return Ok(());
        }
        let mega = |bytes: u64| bytes.div_ceil(1 << 20);
        Err(format!("a certificate needs at least {}M, not {}M", mega(needed), mega(given)))
    }

    /// Writes a certificate and puts it in its place.
    ///
    /// # Errors
    /// If the strategy has no answer, the disk is full, or the budget ended first.
    pub fn write(
        &mut self,
        proof: &ProofWriter<'_>,
        budget: &Budget,
        progress: &dyn lastmove_work::Progress,
    ) -> Result<Certificate, FileError> {
        let (claims, shares) = (proof.claims(), proof.desk().shares());
        let begun = match (&mut self.draft, self.resume) {
            (Some(draft), true) => {
                let begun = draft.reader().map(|file| Begun::open(BufReader::new(file), claims));
                let begun = begun.and_then(|begun| {
                    draft.cut(begun.as_ref().map_or(0, Begun::bytes))?;
                    Ok(begun)
                });
                begun.map_err(|e| self.failed(WriteError::Write(e)))?
            }
            _ => None,
        };
        self.fill(shares, budget, progress, |file, options, tell| {
            proof.with_strategy(budget, |strategy| match begun {
                Some(begun) => lastmove_proof::go_on(file, begun, claims, strategy, options, tell),
                None => lastmove_proof::write(file, claims, strategy, options, tell),
            })
        })
    }

    fn failed(&self, error: WriteError) -> FileError {
        FileError::Writer { path: self.path.clone(), error }
    }

    /// Writes the certificate of one claim, or of two, from those of their parts, which are checked.
    ///
    /// # Errors
    /// As [`CertificateFile::write`], and if a part is not valid.
    pub fn join(
        &mut self,
        parts: &[(Claim, &[&str])],
        strategy: &mut (dyn Strategy + Send),
        shares: &Shares,
        budget: &Budget,
        progress: &dyn lastmove_work::Progress,
    ) -> Result<Certificate, FileError> {
        let latest = Cell::new(PathBuf::new());
        let open = |path: &&str| {
            latest.set(path.into());
            let file = file::open_regular(path).map_err(std::io::Error::other)?;
            Ok(BufReader::new(file))
        };
        let joined = self.fill(shares, budget, progress, |file, options, tell| {
            let parts = parts.iter().map(|(claim, paths)| (claim.clone(), paths.iter().map(open)));
            lastmove_proof::join(file, parts.collect(), strategy, options, tell)
        });
        joined.map_err(|error| match error {
            FileError::Writer { error: WriteError::Part { reason, .. }, .. } => {
                FileError::Rejected { path: latest.take(), reason }
            }
            error => error,
        })
    }

    fn fill(
        &mut self,
        shares: &Shares,
        budget: &Budget,
        progress: &dyn lastmove_work::Progress,
        write: impl FnOnce(
            BufWriter<&File>,
            WriteOptions<'_>,
            &mut dyn FnMut(Progress) -> ControlFlow<()>,
        ) -> Result<Written, WriteError>,
    ) -> Result<Certificate, FileError> {
        let started = Moment::now();
        let Some(mut draft) = self.draft.take() else {
            return Err(self.failed(WriteError::Claims));
        };
        draft.keep(self.keep);
        let stage = Stage::new(progress, "certificate", None);
        let files = || draft.scratch();
        let options =
            WriteOptions { threads: shares.threads, memory: shares.writer, files: Some(&files) };
        let mut tell = |progress: Progress| {
            stage.message(format!("level {}", progress.level + 1));
            stage.advance(progress.positions.saturating_sub(stage.done()));
            go_on(budget)
        };
        let written = write(BufWriter::new(draft.file()), options, &mut tell);
        let written = written.map_err(|error| self.failed(error))?;
        draft.commit()?;
        Ok(Certificate { seconds: started.seconds(), ..Certificate::from(&written) })
    }
}

fn go_on(budget: &Budget) -> ControlFlow<()> {
    if budget.check().is_err() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
}

/// Checks that a file is a certificate of a claim.
///
/// # Errors
/// If it is not, or the budget ended first.
pub fn check_certificate(
    path: &Path,
    claim: &Claim,
    shares: &Shares,
    budget: &Budget,
) -> Result<(), FileError> {
    let rejected = |reason: String| FileError::Rejected { path: path.to_owned(), reason };
    let file = file::open_regular(path).map_err(|e| rejected(e.to_string()))?;
    let expect = Expect::from(claim);
    let options = CheckOptions { memory: shares.writer, threads: shares.threads };
    match lastmove_proof::verify(BufReader::new(file), Some(&expect), options, |_| go_on(budget)) {
        Ok(_) => Ok(()),
        Err(Rejection::Stopped) => {
            Err(FileError::Writer { path: path.to_owned(), error: WriteError::Stopped })
        }
        Err(rejection) => Err(rejected(rejection.to_string())),
    }
}
