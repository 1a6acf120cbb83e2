//! What every long computation needs, whatever it computes: a [`Budget`] that stops it, [`Limits`]
//! on time and nodes, [`Progress`] reports, and [files](mod@file) that are either complete or
//! absent.
//!
//! ```
//! use lastmove_work::{Budget, Cancel, Limits, Silent, Stage, Stop};
//!
//! /// Adds up numbers until it is told to stop.
//! fn add_up(to: u64, budget: &Budget) -> Result<u64, Stop> {
//!     let stage = Stage::new(&Silent, "adding", Some(to));
//!     let mut ticker = budget.ticker(1000);
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
//! let short = Budget::new(Limits::nodes(10), Cancel::new());
//! assert_eq!(add_up(1000, &short), Err(Stop::Nodes));
//! ```

mod budget;
mod cache;
mod cancel;
pub mod file;
mod huge_pages;
pub mod human;
mod limits;
mod memory;
mod moment;
mod processor;
mod progress;
mod random;
mod stopwatch;

pub use budget::{Budget, Ticker};
pub use cache::{CACHE_VARIABLE, cache_root};
pub use cancel::Cancel;
pub use huge_pages::HugePages;
pub use limits::{Counters, Limits, Stop, Stopped};
pub use memory::{Meter, SharedMemory, give_back_memory, memory_is_there};
pub use moment::{Moment, set_clock};
pub use processor::{Count, program_time, thread_time};
pub use progress::{Event, Progress, Silent, Stage};
pub use random::Random;
pub use stopwatch::Stopwatch;
