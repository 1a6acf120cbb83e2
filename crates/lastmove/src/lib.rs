//! Solve, value and play Amazons and Domineering: one function for each common task, a builder with
//! limits, threads, databases and progress for each, and the crates of the project as modules.
//!
//! ```
//! use lastmove::{Game, Solve};
//! use std::time::Duration;
//!
//! let solved = lastmove::solve(Game::Amazons, "q2/3/2Q w")?;
//! println!("{:?} wins by {:?}", solved.winner, solved.best_move);
//! let limited = Solve::new(Game::Amazons, "4x4").threads(2).time(Duration::from_secs(5)).run()?;
//! println!("{} nodes", limited.nodes);
//! # Ok::<(), lastmove::Error>(())
//! ```
//!
//! [`solve`] finds the winner and a winning move; [`prove`] also writes a certificate, which
//! [`verify`] checks without the solver and [`walk`] plays from. [`value`] is the combinatorial
//! value of a position or a sum, [`solve_sum`] finds the winner of a sum of both games,
//! [`evaluate`] evaluates areas without search, and [`best_move`] is the player's choice.
//! [`Solve`], [`Value`], [`Evaluate`] and [`BestMove`] are the builders. A board is a size such as
//! `4x5` or a position such as `1q2/4/4/2Q1 w`.
//!
//! The modules, in dependency order: each knows only those above it.

#[doc(inline)]
pub use lastmove_work as work;

#[doc(inline)]
pub use lastmove_values as values;

#[doc(inline)]
pub use lastmove_board as board;

#[doc(inline)]
pub use lastmove_amazons as amazons;
#[doc(inline)]
pub use lastmove_domineering as domineering;

#[doc(inline)]
pub use lastmove_proof as proof;

#[doc(inline)]
pub use lastmove_regions as regions;

#[doc(inline)]
pub use lastmove_endgame as endgame;

#[doc(inline)]
pub use lastmove_solver as solver;

#[doc(inline)]
pub use lastmove_player as player;

#[doc(inline)]
pub use lastmove_arena as arena;

#[cfg(feature = "draw")]
#[doc(inline)]
pub use lastmove_draw as draw;

#[doc(inline)]
pub use lastmove_report as report;

mod ask;
mod best_move;
mod certificates;
mod error;
mod evaluate;
mod solve;
mod value;

pub use ask::Ask;
pub use best_move::{AskMove, BestMove, best_move};
pub use certificates::{verify, walk};
pub use error::Error;
pub use evaluate::{AskAreas, Evaluate, Evaluation, evaluate};
pub use lastmove_board::Game;
pub use solve::{AskWinner, Solve, prove, solve, solve_sum};
pub use value::{AskValue, Value, value};
