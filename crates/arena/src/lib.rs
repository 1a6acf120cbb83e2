//! Games between players: the engine for programs that speak the protocols [`gtp`] and [`uci`];
//! [`mod@matches`] and tournaments of our players and other programs, with a referee and
//! statistics; [`review_game`], which finds what each move of a game gave away; and [`History`], a
//! game in progress.
//!
//! ```
//! use lastmove_amazons::{ParseOn, start};
//! use lastmove_arena::History;
//! use lastmove_player::Amazons;
//!
//! let mut game = History::<Amazons>::new(&start::parse("5x6").unwrap()).unwrap();
//! game.play("b1-b4/d4".parse_on(game.size()).unwrap()).unwrap();
//! assert_eq!(game.moves().len(), 1);
//! ```

mod explorer;
mod game_review;
pub mod gtp;
mod history;
mod input_lines;
pub mod matches;
mod review;
mod session_settings;
pub mod uci;

pub use explorer::{ExploredPosition, ExplorerFile, OpeningExplorer};
pub use game_review::{ReviewedMove, review_game};
pub use history::History;
pub use review::{MoveMark, ReviewEvent, SECOND_LOOK, review};
pub use session_settings::SessionSettings;
