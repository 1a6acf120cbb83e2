//! Moves on a graph of at most 16 points, with sets of points as the bits of a word.

use crate::graph::LineGraph;
use lastmove_board::Bits;

/// The lines of a graph as steps from each point to the next.
#[derive(Clone, Debug)]
pub(crate) struct Steps {
    pub(crate) points: usize,
    /// `next[point][way]`: the next point along a line; opposite directions are not paired
    next: [[u8; Self::WAYS]; Self::MAX],
    /// the way at the next point that continues along the same line
    onward: [[u8; Self::WAYS]; Self::MAX],
    ways: [u8; Self::MAX],
    /// the points beside each point
    near: [u16; Self::MAX],
}

const END: u8 = u8::MAX;

impl Steps {
    /// The most points.
    pub(crate) const MAX: usize = 16;
    /// Two directions on each of at most four lines.
    const WAYS: usize = 8;

    /// The steps of a graph; `None` if it has too many points, or too many lines through one.
    pub(crate) fn new(graph: &LineGraph) -> Option<Self> {
        if graph.points() > Self::MAX {
            return None;
        }
        let mut steps = Self {
            points: graph.points(),
            next: [[END; Self::WAYS]; Self::MAX],
            onward: [[END; Self::WAYS]; Self::MAX],
            ways: [0; Self::MAX],
            near: [0; Self::MAX],
        };
        for line in graph.lines() {
            steps.add(line.iter().copied())?;
            steps.add(line.iter().rev().copied())?;
        }
        Some(steps)
    }

    /// Adds one direction of a line.
    fn add(&mut self, line: impl Iterator<Item = u8>) -> Option<()> {
        let mut previous: Option<(usize, usize)> = None;
        let mut line = line.peekable();
        while let Some(p) = line.next() {
            let p = usize::from(p);
            let way = usize::from(self.ways[p]);
            if let Some((from, its_way)) = previous {
                self.next[from][its_way] = p as u8;
                self.near[from] |= 1 << p;
                self.onward[from][its_way] = if line.peek().is_some() { way as u8 } else { END };
            }
            if line.peek().is_some() {
                if way == Self::WAYS {
                    return None;
                }
                self.ways[p] += 1;
                previous = Some((p, way));
            }
        }
        Some(())
    }

    /// The points that a queen on `from` reaches over `empty` points.
    #[inline]
    pub(crate) fn reach(&self, from: usize, empty: u16) -> u16 {
        let mut reached = 0;
        for way in 0..usize::from(self.ways[from]) {
            let (mut point, mut way) = (from, way);
            loop {
                let next = usize::from(self.next[point][way]);
                if empty >> next & 1 == 0 {
                    break;
                }
                reached |= 1 << next;
                let onward = self.onward[point][way];
                if onward == END {
                    break;
                }
                (point, way) = (next, usize::from(onward));
            }
        }
        reached
    }

    /// The points of `through` that are connected with `seed`, including it.
    #[inline]
    pub(crate) fn flood(&self, seed: u16, through: u16) -> u16 {
        let (mut all, mut edge) = (seed, seed);
        while edge != 0 {
            let mut beside = 0;
            while edge != 0 {
                beside |= self.near[edge.trailing_zeros() as usize];
                edge &= edge - 1;
            }
            edge = beside & through & !all;
            all |= edge;
        }
        all
    }

    /// All moves of an amazon: each destination, with the points that the arrow can reach from
    /// there.
    pub(crate) fn moves(&self, from: usize, empty: u16) -> impl Iterator<Item = (usize, u16)> + '_ {
        bits(self.reach(from, empty)).map(move |to| (to, self.reach(to, empty | 1 << from)))
    }
}

/// The members of a set.
pub(crate) fn bits(set: u16) -> impl Iterator<Item = usize> {
    u64::from(set).squares().map(usize::from)
}
