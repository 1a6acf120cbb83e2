//! Amazons: lists of lines and exhaustive play, without areas or values.

use crate::Set;
use crate::search::Search;

/// From each square, in each of eight directions, the squares up to the edge, nearest first.
pub struct Lines(Vec<[Vec<u8>; 8]>);

impl Lines {
    /// The lines of a board.
    pub fn new(width: usize, height: usize) -> Self {
        let steps = [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)];
        let line = |square: usize, (dx, dy): (i32, i32)| {
            let (mut x, mut y) = ((square % width) as i32, (square / width) as i32);
            let mut squares = Vec::new();
            loop {
                (x, y) = (x + dx, y + dy);
                if x < 0 || y < 0 || x >= width as i32 || y >= height as i32 {
                    return squares;
                }
                squares.push((y * width as i32 + x) as u8);
            }
        };
        Self((0..width * height).map(|s| steps.map(|step| line(s, step))).collect())
    }

    /// Visits all moves (from, to, arrow) of some amazons until a visit returns that it is enough.
    pub fn moves(
        &self,
        amazon: impl Fn(u8) -> bool,
        empty: impl Fn(u8) -> bool,
        mut visit: impl FnMut(u8, u8, u8) -> bool,
    ) -> bool {
        for from in (0..self.0.len() as u8).filter(|&s| amazon(s)) {
            for out in &self.0[usize::from(from)] {
                for &to in out.iter().take_while(|&&s| empty(s)) {
                    for shot in &self.0[usize::from(to)] {
                        for &arrow in shot.iter().take_while(|&&s| s == from || empty(s)) {
                            if visit(from, to, arrow) {
                                return true;
                            }
                        }
                    }
                }
            }
        }
        false
    }

    /// The number of empty squares that some amazons can step to.
    fn freedom<S: Set>(&self, amazons: S, empty: S) -> u32 {
        let mut steps = S::NONE;
        for from in (0..self.0.len() as u8).filter(|&s| amazons.holds(s)) {
            let next = self.0[usize::from(from)].iter().filter_map(|line| line.first());
            steps = next.fold(steps, |all, &s| all | S::square(s));
        }
        (steps & empty).size()
    }
}

/// A board from the view of the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Plain<S = u64> {
    /// amazons of the player to move
    pub mover: S,
    /// amazons of the other player
    pub other: S,
    /// empty squares
    pub empty: S,
}

/// The resolution of the numbers in [`Oracle::wins_with`]: they count in units of 1 / `PARTS`.
pub const PARTS: i32 = 16;

/// Finds the winner on one board.
pub struct Oracle<S = u64> {
    lines: Lines,
    search: Search<Plain<S>>,
    with_number: Search<(Plain<S>, i32)>,
}

impl<S: Set> Oracle<S> {
    /// An oracle with an empty cache.
    pub fn new(width: usize, height: usize) -> Self {
        let lines = Lines::new(width, height);
        Self { lines, search: Search::default(), with_number: Search::default() }
    }

    /// Visits the positions after each move until a visit returns that it is enough.
    pub fn children(&self, position: Plain<S>, visit: impl FnMut(Plain<S>) -> bool) -> bool {
        children(&self.lines, position, visit)
    }

    /// Whether the player to move wins.
    pub fn wins(&mut self, position: Plain<S>) -> bool {
        let lines = &self.lines;
        self.search.wins(position, &|position| {
            let mut after = Vec::new();
            children(lines, position, |child| {
                after.push((lines.freedom(child.mover, child.empty), child));
                false
            });
            // The order changes only the work: first the positions in which the opponent has the
            // least room.
            after.sort_unstable();
            after.dedup();
            after.into_iter().map(|(_, child)| child).collect()
        })
    }

    /// Whether the player to move wins the position plus a number in units of 1 / [`PARTS`], which
    /// belongs to that player if it is positive: the number is one more game in which both may move
    /// by its rules.
    pub fn wins_with(&mut self, position: Plain<S>, number: i32) -> bool {
        let lines = &self.lines;
        self.with_number.wins((position, number), &|(position, number)| {
            let Plain { mover, other, empty } = position;
            // n = {n - 1 | } for n > 0; a fraction m/2^k = {(m - 1)/2^k | (m + 1)/2^k}
            let step = if number % PARTS != 0 { number & -number } else { PARTS };
            let has_step = number % PARTS != 0 || number > 0;
            let after_step = (Plain { mover: other, other: mover, empty }, step - number);
            // The board has at most as many moves as empty squares, no matter who makes them.
            let most = empty.size() as i32 * PARTS;
            if number > most {
                return vec![after_step];
            } else if number <= -most {
                return Vec::new();
            }
            let mut after = Vec::new();
            children(lines, position, |child| {
                after.push((lines.freedom(child.mover, child.empty), (child, -number)));
                false
            });
            after.sort_unstable();
            after.dedup();
            let mut after: Vec<_> = after.into_iter().map(|(_, child)| child).collect();
            after.extend(has_step.then_some(after_step));
            after
        })
    }

    /// Clears the cache if it takes too much memory.
    pub fn tidy(&mut self) {
        self.search.tidy();
        self.with_number.tidy();
    }
}

fn children<S: Set>(
    lines: &Lines,
    position: Plain<S>,
    mut visit: impl FnMut(Plain<S>) -> bool,
) -> bool {
    let Plain { mover, other, empty } = position;
    let has = |set: S| move |s: u8| set.holds(s);
    lines.moves(has(mover), has(empty), |from, to, arrow| {
        let [from, to, arrow] = [from, to, arrow].map(S::square);
        let moved = mover ^ from ^ to;
        let empty = (empty | from) & !to & !arrow;
        visit(Plain { mover: other, other: moved, empty })
    })
}
