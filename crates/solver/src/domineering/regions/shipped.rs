//! The table of region values that ships with the program, so that a first run is as fast as a
//! later one.
//!
//! It holds the regions worth keeping, those of at least 16 squares, that occur in searches of
//! rectangles: all rectangles of at least two rows and at most [`MOST_SQUARES`] squares, with
//! either player first, each for its first [`NODES`] nodes. The file is compressed by zstd.

use super::Regions;
use super::table::RegionTable;
use super::values::RegionValues;
use crate::domineering::DomineeringSolver;
use crate::{Shares, Solver};
use lastmove_board::{Bits, Size, with_bits};
use lastmove_domineering::{Orientation, Position};
use lastmove_work::{Budget, Limits, Stop, Stopped};
use std::sync::Arc;

/// The most squares of the rectangles that are searched.
const MOST_SQUARES: usize = 77;
/// The nodes of each search.
const NODES: u64 = 250_000;
/// The memory of these searches.
const MEMORY: u64 = 4 << 30;
/// The compression level; the table is compressed only once.
const LEVEL: i32 = 22;

static PACKED: &[u8] = include_bytes!("../../../data/regions.zst");

impl RegionTable {
    /// The table that ships with the program.
    ///
    /// ```
    /// use lastmove_solver::domineering::RegionTable;
    /// assert!(RegionTable::shipped().len() > 100_000);
    /// ```
    pub fn shipped() -> &'static Self {
        Self::at_hand().expect("it ships with the program")
    }

    pub(super) fn unpack_shipped() -> Option<Self> {
        Self::unpack(PACKED)
    }

    /// Builds the table by the rule above, with one thread. Calls `tell` with the size of each
    /// board.
    ///
    /// # Errors
    /// If the build was stopped.
    pub fn build(budget: &Budget, tell: &mut dyn FnMut(Size)) -> Result<Self, Stopped> {
        let shares = Shares::at_least(MEMORY, 1);
        let regions = Arc::new(Regions::new(&shares, RegionValues::without_table()));
        for height in 2.. {
            if height * height > MOST_SQUARES {
                break;
            }
            for size in (height..=MOST_SQUARES / height).filter_map(|w| Size::new(w, height).ok()) {
                tell(size);
                // on a square board one player is enough, by symmetry
                let firsts = if size.width() == height { 1 } else { 2 };
                for first in Orientation::BOTH.into_iter().take(firsts) {
                    with_bits!(size, B => search::<B>(size, first, shares, &regions, budget)?);
                }
            }
        }
        Ok(Self::of(regions.values().kept()))
    }

    /// The table as a file.
    ///
    /// # Panics
    /// If there is not enough memory to compress it.
    pub fn pack(&self) -> Vec<u8> {
        zstd::bulk::compress(&self.to_bytes(), LEVEL).expect("there is memory to pack the table")
    }

    /// The table in a file; `None` if the file is not valid.
    fn unpack(packed: &[u8]) -> Option<Self> {
        Self::from_bytes(&zstd::stream::decode_all(packed).ok()?)
    }
}

/// Searches the first nodes of a rectangle.
fn search<B: Bits>(
    size: Size,
    first: Orientation,
    shares: Shares,
    regions: &Arc<Regions>,
    budget: &Budget,
) -> Result<(), Stopped> {
    let solver = DomineeringSolver::<B>::with(size, shares, Arc::clone(regions), None);
    let position = Position::new(B::first_n(size.squares()), first);
    match solver.solve(&position, &budget.part(Limits::nodes(NODES)), &mut |_| {}) {
        Err(stopped) if stopped.why != Stop::Nodes => Err(stopped),
        _ => budget.check().map_err(|why| why.after(Default::default())),
    }
}

#[cfg(test)]
mod tests {
    use super::super::library::Library;
    use super::super::shape::Shape;
    use super::super::table::CHECKSUM;
    use super::*;

    /// The shipped table is the one that was built last, and agrees with the library.
    #[test]
    fn the_shipped_table_is_right() {
        let table = RegionTable::shipped();
        assert_eq!((table.len(), table.checksum()), (544_715, CHECKSUM));
        assert!(table.words.is_sorted());
        assert!(table.bytes() <= RegionTable::ROOM);
        assert_eq!(RegionTable::unpack(&table.pack()).as_ref(), Some(table));
        let mut random = lastmove_work::Random::new(17);
        let mut library = Library::default();
        for _ in 0..300 {
            let place = random.below(table.len());
            let shape = Shape::from_word(table.words[place]);
            assert!(shape.count() >= 16);
            let known = table.get(shape);
            if let Some(computed) = library.bounds(shape) {
                assert_eq!(known, Some(computed), "{shape:?}");
            }
        }
    }

    #[test]
    #[ignore = "heavy"]
    fn the_shipped_table_is_built_again() {
        let budget = Budget::unlimited(lastmove_work::Cancel::new());
        let again = RegionTable::build(&budget, &mut |_| {}).unwrap();
        assert!(again == *RegionTable::shipped());
    }
}
