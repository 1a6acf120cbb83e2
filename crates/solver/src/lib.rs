//! Solvers. What both games share is generic over [`Game`]: the transposition [`table`], the
//! limits and counters, and the searches. [`domineering`] plugs in its evaluator and derives the
//! winners of all rectangles.

pub mod alphabeta;
pub mod amazons;
pub mod certify;
pub mod checkpoint;
pub mod dfpn;
pub mod domineering;
mod game;
mod limits;
pub mod parallel;
pub mod table;
pub mod units;

pub use game::{Game, Verdict};
pub use limits::{Counters, Limits, Stopped, Watch};
