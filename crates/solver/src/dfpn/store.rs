//! The memory of df-pn searches: the table that all threads share, and each thread's cache of
//! evaluations.

use super::LEAST_EVALUATIONS;
use crate::amazons::KnownAreas;
use crate::memory::Shares;
use crate::table::{Numbers, Table, fetch};
use std::sync::{Arc, Mutex, PoisonError};

/// A cached static evaluation: positions are expanded several times.
#[derive(Clone, Copy, bytemuck::Zeroable)]
struct Evaluated {
    tag: u64,
    numbers: [u32; 2],
}

const _: () = assert!(size_of::<Evaluated>() == 16);

/// The cached evaluations of one thread.
pub(super) struct Evaluations(Vec<Evaluated>);

impl Evaluations {
    /// A cache of at most this many bytes. The system provides zeroed pages on first use, so that a
    /// search of a small position takes only what it uses.
    fn new(bytes: u64) -> Self {
        let entries = (bytes / size_of::<Evaluated>() as u64).max(LEAST_EVALUATIONS);
        Self(bytemuck::allocation::zeroed_vec(1 << entries.ilog2()))
    }

    fn slot(&self, key: u128) -> usize {
        key as usize & (self.0.len() - 1)
    }

    /// Prefetches the cache entry of a position.
    #[inline]
    pub(super) fn touch(&self, key: u128) {
        fetch(&self.0[self.slot(key)]);
    }

    /// The cached evaluation of a position, or the result of `assess`.
    #[inline]
    pub(super) fn get(&mut self, key: u128, assess: impl FnOnce() -> Numbers) -> Numbers {
        let slot = self.slot(key);
        let tag = (key >> 64) as u64 | 1;
        let known = self.0[slot];
        if known.tag == tag {
            let [proof, disproof] = known.numbers;
            return Numbers { proof, disproof };
        }
        let numbers = assess();
        self.0[slot] = Evaluated { tag, numbers: [numbers.proof, numbers.disproof] };
        numbers
    }
}

fn areas(bytes: u64) -> Mutex<Arc<KnownAreas>> {
    Mutex::new(Arc::new(KnownAreas::new(bytes)))
}

/// The memory that the searches of a program or a batch share, also of different boards.
pub struct Store {
    /// the transposition table
    pub table: Table<Numbers>,
    /// the bytes of a thread's evaluations
    share: u64,
    /// evaluation caches that no search uses at the moment
    idle: Mutex<Vec<Evaluations>>,
    /// exact values of areas of Amazons
    areas: Mutex<Arc<KnownAreas>>,
    /// the bytes for them
    areas_share: u64,
}

impl Store {
    /// A store for searches with these shares of the memory.
    pub fn new(shares: &Shares) -> Self {
        Self {
            table: Table::new(shares.table as usize),
            share: shares.evaluations(),
            idle: Mutex::default(),
            areas: areas(shares.areas()),
            areas_share: shares.areas(),
        }
    }

    /// A store with a table of `bytes` bytes for a short search, and hardly any evaluations.
    pub fn small(bytes: u64) -> Self {
        Self {
            table: Table::new(bytes as usize),
            share: bytes / 4,
            idle: Mutex::default(),
            areas: areas(bytes),
            areas_share: bytes,
        }
    }

    /// The exact values of areas for a new solver: those of earlier ones, as long as they leave
    /// room for more.
    pub(crate) fn areas(&self) -> Arc<KnownAreas> {
        let mut areas = self.areas.lock().unwrap_or_else(PoisonError::into_inner);
        if areas.is_half_full() {
            *areas = Arc::new(KnownAreas::new(self.areas_share));
        }
        Arc::clone(&areas)
    }

    pub(super) fn evaluations(&self) -> Evaluations {
        let idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner).pop();
        idle.unwrap_or_else(|| Evaluations::new(self.share))
    }

    pub(super) fn give_back(&self, evaluations: Evaluations) {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner).push(evaluations);
    }
}
