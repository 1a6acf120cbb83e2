//! Where a contestant sits during a game.

use crate::History;
use lastmove_board::Size;
use lastmove_player::{MoveLimits, Playable};
use lastmove_work::{Cancel, Count, Moment};
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
    /// which time all of this is
    pub(super) count: Count,
    /// when to give up waiting
    pub(super) deadline: Moment,
    pub(super) cancel: &'a Cancel,
}

impl Turn<'_> {
    /// The same with all times so many times as long.
    pub(super) fn stretched(mut self, by: f64) -> Self {
        let longer = |time: Duration| time.mul_f64(by);
        self.clocks = self.clocks.map(|clocks| clocks.map(longer));
        self.increment = longer(self.increment);
        self.limits.time = self.limits.time.map(longer);
        self
    }
}

/// Where a contestant sits. A seat that failed can begin a new game.
pub(super) trait Seat<P: Playable>: Send {
    /// Which game of the match comes next: what is left to chance differs from game to game.
    fn number(&mut self, _game: usize) {}

    /// Before a game, which may begin with moves of an opening.
    fn begin(&mut self, game: &History<P>, turn: &Turn<'_>) -> Result<(), Fault>;

    /// The move in the game's position; `None` is to resign.
    fn choose(&mut self, game: &History<P>, turn: &Turn<'_>) -> Result<Option<P::Move>, Fault>;

    /// The processor time that it has used since it was started, where that can be told.
    fn used(&self) -> Option<Duration>;

    /// By how much the times are stretched that it is told; `None` if it counts processor time by
    /// itself.
    fn stretch(&self) -> Option<f64>;

    /// What its last move took on the clock and on a core.
    fn note(&mut self, _clock: Duration, _cpu: Duration) {}
}

/// A program is told times on the clock. If it gets only part of a core, it is told longer times, so
/// that its processor time comes out right.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stretch {
    /// the share of a core that it had lately
    share: f64,
}

/// A program that hardly got a core has not been measured.
const LEAST_SHARE: f64 = 0.1;
/// Shorter moves say nothing.
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

/// A move from a program's answer.
pub(super) fn read_move<P: Playable>(size: Size, text: &str) -> Result<P::Move, Fault> {
    let shown: String = text.chars().take(60).collect();
    P::read_move(size, text)
        .map_err(|error| Fault::NoMove(format!("'{shown}' is no move: {error}")))
}
