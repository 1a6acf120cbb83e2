//! Solve, value and play Amazons and Domineering: all crates of the project under one name.
//!
//! ```
//! use lastmove::amazons::{ParseOn, Position, start};
//! use lastmove::board::Geometry;
//! use lastmove::draw::{Labels, TextDrawing};
//!
//! let diagram = start::parse("5x6").unwrap();
//! let geometry = Geometry::<u64>::new(diagram.size());
//! let position = Position::from_diagram(&diagram).unwrap();
//! let after = position.play(&geometry, "b1-b4/d4".parse_on(diagram.size()).unwrap()).unwrap();
//! println!("{}", TextDrawing::new(&after.to_diagram(diagram.size()), Labels::Amazons));
//! assert_eq!(after.count_moves(&geometry), 157);
//! ```
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
pub use lastmove_regions as regions;

#[doc(inline)]
pub use lastmove_endgame as endgame;

#[doc(inline)]
pub use lastmove_player as player;

#[doc(inline)]
pub use lastmove_draw as draw;
