//! Running one search on several threads.
//!
//! Every thread searches from the root, and all share the table. A small set of the positions that
//! are being searched keeps them apart: a thread that has to search several children anyway
//! postpones those that others are searching. The first thread that finds the answer stops the
//! others.

use lastmove_work::{Budget, Stop};
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering, Ordering::Relaxed};
use std::thread::{Scope, ScopedJoinHandle};

/// The stack size of a thread, in bytes: the longest games have 64 moves.
const STACK: usize = 1 << 24;

/// The positions that some thread is searching. A few bits of the key identify a position: a
/// collision costs time, but never changes an answer.
pub struct Busy {
    slots: Box<[AtomicU8]>,
    /// how often a position was solved that another thread was searching too
    shared: AtomicU64,
}

impl Busy {
    /// An empty set, if there are several threads.
    pub fn among(threads: usize) -> Option<Self> {
        let slots = || (0..1 << 16).map(|_| AtomicU8::new(0)).collect();
        (threads > 1).then(|| Self { slots: slots(), shared: AtomicU64::new(0) })
    }

    fn slot(&self, key: u128) -> &AtomicU8 {
        &self.slots[(key >> 20) as usize & (self.slots.len() - 1)]
    }

    /// Whether some thread seems to be searching a position.
    #[inline]
    pub fn has(&self, key: u128) -> bool {
        self.slot(key).load(Relaxed) > 0
    }

    /// Records that the search of a position begins.
    #[inline]
    pub fn begin(&self, key: u128) {
        self.slot(key).fetch_add(1, Relaxed);
    }

    /// Records that it has ended. If it was solved, its entry must be in the table already.
    #[inline]
    pub fn end(&self, key: u128) {
        if self.slot(key).fetch_sub(1, Relaxed) > 1 {
            self.shared.fetch_add(1, Ordering::Release);
        }
    }

    /// How often the search of a position has ended that another thread was searching too: when
    /// this changes, a thread may be searching for what is known already.
    #[inline]
    pub fn shared(&self) -> u64 {
        self.shared.load(Ordering::Acquire)
    }
}

/// Starts a thread with the stack size of a search.
///
/// # Panics
/// If the system cannot start one.
pub fn spawn<'s, 'e, T: Send + 's>(
    scope: &'s Scope<'s, 'e>,
    work: impl FnOnce() -> T + Send + 's,
) -> ScopedJoinHandle<'s, T> {
    let thread = std::thread::Builder::new().stack_size(STACK);
    thread.spawn_scoped(scope, work).expect("the system can start a thread")
}

/// Runs one search on `threads` threads: `first` on the calling thread and `other` on each of the
/// others, if there are any. Each returns its result and its counts. Returns the first answer, or
/// the reason why there is none, and all counts.
///
/// `budget` must be a part for this search alone, since the first answer stops all that use it.
pub fn together<A: Send, C: Send>(
    threads: usize,
    budget: &Budget,
    first: impl FnOnce() -> (Result<A, Stop>, C),
    other: impl Fn() -> (Result<A, Stop>, C) + Sync,
) -> (Result<A, Stop>, Vec<C>) {
    let ended = |(result, counted): (Result<A, Stop>, C)| {
        if result.is_ok() {
            budget.answer();
        }
        (result, counted)
    };
    let found = std::thread::scope(|scope| {
        let start = |_| spawn(scope, || ended(other()));
        let others: Vec<_> = (1..threads).map(start).collect();
        let mut found = vec![ended(first())];
        for other in others {
            found.push(other.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
        }
        found
    });
    // An answer has precedence over a limit, and a limit over "another has answered".
    let mut answer = Err(Stop::Answered);
    let mut counts = Vec::new();
    for (result, counted) in found {
        counts.push(counted);
        if result.is_ok() && answer.is_err() || matches!(answer, Err(Stop::Answered)) {
            answer = result;
        }
    }
    (answer, counts)
}
