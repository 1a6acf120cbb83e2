//! Slices of a board and their means.

use super::View;
use super::parts::{bounds, useful};
use crate::domineering::lines::{KINDS, WIDEST};
use crate::domineering::regions::{Fetched, Regions};
use lastmove_board::Bits;

/// The size of the components that are looked up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Depth {
    /// the usual size
    Plain,
    /// larger ones, if that is worth the time
    Deep,
    /// still larger ones, for large boards, whose search is so long that the same regions occur
    /// again and again: on 10x10 it takes a sixth of the nodes, and half of the time from a few
    /// million nodes on
    Deepest,
}

/// The largest component that is looked up, by depth and by the width of its slice minus one.
const LARGEST: [[u32; WIDEST]; KINDS] = [
    [0, 28, 20, 18, 18, 18, 18, 18],
    [0, 28, 22, 22, 22, 22, 22, 22],
    [0, 28, 26, 26, 26, 26, 26, 26],
];
/// The mean of a slice with a component that is too large.
pub(super) const TOO_LARGE: i16 = i16::MIN;
/// Some columns of a board.
#[derive(Clone, Copy)]
pub(super) struct Slice {
    pub(super) start: usize,
    pub(super) width: usize,
    /// the size of the components that are looked up
    pub(super) depth: Depth,
}

impl Slice {
    /// Prefetches the cached mean.
    #[inline(always)]
    pub(super) fn fetch<B: Bits>(&self, view: View<'_, B>, regions: &Regions) -> Fetched {
        let Self { start, width, depth } = *self;
        regions.fetch_mean(view.lines.slice_key(view.turned, start, width, depth as usize))
    }

    /// Twice the mean, given the cache entry.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domineering::keys::{mistakable, random_set};
    use crate::domineering::lines::Lines;
    use lastmove_board::{Size, with_bits};
    use lastmove_work::Random;

    /// Whether the mean of the slice with these squares is cached.
    fn knows(regions: &Regions, depth: Depth, width: usize, rows: usize, set: u128) -> bool {
        with_slice(regions, depth, width, rows, set).known().is_some()
    }

    fn with_slice(
        regions: &Regions,
        depth: Depth,
        width: usize,
        rows: usize,
        set: u128,
    ) -> Fetched {
        let size = Size::new(width, rows).unwrap();
        with_bits!(size, B => {
            let view = View { lines: &Lines::<B>::new(size), empty: B::NONE, turned: B::narrow(set) };
            Slice { start: 0, width, depth }.fetch(view, regions)
        })
    }

    /// Depth, width and rows in the keys of means: see the tests of keys.
    #[test]
    fn kinds_do_not_overlap_squares() {
        let mut random = Random::new(3);
        let regions = Regions::default();
        let depths = [Depth::Plain, Depth::Deep, Depth::Deepest];
        let kinds = (1..=WIDEST).flat_map(|w| (1..=128 / w).map(move |rows| (w, rows)));
        let mut pairs = 0;
        for (width, rows) in kinds {
            let deeper = depths.map(|depth| (depth, width, rows, 0, depth as usize));
            let wider = (1..=WIDEST.min(128 / rows)).map(|w| (Depth::Plain, w, rows, width, w));
            let higher =
                [1, 2, 3, 8, 16].map(|more| (Depth::Plain, width, rows + more, rows, rows + more));
            for (depth, w, r, a, b) in deeper.into_iter().chain(wider).chain(higher) {
                if a == b || w * r > 128 {
                    continue;
                }
                let set = random_set(&mut random, (width * rows).min(w * r));
                let others: Vec<u128> = mistakable(set, a, b)
                    .filter(|other| other & !u128::first_n(w * r) == 0)
                    .filter(|&other| !knows(&regions, depth, w, r, other))
                    .collect();
                let asked = with_slice(&regions, Depth::Plain, width, rows, set);
                regions.keep_mean(asked, 77);
                for other in others {
                    assert!(
                        !knows(&regions, depth, w, r, other),
                        "{set:x} of {width}x{rows} is {other:x} of {w}x{r}, {depth:?}"
                    );
                    pairs += 1;
                }
            }
        }
        assert!(pairs > 100_000, "{pairs}");
    }
}
