//! The arguments of `go`.

use lastmove_player::{Clock, MoveLimits};
use std::time::Duration;

/// The arguments of `go`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Go {
    /// without a clock: time for this move
    movetime: Option<Duration>,
    /// the clocks of White and Black
    time: [Option<Duration>; 2],
    increment: [Duration; 2],
    movestogo: Option<u32>,
    nodes: Option<u64>,
    depth: Option<u32>,
    /// think until told to stop
    pub(super) infinite: bool,
    /// think until told that the move was played
    pub(super) ponder: bool,
    /// count the moves to this depth instead
    pub(super) perft: Option<u32>,
}

impl Go {
    /// Reads the arguments of `go`. Unknown words are skipped, as the protocol requires.
    pub(super) fn read(words: &[&str]) -> Result<Self, String> {
        let mut go = Self::default();
        let mut words = words.iter();
        while let Some(&word) = words.next() {
            let mut number = || {
                let text = words.next().ok_or_else(|| format!("go {word}: expected a number"))?;
                text.parse::<i64>().map_err(|_| format!("go {word}: '{text}' is not a number"))
            };
            // A negative time is an overstepped clock, and counts as zero.
            let time = |n: i64| Duration::from_millis(n.max(0).unsigned_abs());
            let count = |n: i64| u32::try_from(n.max(1)).unwrap_or(u32::MAX);
            match word {
                "infinite" => go.infinite = true,
                "ponder" => go.ponder = true,
                "movetime" => go.movetime = Some(time(number()?)),
                "wtime" => go.time[0] = Some(time(number()?)),
                "btime" => go.time[1] = Some(time(number()?)),
                "winc" => go.increment[0] = time(number()?),
                "binc" => go.increment[1] = time(number()?),
                "movestogo" => go.movestogo = Some(count(number()?)),
                "nodes" => go.nodes = Some(number()?.max(1).unsigned_abs()),
                "depth" => go.depth = Some(count(number()?)),
                "perft" => go.perft = Some(count(number()?)),
                _ => {}
            }
        }
        Ok(go)
    }

    /// The limits for a move of one side, 0 for White; `usual` if `go` has none.
    pub(super) fn limits(&self, side: usize, empty: u32, usual: &MoveLimits) -> MoveLimits {
        let clock = Clock {
            remaining: self.time[side],
            increment: self.increment[side],
            byoyomi: None,
            per_move: self.movetime,
        };
        let time = clock.time_for(empty).map(|time| match (self.movestogo, clock.remaining) {
            // The clock is reset after `moves` moves, so an even share may be used.
            (Some(moves), Some(left)) => {
                let share = left.div_f64(f64::from(moves) + 0.5).min(left.mul_f64(0.9));
                time.max(share).min(self.movetime.unwrap_or(Duration::MAX))
            }
            _ => time,
        });
        let limits = MoveLimits { time, nodes: self.nodes, depth: self.depth };
        if limits == MoveLimits::default() { *usual } else { limits }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Go, String> {
        Go::read(&text.split_whitespace().collect::<Vec<_>>())
    }

    #[test]
    fn limits() {
        let usual = MoveLimits { nodes: Some(7), ..MoveLimits::default() };
        let limits = |text: &str| read(text).unwrap().limits(1, 80, &usual);
        assert_eq!(limits(""), usual);
        assert_eq!(limits("depth 3").depth, Some(3));
        assert_eq!(limits("nodes 100").nodes, Some(100));
        let ms = Duration::from_millis;
        assert!(limits("movetime 200").time.unwrap() < ms(200));
        let black = limits("wtime 1 btime 60000 winc 0 binc 1000").time.unwrap();
        assert!(black > ms(1000) && black < ms(6000), "{black:?}");
        assert_eq!(limits("wtime 5 btime -30").time, Some(ms(0)));
        assert!(limits("btime 1000 movestogo 1").time.unwrap() < ms(1000));
        assert!(read("infinite").unwrap().infinite && read("ponder wtime 3").unwrap().ponder);
        assert!(read("movetime").is_err() && read("depth x").is_err());
    }
}
