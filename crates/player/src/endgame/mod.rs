//! What is exact: territories, positions without shared areas, and small positions by the solver.

mod fill;
mod prover;
mod score;
mod settled;
mod zugzwang;

pub(crate) use fill::Filler;
pub(crate) use prover::Prover;
pub(crate) use score::Scorer;
pub(crate) use settled::{Settled, settled};
