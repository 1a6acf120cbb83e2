//! Line segment graphs: regions reduced to their lines.
//!
//! An amazon moves and shoots along lines of squares. So a game in a region depends only on which
//! squares lie on which line, in which order, and not on where the lines run on a board. Many
//! regions share one graph (Müller and Tegos, section 3).

mod canonical;
mod embed;

pub use canonical::CanonicalGraph;

use crate::enumerate::{MAX_SIDE, Point, Region};

/// The content of a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum PointMark {
    /// nothing
    Empty,
    /// a black amazon
    Black,
    /// a white amazon
    White,
}

/// Points and lines: every line is a run of two or more points, in either direction.
///
/// ```
/// use lastmove_regions::{LineGraph, Region};
/// // a bent region of three squares: two lines that meet in the middle point
/// let graph = LineGraph::of(Region::new(&[(0, 0), (1, 0), (2, 1)]).unwrap());
/// assert_eq!((graph.points(), graph.lines().count()), (3, 2));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct LineGraph {
    marks: Vec<PointMark>,
    /// the points of all lines, line by line
    runs: Vec<u8>,
    /// the end of each line in `runs`
    ends: Vec<u8>,
}

impl LineGraph {
    /// The most points of a graph.
    pub const MAX_POINTS: usize = 56;

    /// A graph of `points` empty points without lines.
    ///
    /// # Panics
    /// If there are more than [`LineGraph::MAX_POINTS`].
    pub fn without_lines(points: usize) -> Self {
        assert!(points <= Self::MAX_POINTS, "{points} points");
        Self { marks: vec![PointMark::Empty; points], runs: Vec::new(), ends: Vec::new() }
    }

    /// Adds a line through these points, in this order.
    ///
    /// # Panics
    /// If a point does not exist.
    pub fn add_line(&mut self, line: &[u8]) {
        assert!(line.iter().all(|&p| usize::from(p) < self.points()), "{line:?}");
        self.runs.extend_from_slice(line);
        self.ends.push(u8::try_from(self.runs.len()).expect("lines of a board"));
    }

    /// The graph of a region, whose points have the same numbers.
    pub fn of(region: Region) -> Self {
        Self::of_points(region.points())
    }

    /// The graph of different squares within a box of [`MAX_SIDE`] by [`MAX_SIDE`] whose top left
    /// corner is (0, 0); points are numbered in the order of the squares.
    ///
    /// # Panics
    /// If a square lies outside, or there are more than [`LineGraph::MAX_POINTS`].
    pub fn of_points(points: impl Iterator<Item = Point>) -> Self {
        const NONE: u8 = u8::MAX;
        // a frame of one square around the largest box
        const STRIDE: usize = MAX_SIDE + 2;
        let mut at = [NONE; STRIDE * STRIDE];
        let place = |(x, y): (u8, u8)| (usize::from(y) + 1) * STRIDE + usize::from(x) + 1;
        let mut places = [0; Self::MAX_POINTS];
        let mut size = 0;
        for (i, point) in points.enumerate() {
            places[i] = place(point);
            at[place(point)] = i as u8;
            size = i + 1;
        }
        let mut graph = Self::without_lines(size);
        graph.runs.reserve(4 * size);
        graph.ends.reserve(3 * size);
        for step in [1, STRIDE - 1, STRIDE, STRIDE + 1] {
            for &start in &places[..size] {
                if at[start - step] != NONE || at[start + step] == NONE {
                    continue;
                }
                let mut place = start;
                while at[place] != NONE {
                    graph.runs.push(at[place]);
                    place += step;
                }
                graph.ends.push(graph.runs.len() as u8);
            }
        }
        graph
    }

    /// The graph with amazons on the points of two sets, and nothing on the others.
    pub fn with_amazons(mut self, black: u64, white: u64) -> Self {
        for (i, mark) in self.marks.iter_mut().enumerate() {
            *mark = match (black >> i & 1, white >> i & 1) {
                (0, 0) => PointMark::Empty,
                (_, 0) => PointMark::Black,
                _ => PointMark::White,
            };
        }
        self
    }

    /// The number of points.
    pub fn points(&self) -> usize {
        self.marks.len()
    }

    /// The marks of its points.
    pub fn marks(&self) -> &[PointMark] {
        &self.marks
    }

    /// The set of points with a mark.
    pub fn marked(&self, mark: PointMark) -> u64 {
        let with = self.marks.iter().enumerate().filter(|&(_, &m)| m == mark);
        with.fold(0, |set, (i, _)| set | 1 << i)
    }

    /// Its lines.
    pub fn lines(&self) -> impl Iterator<Item = &[u8]> + '_ {
        let mut start = 0;
        self.ends.iter().map(move |&end| {
            let line = &self.runs[start..usize::from(end)];
            start = usize::from(end);
            line
        })
    }

    /// For each point, the points next to it on some line.
    pub fn neighbours(&self) -> Vec<u64> {
        let mut near = vec![0; self.points()];
        for line in self.lines() {
            for pair in line.windows(2) {
                near[usize::from(pair[0])] |= 1 << pair[1];
                near[usize::from(pair[1])] |= 1 << pair[0];
            }
        }
        near
    }
}
