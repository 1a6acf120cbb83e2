//! The values of regions beyond one board and one run: what a file knows from earlier runs, and
//! the library that computes the rest.

use super::bounds::Bounds;
use super::library::Library;
use super::shape::Shape;
use crate::table::Payload;
use lastmove_work::file::{self, Format, ReadError, WriteError};
use std::io::{self, Write};
use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};

const FORMAT: Format = Format { magic: *b"LMDOMREG", version: 2, name: "region values" };

/// The most regions of a file.
const MOST: usize = 1 << 23;

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
    computed: Mutex<Computed>,
    /// bytes that what is computed may take
    memory: u64,
}

#[derive(Default)]
struct Computed {
    library: Library,
    entries: Vec<Entry>,
}

impl RegionValues {
    /// What a file holds.
    ///
    /// # Errors
    /// If the file cannot be read or is not sound.
    pub fn read(path: impl AsRef<Path>) -> Result<Self, ReadError> {
        let bytes = file::read(path, &FORMAT)?;
        let known =
            bytes.chunks_exact(size_of::<Entry>()).map(bytemuck::pod_read_unaligned).collect();
        Ok(Self { known, ..Self::default() })
    }

    /// The same with at most this many bytes beside those that were read.
    pub(super) fn within(self, memory: u64) -> Self {
        Self { memory, ..self }
    }

    /// How many values were computed and are not in the file that was read.
    pub fn learned(&self) -> usize {
        self.lock().entries.len()
    }

    /// Writes all of them, those that were read included.
    ///
    /// # Errors
    /// If the file cannot be written; an older one is then as it was.
    pub fn write(&self, path: impl AsRef<Path>) -> Result<(), WriteError> {
        let mut all = self.known.clone();
        all.extend_from_slice(&self.lock().entries);
        all.sort_unstable();
        all.dedup();
        all.truncate(MOST);
        file::write(path, &FORMAT, |out: &mut dyn Write| -> io::Result<()> {
            out.write_all(bytemuck::cast_slice(&all))
        })
    }

    fn lock(&self) -> MutexGuard<'_, Computed> {
        self.computed.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Lower bounds of a connected region's value; `least` is one that holds anyway, for regions
    /// whose value is out of reach.
    pub(super) fn bounds(&self, shape: Shape, least: impl FnOnce() -> Bounds) -> Bounds {
        if let Ok(place) = self.known.binary_search_by_key(&shape.word(), Entry::word) {
            return Bounds::unpack(self.known[place].bounds);
        }
        let mut computed = self.lock();
        if computed.library.bytes() > self.memory / 8 * 7 {
            computed.library = Library::default(); // what is still needed is computed anew
        }
        let bounds = computed.library.bounds(shape).unwrap_or_else(least);
        let room = (computed.entries.len() * size_of::<Entry>()) as u64 <= self.memory / 16;
        if room {
            computed.entries.push(Entry::new(shape, bounds));
        }
        bounds
    }
}
