//! Matches between players of this project and other programs, with a referee and statistics.
//!
//! Games come in pairs: both start from the same opening, and the contestants change colours. Other
//! programs speak GTP or UCI over pipes.
//!
//! ```
//! use lastmove_arena::matches::{Match, elo};
//! use lastmove_player::MoveLimits;
//! use lastmove_work::Cancel;
//!
//! let mut duel = Match::new(["strong:keep=20".parse().unwrap(), "strong:level=1".parse().unwrap()]);
//! duel.board = lastmove_amazons::start::parse("5x5").unwrap();
//! duel.games = 2;
//! duel.terms.limits = MoveLimits { nodes: Some(20), ..MoveLimits::default() };
//! let played = duel.run(&[], &Cancel::new(), &|_| {}).unwrap();
//! let wins = played.iter().filter(|game| game.winner == 0).count();
//! println!("{} Elo", elo(wins, played.len() - wins).value);
//! ```

mod contestant;
mod gtp;
mod match_player;
mod opening;
mod opening_maker;
mod own;
mod pairs;
mod process;
mod program;
mod referee;
mod run;
mod statistics;
mod tournament;
mod uci;

pub use contestant::Contestant;
pub use opening::{OpeningSuite, OpeningSuiteError, Openings};
pub use opening_maker::OpeningMaker;
pub use pairs::PairCounts;
pub use referee::{Adjudication, EndReason, MatchTerms, PlayedGame};
pub use run::{Match, MatchError};
pub use statistics::{Elo, Sprt, elo, expected_score};
pub use tournament::{ContestantScore, ContestantStanding, TournamentStyle, pairings, standings};
