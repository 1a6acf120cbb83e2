//! The parts that result from a choice of lines: the components of its slices, with their bounds.

use super::{MOST_COLUMNS, Placed, View};
use crate::domineering::lines::Lines;
use crate::domineering::regions::{Bounds, Regions, UNIT};
use crate::domineering::sum::Sum;
use lastmove_board::Bits;
use std::ops::Range;

/// The most parts of a position.
const MOST_PARTS: usize = 32;

/// Independent parts of a position, slice by slice.
pub(crate) struct Parts<B> {
    parts: [Part<B>; MOST_PARTS],
    count: usize,
    /// the sum of their bounds
    sum: Sum,
    /// the ends of the slices, indexed by their first column; 0 for other columns
    pub(super) ends: [u8; MOST_COLUMNS],
}

/// A component of a slice.
#[derive(Clone, Copy)]
struct Part<B> {
    squares: B,
    bounds: Bounds,
    /// the first column of its slice
    start: u8,
}

impl<B: Bits> Parts<B> {
    pub(super) const NONE: Self = Self {
        parts: [Part { squares: B::NONE, bounds: Bounds::BLANK, start: 0 }; MOST_PARTS],
        count: 0,
        sum: Sum::NOTHING,
        ends: [0; MOST_COLUMNS],
    };

    pub(super) fn push(&mut self, squares: B, bounds: &Bounds, start: u8) {
        if self.count == MOST_PARTS {
            // Unite two parts: a number below both is below their sum.
            let last = &mut self.parts[MOST_PARTS - 1];
            last.squares |= squares;
            last.bounds = Bounds::number(last.bounds.number + bounds.number);
            self.sum = self.sum_of(|_| true);
        } else {
            self.parts[self.count] = Part { squares, bounds: *bounds, start };
            self.count += 1;
            self.sum.add(bounds);
        }
    }

    /// All parts: their squares and bounds.
    pub(super) fn each(&self) -> impl Iterator<Item = (B, Bounds)> {
        self.parts[..self.count].iter().map(|part| (part.squares, part.bounds))
    }

    /// The bounds of the sum.
    pub(crate) fn sum(&self) -> &Sum {
        &self.sum
    }

    /// The sum of some of the parts.
    fn sum_of(&self, wanted: impl Fn(&Part<B>) -> bool) -> Sum {
        let mut sum = Sum::NOTHING;
        let parts = self.parts[..self.count].iter().filter(|part| wanted(part));
        parts.for_each(|part| sum.add(&part.bounds));
        sum
    }

    /// Calls `tell` with the parts of a slice and their bounds if it is one of these slices and the
    /// domino lies elsewhere; returns whether it is.
    #[inline(always)]
    pub(super) fn tell_same(
        &self,
        slice: &Range<usize>,
        placed: &Placed,
        mut tell: impl FnMut(B, &Bounds),
    ) -> bool {
        let changed = slice.end > *placed.columns.start() && slice.start <= *placed.columns.end();
        let same = !changed && usize::from(self.ends[slice.start]) == slice.end;
        if !same || self.count == MOST_PARTS {
            return false;
        }
        for part in &self.parts[..self.count] {
            if usize::from(part.start) == slice.start {
                tell(part.squares, &part.bounds);
            }
        }
        true
    }

    /// Calls `tell` with the parts of a slice one move later and their bounds, if it is one of these
    /// slices; returns whether it is. Only a part that the domino touches has to be looked at.
    #[inline(always)]
    fn tell_later(
        &self,
        view: View<'_, B>,
        regions: &Regions,
        slice: &Range<usize>,
        mut tell: impl FnMut(B, &Bounds),
    ) -> bool {
        if usize::from(self.ends[slice.start]) != slice.end || self.count == MOST_PARTS {
            return false;
        }
        for part in &self.parts[..self.count] {
            let left = part.squares & view.empty;
            if usize::from(part.start) != slice.start {
                continue;
            } else if left == part.squares {
                tell(left, &part.bounds);
            } else {
                for component in useful(view.lines, left) {
                    tell(component, &bounds(view.lines, regions, component));
                }
            }
        }
        true
    }

    /// The bounds of the sum after a domino is placed on these squares. The renounced lines stay
    /// the same, so the other parts are unchanged.
    #[inline]
    pub(crate) fn sum_without(&self, lines: &Lines<B>, regions: &Regions, domino: B) -> Sum {
        let touched = || self.parts[..self.count].iter().filter(|part| part.squares.meets(domino));
        let mut sum = self.sum.clone();
        if !touched().all(|part| sum.remove(&part.bounds)) {
            sum = self.sum_of(|part| !part.squares.meets(domino));
        }
        for part in touched() {
            add_worth(&mut sum, lines, regions, part.squares & !domino);
        }
        sum
    }
}

/// Calls `tell` with the components of a slice and their bounds; `earlier` are the parts of the
/// position one move earlier.
#[inline(always)]
pub(super) fn components<B: Bits>(
    view: View<'_, B>,
    regions: &Regions,
    slice: Range<usize>,
    earlier: Option<&Parts<B>>,
    mut tell: impl FnMut(B, &Bounds),
) {
    if !earlier.is_some_and(|parts| parts.tell_later(view, regions, &slice, &mut tell)) {
        for component in useful(view.lines, view.lines.slice(view.empty, slice.start, slice.len()))
        {
            tell(component, &bounds(view.lines, regions, component));
        }
    }
}

/// Adds the bounds of a set of squares to a sum.
#[inline(always)]
pub(super) fn add_worth<B: Bits>(sum: &mut Sum, lines: &Lines<B>, regions: &Regions, set: B) {
    let add = |bounds: &Bounds| sum.add(bounds);
    regions.worth(lines, set, add, |tell| each_of(lines, regions, set, tell));
}

#[inline(never)]
fn each_of<B: Bits>(lines: &Lines<B>, regions: &Regions, set: B, tell: &mut dyn FnMut(&Bounds)) {
    useful(lines, set).for_each(|component| tell(&bounds(lines, regions, component)));
}

/// The components of a set in which a player may be able to move.
#[inline(always)]
pub(super) fn useful<B: Bits>(lines: &Lines<B>, set: B) -> impl Iterator<Item = B> {
    lines.components(set).filter(|component| component.count() > 1)
}

/// The bounds of a component.
#[inline(always)]
pub(super) fn bounds<B: Bits>(lines: &Lines<B>, regions: &Regions, component: B) -> Bounds {
    if lines.along(component).is_empty() {
        // a straight line across the rows belongs to the opponent
        return Bounds::number(-((component.count() / 2) as i16) * UNIT);
    }
    regions.bounds(lines, component)
}
