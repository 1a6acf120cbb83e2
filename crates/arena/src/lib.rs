//! Games between players: the protocols by which programs play, matches under a referee, reviews.
//!
//! | module or type | what it is |
//! | --- | --- |
//! | [`gtp`], [`uci`] | the engine for programs that speak these protocols |
//! | [`mod@matches`] | matches and tournaments of our players and other programs, and their statistics |
//! | [`review_game`] | what each move of a game gave away |
//! | [`History`] | a game in progress |

mod game_review;
pub mod gtp;
mod history;
mod input_lines;
pub mod matches;
mod review;
mod session_settings;
pub mod uci;

pub use game_review::{ReviewedMove, review_game};
pub use history::History;
pub use review::{MoveMark, ReviewEvent, SECOND_LOOK, review};
pub use session_settings::SessionSettings;
