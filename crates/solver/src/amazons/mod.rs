//! The Amazons evaluator: static bounds by areas, after Song and Müller, one side at a time.

mod depth_first;
mod evaluator;
mod fill;
mod game;
mod local;
mod reduced;
mod sum;
mod zone;

pub use depth_first::DepthFirst;
pub use evaluator::{Evaluator, Settings};
pub use game::{AmazonsGame, Step};
pub use reduced::Reduced;
