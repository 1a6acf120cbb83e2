//! Series of games on 10x10 between players of the thesis.
//!
//! A series grows game by game in a file. Rows and tables with the same players share it: the
//! thesis played it on two machines, and counted moves in one table and plies in another.

use crate::duel::{Duellist, play, random_moves};
use crate::kept::Kept;
use crate::lab::start;
use crate::{Lab, LabError};
use lastmove_amazons::{Colour, Position};
use lastmove_board::Geometry;
use lastmove_player::{Engine, EngineOptions, MoveLimits};
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// Games of a series by default.
pub(super) const GAMES: u32 = 4;

/// The base settings, to which a player's settings are appended; later ones override earlier ones.
const BASE: &str = "classical:rewards=1/2/3/4/5,rule=on,pvs=off,tt=off,";

/// A player's settings and its seconds for a move.
type Timed<'p> = (&'p str, f64);

fn duellist(
    lab: &Lab<'_>,
    (settings, seconds): Timed<'_>,
    seed: u64,
) -> Result<Duellist, LabError> {
    let kind = format!("{BASE}{settings}").parse().map_err(LabError::failed)?;
    let limits =
        MoveLimits { time: Some(Duration::from_secs_f64(seconds)), ..MoveLimits::default() };
    let count = lab.settings.count;
    Ok(Duellist::new(
        Engine::new(EngineOptions { kind, seed, count, ..EngineOptions::default() }),
        limits,
    ))
}

/// The plies played at random at the beginning of a game, one of each side.
pub(super) const RANDOM_PLIES: u64 = 2;

/// The name of a series in its file: everything on which its games depend.
fn name(lab: &Lab<'_>, players: [Timed<'_>; 2], random_plies: u64) -> String {
    let [white, black] = players.map(|(settings, seconds)| format!("{settings} {seconds} s"));
    let begun = match random_plies {
        RANDOM_PLIES => String::new(),
        plies => format!(", {plies} random plies"),
    };
    format!("{white} against {black}, {} time{begun}", lab.settings.count)
}

/// Games that are finished.
#[derive(Default, Serialize, Deserialize)]
pub(super) struct Series {
    /// of White and of Black
    pub(super) wins: [u64; 2],
    /// nodes of White and of Black
    pub(super) nodes: [u64; 2],
    /// their time, in seconds
    pub(super) seconds: [f64; 2],
    /// legal moves at each ply, summed over all games, and the games that reached the ply
    branching: Vec<(u64, u64)>,
    /// of the mean number of legal moves of White and of Black in a game, and of its plies: the
    /// sums of these numbers and of their squares, with the number of games counted
    #[serde(default)]
    spread: (u64, [[f64; 2]; 3]),
}

impl Series {
    /// At least `games` games of White against Black: the stored ones, then new ones, each stored
    /// as soon as it is over. Games begin with random plies, since with the thesis' small random
    /// term alone games with short times repeat.
    pub(super) fn play(
        lab: &Lab<'_>,
        games: u32,
        players: [Timed<'_>; 2],
        random_plies: u64,
    ) -> Result<Self, LabError> {
        let (geometry, start) = start("10x10")?;
        let name = name(lab, players, random_plies);
        let mut kept = lab.settings.series.as_deref().map(Kept::read).transpose()?;
        let found = kept.as_ref().map(|kept| kept.measured(&name)).transpose()?;
        let mut series: Self = found.flatten().unwrap_or_default();
        let stage = lab.stage("games", games as usize);
        stage.advance(series.games().min(u64::from(games)));
        let missing = series.games() as usize..games as usize;
        let game =
            |number| Game::play(lab, (&geometry, &start), players, number as u64, random_plies);
        lab.in_order(missing, game, |game| {
            series.add(&game);
            stage.advance(1);
            kept.as_mut().map_or(Ok(()), |kept| kept.keep_measured(&name, &series))
        })?;
        Ok(series)
    }

    fn add(&mut self, game: &Game) {
        self.wins[usize::from(game.winner == Colour::Black)] += 1;
        for (side, duellist) in game.duellists.iter().enumerate() {
            self.nodes[side] += duellist.nodes;
            self.seconds[side] += duellist.seconds;
        }
        for (ply, moves) in game.branching.iter().enumerate() {
            if self.branching.len() <= ply {
                self.branching.push((0, 0));
            }
            self.branching[ply].0 += moves;
            self.branching[ply].1 += 1;
        }
        let mean = |side: usize| {
            let moves: Vec<u64> = game.branching.iter().skip(side).step_by(2).copied().collect();
            moves.iter().sum::<u64>() as f64 / moves.len().max(1) as f64
        };
        let numbers = [mean(0), mean(1), game.branching.len() as f64];
        self.spread.0 += 1;
        for (sums, number) in self.spread.1.iter_mut().zip(numbers) {
            *sums = [sums[0] + number, sums[1] + number * number];
        }
    }

    /// The standard deviation of a single game, as a part of the mean: of the mean number of legal
    /// moves of White, that of Black, and the plies.
    pub(super) fn spread(&self) -> [f64; 3] {
        let (games, sums) = &self.spread;
        let n = (*games).max(2) as f64;
        sums.map(|[sum, squares]| {
            let mean = (sum / n).max(1.0);
            ((squares / n - mean * mean).max(0.0) * n / (n - 1.0)).sqrt() / mean
        })
    }

    /// The number of games.
    pub(super) fn games(&self) -> u64 {
        self.wins[0] + self.wins[1]
    }

    /// The mean number of plies.
    pub(super) fn length(&self) -> f64 {
        let plies: u64 = self.branching.iter().map(|&(_, games)| games).sum();
        plies as f64 / self.games().max(1) as f64
    }

    /// The plies of the longest game.
    pub(super) fn plies(&self) -> usize {
        self.branching.len()
    }

    /// The mean number of legal moves at a ply.
    pub(super) fn branching_at(&self, ply: usize) -> f64 {
        let (sum, games) = self.branching.get(ply).copied().unwrap_or((0, 0));
        sum as f64 / games.max(1) as f64
    }

    /// The mean number of legal moves of White and of Black.
    pub(super) fn mean_branching(&self) -> [f64; 2] {
        [0, 1].map(|side| {
            let plies = self.branching.iter().skip(side).step_by(2);
            let (sum, count) = plies.fold((0, 0), |(a, b), &(sum, games)| (a + sum, b + games));
            sum as f64 / count.max(1) as f64
        })
    }
}

/// One game of a series.
struct Game {
    winner: Colour,
    /// White and Black, with the resources they have used
    duellists: [Duellist; 2],
    /// the number of legal moves at every ply
    branching: Vec<u64>,
}

impl Game {
    /// Plays the game of this number, from the start after the random plies.
    fn play(
        lab: &Lab<'_>,
        (geometry, start): (&Geometry<u128>, &Position<u128>),
        [white, black]: [Timed<'_>; 2],
        number: u64,
        random_plies: u64,
    ) -> Result<Self, LabError> {
        let mut position = *start;
        let mut branching = random_moves(geometry, &mut position, random_plies, number << 8);
        let mut duellists =
            [duellist(lab, white, 2 * number)?, duellist(lab, black, 2 * number + 1)?];
        let ended = play(geometry, &position, &mut duellists, 0, false, lab.cancel)?;
        branching.extend(ended.branching);
        Ok(Self { winner: ended.winner, duellists, branching })
    }
}
