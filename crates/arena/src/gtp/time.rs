//! Time settings and the time left.

use super::moves::side_named;
use super::session::Reply;
use lastmove_board::Game;
use lastmove_player::Clock;
use std::time::Duration;

/// The clocks of both sides.
#[derive(Clone, Debug, Default)]
pub(super) struct Clocks {
    /// what each clock showed at the start; `None` without limits
    full: Option<Clock>,
    now: [Clock; 2],
}

impl Clocks {
    /// The clock of a side, if there is one.
    pub(super) fn clock(&self, seat: usize) -> Option<Clock> {
        self.full.map(|_| self.now[seat])
    }

    fn set(&mut self, full: Option<Clock>) -> Reply {
        self.full = full;
        self.now = [full.unwrap_or_default(); 2];
        Ok(String::new())
    }

    /// Resets both clocks to the start of a game.
    pub(super) fn reset(&mut self) {
        self.now = [self.full.unwrap_or_default(); 2];
    }

    /// Takes the time for a move off a clock.
    pub(super) fn spend(&mut self, seat: usize, time: Duration) {
        let Some(full) = self.full else { return };
        let clock = &mut self.now[seat];
        let main = clock.remaining.unwrap_or_default();
        clock.remaining = Some(main.saturating_sub(time) + clock.increment);
        let over = time.saturating_sub(main);
        let began = over > Duration::ZERO || main == Duration::ZERO;
        if let (Some((left, moves)), true) = (clock.byoyomi, began) {
            clock.byoyomi = match moves {
                0 | 1 => full.byoyomi,
                _ => Some((left.saturating_sub(over), moves - 1)),
            };
        }
    }

    /// `time_settings MAIN PERIOD MOVES`.
    pub(super) fn time_settings(&mut self, words: &[String]) -> Reply {
        let [main, period, moves] = words else {
            return Err("expected time_settings MAIN_SECONDS PERIOD_SECONDS MOVES".into());
        };
        let (main, period, moves) = (seconds(main)?, seconds(period)?, number(moves)?);
        self.set(canadian(main, period, moves))
    }

    /// `kgs-time_settings`, with the Fischer clock of `kata-time_settings`.
    pub(super) fn kgs_time_settings(&mut self, words: &[String]) -> Reply {
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let clock = match words[..] {
            ["none"] => None,
            ["absolute", main] => {
                Some(Clock { remaining: Some(seconds(main)?), ..Clock::default() })
            }
            ["byoyomi", main, period, periods] => {
                number(periods)?;
                canadian(seconds(main)?, seconds(period)?, 1)
            }
            ["canadian", main, period, moves] => {
                canadian(seconds(main)?, seconds(period)?, number(moves)?)
            }
            ["fischer", main, increment] => Some(Clock {
                remaining: Some(seconds(main)?),
                increment: seconds(increment)?,
                ..Clock::default()
            }),
            _ => {
                return Err("expected none, absolute MAIN, byoyomi MAIN PERIOD PERIODS, canadian \
                    MAIN PERIOD MOVES or fischer MAIN INCREMENT"
                    .into());
            }
        };
        self.set(clock)
    }

    /// `time_left COLOUR SECONDS MOVES`; moves are 0 in main time.
    pub(super) fn time_left(&mut self, game: Game, words: &[String]) -> Reply {
        let [colour, time, moves] = words else {
            return Err("expected time_left COLOUR SECONDS MOVES".into());
        };
        let seat = side_named(game, colour)?.seat();
        let (time, moves) = (seconds(time)?, number(moves)?);
        self.full.get_or_insert_default();
        let clock = &mut self.now[seat];
        if moves == 0 {
            clock.remaining = Some(time);
        } else {
            clock.remaining = Some(Duration::ZERO);
            clock.byoyomi = Some((time, moves));
        }
        Ok(String::new())
    }
}

/// A Canadian clock: a period for a number of moves. A period for no moves means no limit.
fn canadian(main: Duration, period: Duration, moves: u32) -> Option<Clock> {
    let byoyomi = (period > Duration::ZERO).then_some((period, moves));
    if period > Duration::ZERO && moves == 0 {
        return None;
    }
    Some(Clock { remaining: Some(main), byoyomi, ..Clock::default() })
}

fn seconds(text: &str) -> Result<Duration, String> {
    let seconds: f64 = text.parse().map_err(|_| format!("'{text}' is not a time in seconds"))?;
    // A negative time is an overstepped clock, and counts as zero. (`max` would turn NaN into
    // zero.)
    Duration::try_from_secs_f64(if seconds < 0.0 { 0.0 } else { seconds })
        .map_err(|_| format!("'{text}' is not a time in seconds"))
}

fn number(text: &str) -> Result<u32, String> {
    text.parse().map_err(|_| format!("'{text}' is not a number of moves"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<String> {
        text.split_whitespace().map(str::to_owned).collect()
    }

    #[test]
    fn clocks_run_down() {
        let second = Duration::from_secs;
        let mut clocks = Clocks::default();
        assert_eq!(clocks.clock(0), None);
        clocks.time_settings(&words("10 6 2")).unwrap();
        let byoyomi = Some((second(6), 2));
        let left = |clocks: &Clocks| {
            let clock = clocks.clock(0).unwrap();
            (clock.remaining.unwrap(), clock.byoyomi)
        };
        assert_eq!(left(&clocks), (second(10), byoyomi));
        clocks.spend(0, second(4));
        assert_eq!(left(&clocks), (second(6), byoyomi));
        clocks.spend(0, second(7));
        assert_eq!(left(&clocks), (second(0), Some((second(5), 1))));
        clocks.spend(0, second(2));
        assert_eq!(left(&clocks), (second(0), byoyomi));
        clocks.time_left(Game::Amazons, &words("w 3.5 1")).unwrap();
        assert_eq!(left(&clocks).1, Some((Duration::from_millis(3500), 1)));
        clocks.reset();
        assert_eq!(left(&clocks), (second(10), byoyomi));
        clocks.time_settings(&words("0 1 0")).unwrap();
        assert_eq!(clocks.clock(1), None);
    }

    #[test]
    fn nonsense_is_refused() {
        let mut clocks = Clocks::default();
        for text in ["", "1 2", "x 1 1", "1 1 -1", "nan 0 0", "inf 0 0"] {
            assert!(clocks.time_settings(&words(text)).is_err(), "{text}");
        }
        assert!(clocks.kgs_time_settings(&words("byoyomi 3")).is_err());
        assert!(clocks.kgs_time_settings(&words("byoyomi 3 2 5")).is_ok());
        assert!(clocks.time_left(Game::Amazons, &words("w -2 0")).is_ok());
        assert_eq!(clocks.clock(0).unwrap().remaining, Some(Duration::ZERO));
    }
}
