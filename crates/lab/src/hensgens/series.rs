//! Series of games on 10x10 between players of the thesis.

use crate::arena::{Seat, play, random_moves};
use crate::lab::start;
use crate::{Error, Lab};
use lastmove_amazons::Colour;
use lastmove_player::{Engine, MoveLimits, Options};
use std::time::Duration;

/// Games of a series unless told otherwise.
pub(super) const GAMES: u32 = 4;

/// What the settings of a player are added to; later ones override those before.
const BASE: &str = "classical:rewards=1/2/3/4/5,rule=on,pvs=off,tt=off,";

/// The settings of a player and its seconds for a move.
type Timed<'p> = (&'p str, f64);

fn seat(lab: &Lab<'_>, (settings, seconds): Timed<'_>, seed: u64) -> Result<Seat, Error> {
    let kind = format!("{BASE}{settings}").parse().map_err(Error::failed)?;
    let limits =
        MoveLimits { time: Some(Duration::from_secs_f64(seconds)), ..MoveLimits::default() };
    let count = lab.settings.count;
    Ok(Seat::new(Engine::new(Options { kind, seed, count, ..Options::default() }), limits))
}

/// Games that were played.
#[derive(Default)]
pub(super) struct Series {
    /// of White and of Black
    pub(super) wins: [u64; 2],
    /// nodes of White and of Black
    pub(super) nodes: [u64; 2],
    /// their time, in seconds
    pub(super) seconds: [f64; 2],
    /// legal moves, summed by ply over all games, and the games that came so far
    branching: Vec<(u64, u64)>,
}

impl Series {
    /// Plays games of White against Black, each from the start after one random move of each side
    /// (the thesis' small random term alone repeats games at short times).
    pub(super) fn play(
        lab: &Lab<'_>,
        games: u32,
        [white, black]: [Timed<'_>; 2],
    ) -> Result<Self, Error> {
        let (geometry, start) = start("10x10")?;
        let mut series = Self::default();
        for game in 0..u64::from(games) {
            let mut position = start;
            let opening = random_moves(&geometry, &mut position, 2, game << 8);
            let mut seats = [seat(lab, white, 2 * game)?, seat(lab, black, 2 * game + 1)?];
            let ended = play(&geometry, &position, &mut seats, 0, false, lab.cancel)?;
            series.wins[usize::from(ended.winner == Colour::Black)] += 1;
            for (side, seat) in seats.iter().enumerate() {
                series.nodes[side] += seat.nodes;
                series.seconds[side] += seat.seconds;
            }
            // with the two moves of the opening
            for (ply, moves) in opening.into_iter().chain(ended.branching).enumerate() {
                if series.branching.len() <= ply {
                    series.branching.push((0, 0));
                }
                series.branching[ply].0 += moves;
                series.branching[ply].1 += 1;
            }
        }
        Ok(series)
    }

    /// The mean number of plies.
    pub(super) fn length(&self) -> f64 {
        let games = (self.wins[0] + self.wins[1]).max(1);
        self.branching.iter().map(|&(_, games)| games).sum::<u64>() as f64 / games as f64
    }

    /// The plies of the longest game.
    pub(super) fn plies(&self) -> usize {
        self.branching.len()
    }

    /// The mean number of moves at a ply.
    pub(super) fn branching_at(&self, ply: usize) -> f64 {
        let (sum, games) = self.branching.get(ply).copied().unwrap_or((0, 0));
        sum as f64 / games.max(1) as f64
    }

    /// The mean number of moves of White and of Black.
    pub(super) fn mean_branching(&self) -> [f64; 2] {
        [0, 1].map(|side| {
            let plies = self.branching.iter().skip(side).step_by(2);
            let (sum, count) = plies.fold((0, 0), |(a, b), &(sum, games)| (a + sum, b + games));
            sum as f64 / count.max(1) as f64
        })
    }
}
