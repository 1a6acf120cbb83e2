//! A lower bound by renouncing moves.
//!
//! A player who promises never to place a domino across some line of the board can only lose by
//! it. His opponent's dominoes lie parallel to that line and do not cross it either, so the board
//! falls apart into a sum of slices, and the value of the sum is a lower bound for him (this is
//! Lachmann, Moore and Rapaport's argument for whole rectangles, used on every position). Each
//! component of a slice that is small enough is looked up; numbers and switches are added
//! exactly: the players take the hottest switch in turn.
//!
//! The player plays along the rows of his view, so he renounces columns' borders. The lines are
//! chosen by dynamic programming for the greatest sum of means.

use super::lines::Lines;
use super::regions::{Bounds, Regions, UNIT};
use super::sum::{MOST_PARTS, Sum};
use lastmove_board::{Bits, MAX_SQUARES};
use std::ops::RangeInclusive;

/// The widest slice.
const WIDEST: usize = 8;
/// The largest component that is looked up, by the width of its slice less one.
const LARGEST: [u32; WIDEST] = [0, 26, 18, 14, 14, 14, 14, 14];
/// From how many columns the means are kept.
const MEMORY: usize = 32;
/// Stands for the mean of a slice with a component that is too large.
const TOO_LARGE: i16 = i16::MIN;

/// A position cut for one player: the means of all slices, and the best choice of them.
pub(crate) struct Cut<B> {
    /// twice the mean of the slice that begins at a column, by its width less one
    means: [[i16; WIDEST]; MEMORY],
    pub(crate) parts: Parts<B>,
    /// whether a slice of two columns was too large to look up: a later cut may be far better
    pub(crate) cramped: bool,
}

/// Independent parts of a position, each with its bounds.
pub(crate) struct Parts<B> {
    parts: [(B, Bounds); MOST_PARTS],
    count: usize,
}

/// A choice of slices.
struct Choice {
    /// where the slice begins that ends at a line
    from: [u8; MAX_SQUARES + 1],
    /// twice the sum of the means
    mean: i32,
    /// whether a slice of two columns was too large
    cramped: bool,
}

impl<B: Bits> Cut<B> {
    /// Cuts a position for the player along the rows. `before` is the cut of the position one
    /// move earlier, and the columns that the domino lies on.
    pub(crate) fn new(
        lines: &Lines<B>,
        regions: &Regions,
        empty: B,
        before: Option<(&Self, RangeInclusive<usize>)>,
    ) -> Self {
        let mut means = [[TOO_LARGE; WIDEST]; MEMORY];
        let choice = choose(lines, regions, empty, before, |start, width, mean| {
            if start < MEMORY {
                means[start][width - 1] = mean;
            }
        });
        let parts = Parts::new(lines, regions, empty, &choice);
        Self { means, parts, cramped: choice.cramped }
    }

    /// Only the best parts of a position one move later; `None` if their sum of means, doubled,
    /// is less than this.
    pub(crate) fn parts_after(
        &self,
        lines: &Lines<B>,
        regions: &Regions,
        empty: B,
        columns: RangeInclusive<usize>,
        least: i32,
    ) -> Option<Parts<B>> {
        let choice = choose(lines, regions, empty, Some((self, columns)), |_, _, _| {});
        (choice.mean >= least).then(|| Parts::new(lines, regions, empty, &choice))
    }
}

/// Finds the slices with the greatest sum of means, and tells all means on the way.
#[inline(always)]
fn choose<B: Bits>(
    lines: &Lines<B>,
    regions: &Regions,
    empty: B,
    before: Option<(&Cut<B>, RangeInclusive<usize>)>,
    mut record: impl FnMut(usize, usize, i16),
) -> Choice {
    let columns = lines.columns as usize;
    let mut best = [i32::MIN; MAX_SQUARES + 1];
    let mut choice = Choice { from: [0; MAX_SQUARES + 1], mean: 0, cramped: false };
    best[0] = 0;
    for start in 0..columns {
        let mut slice = B::NONE;
        for width in 1..=WIDEST.min(columns - start) {
            let end = start + width;
            slice |= empty & lines.column(end as u32 - 1);
            let mean = match &before {
                Some((cut, changed))
                    if start < MEMORY && (end <= *changed.start() || start > *changed.end()) =>
                {
                    cut.means[start][width - 1]
                }
                _ => slice_mean(lines, regions, slice >> start as u32, width),
            };
            if mean == TOO_LARGE {
                choice.cramped |= width <= 2;
                break;
            }
            record(start, width, mean);
            let sum = best[start] + i32::from(mean);
            if sum > best[end] {
                best[end] = sum;
                choice.from[end] = start as u8;
            }
        }
    }
    choice.mean = best[columns];
    choice
}

