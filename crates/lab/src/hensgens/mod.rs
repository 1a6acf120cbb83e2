//! Hensgens' thesis: the solved 4x4 and 5x5 boards, the complexity of the game, and its tables of
//! matches, with as many games and as much time as one likes.

pub(crate) mod complexity;
pub(crate) mod lines;
pub(crate) mod matches;
mod series;
pub(crate) mod small;
mod widening;
