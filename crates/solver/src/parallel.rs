//! Many threads on one search.
//!
//! Every thread searches from the root, and all share the table. What keeps them apart is a small
//! board of positions that are being searched: a thread that has to search several children anyway
//! puts off those that others are busy with. The first thread that knows the answer ends the rest.

use lastmove_work::{Budget, Stop};
use std::sync::atomic::{AtomicU8, Ordering::Relaxed};
use std::thread::{Scope, ScopedJoinHandle};

/// Bytes of a thread's stack: the deepest games have 64 moves.
const STACK: usize = 1 << 24;

/// Which positions are being searched by some thread. A few bits of the key name a position: a
/// mix-up costs a detour, never an answer.
pub struct Busy(Box<[AtomicU8]>);

impl Busy {
    /// Nobody at work, if there are several threads.
    pub fn among(threads: usize) -> Option<Self> {
        (threads > 1).then(|| Self((0..1 << 16).map(|_| AtomicU8::new(0)).collect()))
    }

    fn slot(&self, key: u128) -> &AtomicU8 {
        &self.0[(key >> 20) as usize & (self.0.len() - 1)]
    }

    /// Whether a position seems to be searched by someone.
    #[inline]
    pub fn has(&self, key: u128) -> bool {
        self.slot(key).load(Relaxed) > 0
    }

    /// Notes that the search of a position begins.
    #[inline]
    pub fn begin(&self, key: u128) {
        self.slot(key).fetch_add(1, Relaxed);
    }

    /// Notes that it has ended.
    #[inline]
    pub fn end(&self, key: u128) {
        self.slot(key).fetch_sub(1, Relaxed);
    }
}

/// Starts a thread that has the stack of a search.
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

/// Runs one search on so many threads: `first` on the caller's own, which is the only one if there
/// is just one, and `other` on the rest. Each gives its result and what it counted. Gives the first
/// answer, or the reason why there is none, and all counts.
///
/// `budget` is a part for this search alone, since whoever has the answer ends all that draw on it.
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
    // An answer beats a limit, and a limit beats "another has answered".
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
