//! All replies of the loser to a set of positions, as sorted keys: the work that the writer and the
//! checker share.

use crate::rules::{Mover, Rules};
use crate::threads::Threads;
use std::ops::Range;

/// Positions that one task expands.
const TASK: usize = 256;
/// Positions that the checker expands at a time.
pub(crate) const ROUND: usize = 1 << 15;

/// The normal forms of all replies to `positions` (loser to move) whose keys are in `range`, as one
/// list for each few positions; each list is sorted and has no duplicates.
pub(crate) fn reply_keys<R: Rules>(
    rules: &R,
    threads: &Threads,
    positions: &[R::K],
    range: &Range<Option<R::K>>,
) -> Vec<Vec<R::K>> {
    threads.map(positions, positions.len().div_ceil(16).clamp(1, TASK), |chunk| {
        let mut keys = Vec::new();
        for state in chunk.iter().filter_map(|&key| rules.state(key)) {
            rules.each_move(&state, Mover::Loser, |_, after| {
                let key = rules.normal_key(&after);
                if range.start.is_none_or(|start| key >= start)
                    && range.end.is_none_or(|end| key < end)
                {
                    keys.push(key);
                }
                true
            });
        }
        keys.sort_unstable();
        keys.dedup();
        keys
    })
}

/// As [`reply_keys`], in one sorted list.
pub(crate) fn replies<R: Rules>(
    rules: &R,
    threads: &Threads,
    positions: &[R::K],
    range: &Range<Option<R::K>>,
) -> Vec<R::K> {
    let mut keys = reply_keys(rules, threads, positions, range).concat();
    threads.sort(&mut keys);
    keys.dedup();
    keys
}
