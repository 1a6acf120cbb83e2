//! How the memory of a search, `--memory`, is divided.
//!
//! | part | share | what for |
//! | --- | --- | --- |
//! | caches | two thirds of the rest, at most 1 GiB or a quarter of all | evaluations and memos of the threads, values of regions, a second search for certificates |
//! | writer | a quarter, at most 1 GiB (and 32 MiB, if that is at most a half) | levels of a certificate |
//! | table | the rest | what is known of positions |
//!
//! The table's share depends on the total alone, so that a checkpoint fits any number of threads.

use thiserror::Error;

/// The least memory of each thread of a search.
const LEAST_PER_THREAD: u64 = 4 << 20;
/// Preferred memory of the writer of a certificate.
const LEAST_WRITER: u64 = 32 << 20;
/// The most memory that is useful to the writer, and to the caches of a search of ordinary size.
const MOST: u64 = 1 << 30;
/// The most memory that is useful for one thread's evaluations.
const MOST_EVALUATIONS: u64 = 64 << 20;
/// Bytes per entry of a memo, with room to grow.
const MEMO: u64 = 256;

/// The memory of one search.
///
/// ```
/// use lastmove_solver::Shares;
/// let shares = Shares::of(1 << 30, 2).unwrap();
/// assert_eq!(shares.writer, 1 << 28);
/// assert!(Shares::of(16 << 20, 64).is_err());
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Shares {
    /// bytes of the table
    pub table: u64,
    /// bytes of all caches
    pub caches: u64,
    /// bytes for the writer of a certificate
    pub writer: u64,
    /// threads that search together
    pub threads: usize,
}

/// The error for too little memory for this number of threads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("{threads} threads need at least {}M", .needed >> 20)]
pub struct TooLittle {
    /// the requested threads
    pub threads: usize,
    /// the bytes that they need
    pub needed: u64,
}

impl Default for Shares {
    fn default() -> Self {
        Self::split(1 << 30, 1)
    }
}

impl Shares {
    /// Divides `bytes` bytes.
    ///
    /// # Errors
    /// If it is too little for this number of threads.
    pub fn of(bytes: u64, threads: usize) -> Result<Self, TooLittle> {
        let threads = threads.max(1);
        let needed = (LEAST_PER_THREAD * threads as u64).next_multiple_of(1 << 20);
        if bytes < needed {
            return Err(TooLittle { threads, needed });
        }
        Ok(Self::split(bytes, threads))
    }

    /// Divides `bytes` bytes, or what this number of threads needs if that is more.
    pub fn at_least(bytes: u64, threads: usize) -> Self {
        Self::of(bytes, threads).unwrap_or_else(|few| Self::split(few.needed, few.threads))
    }

    fn split(bytes: u64, threads: usize) -> Self {
        let writer = (bytes / 4).max(LEAST_WRITER.min(bytes / 2)).min(MOST);
        let caches = ((bytes - writer) / 3 * 2).min(MOST.max(bytes / 4));
        Self { table: bytes - caches - writer, caches, writer, threads }
    }

    /// Bytes for the cached evaluations of one thread.
    pub(crate) fn evaluations(&self) -> u64 {
        (self.caches / 2 / self.threads as u64).min(MOST_EVALUATIONS)
    }

    /// Entries of the memos of one thread.
    pub(crate) fn memos(&self) -> usize {
        (self.caches / 4 / self.threads as u64 / MEMO) as usize
    }

    /// Bytes for exact values of areas.
    pub(crate) fn areas(&self) -> u64 {
        (self.caches / 8).min(MOST / 4)
    }

    /// Bytes for the table of a second search, which proves again what the first one found. Its
    /// memos have half as many entries as those of the first one.
    pub(crate) fn again(&self) -> u64 {
        (self.caches / 8).min(MOST / 4)
    }
}
