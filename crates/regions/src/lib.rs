//! The areas of an Amazons position, and all small ones.
//!
//! Burnt squares cut the board into independent areas: the *basic partition* ([`areas`]). A
//! player who keeps his amazons in place cuts off more: the *improved partition* as one side sees
//! it ([`View`]). Names are those of Song and Müller's paper, section II.
//!
//! Müller and Tegos look at all small areas at once: [`regions`] enumerates them, [`LineGraph`]
//! keeps of them what matters for the game, [`census`] counts those that cannot be filled, and
//! [`zugzwangs`] finds those in which neither side wants to move.

mod area;
mod catalogue;
mod defect;
mod enumerate;
mod graph;
mod view;
mod zugzwang;

pub use area::{Area, Kind, areas};
pub use catalogue::isomorphic;
pub use defect::{
    Census, DeadEnd, DefectTable, Defective, Filler, Filling, census, dead_ends, least_defects,
};
pub use enumerate::{
    MAX_BOX, MAX_SIDE, Point, Region, placements, placements_of_both, placements_of_pairs,
    points_diagram, regions,
};
pub use graph::{BoardLaw, CanonicalGraph, Flaw, LineGraph, Mark};
pub use view::{MAX_ZONES, View};
pub use zugzwang::{
    Disagreement, First, NoSum, Plan, Scorer, Scoring, SimpleZugzwang, SumParts, Zugzwang,
    ZugzwangKind, Zugzwangs, plan, sum_parts, zugzwangs,
};
