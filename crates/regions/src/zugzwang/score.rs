//! The score of a position with one amazon a side: the difference in moves under best play.
//!
//! Players alternate; a player who cannot move passes, and the game ends when neither can move.
//! Black maximizes Black's moves less White's, and White minimizes it.

use crate::defect::{Steps, bits};
use crate::graph::LineGraph;
use lastmove_amazons::Colour;

/// Searches one graph after another, reusing its table.
#[derive(Clone, Debug, Default)]
pub struct Scorer {
    /// by amazons, empty points and side: the stamp of the graph, and the score plus 64
    known: Vec<u32>,
    stamp: u32,
}

/// A graph being searched.
#[derive(Debug)]
pub struct Scoring<'s> {
    scorer: &'s mut Scorer,
    steps: Steps,
}

impl Scorer {
    /// The most points of a graph.
    pub const MAX_POINTS: usize = 12;

    /// Begins with a graph; `None` if it has too many points or is not a graph of a board. Its
    /// marks are ignored.
    pub fn score(&mut self, graph: &LineGraph) -> Option<Scoring<'_>> {
        let steps = Steps::new(graph).filter(|steps| steps.points <= Self::MAX_POINTS)?;
        let n = steps.points;
        self.known.resize(self.known.len().max((n * n) << (n + 1)), 0);
        self.stamp += 1;
        if self.stamp == 1 << 24 {
            self.known.fill(0);
            self.stamp = 1;
        }
        Some(Scoring { scorer: self, steps })
    }
}

impl Scoring<'_> {
    /// Black's moves less White's under best play, where all points except those of the amazons are
    /// empty.
    ///
    /// ```
    /// use lastmove_amazons::Colour;
    /// use lastmove_regions::{LineGraph, Region, Scorer};
    /// // q . Q: whoever is first takes the square.
    /// let graph = LineGraph::of(Region::new(&[(0, 0), (1, 0), (2, 0)]).unwrap());
    /// let mut scorer = Scorer::default();
    /// let mut scoring = scorer.score(&graph).unwrap();
    /// assert_eq!(scoring.play(0, 2, Colour::Black), 1);
    /// assert_eq!(scoring.play(0, 2, Colour::White), -1);
    /// ```
    pub fn play(&mut self, black: u8, white: u8, first: Colour) -> i32 {
        let all = ((1u32 << self.steps.points) - 1) as u16;
        let empty = all & !(1 << black) & !(1 << white);
        // From the point of view of the side to move the two sides are equal.
        match first {
            Colour::Black => self.best(black.into(), white.into(), empty),
            Colour::White => -self.best(white.into(), black.into(), empty),
        }
    }

    /// The score from the view of the side to move, whose amazon is `own`.
    fn best(&mut self, own: usize, other: usize, empty: u16) -> i32 {
        let n = self.steps.points;
        let index = ((own * n + other) << n) | usize::from(empty);
        let known = self.scorer.known[index];
        if known >> 8 == self.scorer.stamp {
            return (known & 255) as i32 - 64;
        }
        let targets = self.steps.reach(own, empty);
        let mut best = i32::MIN;
        for to in bits(targets) {
            for arrow in bits(self.steps.reach(to, empty | 1 << own)) {
                let rest = (empty | 1 << own) & !(1 << to) & !(1 << arrow);
                best = best.max(1 - self.best(other, to, rest));
            }
        }
        if targets == 0 {
            best = match self.steps.reach(other, empty) {
                0 => 0,
                _ => -self.best(other, own, empty),
            };
        }
        self.scorer.known[index] = (self.scorer.stamp << 8) | (best + 64) as u32;
        best
    }
}
