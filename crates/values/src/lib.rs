//! Values of combinatorial games, free of any board.
//!
//! Left is positive, Right is negative, and the player who cannot move loses.
//!
//! - [`Dyadic`]: exact numbers.
//! - [`Forms`] and [`Game`]: canonical forms, their order and arithmetic, and
//!   reading and writing them ([`Forms::parse`], [`Forms::print`], [`Environment`]).
//! - [`Thermograph`] and [`ThermographStore`]: walls down to t = -1, built from
//!   options without canonical forms.
//! - [`Bounds`]: bounds with exact, tightened or relaxed ends, read off a thermograph.
//! - [`Rules`], [`FormEvaluator`], [`ThermographEvaluator`]: values of positions;
//!   [`Appraiser`]: all that can be said of a sum of positions within limits;
//!   [`Windows`]: the integers around a large position, by search.
//!
//! ```
//! use lastmove_values::{Forms, Outcome};
//! let mut forms = Forms::new();
//! let g = forms.parse("{2|0} + *")?;
//! assert_eq!(forms.print(g, 80).unwrap(), "{2*|*}");
//! assert_eq!(forms.outcome(g), Outcome::Left);
//! assert_eq!(forms.mean(g)?.to_string(), "1");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Arithmetic that exceeds the range of numbers or the limit of a store returns a [`ValueError`],
//! never a wrong value.

mod appraise;
mod bounds;
mod dyadic;
mod error;
mod evaluate;
mod forms;
mod hash;
mod sums;
mod text;
mod thermograph;
mod window;

pub use appraise::{
    Appraisal, AppraisalLimits, Appraiser, DEFAULT_APPRAISED_POSITIONS, NoForm, Worth,
};
pub use bounds::{Bounds, End};
pub use dyadic::{Dyadic, ParseDyadicError};
pub use error::{Result, ValueError};
pub use evaluate::{
    DEFAULT_MAX_POSITIONS, FormEvaluator, NormalForm, Player, PlusStar, Rules, ThermographEvaluator,
};
pub use forms::{DEFAULT_MAX_FORMS, Forms, Game, MAX_DEPTH, Merit, Nus, Outcome, Relation};
pub use hash::{FastHasher, FastMap};
pub use sums::SumOf;
pub use text::{Answer, Environment, ParseError, Positions, Reason};
pub use thermograph::{Corner, Scaffolds, Thermograph, ThermographId, ThermographStore, Wall};
pub use window::Windows;
