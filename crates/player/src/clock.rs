//! How long to think about one move, from what a clock shows.

use std::time::Duration;

/// What a player's clock shows at the start of a turn.
///
/// ```
/// use lastmove_player::Clock;
/// use std::time::Duration;
/// let clock = Clock { remaining: Some(Duration::from_secs(60)), ..Clock::default() };
/// // Early in a game of 10x10 there are some 40 moves to come.
/// let time = clock.time_for(92).unwrap();
/// assert!(time > Duration::from_secs(1) && time < Duration::from_secs(4));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Clock {
    /// main time left; `None` if there is no such limit
    pub remaining: Option<Duration>,
    /// added after every move
    pub increment: Duration,
    /// when the main time is used up: periods of this time, each for this number of moves
    pub byoyomi: Option<(Duration, u32)>,
    /// no move may take longer
    pub per_move: Option<Duration>,
}

/// Time reserved for sending a move and waking threads.
const OVERHEAD: Duration = Duration::from_millis(15);

impl Clock {
    /// A fixed time for every move.
    pub fn per_move(time: Duration) -> Self {
        Self { per_move: Some(time), ..Self::default() }
    }

    /// How long to think about a move on a board with this number of empty squares; `None` is
    /// without limit. The time leaves room for work outside the search, so that the clock is never
    /// overstepped.
    pub fn time_for(&self, empty_squares: u32) -> Option<Duration> {
        let safe = |time: Duration| {
            let margin = OVERHEAD.max(time.mul_f64(0.02)).min(time.mul_f64(0.5));
            time.saturating_sub(margin)
        };
        let from_clock = match (self.remaining, self.byoyomi) {
            (None, None) => None,
            (remaining, byoyomi) => {
                let main = remaining.unwrap_or_default();
                // Each side fills about half of the empty squares; the last third of the game is
                // filling territory, which takes no time. Games are lost in the opening, so early
                // moves get more time.
                let moves = (f64::from(empty_squares) / 3.0).max(2.0);
                let share = main.div_f64(moves) + self.increment.mul_f64(0.8);
                let period = byoyomi.map_or(Duration::ZERO, |(time, n)| time / n.max(1));
                // One move may take at most the main time plus one period.
                Some(safe((share + period).min(safe(main) + period)))
            }
        };
        [from_clock, self.per_move.map(safe)].into_iter().flatten().min()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn a_move_never_takes_more_than_the_clock_has(
            main in 0u64..100_000, inc in 0u64..5_000, period in 1u64..5_000, n in 1u32..20,
            most in 1u64..10_000, empty in 0u32..120,
        ) {
            let ms = Duration::from_millis;
            let fischer = Clock { remaining: Some(ms(main)), increment: ms(inc), ..Clock::default() };
            prop_assert!(fischer.time_for(empty).unwrap() <= ms(main));
            let canadian =
                Clock { remaining: Some(ms(main)), byoyomi: Some((ms(period), n)), ..Clock::default() };
            prop_assert!(canadian.time_for(empty).unwrap() < ms(main + period));
            let capped = Clock { per_move: Some(ms(most)), ..fischer };
            prop_assert!(capped.time_for(empty).unwrap() < ms(most));
        }
    }

    #[test]
    fn no_limit_is_no_limit() {
        assert_eq!(Clock::default().time_for(80), None);
        let second = Clock::per_move(Duration::from_secs(1)).time_for(80).unwrap();
        assert!(second > Duration::from_millis(950) && second < Duration::from_secs(1));
    }

    #[test]
    fn a_whole_game_fits_the_main_time() {
        let mut left = Duration::from_secs(30);
        for moved in 0..46 {
            let clock = Clock { remaining: Some(left), ..Clock::default() };
            left -= clock.time_for(92 - 2 * moved).unwrap();
        }
        assert!(left > Duration::ZERO);
    }
}
