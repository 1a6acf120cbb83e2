//! Measures the time to count all regions of a size, their graphs, and the defective ones with one
//! amazon: `cargo bench -p lastmove-regions [-- SIZE]`. The counts of sizes 10 and 11 are compared
//! with Müller and Tegos' tables.

use lastmove_regions::{RegionCounts, census};
use lastmove_work::{Budget, Silent};
use std::time::Instant;

/// Defects, regions, graphs.
type Counts = (u32, u64, u64);

/// Size, amazons, and the published counts.
const PUBLISHED: [(usize, usize, &[Counts]); 3] = [
    (10, 0, &[(0, 755_047, 137_988)]),
    (10, 1, &[(1, 929_277, 28_500), (2, 137_976, 2665), (3, 5464, 70), (4, 42, 3)]),
    (11, 1, &[(1, 6_747_413, 186_564), (2, 1_208_467, 17974), (3, 193_410, 1310), (4, 1188, 17)]),
];

fn main() {
    let only: Option<usize> = std::env::args().skip(1).find_map(|argument| argument.parse().ok());
    for (size, amazons, published) in PUBLISHED {
        if only.is_some_and(|only| only != size) {
            continue;
        }
        let started = Instant::now();
        let found = census(size, amazons, &Silent, &Budget::default()).expect("nobody cancels");
        let seconds = started.elapsed().as_secs_f64();
        let rows = rows(&found);
        let same = if rows == published { "as published" } else { "NOT as published" };
        println!("size {size}, {amazons} amazons: {rows:?}, {same}, {seconds:.1} s");
    }
}

fn rows(found: &RegionCounts) -> Vec<Counts> {
    if found.amazons == 0 {
        return vec![(0, found.regions, found.line_segment_graphs)];
    }
    let defective = found.defective.iter();
    defective.map(|d| (d.defects, d.regions, d.line_segment_graphs)).collect()
}
