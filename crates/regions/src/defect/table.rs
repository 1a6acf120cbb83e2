//! A table of all defective graphs up to a size, for territories that are in no database.

use super::census;
use crate::graph::{CanonicalGraph, LineGraph, PointMark};
use lastmove_work::{Budget, Silent, Stop};
use std::collections::HashMap;

/// All defective graphs up to a number of points, with up to a number of amazons of one colour.
///
/// ```
/// use lastmove_regions::{DefectTable, LineGraph, Region};
/// let table = DefectTable::new(5, 1, &Default::default())?;
/// let defects = |text: &str| {
///     let (region, black, white) = Region::of_diagram(&text.parse().unwrap()).unwrap();
///     table.defects(&LineGraph::of(region).with_amazons(black, white))
/// };
/// assert_eq!(defects("*q*/1*1"), Some(1));
/// assert_eq!(defects("1Q1"), Some(0));
/// assert_eq!(defects("1Q1q"), None);
/// # Ok::<(), lastmove_work::Stop>(())
/// ```
#[derive(Clone, Debug)]
pub struct DefectTable {
    size: usize,
    amazons: usize,
    /// defects by graph; the amazons are black
    defective: HashMap<CanonicalGraph, u8>,
}

impl DefectTable {
    /// Builds the table for regions of up to `size` squares with one to `amazons` amazons.
    ///
    /// # Errors
    /// If the budget ends first.
    pub fn new(size: usize, amazons: usize, budget: &Budget) -> Result<Self, Stop> {
        let mut defective = HashMap::new();
        for size in 1..=size {
            for amazons in 1..=amazons.min(size) {
                for group in census(size, amazons, &Silent, budget)?.defective {
                    for (region, set) in group.examples {
                        let graph = LineGraph::of(region).with_amazons(set, 0);
                        defective.insert(graph.canonical(), group.defects as u8);
                    }
                }
            }
        }
        Ok(Self { size, amazons, defective })
    }

    /// The number of graphs.
    pub fn len(&self) -> usize {
        self.defective.len()
    }

    /// Whether the table is empty.
    pub fn is_empty(&self) -> bool {
        self.defective.is_empty()
    }

    /// The defects of a graph of one region with its amazons; `None` if it is too large, has too
    /// many amazons or none, or amazons of both colours.
    pub fn defects(&self, graph: &LineGraph) -> Option<u32> {
        let (black, white) = (graph.marked(PointMark::Black), graph.marked(PointMark::White));
        let amazons = (black | white).count_ones() as usize;
        let mixed = black != 0 && white != 0;
        if mixed || amazons == 0 || amazons > self.amazons || graph.points() > self.size {
            return None;
        }
        let canonical = match white {
            0 => graph.canonical(),
            _ => graph.clone().with_amazons(white, 0).canonical(),
        };
        Some(self.defective.get(&canonical).map_or(0, |&defects| defects.into()))
    }
}
