//! Values of combinatorial games.

mod dyadic;
mod error;
mod evaluate;
mod forms;
mod hash;
mod text;
mod thermograph;

pub use dyadic::{Dyadic, ParseDyadicError};
pub use error::{Result, ValueError};
pub use evaluate::{Component, FormEvaluator, Player, Rules, StopSignal, ThermographEvaluator};
pub use forms::{DEFAULT_MAX_FORMS, Forms, Game, MAX_DEPTH, Nus, Outcome, Relation};
pub use hash::{FastHasher, FastMap};
pub use text::{Answer, Environment, ParseError, Reason};
pub use thermograph::{
    Corner, Infinitesimal, Scaffolds, Thermograph, ThermographId, ThermographStore, Wall,
};
