//! Slices of a board and their means.

use super::parts::{bounds, useful};
use super::{View, WIDEST};
use crate::domineering::regions::{Fetched, Regions};
use lastmove_board::Bits;

/// How large the components are that are looked up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Depth {
    /// as a rule
    Plain,
    /// where it pays to look at larger ones
    Deep,
    /// where it pays on a large board, whose search is so long that the same regions come again
    /// and again: on 10x10 it takes a sixth of the nodes, and half of the time from a few million
    /// nodes on
    Deepest,
}

/// The largest component that is looked up, by the depth and by the width of its slice less one.
const LARGEST: [[u32; WIDEST]; 3] = [
    [0, 28, 20, 18, 18, 18, 18, 18],
    [0, 28, 22, 22, 22, 22, 22, 22],
    [0, 28, 26, 26, 26, 26, 26, 26],
];
/// Stands for the mean of a slice with a component that is too large.
pub(super) const TOO_LARGE: i16 = i16::MIN;
/// Some columns of a board.
#[derive(Clone, Copy)]
pub(super) struct Slice {
    pub(super) start: usize,
    pub(super) width: usize,
    /// how large the components are that are looked up
    pub(super) depth: Depth,
}

impl Slice {
    /// Asks the memory for the mean.
    #[inline(always)]
    pub(super) fn fetch<B: Bits>(&self, view: View<'_, B>, regions: &Regions) -> Fetched {
        let rows = view.lines.rows as usize;
        let set = (view.turned >> (self.start * rows) as u32) & B::first_n(self.width * rows);
        let kind = (self.depth as usize) << 12 | self.width << 8 | rows;
        regions.fetch_mean(set, kind)
    }

    /// Twice the mean, given what the memory has of it.
    #[inline(always)]
    pub(super) fn mean_of<B: Bits>(
        &self,
        fetched: Fetched,
        view: View<'_, B>,
        regions: &Regions,
    ) -> i16 {
        fetched.known().unwrap_or_else(|| {
            let mean = self.fresh_mean(view, regions);
            regions.keep_mean(fetched, mean);
            mean
        })
    }

    /// Twice the mean.
    #[inline(always)]
    pub(super) fn mean<B: Bits>(&self, view: View<'_, B>, regions: &Regions) -> i16 {
        self.mean_of(self.fetch(view, regions), view, regions)
    }

    #[inline(never)]
    fn fresh_mean<B: Bits>(&self, view: View<'_, B>, regions: &Regions) -> i16 {
        let lines = view.lines;
        let largest = LARGEST[self.depth as usize][self.width - 1];
        let mut mean = 0;
        for component in useful(lines, lines.slice(view.empty, self.start, self.width)) {
            if !lines.along(component).is_empty() && component.count() > largest {
                return TOO_LARGE;
            }
            mean += bounds(lines, regions, component).doubled_mean();
        }
        mean as i16
    }
}
