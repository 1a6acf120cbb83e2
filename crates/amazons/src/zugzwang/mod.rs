//! Zugzwang: areas in which neither side wants to move (Müller and Tegos, section 5).
//!
//! Who wins a sum is not affected by them, they are numbers; but how many moves the winner is
//! ahead in the end is.

mod sum;

pub use sum::{Plan, SimpleZugzwang, plan};
