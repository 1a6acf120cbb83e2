//! Canonical labelling: colour refinement with individualisation.
//!
//! Points are distinguished by what they see along their lines, repeatedly, until nothing changes.
//! If some points are still alike, each of them is singled out in turn, and the least of all
//! resulting graphs is the canonical one. At these sizes few points stay alike, so the search needs
//! no pruning by automorphisms.

use super::{LineGraph, PointMark};
use lastmove_board::{Key, mix};

/// The canonical graph of a class of isomorphic graphs, in a compact form: the number of points,
/// their marks, and for every line its length and its points. Two are equal exactly if the graphs
/// are isomorphic.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct CanonicalGraph(Box<[u8]>);

impl CanonicalGraph {
    /// The bytes of this form.
    pub fn bytes(&self) -> &[u8] {
        &self.0
    }

    /// The graph with its canonical numbering.
    pub fn to_graph(&self) -> LineGraph {
        let points = usize::from(self.0[0]);
        let (marks, mut rest) = self.0[1..].split_at(points);
        let mut graph = LineGraph::without_lines(points);
        for (to, &mark) in graph.marks.iter_mut().zip(marks) {
            *to = [PointMark::Empty, PointMark::Black, PointMark::White][usize::from(mark)];
        }
        while let Some((&length, lines)) = rest.split_first() {
            let (line, after) = lines.split_at(usize::from(length));
            graph.add_line(line);
            rest = after;
        }
        graph
    }

    /// A short name: the numbers of points and lines, and 64 bits of the fingerprint. Isomorphic
    /// graphs have the same name.
    ///
    /// ```
    /// use lastmove_regions::{LineGraph, Region};
    /// let bent = LineGraph::of(Region::new(&[(0, 0), (1, 0), (2, 1)]).unwrap());
    /// assert!(bent.canonical().name().starts_with("3p2l-"));
    /// ```
    pub fn name(&self) -> String {
        let graph = self.to_graph();
        let (points, lines) = (graph.points(), graph.lines().count());
        format!("{points}p{lines}l-{:016x}", (self.fingerprint() >> 64) as u64)
    }

    /// A fingerprint of 128 bits: among 10^9 graphs no two are expected to have the same one.
    pub fn fingerprint(&self) -> u128 {
        Key::EMPTY.and(&*self.0).whole()
    }
}

const MAX: usize = LineGraph::MAX_POINTS;
type Colours = [u8; MAX];

impl LineGraph {
    /// The canonical graph: the same for two graphs exactly if they are isomorphic.
    ///
    /// ```
    /// use lastmove_regions::{LineGraph, Region};
    /// let graph = |points: &[(u8, u8)]| LineGraph::of(Region::new(points).unwrap());
    /// // Two squares side by side or corner to corner: a line of two points.
    /// let (side, corner) = (graph(&[(0, 0), (1, 0)]), graph(&[(0, 0), (1, 1)]));
    /// assert_eq!(side.canonical(), corner.canonical());
    /// ```
    pub fn canonical(&self) -> CanonicalGraph {
        let n = self.points();
        let mut colours: Colours = [0; MAX];
        // dense colours by mark
        let mut cells = 0;
        for mark in [PointMark::Empty, PointMark::Black, PointMark::White] {
            let mut any = false;
            for p in (0..n).filter(|&p| self.marks[p] == mark) {
                colours[p] = cells;
                any = true;
            }
            cells += u8::from(any);
        }
        let mut best = Vec::new();
        self.individualise(colours, usize::from(cells), &mut best);
        CanonicalGraph(best.into_boxed_slice())
    }

    fn individualise(&self, mut colours: Colours, cells: usize, best: &mut Vec<u8>) {
        let n = self.points();
        let cells = self.refine(&mut colours, cells);
        if cells == n {
            let code = self.code(&colours);
            if best.is_empty() || code < *best {
                *best = code;
            }
            return;
        }
        let mut sizes = [0u8; MAX];
        colours[..n].iter().for_each(|&c| sizes[usize::from(c)] += 1);
        let open = (0..cells).filter(|&c| sizes[c] > 1).min_by_key(|&c| sizes[c]);
        let Some(cell) = open else { return };
        for chosen in (0..n).filter(|&p| usize::from(colours[p]) == cell) {
            let mut split = colours;
            for (p, colour) in split[..n].iter_mut().enumerate() {
                *colour += u8::from(usize::from(*colour) >= cell && p != chosen);
            }
            self.individualise(split, cells + 1, best);
        }
    }

    /// Splits colours by what the points see along their lines until nothing changes. Colours stay
    /// dense; returns their number. A clash of hashes only splits less, in the same way for
    /// isomorphic graphs, so it does no harm.
    fn refine(&self, colours: &mut Colours, mut cells: usize) -> usize {
        let n = self.points();
        while cells < n {
            let mut seen = [0u64; MAX];
            for line in self.lines() {
                let mut before = [0u64; MAX];
                let mut view = 1;
                for (i, &p) in line.iter().enumerate() {
                    before[i] = view;
                    view = mix((view << 8) ^ (u64::from(colours[usize::from(p)]) + 1));
                }
                view = 1;
                for (i, &p) in line.iter().enumerate().rev() {
                    let p = usize::from(p);
                    // the same for both directions along the line and for any order of the lines
                    let both = before[i].wrapping_add(view) ^ before[i].wrapping_mul(view) << 1;
                    seen[p] = seen[p].wrapping_add(mix(both));
                    view = mix((view << 8) ^ (u64::from(colours[p]) + 1));
                }
            }
            let mut order = [0u8; MAX];
            (0..n).for_each(|p| order[p] = p as u8);
            let key = |&p: &u8| (colours[usize::from(p)], seen[usize::from(p)]);
            order[..n].sort_unstable_by_key(key);
            let mut fresh: Colours = [0; MAX];
            let mut colour = 0;
            for i in 1..n {
                colour += u8::from(key(&order[i]) != key(&order[i - 1]));
                fresh[usize::from(order[i])] = colour;
            }
            *colours = fresh;
            let after = usize::from(colour) + 1;
            if after == cells {
                break;
            }
            cells = after;
        }
        cells
    }

    /// The bytes of the graph with its points numbered by their colours, which must be all
    /// different.
    fn code(&self, colours: &Colours) -> Vec<u8> {
        let n = self.points();
        let mut code = Vec::with_capacity(1 + n + self.runs.len() + self.ends.len());
        code.push(n as u8);
        code.resize(1 + n, 0);
        for p in 0..n {
            code[1 + usize::from(colours[p])] = self.marks[p] as u8;
        }
        // Two points determine a line, so lines can be sorted by their two least points.
        let label = |p: u8| colours[usize::from(p)];
        let mut order: Vec<(u8, u8, u8, bool)> = Vec::with_capacity(self.ends.len());
        let mut start = 0;
        for &end in &self.ends {
            let line = &self.runs[start..usize::from(end)];
            let (first, last) = (label(line[0]), label(line[line.len() - 1]));
            order.push((first.min(last), first.max(last), start as u8, last < first));
            start = usize::from(end);
        }
        order.sort_unstable();
        for (_, _, start, backwards) in order {
            let start = usize::from(start);
            let end = *self.ends.iter().find(|&&end| usize::from(end) > start).unwrap_or(&0);
            let line = &self.runs[start..usize::from(end)];
            code.push(line.len() as u8);
            if backwards {
                code.extend(line.iter().rev().map(|&p| label(p)));
            } else {
                code.extend(line.iter().map(|&p| label(p)));
            }
        }
        code
    }
}
