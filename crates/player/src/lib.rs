//! Players: engines that choose a move under a clock.
//!
//! [`Engine`] plays Amazons, [`DomineeringEngine`] plays Domineering. Both have the same shape: set
//! a position, think within [`Limits`] until somebody [cancels](lastmove_work::Cancel), read the
//! [`Report`].
//!
//! ```
//! use lastmove_amazons::{Position, start};
//! use lastmove_player::{Engine, Limits, Options};
//! use lastmove_work::Cancel;
//!
//! let diagram = start::parse("5x6").unwrap();
//! let position = Position::<u128>::from_diagram(&diagram).unwrap();
//! let mut engine = Engine::new(Options::default());
//! engine.set_position(diagram.size(), &position);
//! let limits = Limits { nodes: Some(50), ..Limits::default() };
//! let report = engine.think(&limits, &Cancel::new(), &mut |_| {});
//! println!("{} wins {:.0} %", report.best.unwrap().display(diagram.size()), 100.0 * report.win);
//! ```

pub mod arena;
mod classical;
mod clock;
mod domineering;
mod endgame;
mod engine;
pub mod eval;
mod game;
pub mod gtp;
mod judge;
mod kind;
mod limits;
mod lines;
pub mod matches;
mod options;
mod random;
mod report;
mod strong;
pub mod uci;

pub use classical::{ClassicalSettings, Judge};
pub use clock::Clock;
pub use domineering::{DomineeringEngine, DomineeringReport};
pub use engine::Engine;
pub use game::Game;
pub use kind::{Kind, KindError};
pub use limits::Limits;
pub use options::{Level, Options};
pub use report::{Line, Report};
pub use strong::StrongSettings;
