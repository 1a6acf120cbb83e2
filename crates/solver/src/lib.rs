//! Solvers. What both games share is generic over [`Game`]: the transposition [`table`], the
//! searches ([`dfpn`], [`alphabeta`]), the driver of several threads ([`parallel`]) and the
//! interface, [`Solver`]. [`amazons`] and [`domineering`] plug in their evaluators;
//! [`domineering::winners`] derives the winners of all rectangles, and [`amazons::winners`] lists the
//! boards of Amazons that are solved.

pub mod alphabeta;
pub mod amazons;
mod bound;
#[cfg(feature = "checkpoint")]
pub mod checkpoint;
pub mod dfpn;
pub mod domineering;
mod game;
mod memory;
mod notes;
pub mod parallel;
mod solver;
mod strategy;
pub mod table;
pub mod units;

pub use bound::Bound;
pub use game::{Game, Verdict};
pub use memory::{Shares, TooLittle};
pub use notes::Noted;
pub use solver::{Look, MoveOf, MoveResult, Solution, Solver, Status};
pub use strategy::Strategist;
