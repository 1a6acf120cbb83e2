//! What df-pn searches remember: the table that all threads share, and the evaluations that each
//! thread remembers for itself.

use super::LEAST_EVALUATIONS;
use crate::memory::Shares;
use crate::table::{Numbers, Table, fetch};
use std::sync::{Mutex, PoisonError};

/// A static evaluation remembered: positions are expanded several times.
#[derive(Clone, Copy, bytemuck::Zeroable)]
struct Evaluated {
    tag: u64,
    numbers: [u32; 2],
}

const _: () = assert!(size_of::<Evaluated>() == 16);

/// One thread's evaluations.
pub(super) struct Evaluations(Vec<Evaluated>);

impl Evaluations {
    /// At most this many bytes. The system hands out zeroed pages as they are touched, so that a
    /// search of a small position costs no more than it uses.
    fn new(bytes: u64) -> Self {
        let entries = (bytes / size_of::<Evaluated>() as u64).max(LEAST_EVALUATIONS);
        Self(bytemuck::allocation::zeroed_vec(1 << entries.ilog2()))
    }

    fn slot(&self, key: u128) -> usize {
        key as usize & (self.0.len() - 1)
    }

    /// Starts to fetch what is remembered of a position.
    #[inline]
    pub(super) fn touch(&self, key: u128) {
        fetch(&self.0[self.slot(key)]);
    }

    /// What is remembered of a position, or what `assess` says.
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

/// What the searches of one program or one batch share. Positions of several boards may, too.
pub struct Store {
    /// what is known of positions
    pub table: Table<Numbers>,
    /// the bytes of a thread's evaluations
    share: u64,
    /// evaluations that no search uses at the moment
    idle: Mutex<Vec<Evaluations>>,
}

impl Store {
    /// A store for searches that have these shares of the memory.
    pub fn new(shares: &Shares) -> Self {
        Self {
            table: Table::new(shares.table as usize),
            share: shares.evaluations(),
            idle: Mutex::default(),
        }
    }

    /// A table of so many bytes for a short look, and next to no evaluations.
    pub fn small(bytes: u64) -> Self {
        Self { table: Table::new(bytes as usize), share: bytes / 4, idle: Mutex::default() }
    }

    pub(super) fn evaluations(&self) -> Evaluations {
        let idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner).pop();
        idle.unwrap_or_else(|| Evaluations::new(self.share))
    }

    pub(super) fn give_back(&self, evaluations: Evaluations) {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner).push(evaluations);
    }
}
