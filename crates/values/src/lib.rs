//! Values of combinatorial games, independent of any board. Left is positive, Right is negative,
//! and the player who cannot move loses.
//!
//! [`Dyadic`]s are exact numbers. [`Forms`] stores canonical forms ([`Form`]), and compares, adds,
//! reads and prints them ([`Environment`] holds named ones). A [`ThermographStore`] builds
//! [`Thermograph`]s down to t = -1 from options, without canonical forms; [`Bounds`] are read off
//! them. A game provides its [`Rules`]; [`FormEvaluator`] and [`ThermographEvaluator`] then compute
//! values of positions, [`Appraiser`] that of a sum within limits, and [`Windows`] integer bounds
//! of a large position. [`SumSearch`] tells who wins a sum, without its form.
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
mod known;
mod perft;
#[cfg(feature = "schema")]
mod schema;
mod sum_search;
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
pub use forms::{DEFAULT_MAX_FORMS, Form, Forms, MAX_DEPTH, Merit, Nus, Outcome, Relation};
pub use hash::{FastHasher, FastMap};
pub use known::{KeyHasher, KnownSum, SumReader, SumStore, WithInteger};
pub use perft::perft;
pub use sum_search::{Sum, SumSearch};
pub use sums::SumOf;
pub use text::{Environment, ExpressionAnswer, ParseError, Positions, Reason, Summand};
pub use thermograph::{Corner, Scaffolds, Thermograph, ThermographId, ThermographStore, Wall};
pub use window::Windows;
