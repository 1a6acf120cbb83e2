//! A table of region values in a compact form. As bytes, in little-endian numbers:
//!
//! ```text
//! 4 bytes       n, the number of regions
//! 4 bytes       d, the number of different bounds
//! 8 d bytes     these bounds, the most frequent first
//! 16 n bytes    the words of the regions in ascending order: all lowest bytes, all second ones, ...
//! 2 n bytes     which bounds: all low bytes, all high ones
//! ```
//!
//! The table is shipped with the program (`shipped.rs`) or passed to it: a web page loads it when
//! it is first needed.

use super::bounds::Bounds;
use super::shape::Shape;
use crate::table::Payload;
use lastmove_board::mix;
#[cfg(feature = "region-table")]
use std::collections::HashMap;
use std::sync::{Mutex, OnceLock, PoisonError};

/// The number of regions between two marks.
const STRETCH: usize = 64;

/// The checksum of the table that ships with programs; any other table is rejected.
pub(super) const CHECKSUM: u64 = 0x7e77_6e97_e21a_cda0;

/// The bytes of a table that was passed in, until they are decoded.
static GIVEN: Mutex<Vec<u8>> = Mutex::new(Vec::new());
/// The table in use, after the first look-up.
static USED: OnceLock<Option<RegionTable>> = OnceLock::new();

/// Values of regions in a compact form.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct RegionTable {
    /// ascending
    pub(super) words: Vec<u128>,
    /// every [`STRETCH`]th of them, for a first search step that stays in the processor's caches
    marks: Vec<u128>,
    /// the index of each region's bounds
    which: Vec<u16>,
    bounds: Vec<u64>,
}

impl RegionTable {
    /// The memory reserved for the table: it is decompressed for the first large region, which
    /// never occurs on small boards.
    pub(super) const ROOM: u64 = 10 << 20;

    /// Passes the table as bytes to a program that ships without it. Call it before any search; a
    /// table with another checksum is ignored.
    pub fn give(bytes: Vec<u8>) {
        *GIVEN.lock().unwrap_or_else(PoisonError::into_inner) = bytes;
    }

    /// Whether there is a table.
    pub(super) fn is_at_hand() -> bool {
        let given = || !GIVEN.lock().unwrap_or_else(PoisonError::into_inner).is_empty();
        cfg!(feature = "region-table") || USED.get().map_or_else(given, Option::is_some)
    }

    /// The table, if there is one.
    pub(super) fn at_hand() -> Option<&'static Self> {
        let find = || {
            let given = std::mem::take(&mut *GIVEN.lock().unwrap_or_else(PoisonError::into_inner));
            let table = Self::from_bytes(&given).filter(|table| table.checksum() == CHECKSUM);
            #[cfg(feature = "region-table")]
            let table = table.or_else(Self::unpack_shipped);
            table
        };
        USED.get_or_init(find).as_ref()
    }

    /// A table of regions with their bounds, both as numbers.
    #[cfg(feature = "region-table")]
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

    /// The number of regions.
    pub fn len(&self) -> usize {
        self.words.len()
    }

    /// Whether it is empty.
    pub fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    /// A number that distinguishes different tables.
    pub fn checksum(&self) -> u64 {
        let add = |sum: u64, n: u64| mix(sum.wrapping_add(n));
        self.words.iter().zip(&self.which).fold(0, |sum, (&word, &which)| {
            let sum = add(add(sum, word as u64), (word >> 64) as u64);
            add(sum, self.bounds[usize::from(which)])
        })
    }

    /// Its size in bytes.
    #[cfg(test)]
    pub(super) fn bytes(&self) -> u64 {
        let words = size_of_val(&*self.words) + size_of_val(&*self.marks);
        (words + size_of_val(&*self.which) + size_of_val(&*self.bounds)) as u64
    }

    /// The bounds of a region.
    pub(super) fn get(&self, shape: Shape) -> Option<Bounds> {
        let word = shape.word();
        let stretch = self.marks.partition_point(|&mark| mark <= word).checked_sub(1)? * STRETCH;
        let near = &self.words[stretch..self.words.len().min(stretch + STRETCH)];
        let place = stretch + near.binary_search(&word).ok()?;
        Some(Bounds::unpack(self.bounds[usize::from(self.which[place])]))
    }

    /// The table as bytes.
    pub fn to_bytes(&self) -> Vec<u8> {
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
        plain
    }

    /// Decodes a table; `None` if the bytes are not valid.
    pub(super) fn from_bytes(plain: &[u8]) -> Option<Self> {
        let number = |at: usize| {
            let bytes = plain.get(4 * at..4 * at + 4)?;
            Some(u32::from_le_bytes(bytes.try_into().ok()?) as usize)
        };
        let (regions, different) = (number(0)?, number(1)?);
        let (bounds, rest) = plain.get(8..)?.split_at_checked(different.checked_mul(8)?)?;
        let (words, which) = rest.split_at_checked(regions.checked_mul(16)?)?;
        if which.len() != 2 * regions {
            return None;
        }
        let bounds: Vec<u64> =
            bounds.as_chunks().0.iter().map(|&bytes| u64::from_le_bytes(bytes)).collect();
        // byte by byte for all words, several words at a time
        let half = |bytes: &[u8]| {
            let mut half = vec![0u64; regions];
            for byte in 0..8 {
                let these = &bytes[byte * regions..][..regions];
                half.iter_mut().zip(these).for_each(|(n, &b)| *n |= u64::from(b) << (8 * byte));
            }
            half
        };
        let (low, high) = words.split_at(8 * regions);
        let halves = half(low).into_iter().zip(half(high));
        let words: Vec<u128> =
            halves.map(|(low, high)| u128::from(high) << 64 | u128::from(low)).collect();
        let which = (0..regions).map(|i| u16::from_le_bytes([which[i], which[regions + i]]));
        let which: Vec<u16> = which.collect();
        let sound = words.is_sorted() && which.iter().all(|&i| usize::from(i) < bounds.len());
        sound.then(|| Self::new(words, which, bounds))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_table_is_not_taken() {
        let table = RegionTable::new(vec![3, 5, 1 << 99], vec![1, 0, 1], vec![7, 9]);
        let bytes = table.to_bytes();
        assert_eq!(RegionTable::from_bytes(&bytes).as_ref(), Some(&table));
        for end in 0..bytes.len() {
            assert_eq!(RegionTable::from_bytes(&bytes[..end]), None);
        }
        let unsorted = RegionTable::new(vec![5, 3], vec![0, 0], vec![7]);
        let beyond = RegionTable::new(vec![3, 5], vec![0, 1], vec![7]);
        let huge = [[255; 8], [0; 8]].concat();
        for bytes in [unsorted.to_bytes(), beyond.to_bytes(), huge] {
            assert_eq!(RegionTable::from_bytes(&bytes), None);
        }
    }
}
