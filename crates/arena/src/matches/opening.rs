//! Openings: the same for both games of a pair. Random moves from the start position, or the lines
//! of a suite.

use crate::History;
use lastmove_board::{Diagram, mix};
use lastmove_player::{Amazons, Judge, Playable, seeded_random};
use std::sync::Arc;
use thiserror::Error;

/// The most attempts to draw an opening after which the winner is still open.
const ATTEMPTS: u64 = 100;

/// The openings of a match.
#[derive(Clone, Debug)]
pub enum Openings<P: Playable = Amazons> {
    /// this number of random moves from the start position
    Random(usize),
    /// the lines of a suite, one for each pair, in an order that depends on the seed
    Suite(Arc<OpeningSuite<P>>),
}

/// A list of openings: a text with one on each line.
///
/// A line is a board or a position, optionally followed by `moves` and moves. Empty lines and those
/// that begin with `;` are skipped.
///
/// ```
/// use lastmove_arena::matches::OpeningSuite;
/// use lastmove_player::Amazons;
/// let text = "; two openings\n5x6 moves b1-b4/d4\n\n1q2/4/4/2Q1 w\n";
/// let suite: OpeningSuite = OpeningSuite::read(text).unwrap();
/// assert_eq!(suite.openings().len(), 2);
/// let error = OpeningSuite::<Amazons>::read("5x6\n5x6 moves b1-b9/b1\n").unwrap_err();
/// assert!(error.to_string().starts_with("line 2: "), "{error}");
/// ```
#[derive(Clone, Debug)]
pub struct OpeningSuite<P: Playable = Amazons>(Vec<History<P>>);

/// Why a text is not a suite.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct OpeningSuiteError(String);

/// The suites that come with the program, each with its board.
const SHIPPED: &[(&str, &str)] = &[
    ("6x6", include_str!("../../openings/6x6.txt")),
    ("8x8", include_str!("../../openings/8x8.txt")),
    ("10x10", include_str!("../../openings/10x10.txt")),
];

impl<P: Playable> OpeningSuite<P> {
    /// The balanced openings of Amazons that come with the program, for a board such as `10x10`.
    ///
    /// ```
    /// use lastmove_arena::matches::OpeningSuite;
    /// use lastmove_player::Amazons;
    /// assert!(OpeningSuite::<Amazons>::shipped("10x10").unwrap().openings().len() >= 20);
    /// assert!(OpeningSuite::<Amazons>::shipped("9x9").is_none());
    /// ```
    pub fn shipped(board: &str) -> Option<Self> {
        let (_, text) = SHIPPED.iter().find(|(name, _)| *name == board)?;
        Self::read(text).ok()
    }

    /// The boards for which openings come with the program.
    pub fn boards() -> impl Iterator<Item = &'static str> {
        SHIPPED.iter().map(|(name, _)| *name)
    }

    /// Reads a suite.
    ///
    /// # Errors
    /// If a line is bad: its number and what is wrong. If there is no opening.
    pub fn read(text: &str) -> Result<Self, OpeningSuiteError> {
        let mut openings = Vec::new();
        for (i, line) in text.lines().enumerate() {
            let line = line.trim();
            if line.is_empty() || line.starts_with(';') {
                continue;
            }
            let bad = |problem: String| OpeningSuiteError(format!("line {}: {problem}", i + 1));
            let opening = History::<P>::from_line(line).map_err(bad)?;
            if opening.winner().is_some() {
                return Err(bad("the game is over after this".to_owned()));
            }
            openings.push(opening);
        }
        if openings.is_empty() {
            return Err(OpeningSuiteError("there is no opening in it".to_owned()));
        }
        Ok(Self(openings))
    }

    /// The openings, each as a game in progress.
    pub fn openings(&self) -> &[History<P>] {
        &self.0
    }
}

impl<P: Playable> Openings<P> {
    /// The opening of a pair. A random opening after which the winner is known is drawn again.
    pub(super) fn of(
        &self,
        start: &Diagram,
        seed: u64,
        pair: usize,
        judge: &Judge<P>,
    ) -> Result<History<P>, P::PositionError> {
        match self {
            Self::Random(plies) => draw(start, *plies, seed, pair, judge),
            Self::Suite(suite) => {
                let openings = suite.openings();
                // Every round through the list has another order.
                let (round, place) = (pair / openings.len(), pair % openings.len());
                let mut order: Vec<usize> = (0..openings.len()).collect();
                order.sort_by_key(|&i| mix(mix(seed ^ mix(round as u64)) ^ i as u64));
                Ok(openings[order[place]].clone())
            }
        }
    }
}

fn draw<P: Playable>(
    start: &Diagram,
    plies: usize,
    seed: u64,
    pair: usize,
    judge: &Judge<P>,
) -> Result<History<P>, P::PositionError> {
    let mut game = History::<P>::new(start)?;
    for attempt in 0..ATTEMPTS {
        let mut random = seeded_random(mix(seed ^ mix(pair as u64 + 1)).wrapping_add(attempt));
        for _ in 0..plies {
            let position = *game.position();
            let count = position.count_moves(game.geometry());
            if count == 0 {
                break;
            }
            let choice = (random.unit() * count as f64) as usize;
            let mv = position.moves(game.geometry()).nth(choice);
            if mv.is_none_or(|mv| game.play(mv).is_err()) {
                break;
            }
        }
        if game.moves().len() == plies
            && judge.winner_without_search(game.size(), game.position()).is_none()
        {
            return Ok(game);
        }
        while game.undo().is_some() {}
    }
    Ok(game)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn openings_differ_and_repeat() {
        let start = lastmove_amazons::start::parse("6x6").unwrap();
        let judge = Judge::<Amazons>::new(None, 1 << 16);
        let draw = |seed, pair| {
            let game = Openings::<Amazons>::Random(2).of(&start, seed, pair, &judge).unwrap();
            game.moves().to_vec()
        };
        let all: HashSet<_> = (0..50).map(|pair| draw(1, pair)).collect();
        assert!(all.len() >= 48, "{}", all.len());
        assert!(all.iter().all(|moves| moves.len() == 2));
        assert_eq!(draw(1, 7), draw(1, 7));
        assert_ne!(draw(1, 7), draw(2, 7));
    }

    #[test]
    fn a_suite_is_used_up_before_it_repeats() {
        let start = lastmove_amazons::start::parse("6x6").unwrap();
        let judge = Judge::<Amazons>::new(None, 1 << 16);
        let suite = OpeningSuite::<Amazons>::shipped("6x6").unwrap();
        let n = suite.openings().len();
        let openings = Openings::Suite(Arc::new(suite));
        let moves = |seed, pair| openings.of(&start, seed, pair, &judge).unwrap().moves().to_vec();
        let first: HashSet<_> = (0..n).map(|pair| moves(1, pair)).collect();
        assert_eq!(first.len(), n);
        assert!((0..n).any(|pair| moves(1, pair) != moves(2, pair)));
        assert!((0..n).any(|pair| moves(1, pair) != moves(1, pair + n)));
    }
}
