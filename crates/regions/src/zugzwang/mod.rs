//! Surveys of zugzwangs: positions in which neither side wants to move (Müller and Tegos,
//! section 5).

mod parts;
mod score;
mod search;
mod settled;

pub use parts::{NoSum, SumParts, sum_parts};
pub use score::{Scorer, Scoring};
pub use search::{Disagreement, Zugzwang, ZugzwangKind, Zugzwangs, zugzwangs};
