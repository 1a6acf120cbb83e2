//! Surveys of all small areas of Amazons, as Müller and Tegos made them: [`regions`] enumerates the
//! areas, [`LineGraph`] is the part of an area that matters for the game, [`census`] counts the
//! areas that cannot be filled, and [`zugzwangs`] finds those in which neither side wants to move.
//!
//! ```
//! use lastmove_regions::{LineGraph, Region, regions};
//! use lastmove_work::Budget;
//!
//! // five regions of three squares, up to symmetry
//! assert_eq!(regions(3, &Budget::default())?.len(), 5);
//! // a bent one has two lines that meet in the middle
//! let graph = LineGraph::of(Region::new(&[(0, 0), (1, 0), (2, 1)]).unwrap());
//! assert_eq!((graph.points(), graph.lines().count()), (3, 2));
//! # Ok::<(), lastmove_work::Stop>(())
//! ```

mod catalogue;
mod defect;
mod enumerate;
mod graph;
mod zugzwang;

pub use catalogue::isomorphic;
pub use defect::{
    DeadEnd, Defective, Filler, Filling, RegionCounts, census, dead_ends, least_defects,
};
pub use enumerate::{
    MAX_BOX, MAX_SIDE, Point, Region, placements, placements_of_both, placements_of_pairs,
    points_diagram, regions,
};
pub use graph::{CanonicalGraph, LineGraph, PointMark};
pub use zugzwang::{
    Disagreement, NoSum, Scorer, Scoring, SumParts, Zugzwang, ZugzwangKind, Zugzwangs, sum_parts,
    zugzwangs,
};
