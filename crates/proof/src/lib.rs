//! Certificates of solved positions, and the checker that need not trust whoever wrote them.
//!
//! A certificate is the winner's strategy: one move where he is to move, every move where the
//! loser is. Every move uses up squares, so it is a set of positions in levels, not a tree. The
//! checker generates all replies with its own plain code, and ends lines of play by facts that
//! take a paragraph each to argue; the manual's chapter on certificates has them, with the format.
//!
//! This crate knows nothing of the solver: whoever has a [`Strategy`] can [`write()`] a
//! certificate, and [`verify()`] tells anyone whether it proves its [`Claim`].
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
