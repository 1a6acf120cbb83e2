//! The interface between the referee and a contestant.

use super::program::Program;
use crate::History;
use lastmove_board::Size;
use lastmove_player::{MoveLimits, Playable};
use lastmove_work::{Cancel, Count, Moment};
use std::time::Duration;

/// How a contestant failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Fault {
    /// its program ended, or violated the protocol
    Crash(String),
    /// its answer is not a move
    NoMove(String),
    /// it did not answer in time
    Time,
    /// the match is over
    Cancelled,
}

/// The limits for a contestant's next move.
#[derive(Clone, Copy, Debug)]
pub(super) struct Turn<'a> {
    /// what the clocks of White and Black show
    pub(super) clocks: Option<[Duration; 2]>,
    /// time added after every move
    pub(super) increment: Duration,
    pub(super) limits: MoveLimits,
    /// whether these are wall-clock or processor times
    pub(super) count: Count,
    /// when to give up waiting
    pub(super) deadline: Moment,
    pub(super) cancel: &'a Cancel,
}

impl Turn<'_> {
    /// The same turn with all times multiplied by `by`.
    pub(super) fn stretched(mut self, by: f64) -> Self {
        let longer = |time: Duration| time.mul_f64(by);
        self.clocks = self.clocks.map(|clocks| clocks.map(longer));
        self.increment = longer(self.increment);
        self.limits.time = self.limits.time.map(longer);
        self
    }
}

/// A contestant as the referee sees it. After a fault it can begin a new game.
pub(super) trait MatchPlayer<P: Playable>: Send {
    /// Sets the number of the next game, so that random choices differ from game to game.
    fn number(&mut self, _game: usize) {}

    /// Prepares for a game, which may begin with moves of an opening.
    fn begin(&mut self, game: &History<P>, turn: &Turn<'_>) -> Result<(), Fault>;

    /// The move in the game's position; `None` is to resign.
    fn choose(&mut self, game: &History<P>, turn: &Turn<'_>) -> Result<Option<P::Move>, Fault>;

    /// The program that plays; `None` for a player of this project, which counts processor time
    /// itself.
    fn program(&mut self) -> Option<&mut Program> {
        None
    }
}

/// Reads a move from a program's answer.
pub(super) fn read_move<P: Playable>(size: Size, text: &str) -> Result<P::Move, Fault> {
    let shown: String = text.chars().take(60).collect();
    P::read_move(size, text)
        .map_err(|error| Fault::NoMove(format!("'{shown}' is not a move: {error}")))
}
