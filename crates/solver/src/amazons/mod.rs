//! The Amazons evaluator: static bounds by areas, after Song and Müller, one side at a time.

mod depth_first;
mod certify;
mod evaluator;
mod fill;
mod game;
mod local;
mod reduced;
mod solve;
mod sum;
mod zone;

pub use depth_first::DepthFirst;
pub use certify::Certifier;
pub use evaluator::{Evaluator, Settings};
pub use game::{AmazonsGame, Step};
pub use reduced::Reduced;
pub use solve::{MoveResult, Solution, Solver, Status};
