//! The values of regions beyond one board and one run: the table that ships with the program, a
//! file with the values of earlier runs, and the library that computes the rest.

use super::bounds::Bounds;
use super::library::Library;
use super::shape::Shape;
use super::table::RegionTable;
use crate::table::Payload;
use lastmove_work::file::{self, Format, ReadError, WriteError};
use std::io::{self, Write};
use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};

const FORMAT: Format = Format { magic: *b"LMDOMREG", version: 3, name: "region values" };

/// The most regions of a file.
const MOST: usize = 1 << 22;
/// The fewest squares of a region that is kept: smaller ones are computed quickly.
const LEAST_SQUARES: u32 = 16;

/// The least memory for a separate part.
const LEAST_PART: u64 = 64 << 20;

/// A region: the word of its shape in two halves, and its bounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, bytemuck::Pod, bytemuck::Zeroable)]
#[repr(C)]
struct Entry {
    high: u64,
    low: u64,
    bounds: u64,
}

impl Entry {
    fn new(shape: Shape, bounds: Bounds) -> Self {
        let word = shape.word();
        Self { high: (word >> 64) as u64, low: word as u64, bounds: bounds.pack() }
    }

    fn word(&self) -> u128 {
        u128::from(self.high) << 64 | u128::from(self.low)
    }
}

/// Values of regions that a file can keep from run to run.
///
/// ```
/// use lastmove_solver::domineering::RegionValues;
/// assert!(RegionValues::default().learned() == 0);
/// ```
#[derive(Default)]
pub struct RegionValues {
    /// ascending
    known: Vec<Entry>,
    /// the computed values, one part per thread, so that threads do not wait for each other
    computed: Vec<Mutex<Computed>>,
    /// the memory limit of each part, in bytes
    memory: u64,
    /// whether the shipped table is ignored
    without_table: bool,
}

#[derive(Default)]
struct Computed {
    library: Library,
    entries: Vec<Entry>,
}

impl RegionValues {
    /// Computed values only, without the table that ships with the program; for experiments.
    pub fn without_table() -> Self {
        Self { without_table: true, ..Self::default() }
    }

    /// The values in a file.
    ///
    /// # Errors
    /// If the file cannot be read or is damaged.
    pub fn read(path: impl AsRef<Path>) -> Result<Self, ReadError> {
        Ok(Self { known: read_entries(path.as_ref())?, ..Self::default() })
    }

    /// The same values with a limit of `memory` bytes, for this many threads. If that is too
    /// little, the values of earlier runs are dropped.
    pub(super) fn within(mut self, mut memory: u64, threads: usize) -> Self {
        let bytes = (self.known.len() * size_of::<Entry>()) as u64;
        if bytes > memory / 4 {
            self.known = Vec::new();
        } else {
            memory -= bytes;
        }
        // The table is worth more than the same memory for computed values: 8x8 takes 20 times as
        // long without it.
        if memory / 2 < RegionTable::ROOM || !RegionTable::is_at_hand() {
            self.without_table = true;
        } else if !self.without_table {
            memory -= RegionTable::ROOM;
        }
        // If there is little memory per thread, some threads share a part.
        let parts = (memory / LEAST_PART).clamp(1, threads as u64);
        self.computed.resize_with(parts as usize, Mutex::default);
        Self { memory: memory / parts, ..self }
    }

    /// The number of computed values that are worth keeping.
    pub fn learned(&self) -> usize {
        self.computed.iter().map(|part| lock(part).entries.len()).sum()
    }

    /// Adds these values to a file. The file is read again first, because other processes may have
    /// written it in the meantime.
    ///
    /// # Errors
    /// If the file cannot be written; the old one is then unchanged.
    pub fn write(&self, path: impl AsRef<Path>) -> Result<(), WriteError> {
        let path = path.as_ref();
        let mut all = read_entries(path).unwrap_or_default();
        all.extend_from_slice(&self.known);
        self.computed.iter().for_each(|part| all.extend_from_slice(&lock(part).entries));
        all.sort_unstable();
        all.dedup();
        all.truncate(MOST);
        file::write(path, &FORMAT, |out: &mut dyn Write| -> io::Result<()> {
            out.write_all(bytemuck::cast_slice(&all))
        })
    }

    /// The computed regions that are worth keeping: the words of their shapes, and their bounds.
    #[cfg(feature = "region-table")]
    pub(super) fn kept(&self) -> Vec<(u128, u64)> {
        let words = |part| lock(part).entries.iter().map(|e| (e.word(), e.bounds)).collect();
        let mut kept: Vec<_> = self.computed.iter().flat_map::<Vec<_>, _>(words).collect();
        kept.sort_unstable();
        kept.dedup();
        kept
    }

    /// A part that no other thread is using, if there is one.
    fn part(&self) -> MutexGuard<'_, Computed> {
        let idle = self.computed.iter().find_map(|part| part.try_lock().ok());
        idle.unwrap_or_else(|| lock(&self.computed[0]))
    }

    fn known(&self, shape: Shape) -> Option<Bounds> {
        if !self.without_table
            && let Some(bounds) = RegionTable::at_hand().and_then(|table| table.get(shape))
        {
            return Some(bounds);
        }
        let place = self.known.binary_search_by_key(&shape.word(), Entry::word).ok()?;
        Some(Bounds::unpack(self.known[place].bounds))
    }

    /// Lower bounds of a connected region's value; `least` returns valid bounds for regions whose
    /// value cannot be computed.
    pub(super) fn bounds(&self, shape: Shape, least: impl FnOnce() -> Bounds) -> Bounds {
        let worth_keeping = shape.count() >= LEAST_SQUARES;
        if worth_keeping && let Some(bounds) = self.known(shape) {
            return bounds;
        }
        let mut computed = self.part();
        if computed.library.bytes() > self.memory / 8 * 7 {
            computed.library = Library::default(); // needed values are computed again
        }
        let bounds = computed.library.bounds(shape).unwrap_or_else(least);
        let room = (computed.entries.len() * size_of::<Entry>()) as u64 <= self.memory / 16;
        if worth_keeping && room {
            computed.entries.push(Entry::new(shape, bounds));
        }
        bounds
    }
}

fn lock(part: &Mutex<Computed>) -> MutexGuard<'_, Computed> {
    part.lock().unwrap_or_else(PoisonError::into_inner)
}

fn read_entries(path: &Path) -> Result<Vec<Entry>, ReadError> {
    let bytes = file::read(path, &FORMAT)?;
    Ok(bytes.chunks_exact(size_of::<Entry>()).map(bytemuck::pod_read_unaligned).collect())
}
