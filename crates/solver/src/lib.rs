//! Finds the winner of Amazons and Domineering positions. The parts that both games share are
//! generic over [`SearchGame`]: the transposition [`table`], the searches ([`dfpn`], [`alphabeta`]), the
//! driver of several threads ([`parallel`]) and the interface, [`Solver`]. [`amazons`] and
//! [`domineering`] provide the evaluators; [`domineering::winners`] derives the winners of all
//! rectangles, and [`amazons::winners`] lists the boards of Amazons that are solved.
//!
//! ```
//! use lastmove_board::{Side, Size};
//! use lastmove_domineering::{Orientation, Position};
//! use lastmove_solver::{Shares, Solver, domineering::DomineeringSolver};
//! use lastmove_work::{Budget, Cancel};
//!
//! let solver = DomineeringSolver::new(Size::new(6, 6).unwrap(), Shares::default());
//! let position = Position::new((1u64 << 36) - 1, Orientation::Horizontal);
//! let solution = solver.solve(&position, &Budget::unlimited(Cancel::new()), &mut |_| {}).unwrap();
//! assert_eq!(solution.winner, Side::Horizontal);
//! ```

pub mod alphabeta;
pub mod amazons;
mod bound;
#[cfg(feature = "checkpoint")]
pub mod checkpoint;
pub mod dfpn;
pub mod domineering;
mod game;
#[doc(hidden)]
pub mod games;
mod memory;
mod notes;
pub mod parallel;
#[cfg(feature = "schema")]
mod schema;
mod solver;
mod strategy;
pub mod table;
pub mod units;

pub use bound::Bound;
pub use game::{SearchGame, Verdict};
pub use games::AnyPosition;
pub use memory::{Shares, TooLittle};
pub use notes::Noted;
pub use solver::{Look, MoveOf, MoveResult, Solution, Solver, Status, WordOf, WorkerOf};
pub use strategy::Strategist;
