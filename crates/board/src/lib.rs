//! What Amazons and Domineering have in common apart from their rules: sets of squares as
//! bitboards, the geometry of a rectangle, its symmetries, the position notation, and the counting
//! of move trees.
//!
//! Squares are numbered in reading order of the position string: 0 is the top left corner, and
//! the number grows to the right, then downwards. Both games use the same numbers; only the
//! names differ (`a6` in Amazons, `1,1` in Domineering).
//!
//! ```
//! use lastmove_board::{Bits, Geometry, Size};
//!
//! let geometry = Geometry::<u64>::new(Size::new(5, 6).unwrap());
//! // A queen in the top left corner of an empty board sees its row, its column and a diagonal.
//! let empty = geometry.all() & !u64::bit(0);
//! assert_eq!(geometry.queen_reach(0, empty).count(), 4 + 5 + 4);
//! ```

mod bits;
mod diagram;
mod game;
mod geometry;
mod key;
mod name;
mod perft;
mod position;
#[cfg(feature = "schema")]
mod schema;
mod sheet;
mod side;
mod size;
mod symmetry;

pub use bits::{Bits, Squares, subsets};
pub use diagram::{Cell, Diagram, DiagramError};
pub use game::Game;
pub use geometry::{Direction, Geometry, shl, shr};
pub use key::{Field, Key, mix, pack};
pub use name::BoardName;
pub use perft::{divide, perft, try_perft};
pub use position::GamePosition;
pub use sheet::Sheet;
pub use side::Side;
pub use size::{MAX_SQUARES, Size, SizeError, Square};
pub use symmetry::{Symmetry, SymmetryKind, transposed};
