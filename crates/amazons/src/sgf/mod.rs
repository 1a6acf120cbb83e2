//! Games in the Smart Game Format (`GM[18]`): set-up, moves, variations and comments.
//!
//! A move is three points in a row, and rows count from the top: on 10x10 `da` is d10. The format's
//! default set-up has Black at the bottom and Black moving first, the reverse of the literature; so
//! the set-up and the first mover are read from the file, and always written.
//!
//! ```
//! use lastmove_amazons::{ParseOn, sgf::GameRecord, start};
//! let start = start::parse("5x6").unwrap();
//! let mut record = GameRecord::new(&start).unwrap();
//! let first = record.add_move(GameRecord::ROOT, "b1-b4/d4".parse_on(start.size()).unwrap()).unwrap();
//! record.set_comment(first, "157 replies");
//! let text = record.to_string();
//! assert!(text.starts_with("(;FF[4]GM[18]CA[UTF-8]SZ[5:6]"));
//! assert!(text.contains(";W[bfbcdc]C[157 replies]"));
//! assert_eq!(GameRecord::read(text.as_bytes()).unwrap(), record);
//! ```
//!
//! The reader is written by hand and does not recurse, so no nesting overflows the stack. (The
//! `sgf-parse` crate knows only the properties of Go, and recurses.)

mod error;
mod interpret;
mod points;
mod record;
mod syntax;
mod write;

pub use error::{SgfError, SgfProblem};
pub use record::{GameRecord, Node, NodeId};
pub use syntax::Property;

/// Longer files are rejected.
pub const MAX_BYTES: usize = 1 << 20;
/// Files with more nodes are rejected.
pub const MAX_NODES: usize = 10_000;
/// The longest side of a board that two letters of the format can name.
pub const MAX_SIDE: usize = 52;
