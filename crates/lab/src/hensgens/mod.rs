//! Hensgens' thesis: the solved 4x4 and 5x5 boards, the complexity of the game, and its tables of
//! matches, with any number of games and any time for a move.

pub(crate) mod complexity;
mod judge;
pub(crate) mod lines;
pub(crate) mod matches;
mod series;
pub(crate) mod small;
pub(crate) mod start;
mod widening;
