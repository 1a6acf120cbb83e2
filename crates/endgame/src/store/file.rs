//! A database file, open for look-ups through a memory map.

use super::coding::{StoredValue, decode};
use super::header::{BLOCK, HEAD, Header, StoreError};
use crate::Spec;
use crate::frame::MAX_FRAME_SQUARES;
use lastmove_board::Bits;
use lastmove_values::Forms;
use lastmove_work::file::open_regular;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

/// An open database. Opening reads only the header; each block of the body is verified on its first
/// use.
#[derive(Debug)]
pub struct Database {
    path: PathBuf,
    header: Header,
    map: memmap2::Mmap,
    body: usize,
    /// first entry of the shapes with this many squares
    levels: [u64; MAX_FRAME_SQUARES + 1],
    placements: [u64; MAX_FRAME_SQUARES + 1],
    /// one bit per block whose checksum was verified
    verified: Vec<AtomicU64>,
}

impl Database {
    /// Opens a file.
    pub fn open(path: &Path) -> Result<Self, StoreError> {
        let io = |source| StoreError::Io { path: path.to_owned(), source };
        let file = open_regular(path)?;
        if file.metadata().map_err(io)?.len() == 0 {
            return Err(StoreError::Foreign(path.to_owned()));
        }
        let map = map(&file).map_err(io)?;
        let header = Header::read(path, &map)?;
        let mut levels = [0; MAX_FRAME_SQUARES + 1];
        let mut placements = [0; MAX_FRAME_SQUARES + 1];
        let mut next = 0;
        let material = header.spec.material;
        for squares in material.pieces().max(1)..=MAX_FRAME_SQUARES {
            levels[squares] = next;
            placements[squares] = material.placements(squares) as u64;
            next += u64::from(header.connected[squares]) * placements[squares];
        }
        if next != header.entries {
            let place = "the number of entries".to_owned();
            return Err(StoreError::Altered { path: path.to_owned(), place });
        }
        let verified = (0..header.blocks().div_ceil(64)).map(|_| AtomicU64::new(0)).collect();
        let body = header.body_start();
        Ok(Self { path: path.to_owned(), header, map, body, levels, placements, verified })
    }

    /// The header of the file.
    pub fn header(&self) -> &Header {
        &self.header
    }
    /// Which database this is.
    pub fn spec(&self) -> Spec {
        self.header.spec
    }
    /// The path of the file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The checksum of the header and of all block checksums: it changes with any byte of the file.
    pub fn checksum(&self) -> u32 {
        crc32fast::hash(&self.map[..self.body])
    }

    /// The entry of a position, given by subsets of its frame in either orientation: the shape and
    /// the pieces. For a territory the entry is its number of moves, otherwise the number of its
    /// class. `None` if the shape is not connected.
    #[inline]
    pub(crate) fn entry(
        &self,
        frame: &crate::Frame,
        shape: u32,
        sets: [u32; 3],
    ) -> Result<Option<u32>, StoreError> {
        let found = frame.shape(shape).expect("a cut fills its frame");
        let map = frame.map(found.map);
        let normal = map.image(u64::from(shape));
        let sets = sets.map(|set| map.image(u64::from(set)).compress(normal) as u32);
        let squares = shape.count_ones() as usize;
        if found.index >= self.header.connected[squares] {
            return Ok(None); // not connected
        }
        let rank = self.header.spec.material.rank(squares, sets) as u64;
        let index = self.levels[squares] + u64::from(found.index) * self.placements[squares] + rank;
        self.entry_at(index).map(Some)
    }

    /// The entry with this number.
    #[inline]
    pub(crate) fn entry_at(&self, index: u64) -> Result<u32, StoreError> {
        debug_assert!(index < self.header.entries);
        let bytes = self.header.entry_bytes;
        let at = index as usize * bytes;
        self.verify(at, bytes)?;
        let mut number = [0; 4];
        number[..bytes].copy_from_slice(&self.map[self.body + at..][..bytes]);
        Ok(u32::from_le_bytes(number))
    }

    /// The thermograph of a class, and its exact value if a store for it is given.
    pub fn class(&self, class: u32, forms: Option<&mut Forms>) -> Result<StoredValue, StoreError> {
        let altered = || self.altered(format!("class {class}"));
        if class >= self.header.classes {
            return Err(altered());
        }
        let offsets = self.header.entries as usize * self.header.entry_bytes;
        let dictionary = offsets + 4 * (self.header.classes as usize + 1);
        let offset = |i: u32| -> Result<usize, StoreError> {
            let at = offsets + 4 * i as usize;
            self.verify(at, 4)?;
            let bytes = &self.map[self.body + at..][..4];
            Ok(u32::from_le_bytes(bytes.try_into().expect("4 bytes")) as usize)
        };
        let (start, end) = (offset(class)?, offset(class + 1)?);
        if start > end || end as u64 > self.header.dictionary {
            return Err(altered());
        }
        self.verify(dictionary + start, end - start)?;
        decode(&self.map[self.body + dictionary + start..][..end - start], forms)
            .ok_or_else(altered)
    }

    /// Checks that the blocks of these bytes of the body are unaltered.
    #[inline]
    fn verify(&self, at: usize, length: usize) -> Result<(), StoreError> {
        let (first, last) = (at / BLOCK, (at + length.max(1) - 1) / BLOCK);
        for block in first..=last {
            let word = self.verified[block / 64].load(Ordering::Relaxed);
            if word >> (block % 64) & 1 == 0 {
                self.verify_block(block)?;
            }
        }
        Ok(())
    }

    #[cold]
    fn verify_block(&self, block: usize) -> Result<(), StoreError> {
        let sum = &self.map[HEAD + 4 * block..][..4];
        let end = (self.body + (block + 1) * BLOCK).min(self.map.len());
        let bytes = &self.map[self.body + block * BLOCK..end];
        if crc32fast::hash(bytes).to_le_bytes() != sum {
            return Err(self.altered(format!("block {block}")));
        }
        self.verified[block / 64].fetch_or(1 << (block % 64), Ordering::Relaxed);
        Ok(())
    }

    /// Verifies every block.
    pub fn check(&self) -> Result<(), StoreError> {
        (0..self.header.blocks()).try_for_each(|block| self.verify_block(block))
    }

    fn altered(&self, place: String) -> StoreError {
        StoreError::Altered { path: self.path.clone(), place }
    }
}

#[allow(unsafe_code)]
fn map(file: &File) -> std::io::Result<memmap2::Mmap> {
    // SAFETY: a map is undefined behaviour if the file changes under it. Our files never change:
    // they appear by a rename and are replaced by another rename, which leaves the mapped file
    // unchanged. Gain: all databases open in milliseconds instead of a read of a gigabyte.
    unsafe { memmap2::Mmap::map(file) }
}
