//! Zugzwang: positions in which neither side wants to move (Müller and Tegos, section 5).
//!
//! Who wins a sum is not affected by them, they are numbers; but how many moves the winner is
//! ahead in the end is.

mod parts;
mod score;
mod search;
mod settled;
mod sum;

pub use parts::{NoSum, SumParts, sum_parts};
pub use score::{First, Scorer, Scoring};
pub use search::{Disagreement, Zugzwang, ZugzwangKind, Zugzwangs, zugzwangs};
pub use sum::{Plan, SimpleZugzwang, plan};
