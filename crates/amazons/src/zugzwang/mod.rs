//! Zugzwang: areas in which neither side wants to move (Müller and Tegos, section 5).
//!
//! Their values are numbers, so they do not affect who wins a sum; but they affect by how many
//! moves the winner is ahead at the end.

mod sum;

pub use sum::{SimpleZugzwang, ZugzwangPlan, plan};
