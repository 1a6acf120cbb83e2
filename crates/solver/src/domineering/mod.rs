//! Domineering: who wins, on boards of up to 128 squares with any holes.

mod covers;
mod cuts;
mod evaluate;
mod lines;
#[cfg(test)]
mod oracle;
mod order;
mod regions;
mod solve;
mod state;
mod sum;
pub mod winners;

pub use solve::{Class, Options, Outcome, Solver, classify, solve};
