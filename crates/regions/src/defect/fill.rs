//! The number of moves of amazons of one colour in a graph that is their territory.
//!
//! Like [`lastmove_amazons::most_moves`], but on graphs, and for all placements of amazons on one
//! graph: results are kept from one placement to the next.

use super::steps::{Steps, bits};
use crate::graph::LineGraph;
use lastmove_values::FastMap;

/// Fills one graph after another, reusing its tables.
#[derive(Clone, Debug, Default)]
pub struct Filler {
    /// `alone[amazon << points | empty]`: the stamp of the graph, and the moves in the low bits
    alone: Vec<u32>,
    stamp: u32,
    together: FastMap<u32, u8>,
}

/// A graph being filled.
#[derive(Debug)]
pub struct Filling<'f> {
    filler: &'f mut Filler,
    steps: Steps,
}

impl Filler {
    /// The most points of a graph.
    pub const MAX_POINTS: usize = Steps::MAX;

    /// Begins with a graph; `None` if it has too many points or is not a graph of a board. Its
    /// marks are ignored.
    pub fn fill(&mut self, graph: &LineGraph) -> Option<Filling<'_>> {
        let steps = Steps::new(graph)?;
        self.alone.resize(self.alone.len().max(steps.points << steps.points), 0);
        self.together.clear();
        self.stamp += 1;
        if self.stamp == 1 << 27 {
            self.alone.fill(0);
            self.stamp = 1;
        }
        Some(Filling { filler: self, steps })
    }
}

impl Filling<'_> {
    /// The most moves with amazons on these points and all others empty.
    ///
    /// ```
    /// use lastmove_regions::{Filler, LineGraph, Region};
    /// // Three squares around a corner, the amazon in the middle.
    /// let graph = LineGraph::of(Region::new(&[(0, 1), (1, 0), (2, 1)]).unwrap());
    /// let mut filler = Filler::default();
    /// let middle = (0..3).find(|p| graph.lines().all(|line| line.contains(p))).unwrap();
    /// let mut filling = filler.fill(&graph).unwrap();
    /// assert_eq!(filling.most_moves(1 << middle), 1);
    /// assert_eq!(filling.defects(1 << middle), 1);
    /// ```
    pub fn most_moves(&mut self, amazons: u16) -> u32 {
        let all = ((1u32 << self.steps.points) - 1) as u16;
        u32::from(self.most(amazons & all, all & !amazons))
    }

    /// The number of empty points less [`Self::most_moves`].
    pub fn defects(&mut self, amazons: u16) -> u32 {
        let empty = self.steps.points as u32 - amazons.count_ones();
        empty - self.most_moves(amazons)
    }

    /// The sum over the connected parts.
    fn most(&mut self, mut amazons: u16, empty: u16) -> u8 {
        let mut total = 0;
        while amazons != 0 {
            let first = amazons & amazons.wrapping_neg();
            let part = self.steps.flood(first, amazons | empty);
            let here = amazons & part;
            total += if here == first {
                self.most_alone(first.trailing_zeros() as usize, empty & part)
            } else {
                self.most_together(here, empty & part)
            };
            amazons &= !part;
        }
        total
    }

    /// The most moves of one amazon; all empty points are connected with it.
    fn most_alone(&mut self, amazon: usize, empty: u16) -> u8 {
        let all = empty.count_ones() as u8;
        if all <= 1 {
            return all;
        }
        let index = amazon << self.steps.points | usize::from(empty);
        let known = self.filler.alone[index];
        if known >> 4 == self.filler.stamp {
            return (known & 15) as u8;
        }
        let mut best = 0;
        // Moves that cut off no point come first; the others are tried afterwards, if they can
        // help.
        let mut losing: [Vec<(u8, u16)>; 2] = [Vec::new(), Vec::new()];
        'moves: for to in bits(self.steps.reach(amazon, empty)) {
            for arrow in bits(self.steps.reach(to, empty | 1 << amazon)) {
                let rest = (empty | 1 << amazon) & !(1 << to) & !(1 << arrow);
                let rest = self.steps.flood(1 << to, rest | 1 << to) & !(1 << to);
                let within = rest.count_ones() as u8 + 1;
                if within == all {
                    best = best.max(1 + self.most_alone(to, rest));
                    if best == all {
                        break 'moves;
                    }
                } else if within > best {
                    losing[usize::from(within + 1 != all)].push((to as u8, rest));
                }
            }
        }
        for (to, rest) in losing.into_iter().flatten() {
            if best == all {
                break;
            }
            if rest.count_ones() as u8 + 1 > best {
                best = best.max(1 + self.most_alone(usize::from(to), rest));
            }
        }
        self.filler.alone[index] = self.filler.stamp << 4 | u32::from(best);
        best
    }

    /// The most moves of several amazons in one part.
    fn most_together(&mut self, amazons: u16, empty: u16) -> u8 {
        let all = empty.count_ones() as u8;
        if all <= 1 {
            return all;
        }
        let key = u32::from(amazons) << 16 | u32::from(empty);
        if let Some(&most) = self.filler.together.get(&key) {
            return most;
        }
        let mut best = 0;
        let mut after = Vec::new();
        for from in bits(amazons) {
            for (to, arrows) in self.steps.moves(from, empty) {
                let moved = amazons & !(1 << from) | 1 << to;
                for arrow in bits(arrows) {
                    let rest = (empty | 1 << from) & !(1 << to) & !(1 << arrow);
                    let within = (self.steps.flood(moved, rest | moved) & rest).count_ones() as u8;
                    after.push((within + 1, moved, rest));
                }
            }
        }
        after.sort_unstable_by(|a, b| b.cmp(a));
        after.dedup();
        for (within, moved, rest) in after {
            if best >= within {
                break;
            }
            best = best.max(1 + self.most(moved, rest));
        }
        self.filler.together.insert(key, best);
        best
    }
}
