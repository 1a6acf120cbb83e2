//! Counting all regions of a size, their graphs, and the defective ones among them.

use super::Filler;
use crate::enumerate::{Region, placements, regions};
use crate::graph::LineGraph;
use lastmove_work::{Budget, Progress, Stage, Stop};
use rayon::prelude::*;

/// Regions of one task.
const CHUNK: usize = 1 << 12;

/// The counts for one size.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RegionCounts {
    /// squares of a region, including those of the amazons
    pub size: usize,
    /// amazons in every region, all of one colour
    pub amazons: usize,
    /// regions up to symmetry, counting each placement of the amazons
    pub regions: u64,
    /// their different line segment graphs, with the amazons' points marked
    pub line_segment_graphs: u64,
    /// in a census without amazons, one region for each graph, in ascending order
    pub examples: Vec<Region>,
    /// the defective regions by their number of defects, from 1 up
    pub defective: Vec<Defective>,
}

/// Regions with the same number of defects.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Defective {
    /// squares that stay empty
    pub defects: u32,
    /// regions up to symmetry
    pub regions: u64,
    /// their different graphs, with the amazons' points marked
    pub line_segment_graphs: u64,
    /// one region for each graph, with its amazons, in ascending order of regions
    pub examples: Vec<(Region, u64)>,
}

/// Fingerprints of graphs, each with a region and its amazons.
type LineGraphs = Vec<(u128, Region, u64)>;

/// The result of one task: for each number of defects, the number of regions, and a fingerprint and
/// an example of each graph.
#[derive(Default)]
struct Found {
    regions: Vec<u64>,
    graphs: Vec<LineGraphs>,
}

impl Found {
    fn room(&mut self, defects: usize) {
        while self.regions.len() <= defects {
            self.regions.push(0);
            self.graphs.push(LineGraphs::default());
        }
    }

    fn add(&mut self, defects: usize, graph: &LineGraph, region: Region, amazons: u64) {
        self.room(defects);
        self.regions[defects] += 1;
        let fingerprint = graph.clone().with_amazons(amazons, 0).canonical().fingerprint();
        self.graphs[defects].push((fingerprint, region, amazons));
    }

    /// Keeps the least example of each graph.
    fn tidy(&mut self) {
        for graphs in &mut self.graphs {
            graphs.sort_unstable();
            graphs.dedup_by_key(|&mut (fingerprint, ..)| fingerprint);
        }
    }
}

/// Counts the regions of `size` squares with `amazons` amazons; without amazons none is defective.
///
/// # Errors
/// If the budget ends first.
///
/// # Panics
/// If the size is more than [`Filler::MAX_POINTS`].
pub fn census(
    size: usize,
    amazons: usize,
    progress: &dyn Progress,
    budget: &Budget,
) -> Result<RegionCounts, Stop> {
    assert!(size <= Filler::MAX_POINTS, "size {size}");
    let all = regions(size, budget)?;
    let stage = Stage::new(progress, "regions", Some(all.len() as u64));
    let parts: Vec<Found> = all
        .par_chunks(CHUNK)
        .map_init(Filler::default, |filler, chunk| {
            budget.check()?;
            let mut found = Found::default();
            for &region in chunk {
                look_at(region, amazons, filler, &mut found);
            }
            found.tidy();
            stage.advance(chunk.len() as u64);
            Ok(found)
        })
        .collect::<Result<_, _>>()?;
    let mut whole = Found::default();
    for mut part in parts {
        for (defects, regions) in part.regions.iter().enumerate() {
            whole.room(defects);
            whole.regions[defects] += regions;
            whole.graphs[defects].append(&mut part.graphs[defects]);
        }
    }
    whole.tidy();
    let line_segment_graphs = whole.graphs.iter().map(|graphs| graphs.len() as u64).sum();
    let regions = whole.regions.iter().sum();
    let mut examples = Vec::new();
    if amazons == 0 {
        examples.extend(whole.graphs.iter().flatten().map(|&(_, region, _)| region));
        examples.sort_unstable();
    }
    let by_defects = whole.regions.into_iter().zip(whole.graphs).enumerate().skip(1);
    let defective = by_defects
        .filter(|(_, (regions, _))| *regions > 0)
        .map(|(defects, (regions, graphs))| {
            let mut examples: Vec<_> = graphs.into_iter().map(|(_, r, a)| (r, a)).collect();
            examples.sort_unstable();
            let (defects, line_segment_graphs) = (defects as u32, examples.len() as u64);
            Defective { defects, regions, line_segment_graphs, examples }
        })
        .collect();
    Ok(RegionCounts { size, amazons, regions, line_segment_graphs, examples, defective })
}

fn look_at(region: Region, amazons: usize, filler: &mut Filler, found: &mut Found) {
    let graph = LineGraph::of(region);
    if amazons == 0 {
        found.add(0, &graph, region, 0);
        return;
    }
    let mut filling = filler.fill(&graph).expect("a graph of a board");
    for set in placements(region, amazons) {
        found.add(filling.defects(set as u16) as usize, &graph, region, set);
    }
}
