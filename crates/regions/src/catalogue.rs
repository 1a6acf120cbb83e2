//! All regions with a given graph.

use crate::enumerate::{Region, placements_of_both, regions};
use crate::graph::{LineGraph, PointMark};
use lastmove_work::{Budget, Stop};
use rayon::prelude::*;

/// All regions with this graph, each with its black and white amazons as two sets of points, up to
/// symmetry. Müller and Tegos' figure 5 shows some.
///
/// ```
/// use lastmove_regions::{LineGraph, Region, isomorphic};
/// // Two squares side by side or corner to corner: a line of two points.
/// let graph = LineGraph::of(Region::new(&[(0, 0), (1, 0)]).unwrap());
/// assert_eq!(isomorphic(&graph, &Default::default()).unwrap().len(), 2);
/// ```
///
/// # Errors
/// If the budget ends first.
pub fn isomorphic(graph: &LineGraph, budget: &Budget) -> Result<Vec<(Region, u64, u64)>, Stop> {
    let plain = graph.clone().with_amazons(0, 0).canonical();
    let marked = graph.canonical();
    let [black, white] =
        [PointMark::Black, PointMark::White].map(|m| graph.marked(m).count_ones() as usize);
    let lengths = lengths(graph);
    let with = |region: Region| -> Result<Vec<(Region, u64, u64)>, Stop> {
        budget.check()?;
        let own = LineGraph::of(region);
        if self::lengths(&own) != lengths || own.canonical() != plain {
            return Ok(Vec::new());
        }
        let same = |&(black, white): &(u64, u64)| {
            own.clone().with_amazons(black, white).canonical() == marked
        };
        let placed = placements_of_both(region, black, white).into_iter().filter(same);
        Ok(placed.map(|(black, white)| (region, black, white)).collect())
    };
    let all = regions(graph.points(), budget)?;
    let found: Vec<Vec<_>> = all.into_par_iter().map(with).collect::<Result<_, Stop>>()?;
    Ok(found.concat())
}

/// The sorted lengths of the lines, in which most graphs differ.
fn lengths(graph: &LineGraph) -> Vec<usize> {
    let mut lengths: Vec<usize> = graph.lines().map(<[u8]>::len).collect();
    lengths.sort_unstable();
    lengths
}
