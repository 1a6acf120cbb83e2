//! A transposition table that many threads share without locks.
//!
//! An entry is two words. A reader of a half-written entry sees a check word that does not match
//! its data word and takes the entry for another position:
//!
//! ```text
//! check  | key, bits 64..128, xor data                                        |
//! data   | payload (BITS)  | work (8)  | key, bits 0.. (the rest, 56 - BITS)   |
//! ```
//!
//! Four entries share a cache line, which the low half of the key selects. A match therefore
//! compares 64 bits of the check word, the bits of the index, and the key bits that fit beside the
//! payload: with the win/loss payload and 1 GiB more than 120 bits. In 10^12 look-ups the expected
//! number of false matches is far below 10^-6 even by the check word alone.
//!
//! Expensive entries stay: a new entry replaces an older one of the same position, otherwise an
//! empty entry, otherwise the cheapest of the four.

mod image;
mod memory;
mod pages;
mod payload;

pub use memory::Memory;
pub(crate) use pages::Pages;
pub use payload::{KnownWinner, Numbers, Payload};

use std::marker::PhantomData;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

const WAYS: usize = 4;

#[derive(bytemuck::Zeroable)]
#[repr(C)]
struct Entry {
    check: AtomicU64,
    data: AtomicU64,
}

const LINE: usize = WAYS * size_of::<Entry>();
const _: () = assert!(LINE == 64);

/// A table from 128-bit keys to small payloads.
///
/// ```
/// use lastmove_solver::table::{KnownWinner, Table};
/// let table = Table::<KnownWinner>::new(1 << 20);
/// table.store(0x1234_5678_9abc_def0_u128 << 40, KnownWinner { win: true }, 100);
/// assert_eq!(table.load(0x1234_5678_9abc_def0_u128 << 40), Some(KnownWinner { win: true }));
/// assert!(table.load(1).is_none());
/// ```
pub struct Table<P> {
    entries: Pages<Entry>,
    clusters: usize,
    payload: PhantomData<fn() -> P>,
}

impl<P: Payload> Table<P> {
    const WORK_SHIFT: u32 = P::BITS;
    const KEY_SHIFT: u32 = P::BITS + 8;

    /// A table of at most this many bytes (at least one cache line).
    pub fn new(bytes: usize) -> Self {
        const { assert!(P::BITS <= 56) };
        let clusters = (bytes / LINE).max(1);
        Self { entries: Pages::new(clusters * WAYS), clusters, payload: PhantomData }
    }

    /// The number of entries.
    pub fn capacity(&self) -> usize {
        self.clusters * WAYS
    }

    #[inline]
    fn cluster(&self, key: u128) -> &[Entry] {
        let index = (u128::from(key as u64) * self.clusters as u128) >> 64;
        self.nth_cluster(index as usize)
    }

    #[inline]
    fn nth_cluster(&self, index: usize) -> &[Entry] {
        let first = index * WAYS;
        &self.entries[first..first + WAYS]
    }

    /// The key bits that the data word repeats.
    #[inline]
    fn tail(key: u128) -> u64 {
        if Self::KEY_SHIFT < 64 { (key as u64) << Self::KEY_SHIFT } else { 0 }
    }

    /// Whether a data word that passed its check belongs to the key.
    #[inline]
    fn belongs(data: u64, key: u128) -> bool {
        let mask = if Self::KEY_SHIFT < 64 { !0u64 << Self::KEY_SHIFT } else { 0 };
        data & mask == Self::tail(key) && data != 0
    }

    /// Prefetches the entry of a key, without waiting for it.
    #[inline]
    pub fn touch(&self, key: u128) {
        fetch(&self.cluster(key)[0]);
    }

    /// The payload of a position, if it is stored.
    #[inline]
    pub fn load(&self, key: u128) -> Option<P> {
        for entry in self.cluster(key) {
            let data = entry.data.load(Relaxed);
            if entry.check.load(Relaxed) ^ data == (key >> 64) as u64 && Self::belongs(data, key) {
                return Some(P::unpack(data & ((1 << P::BITS) - 1)));
            }
        }
        None
    }

