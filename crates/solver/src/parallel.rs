//! Many threads on one search.
//!
//! Every thread searches from the root, and all share the table. What keeps them apart is a small
//! board of positions that are being searched: once a move has failed, a thread puts off children
//! that others are busy with, and does their siblings first. The first thread that knows the answer ends the rest.

use crate::alphabeta::AlphaBeta;
use crate::game::Game;
use crate::limits::{Counters, Stopped, Watch};
use crate::table::{Solved, Table};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// Bytes of a thread's stack: the deepest games have 64 moves.
pub(crate) const STACK: usize = 1 << 24;

/// Positions that some thread is searching; a hint only.
#[derive(Debug)]
pub struct Busy(Box<[AtomicU64]>);

impl Default for Busy {
    fn default() -> Self {
        Self((0..1 << 12).map(|_| AtomicU64::new(0)).collect())
    }
}

impl Busy {
    #[inline]
    fn slot(&self, key: u128) -> &AtomicU64 {
        &self.0[key as usize & (self.0.len() - 1)]
    }

    /// Whether a position seems to be searched by someone.
    #[inline]
    pub fn has(&self, key: u128) -> bool {
        self.slot(key).load(Relaxed) == (key >> 64) as u64
    }

    /// Notes that the search of a position begins.
    #[inline]
    pub fn begin(&self, key: u128) {
        self.slot(key).store((key >> 64) as u64, Relaxed);
    }

    /// Notes that it has ended.
    #[inline]
    pub fn end(&self, key: u128) {
        if self.has(key) {
            self.slot(key).store(0, Relaxed);
        }
    }
}

/// What the threads found together.
#[derive(Clone, Debug)]
pub struct Answer<M> {
    /// a winning move; `None` if the player to move loses
    pub best: Option<M>,
    /// the counts of all threads
    pub counters: Counters,
    /// positions entered, by their distance from the root
    pub nodes_by_ply: Vec<u64>,
}

/// Whether the player to move wins, by this many threads.
///
/// # Errors
/// If a limit was reached first.
pub fn solve<G>(
    game: &G,
    table: &Table<Solved>,
    watch: &Watch<'_>,
    root: &G::Position,
    threads: usize,
) -> Result<Answer<G::Move>, Stopped>
where
    G: Game<Position: Sync, Move: Send>,
{
    let busy = (threads > 1).then(Busy::default);
    let run = || {
        let mut search = AlphaBeta::new(game, table, watch, busy.as_ref());
        let result = search.solve(root);
        if result.is_ok() {
            watch.answer();
        }
        (result, search.counters(), search.nodes_by_ply().to_vec())
    };
    if threads <= 1 {
        let (result, counters, nodes_by_ply) = run();
        return Ok(Answer { best: result?, counters, nodes_by_ply });
    }
    let results: Vec<_> = std::thread::scope(|scope| {
        let start = |_| {
            std::thread::Builder::new()
                .stack_size(STACK)
                .spawn_scoped(scope, run)
                .expect("the system can start a thread")
        };
        let handles: Vec<_> = (0..threads).map(start).collect();
        handles
            .into_iter()
            .map(|handle| handle.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
            .collect()
    });
    let mut answer = Err(Stopped::Cancelled);
    let mut counters = Counters::default();
    let mut nodes_by_ply: Vec<u64> = Vec::new();
    for (result, count, by_ply) in results {
        counters += count;
        nodes_by_ply.resize(nodes_by_ply.len().max(by_ply.len()), 0);
        for (sum, n) in nodes_by_ply.iter_mut().zip(by_ply) {
            *sum += n;
        }
        match (&answer, &result) {
            (Ok(_), _) => {}
            (Err(_), Err(Stopped::Answered)) => {}
            _ => answer = result,
        }
    }
    Ok(Answer { best: answer?, counters, nodes_by_ply })
}
