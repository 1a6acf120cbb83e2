//! Sets that may be larger than memory: collected in any order, read in ascending order.
//!
//! A [`Collector`] holds what fits. What does not is written to temporary files as sorted runs, and
//! [`Sorted`] merges them again. The items that come out are the same, however little fits.

use crate::key::{Key, read_number, write_number};
use crate::options::WriteError;
use crate::threads::Threads;
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::fs::File;
use std::io::{Read, Seek, Write};
use std::iter::Peekable;

/// The most runs of a set: more are merged into one.
const MOST_RUNS: usize = 64;
/// No item takes more bytes of a run.
const LONGEST: usize = 1 << 11;

/// What can be collected.
pub(crate) trait Item: Ord + Send + Sync + Sized {
    /// About how many bytes of memory it takes.
    fn weight(&self) -> usize;
    /// Whether a set holds only the lesser of the two.
    fn is_same(&self, other: &Self) -> bool;
    /// Writes it after the one before it in its run.
    fn put(&self, before: Option<&Self>, out: &mut Vec<u8>);
    /// Reads it; `None` if the bytes are cut off.
    fn take(before: Option<&Self>, bytes: &mut &[u8]) -> Option<Self>;
}

impl<K: Key> Item for K {
    fn weight(&self) -> usize {
        size_of::<K>()
    }
    fn is_same(&self, other: &Self) -> bool {
        self == other
    }
    fn put(&self, before: Option<&Self>, out: &mut Vec<u8>) {
        write_number(self.minus(before.copied().unwrap_or_default()), out);
    }
    fn take(before: Option<&Self>, bytes: &mut &[u8]) -> Option<Self> {
        before.copied().unwrap_or_default().plus(read_number(bytes)?)
    }
}

/// Makes a temporary file that is gone when it is closed.
pub(crate) type MakeFile<'a> = &'a (dyn Fn() -> std::io::Result<File> + Sync);

/// Where a set may lie.
#[derive(Clone, Copy)]
pub(crate) struct Place<'a> {
    /// bytes of memory
    pub(crate) room: usize,
    /// where the rest goes
    pub(crate) files: Option<MakeFile<'a>>,
    /// what is missing if there are no files
    pub(crate) needed: u64,
}

/// A set that is being collected.
pub(crate) struct Collector<'a, T> {
    place: Place<'a>,
    threads: &'a Threads,
    /// which items are wanted; asked once for most of them
    keep: Option<&'a (dyn Fn(&T) -> bool + Sync)>,
    items: Vec<T>,
    /// how many items at the front are sorted and wanted
    settled: usize,
    weight: usize,
    /// the weight at which the items are looked through
    limit: usize,
    runs: Vec<File>,
    /// items of all runs
    spilled: u64,
}

impl<'a, T: Item> Collector<'a, T> {
    pub(crate) fn new(
        place: Place<'a>,
        threads: &'a Threads,
        keep: Option<&'a (dyn Fn(&T) -> bool + Sync)>,
    ) -> Self {
        let limit = place.room.min(1 << 22);
        let (items, runs) = (Vec::new(), Vec::new());
        Self { place, threads, keep, items, settled: 0, weight: 0, limit, runs, spilled: 0 }
    }

    pub(crate) fn add(&mut self, items: impl IntoIterator<Item = T>) -> Result<(), WriteError> {
        for item in items {
            self.weight += item.weight();
            self.items.push(item);
            if self.weight > self.limit {
                self.settle();
                if self.weight > self.limit / 2 {
                    if self.limit < self.place.room {
                        self.limit = (2 * self.limit).min(self.place.room);
                    } else {
                        self.spill()?;
                    }
                }
            }
        }
        Ok(())
    }

    /// Sorts the items, and drops what is not wanted or there twice.
    fn settle(&mut self) {
        if let Some(keep) = self.keep {
            self.threads.sort(&mut self.items[self.settled..]);
            self.items.dedup_by(|later, first| later.is_same(first));
            let (settled, fresh) = self.items.split_at_mut(self.settled);
            let wanted = |item: &T| settled.binary_search(item).is_err() && keep(item);
            let kept = self.threads.retain(fresh, wanted);
            self.items.truncate(self.settled + kept);
        }
        self.threads.sort(&mut self.items);
        self.items.dedup_by(|later, first| later.is_same(first));
        self.settled = self.items.len();
        self.weight = self.items.iter().map(T::weight).sum();
    }

    /// Writes the items to a file as a run.
    fn spill(&mut self) -> Result<(), WriteError> {
        if self.runs.len() == MOST_RUNS {
            let mut merged = Merge::<T>::new(std::mem::take(&mut self.runs), self.place.room)?;
            let (run, items) = write_run(self.place, || merged.next())?;
            self.runs.push(run);
            self.spilled = items;
        }
        let mut items = self.items.drain(..);
        let (run, items) = write_run(self.place, || Ok(items.next()))?;
        self.runs.push(run);
        self.spilled += items;
        (self.settled, self.weight) = (0, 0);
        Ok(())
    }

    pub(crate) fn finish(mut self) -> Result<Sorted<T>, WriteError> {
        self.settle();
        if self.runs.is_empty() {
            return Ok(Sorted {
                left: self.items.len() as u64,
                source: Source::Held(self.items.into_iter().peekable()),
            });
        }
        self.spill()?;
        let source = Source::Runs(Merge::new(self.runs, self.place.room)?);
        Ok(Sorted { source, left: self.spilled })
    }
}

/// A set, read from its least item to its greatest.
pub(crate) struct Sorted<T> {
    source: Source<T>,
    left: u64,
}

enum Source<T> {
    Held(Peekable<std::vec::IntoIter<T>>),
    Runs(Merge<T>),
}

impl<T: Item> Sorted<T> {
    /// How many items are left, at most.
    pub(crate) fn left(&self) -> u64 {
        self.left
    }

    /// The next item, which stays.
    pub(crate) fn peek(&mut self) -> Option<&T> {
        match &mut self.source {
            Source::Held(items) => items.peek(),
            Source::Runs(merge) => merge.heads.peek().map(|Reverse((item, _))| item),
        }
    }

    pub(crate) fn next(&mut self) -> Result<Option<T>, WriteError> {
        self.left = self.left.saturating_sub(1);
        match &mut self.source {
            Source::Held(items) => Ok(items.next()),
            Source::Runs(merge) => merge.next(),
        }
    }

    /// The next items, at most so many.
    pub(crate) fn take(&mut self, most: usize) -> Result<Vec<T>, WriteError> {
        let mut items = Vec::new();
        while items.len() < most
            && let Some(item) = self.next()?
        {
            items.push(item);
        }
        Ok(items)
    }
}

/// Writes a run; answers how many items it has.
fn write_run<T: Item>(
    place: Place<'_>,
    mut next: impl FnMut() -> Result<Option<T>, WriteError>,
) -> Result<(File, u64), WriteError> {
    let make = place.files.ok_or(WriteError::Memory { needed: place.needed })?;
    let (mut file, mut bytes) = (make()?, Vec::new());
    let (mut before, mut items) = (None, 0);
    while let Some(item) = next()? {
        item.put(before.as_ref(), &mut bytes);
        before = Some(item);
        items += 1;
        if bytes.len() >= 1 << 16 {
            file.write_all(&bytes)?;
            bytes.clear();
        }
    }
    file.write_all(&bytes)?;
    file.rewind()?;
    Ok((file, items))
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

/// Runs that are being read together.
struct Merge<T> {
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
