//! The Amazons evaluator: static bounds by areas, after Song and Müller, one side at a time.

mod evaluator;
mod fill;
mod game;
mod local;
mod reduced;
mod sum;
mod zone;

pub use evaluator::{Evaluator, Settings};
pub use game::AmazonsGame;
pub use reduced::Reduced;
