//! Players: engines that choose a move under a clock.
//!
//! An [`Engine`] plays Amazons or Domineering: set a position, think until the [`MoveLimits`] end
//! or a [`Cancel`](lastmove_work::Cancel) is set, read the [`Analysis`].
//!
//! ```
//! use lastmove_amazons::{Position, start};
//! use lastmove_player::{Engine, MoveLimits, EngineOptions};
//! use lastmove_work::Cancel;
//!
//! let diagram = start::parse("5x6").unwrap();
//! let position = Position::<u128>::from_diagram(&diagram).unwrap();
//! let mut engine = Engine::new(EngineOptions::default());
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

pub use analysis::{Analysis, AnalysisLine};
pub use classical::{ClassicalSettings, LeafEvaluator};
pub use clock::Clock;
pub use engine::Engine;
pub use game::{Amazons, AmazonsMemory, Domineering, DomineeringMemory, Playable, Thinker};
pub use judge::{FinalScore, Judge};
pub use kind::{KindError, PlayerKind};
pub use limits::{Deadline, MoveLimits};
pub use options::{EngineOptions, Level, seeded_random};
pub use strong::{Strong, StrongSettings};
