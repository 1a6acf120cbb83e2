//! Where a contestant sits during a game.

use crate::{History, MoveLimits};
use lastmove_amazons::{Colour, Move};
use lastmove_board::Size;
use lastmove_work::Cancel;
use lastmove_work::Moment;
use std::time::Duration;

/// How a contestant fails.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Fault {
    /// its program ended, or said nothing that the protocol knows
    Crash(String),
    /// what it answered is no move
    NoMove(String),
    /// it did not answer in time
    Time,
    /// the match is over
    Cancelled,
}

/// What a contestant may use for its next move.
#[derive(Clone, Copy, Debug)]
pub(super) struct Turn<'a> {
    /// what the clocks of White and Black show
    pub(super) clocks: Option<[Duration; 2]>,
    /// added after every move
    pub(super) increment: Duration,
    pub(super) limits: MoveLimits,
    /// when to give up waiting
    pub(super) deadline: Moment,
    pub(super) cancel: &'a Cancel,
}

/// Where a contestant sits. A seat that failed can begin a new game.
pub(super) trait Seat: Send {
    /// Before a game, which may begin with moves of an opening.
    fn begin(&mut self, game: &History, colour: Colour, turn: &Turn<'_>) -> Result<(), Fault>;

    /// The move in the game's position; `None` is to resign.
    fn choose(&mut self, game: &History, turn: &Turn<'_>) -> Result<Option<Move>, Fault>;
}

/// A move from a program's answer.
pub(super) fn read_move(size: Size, text: &str) -> Result<Move, Fault> {
    let shown: String = text.chars().take(60).collect();
    lastmove_amazons::parse_move(size, text)
        .map_err(|error| Fault::NoMove(format!("'{shown}' is no move: {error}")))
}
