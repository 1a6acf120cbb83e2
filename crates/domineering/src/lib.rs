//! The rules of Domineering on any region within 128 squares; moves and their notation; boards
//! by name.
//!
//! Vertical (Left, positive) places dominoes on two squares of a column, Horizontal (Right,
//! negative) on two squares of a row. Boards are named rows x columns.
//!
//! ```
//! use lastmove_board::Geometry;
//! use lastmove_domineering::{Orientation, Position, board};
//!
//! let diagram = board::parse("4x5").unwrap();
//! let geometry = Geometry::<u64>::new(diagram.size());
//! let position = Position::with_side(&diagram, Orientation::Vertical).unwrap();
//! assert_eq!(position.count_moves(&geometry), 15);
//! ```

pub mod board;
mod game_position;
mod moves;
mod notation;
mod position;
mod value;

pub use lastmove_board::{divide, perft, try_perft};
pub use moves::{Move, covered_by, most_moves, moves_of};
pub use notation::{MoveError, parse_move, split_moves};
pub use position::{IllegalMove, Orientation, Position, PositionError};
pub use value::DomineeringRules;
