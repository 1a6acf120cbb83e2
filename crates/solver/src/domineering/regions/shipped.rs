//! The table of region values that ships with the program, so that a first run is as fast as a
//! later one.
//!
//! It holds the regions worth keeping, those of at least 16 squares, that searches of rectangles
//! meet: all rectangles of at least two rows and at most
//! [`MOST_SQUARES`] squares, with either player first, each for its first [`NODES`] nodes. Packed
//! by zstd, in little-endian numbers:
//!
//! ```text
//! 4 bytes       n, the number of regions
//! 4 bytes       d, the number of different bounds
//! 8 d bytes     these bounds, the most frequent first
//! 16 n bytes    the words of the regions in ascending order: all lowest bytes, all second ones, ...
//! 2 n bytes     which bounds: all low bytes, all high ones
//! ```

use super::Regions;
use super::bounds::Bounds;
use super::shape::Shape;
use super::values::RegionValues;
use crate::domineering::DomineeringSolver;
use crate::table::Payload;
use crate::{Shares, Solver};
use lastmove_board::{Bits, Size, mix, with_bits};
use lastmove_domineering::{Player, Position};
use lastmove_work::{Budget, Limits, Stop, Stopped};
use std::collections::HashMap;
use std::sync::{Arc, OnceLock};

/// The most squares of the rectangles that are searched.
const MOST_SQUARES: usize = 77;
/// The nodes of each search.
const NODES: u64 = 250_000;
/// The memory that searches have for it.
const MEMORY: u64 = 4 << 30;
/// The regions from one mark to the next.
const STRETCH: usize = 64;
/// The level of packing; it is done once.
const LEVEL: i32 = 22;

static PACKED: &[u8] = include_bytes!("../../../data/regions.zst");

/// Values of regions in a compact form.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct RegionTable {
    /// ascending
    words: Vec<u128>,
    /// every so many of them, for a first step that stays in the caches of a processor
    marks: Vec<u128>,
    /// the place of each region's bounds
    which: Vec<u16>,
    bounds: Vec<u64>,
}

impl RegionTable {
    /// The bytes that are set aside for the shipped table: it is unpacked when a large region is
    /// first met, which small boards never do.
    pub(super) const ROOM: u64 = 8 * PACKED.len() as u64;

