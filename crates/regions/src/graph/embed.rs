//! From a graph back to a region that has it.

use super::LineGraph;
use crate::enumerate::{Point, Region};

const DIRECTIONS: [(i8, i8); 8] =
    [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)];

impl LineGraph {
    /// Squares for the points such that the lines of the squares are the lines of the graph; `None`
    /// if this is impossible within the limits of [`Region`].
    ///
    /// Lines are placed one after another through points that are placed already, in all eight
    /// directions; the attempt fails if a square gets a neighbour that the graph does not have.
    pub fn embed(&self) -> Option<Vec<Point>> {
        let n = self.points();
        if n == 0 {
            return None;
        }
        let mut search = Embedding {
            lines: self.lines().collect(),
            near: self.neighbours(),
            squares: vec![None; n],
        };
        search.squares[0] = Some((0, 0));
        let done = vec![false; search.lines.len()];
        points(&search.lay(&done)?)
    }
}

struct Embedding<'g> {
    lines: Vec<&'g [u8]>,
    near: Vec<u64>,
    squares: Vec<Option<(i8, i8)>>,
}

impl Embedding<'_> {
    fn lay(&mut self, done: &[bool]) -> Option<Vec<(i8, i8)>> {
        // the open line with the most placed points
        let placed =
            |line: &[u8]| line.iter().filter(|&&p| self.squares[usize::from(p)].is_some()).count();
        let open = (0..self.lines.len())
            .filter(|&l| !done[l] && placed(self.lines[l]) > 0)
            .max_by_key(|&l| placed(self.lines[l]));
        let Some(open) = open else {
            let squares: Vec<(i8, i8)> = self.squares.iter().copied().collect::<Option<_>>()?;
            return self.is_exact(&squares).then_some(squares);
        };
        let line = self.lines[open];
        let mut done = done.to_vec();
        done[open] = true;
        let anchor = line.iter().position(|&p| self.squares[usize::from(p)].is_some())?;
        let (x, y) = self.squares[usize::from(line[anchor])]?;
        for (dx, dy) in DIRECTIONS {
            let before = self.squares.clone();
            let fits = line.iter().enumerate().all(|(i, &p)| {
                let by = i as i8 - anchor as i8;
                self.put(p, (x + dx * by, y + dy * by))
            });
            if fits && let Some(found) = self.lay(&done) {
                return Some(found);
            }
            self.squares = before;
        }
        None
    }

    /// Places a point on a square, if the square is free and has exactly the right neighbours among
    /// the placed points.
    fn put(&mut self, point: u8, square: (i8, i8)) -> bool {
        let own = usize::from(point);
        if let Some(already) = self.squares[own] {
            return already == square;
        }
        for (other, &place) in self.squares.iter().enumerate() {
            let Some((x, y)) = place else { continue };
            let apart = (x - square.0).abs().max((y - square.1).abs());
            if apart == 0 || (apart == 1) != (self.near[own] >> other & 1 != 0) {
                return false;
            }
        }
        self.squares[own] = Some(square);
        true
    }

    /// Whether no line continues beyond its ends, and the box is within the limits.
    fn is_exact(&self, squares: &[(i8, i8)]) -> bool {
        let ends = |line: &[u8]| {
            let at = |i: usize| squares[usize::from(line[i])];
            let (first, second) = (at(0), at(1));
            let last = at(line.len() - 1);
            let (dx, dy) = (second.0 - first.0, second.1 - first.1);
            !squares.contains(&(first.0 - dx, first.1 - dy))
                && !squares.contains(&(last.0 + dx, last.1 + dy))
        };
        let within = points(squares).is_some_and(|points| Region::new(&points).is_some());
        within && self.lines.iter().all(|line| ends(line))
    }
}

/// The squares, counted from the top left corner of their box.
fn points(squares: &[(i8, i8)]) -> Option<Vec<Point>> {
    let left = squares.iter().map(|s| s.0).min()?;
    let top = squares.iter().map(|s| s.1).min()?;
    Some(squares.iter().map(|&(x, y)| ((x - left) as u8, (y - top) as u8)).collect())
}
