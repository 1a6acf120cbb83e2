//! The interface between the referee and a contestant.

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
pub(super) trait Seat<P: Playable>: Send {
    /// Sets the number of the next game, so that random choices differ from game to game.
    fn number(&mut self, _game: usize) {}

    /// Prepares for a game, which may begin with moves of an opening.
    fn begin(&mut self, game: &History<P>, turn: &Turn<'_>) -> Result<(), Fault>;

    /// The move in the game's position; `None` is to resign.
    fn choose(&mut self, game: &History<P>, turn: &Turn<'_>) -> Result<Option<P::Move>, Fault>;

    /// The processor time that the contestant has used since its start, if it is known.
    fn used(&self) -> Option<Duration>;

    /// The factor by which the times sent to it are stretched; `None` if it counts processor time
    /// by itself.
    fn stretch(&self) -> Option<f64>;

    /// Notes the wall-clock and processor time of its last move.
    fn note(&mut self, _clock: Duration, _cpu: Duration) {}
}

/// A program is sent wall-clock times. If it gets only part of a core, the times sent are longer,
/// so that its processor time comes out right.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stretch {
    /// the share of a core that the program had recently
    share: f64,
}

/// The least share of a core that is assumed.
const LEAST_SHARE: f64 = 0.1;
/// Shorter moves are not measured.
const SHORTEST: Duration = Duration::from_millis(10);

impl Stretch {
    pub(super) fn new() -> Self {
        Self { share: 1.0 }
    }

    pub(super) fn factor(self) -> f64 {
        1.0 / self.share
    }

    pub(super) fn note(&mut self, clock: Duration, cpu: Duration) {
        if clock >= SHORTEST {
            let share = (cpu.as_secs_f64() / clock.as_secs_f64()).clamp(LEAST_SHARE, 1.0);
            self.share += 0.3 * (share - self.share);
        }
    }
}

/// Reads a move from a program's answer.
pub(super) fn read_move<P: Playable>(size: Size, text: &str) -> Result<P::Move, Fault> {
    let shown: String = text.chars().take(60).collect();
    P::read_move(size, text)
        .map_err(|error| Fault::NoMove(format!("'{shown}' is no move: {error}")))
}