    /// Stores the payload of a position and the work (nodes) that it took.
    #[inline]
    pub fn store(&self, key: u128, payload: P, work: u64) {
        // a logarithm with three bits of fraction; never 0, so that no entry looks empty
        let work = work.max(1);
        let log = 63 - work.leading_zeros();
        let fraction = if log >= 3 { work >> (log - 3) & 7 } else { work << (3 - log) & 7 };
        let cost = (u64::from(log) << 3 | fraction).clamp(1, 255);

        let high = (key >> 64) as u64;
        let data = payload.pack() | cost << Self::WORK_SHIFT | Self::tail(key);
        let mut victim = None;
        let mut cheapest = u64::MAX;
        for entry in self.cluster(key) {
            let old = entry.data.load(Relaxed);
            if entry.check.load(Relaxed) ^ old == high && Self::belongs(old, key) {
                victim = Some(entry);
                break;
            }
            let old_cost = old >> Self::WORK_SHIFT & 255;
            if old_cost < cheapest {
                cheapest = old_cost;
                victim = Some(entry);
            }
        }
        if let Some(entry) = victim {
            entry.check.store(high ^ data, Relaxed);
            entry.data.store(data, Relaxed);
        }
    }

    /// The share of entries in use, in thousandths, from a sample.
    pub fn permille_full(&self) -> usize {
        let sample = self.clusters.min(1000);
        let step = self.clusters / sample;
        let used = (0..sample)
            .flat_map(|i| self.nth_cluster(i * step))
            .filter(|e| e.data.load(Relaxed) != 0)
            .count();
        used * 1000 / (sample * WAYS)
    }
}

/// Prefetches the memory at a place without waiting for it. A plain load would stall the processor
/// as soon as it has no more room for later instructions, long before the memory responds.
#[inline(always)]
#[cfg_attr(target_arch = "x86_64", allow(unsafe_code))]
pub(crate) fn fetch<T>(place: &T) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: the instruction exists on every such processor, and with any address it changes
        // nothing but the caches.
        // Gain: 4 % of the time of 6x12, 7x11 and 8x9 with small tables, more with large ones.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(place).cast()) };
    }
    #[cfg(not(target_arch = "x86_64"))]
    std::hint::black_box(place);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(i: u64) -> u128 {
        u128::from(lastmove_board::mix(i)) << 64 | u128::from(lastmove_board::mix(!i))
    }

    #[test]
    fn what_is_stored_is_found_or_lost_but_never_wrong() {
        let table = Table::<KnownWinner>::new(1 << 16);
        let solved = |i: u64| KnownWinner { win: i.is_multiple_of(3) };
        for i in 0..20_000 {
            table.store(key(i), solved(i), i);
        }
        let mut found = 0;
        for i in 0..40_000 {
            if let Some(s) = table.load(key(i)) {
                assert!(i < 20_000);
                assert_eq!(s, solved(i));
                found += 1;
            }
        }
        assert!(found > table.capacity() * 9 / 10, "{found}");
    }

    #[test]
    fn the_expensive_entry_stays() {
        let table = Table::<KnownWinner>::new(64);
        table.store(key(0), KnownWinner { win: true }, 1 << 40);
        for i in 1..1000 {
            table.store(key(i), KnownWinner { win: false }, i);
        }
        assert!(table.load(key(0)).is_some());
    }

    #[test]
    fn threads_never_read_a_mixture() {
        let table = Table::<KnownWinner>::new(1 << 10);
        std::thread::scope(|scope| {
            for t in 0..2u64 {
                let table = &table;
                scope.spawn(move || {
                    for i in 0..200_000u64 {
                        let n = (i * 7 + t) % 300;
                        table.store(key(n), KnownWinner { win: n.is_multiple_of(2) }, n);
                        let m = i % 300;
                        if let Some(s) = table.load(key(m)) {
                            assert_eq!(s, KnownWinner { win: m.is_multiple_of(2) });
                        }
                    }
                });
            }
        });
    }
}
