//! What is exact: territories, positions without shared areas, and small positions by the solver.

mod prover;
mod score;
mod settled;
mod zugzwang;

pub(crate) use prover::Prover;
pub(crate) use score::Scorer;
pub(crate) use settled::{Settled, filled, settled};
