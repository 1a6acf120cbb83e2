//! Hensgens' thesis: the solved 4x4 and 5x5 boards, the complexity of the game, and its tables of
//! matches, with as many games and as much time as one likes.

mod complexity;
mod matches;
mod small;

pub(super) use complexity::COMPLEXITY;
pub(super) use matches::{T1, T2, T3, T4, T5, T6, T7, T8};
pub(super) use small::{FIVE, FOUR};

/// Games for each row of a table of matches unless told otherwise.
const GAMES: u32 = 4;
