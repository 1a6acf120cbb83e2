//! Values of small regions: their stops, and lower bounds by numbers and switches.
//!
//! Left is the player who plays along the rows of the view. The stops of a region (with who is to
//! move when they are reached) decide every comparison with a number exactly; a further recursion
//! finds switches below its value:
//!
//! `G >= {a | b}` if and only if Left wins `G - a` moving first, and to each of Right's moves in
//! G Left has an answer: either the rest is at least b, or a move of his leads to a game that is
//! again at least `{a | b}`.

mod bounds;
mod library;
mod number;
mod shape;

pub(crate) use bounds::{Bounds, Switch, UNIT};

use super::lines::Lines;
use crate::table::{Payload, Table};
use lastmove_board::{Bits, mix};
use library::Library;
use shape::Shape;
use std::sync::{Mutex, PoisonError};

/// The most squares of a region whose value is sought: its bounds must fit their table.
const MOST_SQUARES: u32 = 30;

/// The values of the regions that were met so far, shared by all threads: a table of bounds that
/// is read without locks, and the library that fills it.
pub(crate) struct Regions {
    bounds: Table<Bounds>,
    /// means of whole slices of a board
    means: Table<Mean>,
    library: Mutex<Library>,
}

impl Regions {
    pub(crate) fn new(bytes: usize) -> Self {
        Self {
            bounds: Table::new(bytes / 2),
            means: Table::new(bytes / 2),
            library: Mutex::default(),
        }
    }

    /// Lower bounds of a connected region's value.
    #[inline]
    pub(crate) fn bounds<B: Bits>(&self, lines: &Lines<B>, region: B) -> Bounds {
        let region = lines.to_corner(region);
        let key = key(lines, region, 0);
        if let Some(bounds) = self.bounds.load(key) {
            return bounds;
        }
        self.compute(lines, region, key)
    }

    /// Remembers a number that belongs to a set of squares and a kind of its own, here the mean of
    /// a slice of some width.
    #[inline]
    pub(crate) fn mean<B: Bits>(
        &self,
        lines: &Lines<B>,
        set: B,
        width: usize,
        compute: impl FnOnce() -> i16,
    ) -> i16 {
        let key = key(lines, set, width as u64);
        if let Some(Mean(mean)) = self.means.load(key) {
            return mean;
        }
        let mean = compute();
        self.means.store(key, Mean(mean), 1);
        mean
    }

    #[cold]
    fn compute<B: Bits>(&self, lines: &Lines<B>, region: B, key: u128) -> Bounds {
        if region.count() > MOST_SQUARES {
            let least = Bounds::number(-(lines.across_most(region) as i16) * UNIT);
            return Bounds { exact: false, ..least };
        }
        let mut library = self.library.lock().unwrap_or_else(PoisonError::into_inner);
        let bounds = library.bounds(Shape::of(region, lines.columns)).unwrap_or_else(|| {
            let least = Bounds::number(-(lines.across_most(region) as i16) * UNIT);
            Bounds { exact: false, ..least }
        });
        self.bounds.store(key, bounds, 1 << region.count());
        bounds
    }
}

/// The mean of a slice.
#[derive(Clone, Copy)]
struct Mean(i16);

impl Payload for Mean {
    const BITS: u32 = 16;
    #[inline]
    fn pack(self) -> u64 {
        u64::from(self.0 as u16)
    }
    #[inline]
    fn unpack(bits: u64) -> Self {
        Self(bits as i16)
    }
}

/// On boards of up to 64 squares each half is a bijection of the region.
#[inline]
fn key<B: Bits>(lines: &Lines<B>, set: B, kind: u64) -> u128 {
    let wide = set.widen();
    let (low, high) = (wide as u64, (wide >> 64) as u64);
    let salt = u64::from(lines.columns) | kind << 8;
    let a = mix(low ^ mix(high.wrapping_add(salt)));
    let b = mix(low.rotate_left(32) ^ mix(high ^ 0x6a09_e667_f3bc_c908 ^ salt.rotate_left(17)));
    u128::from(a) << 64 | u128::from(b)
}
