//! Checkpoints: the results of a long search, kept in a file.
//!
//! A search is its table: a search that starts again with the same table soon reaches the same
//! point. A file holds a note of the caller (which position, which settings) and the entries worth
//! keeping: every solved position, and open ones that took some work. It is sealed by [`mod@file`]
//! and compressed by zstd:
//!
//! ```text
//! 4 bytes   length of the note, little-endian
//! n bytes   the note
//! then the entries, see `table/image.rs`
//! ```

use crate::table::{Payload, Table};
use lastmove_work::file::{self, Format, ReadError, WriteError};
use lastmove_work::{Cancel, Moment};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;
use thiserror::Error;

/// The format of the files. Version 1 had other keys.
pub const FORMAT: Format = Format { magic: *b"LMCHECKP", version: 2, name: "checkpoint" };

/// The longest note that is read.
const LONGEST: usize = 1 << 20;
/// Random keys hardly compress; the lowest level compresses what can be compressed.
const LEVEL: i32 = 1;
/// Open positions that took less work than this are found again as quickly as they are read.
const WORTH_KEEPING: u64 = 4;

/// Why a checkpoint cannot be used.
#[derive(Debug, Error)]
pub enum CheckpointError {
    /// The file is not a complete checkpoint.
    #[error(transparent)]
    File(#[from] ReadError),
    /// Its content is not valid.
    #[error("{}: the checkpoint does not fit: {reason}", .path.display())]
    Content {
        /// which file
        path: PathBuf,
        /// what is not valid
        reason: io::Error,
    },
}

/// Replaces the checkpoint by a new one in one step. Searches may continue meanwhile. Returns the
/// number of entries.
///
/// # Errors
/// If the file cannot be written; the old one is then unchanged.
pub fn save<P: Payload>(path: &Path, table: &Table<P>, note: &str) -> Result<u64, WriteError> {
    save_unless(path, table, note, &Cancel::new())
}

fn save_unless<P: Payload>(
    path: &Path,
    table: &Table<P>,
    note: &str,
    cancel: &Cancel,
) -> Result<u64, WriteError> {
    let mut entries = 0;
    file::write(path, &FORMAT, |out| {
        let mut packed = zstd::Encoder::new(out, LEVEL)?;
        io::Write::write_all(&mut packed, &(note.len() as u32).to_le_bytes())?;
        io::Write::write_all(&mut packed, note.as_bytes())?;
        let keep = |payload: P, work| payload.is_final() || work >= WORTH_KEEPING;
        entries = table.write_entries(&mut packed, keep, cancel)?;
        packed.finish().map(drop)
    })?;
    Ok(entries)
}

/// A checkpoint that was read up to the end of its note.
pub struct Checkpoint<'p> {
    path: &'p Path,
    note: String,
    entries: Box<dyn Read>,
}

impl<'p> Checkpoint<'p> {
    /// Verifies the whole file and reads the note.
    ///
    /// # Errors
    /// If it is not a complete checkpoint.
    pub fn open(path: &'p Path) -> Result<Self, CheckpointError> {
        let content = |reason| CheckpointError::Content { path: path.to_owned(), reason };
        let sealed = file::stream(path, &FORMAT)?;
        let mut entries = zstd::Decoder::new(sealed).map_err(content)?;
        let mut length = [0; 4];
        entries.read_exact(&mut length).map_err(content)?;
        let length = u32::from_le_bytes(length) as usize;
        if length > LONGEST {
            return Err(content(io::Error::other("its note is too long")));
        }
        let mut note = vec![0; length];
        entries.read_exact(&mut note).map_err(content)?;
        let note = String::from_utf8(note)
            .map_err(|_| content(io::Error::other("its note is not a text")))?;
        Ok(Self { path, note, entries: Box::new(entries) })
    }

    /// The caller's note.
    pub fn note(&self) -> &str {
        &self.note
    }

    /// Puts the entries into a table; returns their number.
    ///
    /// # Errors
    /// If the table and the saved one differ in size.
    pub fn restore<P: Payload>(mut self, table: &Table<P>) -> Result<u64, CheckpointError> {
        let read = table.read_entries(&mut self.entries);
        read.map_err(|reason| CheckpointError::Content { path: self.path.to_owned(), reason })
    }
}

/// Where and how often a checkpoint is written.
#[derive(Clone, Debug)]
pub struct Plan {
    /// the file
    pub path: PathBuf,
    /// time between two checkpoints
    pub every: Duration,
}

/// Runs `work` with a table while another thread writes checkpoints, and writes the last one at the
/// end. Calls `note` for each, and `complain` if one cannot be written; the work continues.
///
/// # Errors
/// If the last checkpoint cannot be written; the error contains the result of the work.
pub fn keeping<P: Payload, R>(
    plan: &Plan,
    table: &Table<P>,
    note: &(dyn Fn() -> String + Sync),
    complain: &(dyn Fn(&WriteError) + Sync),
    work: impl FnOnce() -> R,
) -> Result<R, (R, WriteError)> {
    let done = Cancel::new();
    let (end, ended) = channel::<()>();
    let result = std::thread::scope(|scope| {
        scope.spawn(|| {
            let ended = ended; // dropped with this thread
            let mut pause = plan.every;
            while ended.recv_timeout(pause) == Err(RecvTimeoutError::Timeout) {
                let started = Moment::now();
                let saved = save_unless(&plan.path, table, &note(), &done);
                if let Err(error) = saved
                    && !done.is_cancelled()
                {
                    complain(&error);
                }
                // Writing a large table must not keep a core busy all the time.
                pause = plan.every.saturating_sub(started.elapsed()).max(4 * started.elapsed());
            }
        });
        // Stops the writer, whether the work returns or panics.
        struct End<'e>(&'e Cancel, Option<std::sync::mpsc::Sender<()>>);
        impl Drop for End<'_> {
            fn drop(&mut self) {
                self.0.cancel();
                self.1.take();
            }
        }
        let _end = End(&done, Some(end));
        work()
    });
    match save(&plan.path, table, &note()) {
        Ok(_) => Ok(result),
        Err(error) => Err((result, error)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::KnownWinner;

    #[test]
    fn work_is_saved_while_it_goes_on_and_at_its_end() {
        let path = std::env::temp_dir().join(format!("lastmove-keeping-{}", std::process::id()));
        let plan = Plan { path: path.clone(), every: Duration::from_millis(5) };
        let table = Table::<KnownWinner>::new(1 << 16);
        let key = |i: u64| u128::from(lastmove_board::mix(i)) << 64 | u128::from(i) << 50;
        let kept = keeping(&plan, &table, &|| "a note".to_owned(), &|e| panic!("{e}"), || {
            let mut i = 0;
            while !path.exists() {
                table.store(key(i % 500), KnownWinner { win: i.is_multiple_of(2) }, 1);
                i += 1;
            }
            table.store(key(1000), KnownWinner { win: true }, 1);
            "done"
        });
        assert_eq!(kept.unwrap(), "done");
        let checkpoint = Checkpoint::open(&path).unwrap();
        assert_eq!(checkpoint.note(), "a note");
        let again = Table::<KnownWinner>::new(table.bytes());
        assert!(checkpoint.restore(&again).unwrap() > 1);
        assert_eq!(again.load(key(1000)), Some(KnownWinner { win: true }));
        let smaller = Table::<KnownWinner>::new(1 << 10);
        let refused = Checkpoint::open(&path).unwrap().restore(&smaller);
        assert!(refused.unwrap_err().to_string().contains("a table of 65536 bytes"));
        std::fs::remove_file(&path).unwrap();
        assert!(Checkpoint::open(&path).is_err());
    }
}