impl<B: Bits> Parts<B> {
    fn new(lines: &Lines<B>, regions: &Regions, empty: B, choice: &Choice) -> Self {
        let mut parts = Self { parts: [(B::NONE, Bounds::ZERO); MOST_PARTS], count: 0 };
        let mut end = lines.columns as usize;
        while end > 0 {
            let start = choice.from[end] as usize;
            let mut rest = B::NONE;
            for column in start..end {
                rest |= empty & lines.column(column as u32);
            }
            while !rest.is_empty() {
                let component = lines.component(rest);
                rest &= !component;
                if component.count() > 1 {
                    parts.push(component, bounds(lines, regions, component));
                }
            }
            end = start;
        }
        parts
    }

    fn push(&mut self, set: B, bounds: Bounds) {
        if self.count == MOST_PARTS {
            // Two parts in one: a number below both is below their sum.
            let last = &mut self.parts[MOST_PARTS - 1];
            *last = (last.0 | set, Bounds::number(last.1.number + bounds.number));
        } else {
            self.parts[self.count] = (set, bounds);
            self.count += 1;
        }
    }

    /// The bounds of the sum.
    pub(crate) fn sum(&self) -> Sum {
        let mut sum = Sum::new();
        for (_, bounds) in &self.parts[..self.count] {
            sum.add(bounds);
        }
        sum
    }

    /// The bounds of the sum once a domino lies on these squares. The lines that the player has
    /// renounced stay renounced, so the other parts are as they were.
    #[inline]
    pub(crate) fn sum_without(&self, lines: &Lines<B>, regions: &Regions, domino: B) -> Sum {
        let mut sum = Sum::new();
        for &(set, ref known) in &self.parts[..self.count] {
            if !set.meets(domino) {
                sum.add(known);
                continue;
            }
            let mut rest = set & !domino;
            while !rest.is_empty() {
                let component = lines.component(rest);
                rest &= !component;
                if component.count() > 1 {
                    sum.add(&bounds(lines, regions, component));
                }
            }
        }
        sum
    }
}

/// The bounds of a component.
#[inline(always)]
fn bounds<B: Bits>(lines: &Lines<B>, regions: &Regions, component: B) -> Bounds {
    if lines.along(component).is_empty() {
        // a straight line across the rows: the opponent's
        return Bounds::number(-((component.count() / 2) as i16) * UNIT);
    }
    regions.bounds(lines, component)
}

/// Twice the mean of a slice of this width that was moved to the left edge.
#[inline(always)]
fn slice_mean<B: Bits>(lines: &Lines<B>, regions: &Regions, slice: B, width: usize) -> i16 {
    if slice.is_empty() {
        return 0;
    }
    regions.mean(lines, slice, width, || {
        let mut rest = slice;
        let mut mean = 0;
        while !rest.is_empty() {
            let component = lines.component(rest);
            rest &= !component;
            if component.count() < 2 {
                continue;
            }
            if !lines.along(component).is_empty() && component.count() > LARGEST[width - 1] {
                return TOO_LARGE;
            }
            mean += bounds(lines, regions, component).doubled_mean();
        }
        mean as i16
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domineering::oracle::{Oracle, RandomBoards};
    use lastmove_board::{Size, transposed};
    use lastmove_domineering::Player;

    /// Every claim, for both players and with either to move, against brute force.
    #[test]
    fn cuts_never_contradict_brute_force() {
        let mut random = RandomBoards::new(2);
        let mut oracles: Vec<Option<Oracle>> = (0..49).map(|_| None).collect();
        let regions = Regions::new(1 << 28);
        let (mut claims, mut open, mut large) = (0, 0, 0);
        for _ in 0..100_000 {
            let (columns, rows) = random.sides();
            let size = Size::new(columns, rows).unwrap();
            let empty = random.position(size, 22.min(size.squares() as u32 + 1));
            let oracle =
                oracles[columns * 7 + rows].get_or_insert_with(|| Oracle::new(columns, rows));
            let h = Lines::<u64>::new(size);
            let v = Lines::<u64>::new(size.transposed());
            let turned = transposed(size, empty);
            large += u32::from(empty.count() >= 8);
            for (player, parts) in [
                (Player::Horizontal, Cut::new(&h, &regions, empty, None).parts.sum()),
                (Player::Vertical, Cut::new(&v, &regions, turned, None).parts.sum()),
            ] {
                for (first, claim) in
                    [(player.opponent(), parts.wins_second()), (player, parts.wins_first())]
                {
                    if claim {
                        claims += 1;
                        assert!(
                            oracle.winner_is(player, empty, first),
                            "{player} should win {columns} columns {rows} rows {empty:#x} with {first} first"
                        );
                    } else {
                        open += 1;
                    }
                }
            }
            oracle.trim();
        }
        println!(
            "100000 positions, {large} with 8 or more free squares: {claims} claims hold, {open} not made"
        );
    }
}
