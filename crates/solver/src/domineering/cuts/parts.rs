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
        parts: [Part { squares: B::NONE, bounds: Bounds::ZERO, start: 0 }; MOST_PARTS],
        count: 0,
        ends: [0; MOST_COLUMNS],
    };

    pub(super) fn push(&mut self, squares: B, bounds: &Bounds, start: u8) {
        if self.count == MOST_PARTS {
            // Unite two parts: a number below both is below their sum.
            let last = &mut self.parts[MOST_PARTS - 1];
            last.squares |= squares;
            last.bounds = Bounds::number(last.bounds.number + bounds.number);
        } else {
            self.parts[self.count] = Part { squares, bounds: *bounds, start };
            self.count += 1;
        }
    }

    /// All parts: their squares and bounds.
    pub(super) fn each(&self) -> impl Iterator<Item = (B, Bounds)> {
        self.parts[..self.count].iter().map(|part| (part.squares, part.bounds))
    }

    /// The bounds of the sum.
    pub(crate) fn sum(&self) -> Sum {
        let mut sum = Sum::new();
        for part in &self.parts[..self.count] {
            sum.add(&part.bounds);
        }
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

    /// The bounds of the sum after a domino is placed on these squares. The renounced lines stay
    /// the same, so the other parts are unchanged.
    #[inline]
    pub(crate) fn sum_without(&self, lines: &Lines<B>, regions: &Regions, domino: B) -> Sum {
        let mut sum = Sum::new();
        for part in &self.parts[..self.count] {
            if !part.squares.meets(domino) {
                sum.add(&part.bounds);
                continue;
            }
            add_worth(&mut sum, lines, regions, part.squares & !domino);
        }
        sum
    }
}

/// Calls `tell` with the components of a slice and their bounds; `known` are the parts of the
/// position one move earlier, and the domino placed since then.
#[inline(always)]
pub(super) fn components<B: Bits>(
    view: View<'_, B>,
    regions: &Regions,
    slice: Range<usize>,
    known: Option<(&Parts<B>, &Placed)>,
    mut tell: impl FnMut(B, &Bounds),
) {
    if !known.is_some_and(|(parts, placed)| parts.tell_same(&slice, placed, &mut tell)) {
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
