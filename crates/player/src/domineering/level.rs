//! The levels of the Domineering player.
//!
//! A level misjudges every move by a random error, and looks ahead by an odd number of plies: at
//! even depths the evaluation favours the side that moved last, and play is weaker. The solver is
//! so strong that five nodes of it make another level. Each level wins about 70 of 100 games on 8x8
//! against the level below.

use crate::Level;

/// The strength of a level.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct LevelStrength {
    /// standard deviation, in moves, of the random error in its evaluation of a move
    pub(super) error: f64,
    /// plies of its look-ahead
    pub(super) depth: u32,
    /// most nodes of its solver; `None`: only the limits of the move apply
    pub(super) solver: Option<u64>,
}

impl LevelStrength {
    /// The strength of a level: level 1 plays nearly at random, level 10 as well as it can.
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
