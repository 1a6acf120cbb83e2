//! Domineering: the winner on boards of up to 128 squares with any holes.
//!
//! Every analysis is made for a player who plays along the rows; the other player is analysed on
//! the transposed board. In the order of dependence:
//!
//! - `lines`: steps, floods and packings on whole bitboards; `state`: both views of a position.
//! - `covers`: Bullock's bounds on the moves of both players.
//! - `regions`: exact stops of small regions, and numbers and switches below their values.
//! - `cuts`, `sum`: the board cut along lines that a player renounces, and the sum of the parts.
//! - `counts`, `order`: which moves to search, in which order; `game`: the evaluation and the game
//!   for the searches.
//! - `explain`: the evaluation explained; `solve`: the interface; [`winners`]: all rectangles.
//!
//! What the parts gain, in visited positions on 7x9, Vertical first (Obsequi: 3,649,858): covers
//! alone 9,966,593; with cuts and regions of up to 16 squares 271,184; with six children evaluated
//! ahead instead of all about 210,000; with slices of two columns up to 28 squares and of three up
//! to 20 about 130,000. Reordering children by their bounds was tried and is worse by a factor of
//! four: it leads to fewer equal positions.

mod class;
mod counts;
mod covers;
mod cuts;
mod explain;
mod game;
#[cfg(test)]
mod keys;
mod lines;
#[cfg(test)]
mod oracle;
mod order;
mod regions;
mod solve;
mod state;
mod sum;
mod switches;
pub mod winners;

pub use class::Class;
pub use cuts::Cut;
pub use explain::{CoverKind, ExplainedBoard, ExplainedCover, ExplainedCut, ExplainedRegion};
pub use game::DomineeringGame;
pub use regions::{RegionTable, RegionValues, Regions};
pub use solve::{DomineeringSolver, add_by_ply};
pub use state::State;
pub use switches::Switches;
