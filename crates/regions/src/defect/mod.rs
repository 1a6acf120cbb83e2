//! Defective regions: territories that cannot be filled (Müller and Tegos, section 4).
//!
//! With so many amazons on so many points, moves and squares left empty at the end make up the
//! empty squares at the beginning: the defects of a territory are the squares that its owner has
//! to leave empty when he plays as many moves as he can.

mod census;
mod dead_end;
mod fill;
mod steps;
mod table;

pub use census::{Census, Defective, census};
pub use dead_end::{DeadEnd, dead_ends, least_defects};
pub use fill::{Filler, Filling};
pub(crate) use steps::{Steps, bits};
pub use table::DefectTable;
