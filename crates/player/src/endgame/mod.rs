//! Exact results: territories, positions without shared areas, and the scores of small endings.

mod prover;
mod score;
mod settled;
mod zugzwang;

pub(crate) use prover::Prover;
pub(crate) use score::Scorer;
pub(crate) use settled::{Settled, filled, settled};
