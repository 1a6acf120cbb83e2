//! All regions of a size, up to symmetry, with or without amazons.
//!
//! Regions grow level by level: every connected set of n + 1 squares stays connected without some
//! square, and a smaller set has no larger box, so adding a square to all regions of size n in all
//! ways gives all regions of size n + 1 within the limits.

mod amazons;
mod region;

pub use amazons::{placements, placements_of_both, placements_of_pairs};
pub use region::{MAX_BOX, MAX_SIDE, Point, Region, points_diagram};

use lastmove_work::{Budget, Stop};
use rayon::prelude::*;

/// Regions of one task.
const CHUNK: usize = 1 << 13;

/// All regions of a size (1 and more) in ascending order, within [`MAX_BOX`] and [`MAX_SIDE`].
///
/// ```
/// use lastmove_regions::regions;
/// let counts: Vec<usize> = (1..=6).map(|n| regions(n, &Default::default()).unwrap().len()).collect();
/// assert_eq!(counts, [1, 2, 5, 22, 94, 524]);
/// ```
///
/// # Errors
/// If the budget ends first.
pub fn regions(size: usize, budget: &Budget) -> Result<Vec<Region>, Stop> {
    if size == 0 {
        return Ok(Vec::new());
    }
    let mut level = vec![Region::SQUARE];
    for _ in 1..size {
        level = next(&level, budget)?;
    }
    Ok(level)
}

fn next(level: &[Region], budget: &Budget) -> Result<Vec<Region>, Stop> {
    let parts: Vec<Vec<Region>> = level
        .par_chunks(CHUNK)
        .map(|chunk| {
            budget.check()?;
            let mut grown = Vec::with_capacity(chunk.len() * 16);
            chunk.iter().for_each(|region| region.grow(&mut grown));
            grown.sort_unstable();
            grown.dedup();
            Ok(grown)
        })
        .collect::<Result<_, _>>()?;
    let mut all = parts.concat();
    all.par_sort_unstable();
    all.dedup();
    Ok(all)
}
