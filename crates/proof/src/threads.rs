//! The threads of one call. With one thread the caller's own is used and none is spawned, so that
//! the crate also runs where there are no threads.

use rayon::prelude::*;

/// A pool, or the calling thread.
#[derive(Debug)]
pub(crate) struct Threads(Option<rayon::ThreadPool>);

impl Threads {
    /// `threads` threads; 0 for one per core.
    pub(crate) fn new(threads: usize) -> Self {
        let threads = number(threads);
        let pool = || rayon::ThreadPoolBuilder::new().num_threads(threads).build().ok();
        let many = threads > 1 && cfg!(not(target_family = "wasm"));
        Self(many.then(pool).flatten())
    }

    /// The pool, if there is one. WebAssembly has no threads, and the compiler sees here that the
    /// code for them can be left out.
    #[inline(always)]
    fn pool(&self) -> Option<&rayon::ThreadPool> {
        if cfg!(target_family = "wasm") { None } else { self.0.as_ref() }
    }

    /// The results of `task` for consecutive pieces of `piece` items, in order.
    pub(crate) fn map<T: Sync, U: Send>(
        &self,
        items: &[T],
        piece: usize,
        task: impl Fn(&[T]) -> U + Sync + Send,
    ) -> Vec<U> {
        match self.pool() {
            Some(pool) => pool.install(|| items.par_chunks(piece).map(task).collect()),
            None => items.chunks(piece).map(task).collect(),
        }
    }

    /// The results of `task` for each item, in order.
    pub(crate) fn each<T: Sync, U: Send>(
        &self,
        items: &[T],
        task: impl Fn(&T) -> U + Sync + Send,
    ) -> Vec<U> {
        match self.pool() {
            Some(pool) => pool.install(|| items.par_iter().map(task).collect()),
            None => items.iter().map(task).collect(),
        }
    }

    pub(crate) fn sort<T: Ord + Send>(&self, items: &mut [T]) {
        match self.pool() {
            Some(pool) => pool.install(|| items.par_sort_unstable()),
            None => items.sort_unstable(),
        }
    }

    /// Moves the items for which `keep` returns `true` to the front, in order; returns their
    /// number.
    pub(crate) fn retain<T: Send>(
        &self,
        items: &mut [T],
        keep: impl Fn(&T) -> bool + Sync + Send,
    ) -> usize {
        const PIECE: usize = 1 << 12;
        let front = |piece: &mut [T]| {
            let mut kept = 0;
            for i in 0..piece.len() {
                if keep(&piece[i]) {
                    piece.swap(kept, i);
                    kept += 1;
                }
            }
            kept
        };
        let counts: Vec<usize> = match self.pool() {
            Some(pool) => pool.install(|| items.par_chunks_mut(PIECE).map(front).collect()),
            None => items.chunks_mut(PIECE).map(front).collect(),
        };
        let mut kept = 0;
        for (i, count) in counts.into_iter().enumerate() {
            for at in i * PIECE..i * PIECE + count {
                items.swap(kept, at);
                kept += 1;
            }
        }
        kept
    }
}

/// The number of threads; 0 means one per core.
pub(crate) fn number(threads: usize) -> usize {
    match threads {
        0 => std::thread::available_parallelism().map_or(1, usize::from),
        _ => threads,
    }
}
