//! All replies of the loser to a set of positions, as sorted keys: the work that writing and
//! checking have in common.

use crate::rules::{Mover, Rules};
use rayon::prelude::*;
use std::ops::Range;

/// How many positions one task expands.
const TASK: usize = 256;
/// How many positions are expanded at a time, so that their replies fit in memory.
pub(crate) const ROUND: usize = 1 << 15;

/// The normal forms of all replies to `positions` (loser to move) whose keys lie in `range`,
/// sorted, each once.
pub(crate) fn replies<R: Rules>(
    rules: &R,
    positions: &[R::K],
    range: &Range<Option<R::K>>,
) -> Vec<R::K> {
    let parts: Vec<Vec<R::K>> = positions
        .par_chunks(TASK)
        .map(|chunk| {
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
        .collect();
    let mut keys = parts.concat();
    drop(parts);
    keys.par_sort_unstable();
    keys.dedup();
    keys
}
