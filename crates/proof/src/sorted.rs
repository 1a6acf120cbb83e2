//! Sets that may be larger than memory: collected in any order, read in ascending order.
//!
//! A [`Collector`] holds what fits. The rest is written to temporary files as sorted runs, which
//! [`Sorted`] merges. The resulting items do not depend on the memory.

use crate::options::WriteError;
use crate::threads::Threads;
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::fs::File;
use std::io::{Read, Seek, Write};
use std::iter::Peekable;

/// The most runs of a set; if there are more, they are merged into one.
const MOST_RUNS: usize = 64;
/// The most bytes of an item in a run.
const LONGEST: usize = 1 << 11;

/// An item that can be collected.
pub(crate) trait Item: Ord + Send + Sync + Sized {
    /// Its approximate size in memory, in bytes.
    fn weight(&self) -> usize;
    /// Whether the two count as the same item; a set keeps the lesser of them.
    fn is_same(&self, other: &Self) -> bool;
    /// Appends it to `out`, given the item before it in its run.
    fn put(&self, before: Option<&Self>, out: &mut Vec<u8>);
    /// Reads an item; `None` if the bytes are cut off.
    fn take(before: Option<&Self>, bytes: &mut &[u8]) -> Option<Self>;
}

/// Makes a temporary file that is deleted when it is closed.
pub(crate) type MakeFile<'a> = &'a (dyn Fn() -> std::io::Result<File> + Sync);

/// The memory and the files that a set may use.
#[derive(Clone, Copy)]
pub(crate) struct Place<'a> {
    /// bytes of memory
    pub(crate) room: usize,
    /// makes files for what does not fit
    pub(crate) files: Option<MakeFile<'a>>,
    /// the memory to ask for if there are no files, in bytes
    pub(crate) needed: u64,
}

/// A set that is being collected.
pub(crate) struct Collector<'a, T> {
    place: Place<'a>,
    threads: &'a Threads,
    items: Vec<T>,
    weight: usize,
    runs: Vec<File>,
}

impl<'a, T: Item> Collector<'a, T> {
    pub(crate) fn new(place: Place<'a>, threads: &'a Threads) -> Self {
        Self { place, threads, items: Vec::new(), weight: 0, runs: Vec::new() }
    }

    pub(crate) fn add(&mut self, items: impl IntoIterator<Item = T>) -> Result<(), WriteError> {
        for item in items {
            self.weight += item.weight();
            self.items.push(item);
            if self.weight > self.place.room {
                self.settle();
                if self.weight > self.place.room / 2 {
                    self.spill()?;
                }
            }
        }
        Ok(())
    }

    /// Sorts the items and removes duplicates.
    fn settle(&mut self) {
        self.threads.sort(&mut self.items);
        self.items.dedup_by(|later, first| later.is_same(first));
        self.weight = self.items.iter().map(T::weight).sum();
    }

    /// Writes the items to a file as a run.
    fn spill(&mut self) -> Result<(), WriteError> {
        if self.runs.len() == MOST_RUNS {
            let mut merged = Merge::<T>::new(std::mem::take(&mut self.runs), self.place.room)?;
            self.runs.push(write_run(self.place, || merged.next())?);
        }
        let mut items = self.items.drain(..);
        self.runs.push(write_run(self.place, || Ok(items.next()))?);
        self.weight = 0;
        Ok(())
    }

    pub(crate) fn finish(mut self) -> Result<Sorted<T>, WriteError> {
        self.settle();
        if self.runs.is_empty() {
            return Ok(Sorted::Held(self.items.into_iter().peekable()));
        }
        self.spill()?;
        Ok(Sorted::Runs(Merge::new(self.runs, self.place.room)?))
    }
}

/// A set, read in ascending order.
pub(crate) enum Sorted<T> {
    Held(Peekable<std::vec::IntoIter<T>>),
    Runs(Merge<T>),
}

impl<T: Item> Sorted<T> {
    /// The next item, without taking it.
    pub(crate) fn peek(&mut self) -> Option<&T> {
        match self {
            Self::Held(items) => items.peek(),
            Self::Runs(merge) => merge.heads.peek().map(|Reverse((item, _))| item),
        }
    }

    pub(crate) fn next(&mut self) -> Result<Option<T>, WriteError> {
        match self {
            Self::Held(items) => Ok(items.next()),
            Self::Runs(merge) => merge.next(),
        }
    }
}

/// Writes a run.
fn write_run<T: Item>(
    place: Place<'_>,
    mut next: impl FnMut() -> Result<Option<T>, WriteError>,
) -> Result<File, WriteError> {
    let make = place.files.ok_or(WriteError::Memory { needed: place.needed })?;
    let (mut file, mut bytes) = (make()?, Vec::new());
    let mut before = None;
    while let Some(item) = next()? {
        item.put(before.as_ref(), &mut bytes);
        before = Some(item);
        if bytes.len() >= 1 << 16 {
            file.write_all(&bytes)?;
            bytes.clear();
        }
    }
    file.write_all(&bytes)?;
    file.rewind()?;
    Ok(file)
}

/// A run that is being read.
struct Reader {
    file: File,
    bytes: Vec<u8>,
    at: usize,
    size: usize,
}

impl Reader {
    fn next<T: Item>(&mut self, before: Option<&T>) -> Result<Option<T>, WriteError> {
        if self.bytes.len() - self.at < LONGEST {
            self.bytes.drain(..self.at);
            self.at = 0;
            let wanted = (self.size - self.bytes.len()) as u64;
            Read::by_ref(&mut self.file).take(wanted).read_to_end(&mut self.bytes)?;
        }
        let mut rest = &self.bytes[self.at..];
        if rest.is_empty() {
            return Ok(None);
        }
        let item = T::take(before, &mut rest).ok_or_else(|| {
            std::io::Error::new(std::io::ErrorKind::InvalidData, "a temporary file was altered")
        })?;
        self.at = self.bytes.len() - rest.len();
        Ok(Some(item))
    }
}

/// Merges runs that are being read.
pub(crate) struct Merge<T> {
    runs: Vec<Reader>,
    /// the next item of each run
    heads: BinaryHeap<Reverse<(T, usize)>>,
}

impl<T: Item> Merge<T> {
    fn new(files: Vec<File>, room: usize) -> Result<Self, WriteError> {
        let size = (room / (MOST_RUNS + 1)).clamp(2 * LONGEST, 1 << 18);
        let reader = |file| Reader { file, bytes: Vec::with_capacity(size), at: 0, size };
        let mut merge =
            Self { runs: files.into_iter().map(reader).collect(), heads: BinaryHeap::new() };
        for (i, run) in merge.runs.iter_mut().enumerate() {
            merge.heads.extend(run.next(None)?.map(|item| Reverse((item, i))));
        }
        Ok(merge)
    }

    fn next(&mut self) -> Result<Option<T>, WriteError> {
        let Some(item) = self.pop()? else { return Ok(None) };
        while self.heads.peek().is_some_and(|Reverse((head, _))| head.is_same(&item)) {
            self.pop()?;
        }
        Ok(Some(item))
    }

    fn pop(&mut self) -> Result<Option<T>, WriteError> {
        let Some(Reverse((item, i))) = self.heads.pop() else { return Ok(None) };
        let next = self.runs[i].next(Some(&item))?;
        self.heads.extend(next.map(|item| Reverse((item, i))));
        Ok(Some(item))
    }
}
