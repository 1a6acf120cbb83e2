//! The rules of Amazons on any board of up to 128 squares, with any number of amazons a side and
//! burnt squares anywhere; moves and their notation; start positions.
//!
//! Burnt squares cut the board into independent areas: the *basic partition* ([`areas`]). A player
//! who keeps his amazons in place cuts it further: the *improved partition*, which is different for
//! each side ([`View`]). Names are those of Song and Müller's paper, section II.
//!
//! ```
//! use lastmove_amazons::{Position, start};
//! use lastmove_board::Geometry;
//!
//! let diagram = start::parse("5x6").unwrap();
//! let geometry = Geometry::<u64>::new(diagram.size());
//! let position = Position::from_diagram(&diagram).unwrap();
//! assert_eq!(position.count_moves(&geometry), 410);
//! let after = position.play(&geometry, "b1-b4/d4".parse_on(diagram.size()).unwrap()).unwrap();
//! assert_eq!(after.count_moves(&geometry), 157);
//! # use lastmove_amazons::ParseOn;
//! ```

mod area;
mod count;
mod game_position;
mod move_number;
mod moves;
mod notation;
mod origin;
mod position;
pub mod sgf;
pub mod start;
mod territory;
mod value;
mod view;
pub mod zugzwang;

pub use area::{Area, AreaKind, areas};
pub use lastmove_board::{divide, perft, try_perft};
pub use moves::{Move, visit_moves};
pub use notation::{
    MoveError, ParseOn, SquareName, parse_move, parse_square, split_moves, square_name,
};
pub use origin::{Impossible, impossible};
pub use position::{Colour, IllegalMove, Position, PositionError};
pub use territory::{Territories, TooHard, most_moves};
pub use value::{AmazonsRules, SheetArea};
pub use view::View;
