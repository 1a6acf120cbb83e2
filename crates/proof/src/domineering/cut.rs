//! Wins by cutting the board along lines that the winner's dominoes do not cross.
//!
//! If the winner never places a domino across a line, no domino crosses it, since the loser's
//! dominoes are parallel to it. So the board falls apart into stripes and these into parts, mostly
//! small.

use super::number::Bounds;
use super::sight::Sight;
use super::sum::Sum;
use super::values::Values;
use crate::board::Board;
use crate::memo::Memo;
use crate::rules::Mover;
use lastmove_board::{Bits, Size};

/// Finds cuts that win.
pub(super) struct Cuts<B> {
    /// the lines of squares between two cuts: columns if the winner is Horizontal
    lines: Vec<B>,
    /// whether the winner places horizontal dominoes
    across: bool,
    sight: Sight,
    values: Values<B>,
    means: Memo<B, Option<i32>>,
}

impl<B: Bits> Cuts<B> {
    pub(super) fn new(size: Size, across: bool, sight: Sight, memory: usize) -> Self {
        let (w, h) = (size.width(), size.height());
        let column = |x: usize| B::from_squares((0..h).map(|y| size.square(x, y)));
        let row = |y: usize| B::from_squares((0..w).map(|x| size.square(x, y)));
        let lines = if across { (0..w).map(column).collect() } else { (0..h).map(row).collect() };
        Self {
            lines,
            across,
            sight,
            values: Values::new(across, sight, memory / 4 * 3),
            means: Memo::new(memory / 4),
        }
    }

    /// Whether the best cut proves that the winner wins.
    pub(super) fn win(&self, board: &Board<B>, empty: B, mover: Mover) -> bool {
        let mut sum = Sum::default();
        for stripe in self.stripes(board, empty) {
            self.each_part(board, stripe, |bounds| sum.add(&bounds));
        }
        sum.wins(mover == Mover::Winner)
    }

    /// The stripes with the greatest sum of means, the last one first; among equal sums, those with
    /// the narrowest last stripe.
    fn stripes(&self, board: &Board<B>, empty: B) -> impl Iterator<Item = B> {
        let n = self.lines.len();
        // for each line: the best sum up to it, the first line of its last stripe, and that
        // stripe's squares
        let mut best = vec![(i32::MIN, 0, B::NONE); n + 1];
        best[0].0 = 0;
        for end in 1..=n {
            let mut stripe = B::NONE;
            for start in (0..end).rev() {
                stripe |= empty & self.lines[start];
                let Some(mean) = self.mean(board, stripe) else { break };
                if best[start].0 + mean > best[end].0 {
                    best[end] = (best[start].0 + mean, start, stripe);
                }
            }
        }
        let mut end = n;
        std::iter::from_fn(move || {
            let (_, start, stripe) = best[end];
            (end > 0).then(|| {
                end = start;
                stripe
            })
        })
    }

    /// Twice the sum of the means of a stripe's parts; `None` if a part is too large.
    fn mean(&self, board: &Board<B>, stripe: B) -> Option<i32> {
        self.means.get(stripe, || {
            let mut mean = 0;
            self.each_part(board, stripe, |bounds| mean += bounds.best.doubled_mean())
                .then_some(mean)
        })
    }

    /// Calls `visit` with the bounds of each part; returns `false` if a part is too large.
    fn each_part(&self, board: &Board<B>, stripe: B, mut visit: impl FnMut(Bounds)) -> bool {
        let mut rest = stripe;
        while !rest.is_empty() {
            let part = board.part(rest);
            rest &= !part;
            if board.pairs(part, self.across).is_empty() {
                // a straight line across the winner's direction, or a single square
                visit(Bounds::lost(part.count() / 2));
            } else if part.count() > self.sight.largest {
                return false;
            } else {
                visit(self.values.bounds(board, part));
            }
        }
        true
    }
}
