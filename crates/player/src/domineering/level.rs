//! What the levels of the Domineering player see.
//!
//! A level misjudges every move by a random error, and looks ahead by an odd number of plies: at even
//! depths the judgement flatters whoever moved last, and play is weaker. The solver is so strong that
//! five nodes of it make a level of their own. Each level wins about 70 of 100 games on 8x8 against
//! the one below.

use crate::Level;

/// How far a level sees.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Sight {
    /// by how many moves it misjudges a move, as a standard deviation
    pub(super) error: f64,
    /// plies that it looks ahead
    pub(super) depth: u32,
    /// nodes of its solver; `None` for as many as the limits of the move allow
    pub(super) solver: Option<u64>,
}

impl Sight {
    /// Level 1 plays nearly at random, level 10 as well as it can.
    pub(super) fn of(level: Level) -> Self {
        let (error, depth, solver) = match level.number() {
            1 => (20.0, 1, Some(0)),
            2 => (3.6, 1, Some(0)),
            3 => (2.3, 1, Some(0)),
            4 => (1.5, 1, Some(0)),
            5 => (1.0, 1, Some(0)),
            6 => (0.65, 1, Some(0)),
            7 => (0.55, 3, Some(0)),
            8 => (0.32, 3, Some(0)),
            9 => (0.2, 3, Some(5)),
            _ => (0.0, 64, None),
        };
        Self { error, depth, solver }
    }
}
