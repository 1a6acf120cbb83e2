//! How an engine is set up.

use crate::PlayerKind;
use lastmove_board::mix;
use lastmove_endgame::Databases;
use lastmove_work::{Count, Random};
use std::fmt;
use std::sync::Arc;

/// How an engine is set up. The default is the strongest player with one thread.
#[derive(Clone, Debug)]
pub struct EngineOptions {
    /// threads that think about one move
    pub threads: usize,
    /// bytes for tree and tables
    pub memory: u64,
    /// playing strength
    pub level: Level,
    /// endgame databases
    pub databases: Option<Arc<Databases>>,
    /// seed of the random numbers
    pub seed: u64,
    /// which player
    pub kind: PlayerKind,
    /// whether time limits mean wall-clock or processor time
    pub count: Count,
}

impl Default for EngineOptions {
    fn default() -> Self {
        Self {
            threads: 1,
            memory: 1 << 28,
            level: Level::FULL,
            databases: None,
            seed: 1,
            kind: PlayerKind::default(),
            count: Count::Clock,
        }
    }
}

/// A random number generator for players and matches. The seed is mixed first, so that the numbers
/// of neighbouring seeds are unrelated.
pub fn seeded_random(seed: u64) -> Random {
    Random::new(mix(seed ^ 0x6c61_7374_6d6f_7665))
}

/// Strength, from 1 (beginner) to 10 (full strength).
///
/// ```
/// use lastmove_player::Level;
/// assert_eq!(Level::new(10), Some(Level::FULL));
/// assert_eq!(Level::new(11), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Level(u8);

impl Level {
    /// The weakest.
    pub const BEGINNER: Self = Self(1);
    /// The strongest.
    pub const FULL: Self = Self(10);

    /// A level from 1 to 10.
    pub fn new(level: u8) -> Option<Self> {
        (1..=10).contains(&level).then_some(Self(level))
    }

    /// 1 to 10.
    pub fn number(self) -> u8 {
        self.0
    }

    /// The most nodes that this level searches for one move of Amazons; `None` is no limit. The
    /// levels of Domineering are separate.
    pub fn nodes(self) -> Option<u64> {
        match self.0 {
            10 => None,
            level => Some([2, 4, 8, 20, 60, 160, 500, 1700, 7000][usize::from(level) - 1]),
        }
    }

    /// How many moves of Amazons this level considers: those that its search visited most, then
    /// those with the best static value.
    pub fn considered(self) -> usize {
        [60, 50, 40, 30, 24, 18, 12, 8, 3, usize::MAX][self.0 as usize - 1]
    }

    /// The standard deviation, in moves, of the random error with which this level evaluates a move
    /// of Amazons.
    pub fn noise(self) -> f64 {
        [9.6, 6.4, 4.3, 2.85, 1.75, 1.35, 1.05, 0.7, 0.3, 0.0][self.0 as usize - 1]
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
