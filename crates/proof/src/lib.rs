//! Certificates of solved positions, and a checker that need not trust their author.
//!
//! A certificate is the winner's strategy: one move where he is to move, every move where the loser
//! is. Every move uses up squares, so it is a set of positions in levels, not a tree. The checker
//! generates all replies with its own simple code, and ends lines of play by facts that the
//! manual's chapter on certificates proves; that chapter also describes the format.
//!
//! This crate does not depend on the solver: [`write()`] turns any [`Strategy`] into a certificate,
//! and [`verify()`] checks whether a certificate proves its [`Claim`].
//!
//! ```
//! use lastmove_proof::{Claim, Expect, CheckOptions, Move, WriteOptions, verify, write};
//! use std::io::Cursor;
//! use std::ops::ControlFlow;
//!
//! // White moves once, and Black has no square left.
//! let claim: Claim = "amazons q1Q w white".parse().unwrap();
//! let mut strategy = |_: &_| Some(Move::Amazon { from: 0, to: 1, arrow: 0 });
//! let mut file = Vec::new();
//! write(&mut file, &[claim], &mut strategy, WriteOptions::default(), |_| ControlFlow::Continue(()))
//!     .unwrap();
//!
//! let expect: Expect = "amazons q1Q w white".parse().unwrap();
//! let report =
//!     verify(Cursor::new(&file), Some(&expect), CheckOptions::default(), |_| ControlFlow::Continue(()))
//!         .unwrap();
//! assert_eq!(report.positions, 0, "the checker sees at once that White wins");
//! ```

mod amazons;
mod begun;
mod board;
mod claim;
mod domineering;
mod expand;
mod expect;
mod format;
mod games;
mod join;
mod key;
mod levels;
mod memo;
mod options;
mod proved;
mod reject;
mod replies;
mod rules;
mod sorted;
mod start;
mod stored;
#[cfg(test)]
mod tests;
mod threads;
mod verify;
mod write;

pub use amazons::{SumEstimate, estimate};
pub use begun::Begun;
pub use claim::{Claim, ClaimError, Game, Position, side_name};
pub use expect::Expect;
pub use format::VERSION;
pub use join::join;
pub use options::{Interrupted, Strategy, WriteError, WriteOptions, Written};
pub use proved::{AnswerSource, MOST_BELOW, Proved};
pub use reject::Rejection;
pub use rules::{Leaf, LeafKind, Move, NODE_LIMIT};
pub use verify::{CheckOptions, Progress, Report, claims, verify};
pub use write::{go_on, write};
