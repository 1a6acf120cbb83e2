//! Dead ends, and the defects that they prove.
//!
//! A connected part of a graph may be a *dead end* (Müller and Tegos, definition 7): no amazon can
//! fill it completely and leave it again. Most of them lie behind a point at which the graph is cut;
//! in small graphs all connected parts are tried. Its *defect count* is the least number of its points that stay
//! empty if no amazon's way ends in it. Every amazon's way ends in at most one of several disjoint
//! dead ends, so all their counts except the largest, one for each amazon, add up to a lower bound
//! on the defects of the whole.
//!
//! A search finds the count. It makes the most favourable assumptions about everything outside the
//! part: points there are empty until an arrow from the part hits them, amazons come from any of
//! them at any time, and no move is ever forced. So the bound is valid.

use super::{Steps, bits};
use crate::graph::LineGraph;
use std::collections::HashSet;

/// A part of a graph that cannot be filled and left, or cannot be left at all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DeadEnd {
    /// its points
    pub points: u16,
    /// how many of them stay empty if no amazon's way ends here; `None` if an amazon must end here
    pub defects: Option<u32>,
}

/// Graphs of up to this many points are searched for dead ends in all their connected parts.
const ALL_PARTS: usize = 8;

/// The dead ends of a graph with these amazons: connected parts, except those that hold all points.
/// In graphs of more than 8 points only the parts beyond single cut points, with or without the
/// point, are tried. Empty for graphs of more than 16 points.
pub fn dead_ends(graph: &LineGraph, amazons: u16) -> Vec<DeadEnd> {
    let Some(steps) = Steps::new(graph) else { return Vec::new() };
    let all = ((1u32 << steps.points) - 1) as u16;
    let mut parts: Vec<u16> = Vec::new();
    for cut in 0..steps.points {
        let mut rest = all & !(1 << cut);
        let mut beyond = Vec::new();
        while rest != 0 {
            let part = steps.flood(rest & rest.wrapping_neg(), rest);
            rest &= !part;
            beyond.push(part);
        }
        if beyond.len() > 1 {
            for part in beyond.clone() {
                parts.extend([part, part | 1 << cut]);
            }
            // several parts beyond one point together
            let joined = |skip: usize| {
                let others = beyond.iter().enumerate().filter(|&(i, _)| i != skip);
                others.fold(1 << cut, |set, (_, part)| set | part)
            };
            parts.extend((0..beyond.len()).map(joined));
        }
    }
    if steps.points <= ALL_PARTS {
        let connected = |&part: &u16| steps.flood(part & part.wrapping_neg(), part) == part;
        parts.extend((1..all).filter(connected));
    }
    parts.sort_unstable();
    parts.dedup();
    let found = parts.into_iter().filter(|&part| part != all).map(|part| {
        let crew = amazons.count_ones().max(1);
        let mut inside = Inside { steps: &steps, part, crew, seen: HashSet::new() };
        let defects = inside.left_empty(amazons & part, all & !(amazons & part));
        DeadEnd { points: part, defects: (defects != u32::MAX).then_some(defects) }
    });
    found.filter(|end| end.defects != Some(0)).collect()
}

/// A lower bound on the defects, by dead ends: the greatest sum, over sets of disjoint dead ends,
/// of all counts except the largest, one for each amazon.
///
/// ```
/// use lastmove_regions::{LineGraph, Region, least_defects};
/// let (region, black, _) = Region::of_diagram(&"*1*/*q*/1*1".parse().unwrap()).unwrap();
/// assert!(least_defects(&LineGraph::of(region), black as u16) <= 2);
/// ```
pub fn least_defects(graph: &LineGraph, amazons: u16) -> u32 {
    let ends = dead_ends(graph, amazons);
    let mut best = 0;
    choose(&ends, 0, &mut Vec::new(), amazons.count_ones() as usize, &mut best);
    best
}

fn choose(ends: &[DeadEnd], used: u16, counts: &mut Vec<u32>, amazons: usize, best: &mut u32) {
    let mut sorted = counts.clone();
    sorted.sort_unstable_by(|a, b| b.cmp(a));
    *best = (*best).max(sorted.iter().skip(amazons).sum());
    for (i, end) in ends.iter().enumerate() {
        if end.points & used == 0 {
            // An amazon that cannot leave cannot fill another dead end.
            counts.push(end.defects.unwrap_or(u32::MAX));
            choose(&ends[i + 1..], used | end.points, counts, amazons, best);
            counts.pop();
        }
    }
}

/// The search in one part.
struct Inside<'s> {
    steps: &'s Steps,
    part: u16,
    /// the number of amazons
    crew: u32,
    seen: HashSet<(u16, u16)>,
}

impl Inside<'_> {
    /// The fewest points of the part that are empty after all amazons have left; `u32::MAX` if one
    /// of them can never leave. `empty` also has points outside, until an arrow from the part hits
    /// them.
    fn left_empty(&mut self, amazons: u16, empty: u16) -> u32 {
        if !self.seen.insert((amazons, empty)) {
            return u32::MAX; // visited before; its result is counted there
        }
        let mut best = if amazons == 0 { (empty & self.part).count_ones() } else { u32::MAX };
        let mut after = Vec::new();
        for from in bits(amazons) {
            for (to, arrows) in self.steps.moves(from, empty) {
                let staying = amazons & !(1 << from) | (1 << to) & self.part;
                // an amazon that has left moves on at once: the point outside counts as empty again
                let vacated = (empty | 1 << from) & !((1 << to) & self.part);
                after.extend(bits(arrows).map(|arrow| (staying, vacated & !(1 << arrow))));
            }
        }
        if amazons.count_ones() < self.crew {
            // An amazon comes from outside, or shoots from there.
            for from in bits(empty & !self.part) {
                let visible = self.steps.reach(from, empty) & self.part;
                after.extend(bits(visible).map(|arrow| (amazons, empty & !(1 << arrow))));
                for to in bits(visible) {
                    let entered = empty & !(1 << to);
                    let arrows = self.steps.reach(to, entered);
                    let amazons = amazons | 1 << to;
                    after.extend(bits(arrows).map(|arrow| (amazons, entered & !(1 << arrow))));
                }
            }
        }
        for (amazons, empty) in after {
            if best == 0 {
                break;
            }
            best = best.min(self.left_empty(amazons, empty));
        }
        best
    }
}
