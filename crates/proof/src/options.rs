//! Options for writing a certificate, and the results.

use crate::claim::{Game, Position};
use crate::rules::Move;
use crate::sorted::Place;
use crate::threads;
use std::fmt;
use std::fs::File;
use std::io;
use thiserror::Error;

/// Knows the winner's moves. A closure from positions to moves is a strategy too.
pub trait Strategy {
    /// A move that wins for the side to move of `position`, which is the claimed winner; `None` if
    /// there is none, or none is known. Positions are normal forms: mirrored or turned, with areas
    /// that no longer matter burnt.
    ///
    /// # Errors
    /// If it was stopped before it found a move; the writing then ends with
    /// [`WriteError::Stopped`].
    fn winning_move(&mut self, position: &Position) -> Result<Option<Move>, Interrupted>;

    /// Some winning moves for each of many positions of one level: the writer takes the one that
    /// leaves the least to prove. For strategies that can use more than one core, or know more than
    /// one move.
    ///
    /// # Errors
    /// As [`Strategy::winning_move`].
    fn winning_moves(&mut self, positions: &[Position]) -> Result<Vec<Vec<Move>>, Interrupted> {
        let moves = |position| Ok(self.winning_move(position)?.into_iter().collect());
        positions.iter().map(moves).collect()
    }
}

impl<F: FnMut(&Position) -> Option<Move>> Strategy for F {
    fn winning_move(&mut self, position: &Position) -> Result<Option<Move>, Interrupted> {
        Ok(self(position))
    }
}

/// The strategy was stopped before it had an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("stopped before the end")]
pub struct Interrupted;

/// Options of the writer. They do not change the file that is written.
#[derive(Clone, Copy)]
pub struct WriteOptions<'a> {
    /// threads; 0 for one per core, and 1 for the calling one
    pub threads: usize,
    /// bytes of memory of the writer, without the strategy's own
    pub memory: u64,
    /// makes a temporary file that is deleted when it is closed; without it, parts of a join that
    /// do not fit in memory cause [`WriteError::Memory`]
    pub files: Option<&'a (dyn Fn() -> io::Result<File> + Sync)>,
}

impl Default for WriteOptions<'_> {
    fn default() -> Self {
        Self { threads: 0, memory: 1 << 30, files: None }
    }
}

impl fmt::Debug for WriteOptions<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("WriteOptions")
            .field("threads", &self.threads)
            .field("memory", &self.memory)
            .finish_non_exhaustive()
    }
}

impl<'a> WriteOptions<'a> {
    /// The least `memory` that suffices for these threads if temporary files can be made.
    pub fn least_memory(&self) -> u64 {
        let threads = threads::number(self.threads) as u64;
        // One block as entries, as bytes and packed; the own data of each thread; and levels.
        (24 << 20) + (threads << 18)
    }

    /// How the memory is divided.
    pub(crate) fn room(&self) -> Result<Room, WriteError> {
        let needed = self.least_memory();
        if self.memory < needed {
            return Err(WriteError::Memory { needed });
        }
        Ok(Room((self.memory - needed + (8 << 20)) as usize))
    }
}

/// Memory, in bytes, for data that grows with the certificate: two levels at a time, the replies
/// that lead from one to the other, the moves of the parts of a join, and the caches of the rules.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Room(pub(crate) usize);

impl Room {
    /// The share for the moves of the parts of a join.
    pub(crate) fn set<'a>(self, options: &WriteOptions<'a>) -> Place<'a> {
        Place { room: self.0 / 4, files: options.files, needed: 2 * options.memory }
    }

    /// The share of the caches of the rules, in bytes, and the room that is left. In Domineering
    /// the values of small parts are worth more than levels, which can go to files; in Amazons
    /// little is cached.
    pub(crate) fn divided(self, game: Game) -> (usize, Self) {
        let memo = match game {
            Game::Amazons => (self.0 / 16).min(1 << 22),
            Game::Domineering => self.0 / 2,
        };
        (memo, Self(self.0 - memo))
    }
}

/// What was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Written {
    /// positions of all levels
    pub positions: u64,
    /// of these, positions in which the winner's move is stored
    pub moves: u64,
    /// levels, of all claims
    pub levels: usize,
    /// the size of the file
    pub bytes: u64,
    /// the SHA-256 of the file, as `sha256sum` prints it
    pub hash: [u8; 32],
}

/// Why no certificate was written.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum WriteError {
    /// The strategy knows no winning move.
    #[error("the strategy knows no winning move in {0}")]
    NoMove(Position),
    /// The strategy returned an illegal move.
    #[error("the strategy's move {mv} is illegal in {position}")]
    IllegalMove {
        /// the position
        position: Position,
        /// the move
        mv: Move,
    },
    /// A certificate to be joined is not valid by itself, or is about something else.
    #[error("part {number} cannot be joined: {reason}")]
    Part {
        /// its number, from 1
        number: usize,
        /// why
        reason: String,
    },
    /// The parts of what an earlier run wrote contradict each other.
    #[error("what was begun cannot be finished: {0}; remove it")]
    Begun(String),
    /// There is no claim, there are too many, or two that are not about one Domineering position.
    #[error(
        "a certificate makes one claim, or two about a Domineering position with either player first"
    )]
    Claims,
    /// Writing failed.
    #[error("writing failed: {0}")]
    Write(#[from] io::Error),
    /// A level does not fit in memory and temporary files cannot be made; or the memory is less
    /// than [`WriteOptions::least_memory`].
    #[error("writing the certificate needs at least {needed} bytes of memory")]
    Memory {
        /// how many bytes, at least
        needed: u64,
    },
    /// The progress callback asked to stop, or the strategy was stopped.
    #[error("stopped before the end")]
    Stopped,
}

impl From<Interrupted> for WriteError {
    fn from(_: Interrupted) -> Self {
        Self::Stopped
    }
}
