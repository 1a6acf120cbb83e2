//! Defective regions: territories that cannot be filled (Müller and Tegos, section 4).
//!
//! An amazon's move uses up one empty square, so the moves and the squares left empty at the end
//! add up to the empty squares at the beginning. The defects of a territory are the squares that
//! its owner must leave empty when he plays as many moves as possible.

mod census;
mod dead_end;
mod fill;
mod steps;

pub use census::{Defective, RegionCounts, census};
pub use dead_end::{DeadEnd, dead_ends, least_defects};
pub use fill::{Filler, Filling};
pub(crate) use steps::{Steps, bits};
