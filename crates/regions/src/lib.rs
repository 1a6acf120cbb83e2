//! Surveys of all small areas of Amazons, as Müller and Tegos made them: [`regions`] enumerates
//! the areas, [`LineGraph`] keeps of an area what matters for the game, [`census`] counts the areas
//! that cannot be filled, and [`zugzwangs`] finds those in which neither side wants to move.

mod catalogue;
mod defect;
mod enumerate;
mod graph;
mod zugzwang;

pub use catalogue::isomorphic;
pub use defect::{
    Census, DeadEnd, DefectTable, Defective, Filler, Filling, census, dead_ends, least_defects,
};
pub use enumerate::{
    MAX_BOX, MAX_SIDE, Point, Region, placements, placements_of_both, placements_of_pairs,
    points_diagram, regions,
};
pub use graph::{BoardLaw, CanonicalGraph, Flaw, LineGraph, Mark};
pub use zugzwang::{
    Disagreement, NoSum, Scorer, Scoring, SumParts, Zugzwang, ZugzwangKind, Zugzwangs, sum_parts,
    zugzwangs,
};
