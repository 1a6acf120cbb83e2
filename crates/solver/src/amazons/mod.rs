//! The Amazons evaluator: static bounds by areas, after Song and Müller, one side at a time.

mod certify;
mod evaluator;
mod fill;
mod game;
mod local;
mod reduced;
mod solve;
mod sum;
mod zone;

pub use certify::Certifier;
pub use evaluator::{Evaluator, Settings};
pub use game::AmazonsGame;
pub use reduced::Reduced;
pub use solve::{MoveResult, Solution, Solver, Status};
