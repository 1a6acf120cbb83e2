//! What every long computation needs, whatever it computes: a way to stop it, limits, progress,
//! and files that are either whole or not there.
//!
//! ```
//! use lastmove_work::{Budget, Cancel, Limits, Silent, Stage, Stop};
//!
//! /// Adds up numbers until it is told to stop.
//! fn add_up(to: u64, budget: &Budget) -> Result<u64, Stop> {
//!     let stage = Stage::new(&Silent, "adding", Some(to));
//!     let mut ticker = budget.ticker();
//!     let mut sum = 0;
//!     for n in 0..to {
//!         ticker.tick()?; // an addition and a comparison, nearly always
//!         sum += n;
//!         stage.advance(1);
//!     }
//!     Ok(sum)
//! }
//!
//! let free = Budget::new(Limits::default(), Cancel::new());
//! assert_eq!(add_up(1000, &free), Ok(499_500));
//! let short = Budget::new(Limits { nodes: Some(10), ..Limits::default() }, Cancel::new());
//! assert_eq!(add_up(1000, &short), Err(Stop::Nodes));
//! ```

mod cancel;
pub mod file;
pub mod human;
mod limits;
mod progress;
mod stopwatch;

pub use cancel::Cancel;
pub use limits::{Budget, Limits, Stop, Ticker};
pub use progress::{Event, Progress, Silent, Stage};
pub use stopwatch::Stopwatch;
