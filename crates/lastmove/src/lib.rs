//! Solve, value and play Amazons and Domineering: all crates of the project under one name, and one
//! call each for the common things.
//!
//! | call | what it gives |
//! | --- | --- |
//! | [`solve`] | who wins, and a winning move |
//! | [`prove`] | the same with a certificate |
//! | [`verify`] | whether a certificate is right; it shares no code with the solver |
//! | [`walk`] | the winner's answers in a certificate, to play against |
//! | [`value`] | the combinatorial value of a position, or of a sum of them |
//! | [`evaluate`] | what the areas of an Amazons position are worth, without search |
//! | [`best_move`] | a move of the player |
//!
//! ```
//! use lastmove::Game;
//!
//! let solved = lastmove::solve(Game::Amazons, "q2/3/2Q w")?;
//! println!("{:?} wins by {:?}", solved.winner, solved.best_move);
//! # Ok::<(), lastmove::Error>(())
//! ```
//!
//! Boards are written as everywhere: a size such as `4x5`, or a position such as `1q2/4/4/2Q1 w`.
//! The calls use one thread per core and up to 1 GiB of memory, and no endgame databases. Limits,
//! progress and databases are settings of the modules below, which they are thin over:
//! [`report::solve`], [`proof`], [`player`].
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

mod calls;

pub use calls::{Error, best_move, evaluate, prove, solve, value, verify, walk};
pub use lastmove_board::Game;
