//! Values of small regions: their stops, and lower bounds by numbers and switches.
//!
//! Left is the player who plays along the rows of the view. The stops of a region (including who is
//! to move when they are reached) decide every comparison with a number exactly; a further
//! recursion finds switches below its value:
//!
//! `G >= {a | b}` if and only if Left wins `G - a` moving first, and Left has an answer to each of
//! Right's moves in G: either the rest is at least b, or a move of Left leads to a game that is
//! again at least `{a | b}`.

mod bounds;
mod library;
mod means;
mod number;
mod sets;
mod shape;
mod shapes;
#[cfg(feature = "region-table")]
mod shipped;
mod table;
mod values;
mod worths;

pub(crate) use bounds::{Bounds, Switch, UNIT};
pub(crate) use means::Fetched;
pub use table::RegionTable;
pub use values::RegionValues;
pub(crate) use worths::Worth;

use super::lines::Lines;
use crate::Shares;
use crate::table::Table;
use lastmove_board::{Bits, Key};
use means::Means;
use shape::Shape;
use worths::Worths;

/// The most squares of a region that is valued: its bounds must fit into their table.
const MOST_SQUARES: u32 = 30;

/// The values of the regions that have occurred, shared by all threads and by the searches of all
/// boards: a table of bounds that is read without locks, and the values from which it is filled.
/// They only save time: a search visits the same nodes, whatever is known already.
pub struct Regions {
    bounds: Table<Bounds>,
    /// means of whole slices of a board
    means: Means,
    /// bounds of sets of squares
    worths: Worths,
    values: RegionValues,
}

impl Default for Regions {
    fn default() -> Self {
        Self::new(&Shares::default(), RegionValues::default())
    }
}

impl Regions {
    /// Empty caches over the values known from earlier runs.
    pub fn new(shares: &Shares, values: RegionValues) -> Self {
        // A larger one is slower: it has to be cleared, and does not fit into the processor's
        // caches.
        let table = shares.caches / 32;
        Self {
            bounds: Table::new(table as usize),
            means: Means::new(1 << 19),
            worths: Worths::new(1 << 15),
            values: values.within(shares.caches - table, shares.threads),
        }
    }

    /// The values that are also known outside of this run.
    pub fn values(&self) -> &RegionValues {
        &self.values
    }

    /// Lower bounds of a connected region's value.
    #[inline]
    pub(crate) fn bounds<B: Bits>(&self, lines: &Lines<B>, region: B) -> Bounds {
        let region = lines.to_corner(region);
        let key = lines.key(region).whole();
        match self.bounds.load(key) {
            Some(bounds) => bounds,
            None => self.compute(lines, region, key),
        }
    }

    /// Looks up the mean of the slice with this key.
    #[inline(always)]
    pub(crate) fn fetch_mean(&self, slice: Key) -> Fetched {
        self.means.fetch(slice.half())
    }

    /// Stores the mean of a slice that was looked up.
    #[inline(always)]
    pub(crate) fn keep_mean(&self, asked: Fetched, mean: i16) {
        self.means.keep(asked, mean);
    }

    /// Calls `tell` with bounds whose sum is a lower bound for a set of squares. If they are not
    /// cached, `find` adds those of its components.
    #[inline(always)]
    pub(crate) fn worth<B: Bits>(
        &self,
        lines: &Lines<B>,
        set: B,
        mut tell: impl FnMut(&Bounds),
        find: impl FnOnce(&mut dyn FnMut(&Bounds)),
    ) {
        let key = lines.key(set).half();
        if !self.worths.tell(key, &mut tell) {
            let mut worth = Worth::NOTHING;
            find(&mut |bounds| {
                tell(bounds);
                worth.add(bounds);
            });
            self.worths.keep(key, &worth);
        }
    }

    #[cold]
    fn compute<B: Bits>(&self, lines: &Lines<B>, region: B, key: u128) -> Bounds {
        let least = || {
            let least = Bounds::number(-(lines.across_most(region) as i16) * UNIT);
            Bounds { exact: false, ..least }
        };
        if region.count() > MOST_SQUARES {
            return least();
        }
        let shape = Shape::of(region, lines.columns);
        let bounds = shape.map_or_else(least, |shape| self.values.bounds(shape, least));
        self.bounds.store(key, bounds, 1 << region.count());
        bounds
    }
}