    /// The table that ships with the program.
    ///
    /// ```
    /// use lastmove_solver::domineering::RegionTable;
    /// assert!(RegionTable::shipped().len() > 100_000);
    /// ```
    pub fn shipped() -> &'static Self {
        static SHIPPED: OnceLock<RegionTable> = OnceLock::new();
        SHIPPED.get_or_init(|| Self::unpack(PACKED).expect("the table is whole"))
    }

    /// Makes the table anew by the rule above, with one thread. `tell` hears of each board.
    ///
    /// # Errors
    /// If the work was stopped.
    pub fn build(budget: &Budget, tell: &mut dyn FnMut(Size)) -> Result<Self, Stopped> {
        let shares = Shares::at_least(MEMORY, 1);
        let regions = Arc::new(Regions::new(&shares, RegionValues::without_table()));
        for height in 2.. {
            if height * height > MOST_SQUARES {
                break;
            }
            for size in (height..=MOST_SQUARES / height).filter_map(|w| Size::new(w, height).ok()) {
                tell(size);
                // by symmetry one player is enough on a square
                let firsts = if size.width() == height { 1 } else { 2 };
                for first in Player::BOTH.into_iter().take(firsts) {
                    with_bits!(size, B => search::<B>(size, first, shares, &regions, budget)?);
                }
            }
        }
        Ok(Self::of(regions.values().kept()))
    }

    /// A table of regions with their bounds, both as numbers.
    pub(super) fn of(mut regions: Vec<(u128, u64)>) -> Self {
        regions.sort_unstable();
        regions.dedup();
        let mut counts = HashMap::new();
        for &(_, bounds) in &regions {
            *counts.entry(bounds).or_insert(0u32) += 1;
        }
        let mut bounds: Vec<u64> = counts.keys().copied().collect();
        bounds.sort_unstable_by_key(|bounds| (u32::MAX - counts[bounds], *bounds));
        bounds.truncate(1 << 16);
        let places: HashMap<u64, u16> =
            bounds.iter().enumerate().map(|(i, &bounds)| (bounds, i as u16)).collect();
        regions.retain(|(_, bounds)| places.contains_key(bounds));
        let words = regions.iter().map(|&(word, _)| word).collect();
        let which = regions.iter().map(|(_, bounds)| places[bounds]).collect();
        Self::new(words, which, bounds)
    }

    fn new(words: Vec<u128>, which: Vec<u16>, bounds: Vec<u64>) -> Self {
        let marks = words.iter().step_by(STRETCH).copied().collect();
        Self { words, marks, which, bounds }
    }

    /// How many regions it holds.
    pub fn len(&self) -> usize {
        self.words.len()
    }

    /// Whether it holds none.
    pub fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    /// A number that tells two tables apart.
    pub fn checksum(&self) -> u64 {
        let add = |sum: u64, n: u64| mix(sum.wrapping_add(n));
        self.words.iter().zip(&self.which).fold(0, |sum, (&word, &which)| {
            let sum = add(add(sum, word as u64), (word >> 64) as u64);
            add(sum, self.bounds[usize::from(which)])
        })
    }

    /// What it says of a region.
    pub(super) fn get(&self, shape: Shape) -> Option<Bounds> {
        let word = shape.word();
        let stretch = self.marks.partition_point(|&mark| mark <= word).checked_sub(1)? * STRETCH;
        let near = &self.words[stretch..self.words.len().min(stretch + STRETCH)];
        let place = stretch + near.binary_search(&word).ok()?;
        Some(Bounds::unpack(self.bounds[usize::from(self.which[place])]))
    }

    /// The table as a file.
    ///
    /// # Panics
    /// If there is no memory to pack it.
    pub fn pack(&self) -> Vec<u8> {
        let mut plain = Vec::new();
        plain.extend((self.words.len() as u32).to_le_bytes());
        plain.extend((self.bounds.len() as u32).to_le_bytes());
        self.bounds.iter().for_each(|bounds| plain.extend(bounds.to_le_bytes()));
        for byte in 0..16 {
            plain.extend(self.words.iter().map(|word| (word >> (8 * byte)) as u8));
        }
        for byte in 0..2 {
            plain.extend(self.which.iter().map(|which| (which >> (8 * byte)) as u8));
        }
        zstd::bulk::compress(&plain, LEVEL).expect("there is memory to pack the table")
    }

    /// The table that a file holds; `None` if it is none.
    fn unpack(packed: &[u8]) -> Option<Self> {
        let plain = zstd::stream::decode_all(packed).ok()?;
        let number = |at: usize| {
            let bytes = plain.get(4 * at..4 * at + 4)?;
            Some(u32::from_le_bytes(bytes.try_into().ok()?) as usize)
        };
        let (regions, different) = (number(0)?, number(1)?);
        let (bounds, rest) = plain[8..].split_at_checked(8 * different)?;
        let (words, which) = rest.split_at_checked(16 * regions)?;
        if which.len() != 2 * regions {
            return None;
        }
        let bounds = bounds.as_chunks().0.iter().map(|&bytes| u64::from_le_bytes(bytes)).collect();
        let word = |i: usize| {
            (0..16).fold(0, |word, byte| word | u128::from(words[byte * regions + i]) << (8 * byte))
        };
        let which = (0..regions).map(|i| u16::from_le_bytes([which[i], which[regions + i]]));
        Some(Self::new((0..regions).map(word).collect(), which.collect(), bounds))
    }
}

/// Searches a rectangle for its first nodes.
fn search<B: Bits>(
    size: Size,
    first: Player,
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
    use super::*;

    /// The table is the one that was built last, and says what the library computes.
    #[test]
    fn the_shipped_table_is_right() {
        let table = RegionTable::shipped();
        assert_eq!((table.len(), table.checksum()), (544_715, 0x7e77_6e97_e21a_cda0));
        assert!(table.words.is_sorted());
        let bytes = size_of_val(&*table.words) + size_of_val(&*table.which);
        assert!((bytes + size_of_val(&*table.bounds)) as u64 <= RegionTable::ROOM);
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
    #[ignore = "some minutes"]
    fn the_shipped_table_is_built_again() {
        let budget = Budget::unlimited(lastmove_work::Cancel::new());
        let again = RegionTable::build(&budget, &mut |_| {}).unwrap();
        assert!(again == *RegionTable::shipped());
    }
}
