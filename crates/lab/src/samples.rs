//! The games that tables are measured on, by the one-ply player or by the strong player.

use crate::games::{Chance, play};
use crate::lab::start;
use crate::strong_games::StrongGames;
use crate::{Lab, LabError};
use lastmove_amazons::Position;
use lastmove_board::Geometry;
use lastmove_player::MoveLimits;
use std::str::FromStr;
use std::time::Duration;

/// The player of the games that tables are measured on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PlayedBy {
    /// a player that looks one move ahead; a game takes milliseconds
    #[default]
    OnePly,
    /// the strong player, by processor time
    Strong,
}

impl PlayedBy {
    /// Their names on the command line.
    pub const NAMES: [&str; 2] = ["one-ply", "strong"];
}

impl FromStr for PlayedBy {
    type Err = LabError;

    fn from_str(name: &str) -> Result<Self, LabError> {
        match name {
            "one-ply" => Ok(Self::OnePly),
            "strong" => Ok(Self::Strong),
            _ => Err(LabError::failed(format!("{name}: expected {}", Self::NAMES.join(" or ")))),
        }
    }
}

/// A game: its start and the position after each move.
pub(crate) type Sample = Vec<Position<u64>>;

impl Lab<'_> {
    /// The first games on a board, the same for the same settings.
    pub(crate) fn games(&self, board: &str, count: u32) -> Result<Vec<Sample>, LabError> {
        if self.settings.player == PlayedBy::Strong {
            let time = Some(Duration::from_secs_f64(self.settings.strong_seconds()));
            let limits = MoveLimits { time, ..MoveLimits::default() };
            return StrongGames::new(self, board, limits, self.terms()).first(count as usize);
        }
        let (geometry, start): (Geometry<u64>, Position<u64>) = start(board)?;
        let seed = |game: u32| self.settings.seed.wrapping_add(u64::from(game) << 32);
        Ok((0..count).map(|game| play(&geometry, &start, &mut Chance::new(seed(game)))).collect())
    }

    /// The strong player's terms, which are stored in the files of its games.
    fn terms(&self) -> String {
        let (seconds, seed) = (self.settings.strong_seconds(), self.settings.seed);
        format!("{seconds} s of processor time a move, seed {seed}")
    }

    /// The player in words, for the notes of a table.
    pub(crate) fn played_by(&self) -> String {
        match self.settings.player {
            PlayedBy::OnePly => format!("by a one-ply player, seed {}", self.settings.seed),
            PlayedBy::Strong => format!("by the strong player, {}", self.terms()),
        }
    }
}
