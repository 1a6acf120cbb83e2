//! Players: engines that choose a move under a clock.
//!
//! An [`Engine`] plays Amazons or Domineering: set a position, think within [`MoveLimits`] until
//! somebody [cancels](lastmove_work::Cancel), read the [`Analysis`].
//!
//! ```
//! use lastmove_amazons::{Position, start};
//! use lastmove_player::{Engine, MoveLimits, Options};
//! use lastmove_work::Cancel;
//!
//! let diagram = start::parse("5x6").unwrap();
//! let position = Position::<u128>::from_diagram(&diagram).unwrap();
//! let mut engine = Engine::new(Options::default());
//! engine.set_position(diagram.size(), &position);
//! let limits = MoveLimits { nodes: Some(50), ..MoveLimits::default() };
//! let report = engine.think(&limits, &Cancel::new(), &mut |_| {});
//! println!("{} wins {:.0} %", report.best.unwrap().display(diagram.size()), 100.0 * report.win);
//! ```

mod analysis;
mod classical;
mod clock;
mod distinct;
mod domineering;
mod endgame;
mod engine;
pub mod eval;
mod game;
mod judge;
mod kind;
mod limits;
mod options;
mod strong;

pub use analysis::{Analysis, Line};
pub use classical::{ClassicalSettings, LeafEvaluator};
pub use clock::Clock;
pub use engine::{Engine, Mind};
pub use game::{Amazons, Domineering, Playable};
pub use judge::{AmazonsJudge, DomineeringJudge, FinalScore, Judge};
pub use kind::{Kind, KindError};
pub use limits::{Deadline, MoveLimits};
pub use options::{Level, Options, seeded_random};
pub use strong::StrongSettings;
