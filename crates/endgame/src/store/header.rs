//! The header of a database file.
//!
//! ```text
//! offset  length  all numbers little-endian
//!      0       8  magic "LMENDGM\0"
//!      8       4  version
//!     12       1  width of the frame
//!     13       1  height of the frame
//!     14       3  material: normal queens, blockers, opponents
//!     17       1  bytes per entry: 1 to 4
//!     18       2  0
//!     20       4  classes in the dictionary; 0 for territories
//!     24       8  entries
//!     32       8  bytes of the dictionary
//!     40       8  normal forms: positions up to symmetry
//!     48       8  defective ones among them (territories)
//!     56      84  21 numbers of 4 bytes: connected shapes with 0 to 20 squares
//!    140       4  CRC-32 of the bytes before
//!    144     4*b  CRC-32 of each block of 65,536 bytes of the body, the last one shorter
//!             4   CRC-32 of the b checksums
//!                 the body: entries; 4 bytes per class and one more, where each begins in the
//!                 dictionary and where that ends; the dictionary
//! ```

use crate::frame::MAX_FRAME_SQUARES;
use crate::{Material, Spec};
use lastmove_work::file::ReadError;
use std::path::PathBuf;
use thiserror::Error;

/// The first bytes of every database file.
pub(crate) const MAGIC: [u8; 8] = *b"LMENDGM\0";
/// The version that is written and read.
pub(crate) const VERSION: u32 = 1;
/// The length of the header without the block checksums.
pub(crate) const HEAD: usize = 144;
/// The number of bytes that one checksum covers.
pub(crate) const BLOCK: usize = 1 << 16;

/// The contents of the header.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    /// which database this is
    pub spec: Spec,
    /// bytes per entry
    pub entry_bytes: usize,
    /// classes in the dictionary
    pub classes: u32,
    /// entries: placements on connected shapes
    pub entries: u64,
    /// bytes of the dictionary
    pub dictionary: u64,
    /// positions up to symmetry
    pub normal_forms: u64,
    /// defective territories among them
    pub defective: u64,
    /// connected shapes by number of squares
    pub connected: [u32; MAX_FRAME_SQUARES + 1],
}

/// Why a database file was rejected.
#[derive(Debug, Error)]
pub enum StoreError {
    /// The file is not a database.
    #[error("{}: not an endgame database of lastmove", .0.display())]
    Foreign(PathBuf),
    /// A database of another version.
    #[error("{}: database of version {found}, expected version {VERSION}; delete it and run `lastmove db build`", path.display())]
    Version {
        /// which file
        path: PathBuf,
        /// its version
        found: u32,
    },
    /// The file is shorter or longer than its header says.
    #[error("{}: the database is cut or padded: {found} bytes, expected {expected}; delete it and run `lastmove db build`", path.display())]
    Truncated {
        /// which file
        path: PathBuf,
        /// its length
        found: u64,
        /// the length according to its header
        expected: u64,
    },
    /// A checksum does not match.
    #[error("{}: the database was altered: the checksum of {place} does not fit; delete it and run `lastmove db build`", path.display())]
    Altered {
        /// which file
        path: PathBuf,
        /// the part that was altered
        place: String,
    },
    /// Something that is not a file: a folder, a pipe, a device.
    #[error(transparent)]
    Open(ReadError),
    /// The system cannot read it.
    #[error("{}: cannot read: {source}", path.display())]
    Io {
        /// which file
        path: PathBuf,
        /// the system's reason
        source: std::io::Error,
    },
}

impl From<ReadError> for StoreError {
    fn from(error: ReadError) -> Self {
        match error {
            ReadError::Io { path, source } => Self::Io { path, source },
            error => Self::Open(error),
        }
    }
}

impl Header {
    /// The length of the body.
    pub(crate) fn body(&self) -> u64 {
        let offsets = if self.classes == 0 { 0 } else { (u64::from(self.classes) + 1) * 4 };
        self.entries * self.entry_bytes as u64 + offsets + self.dictionary
    }

    /// The number of blocks of the body.
    pub(crate) fn blocks(&self) -> usize {
        self.body().div_ceil(BLOCK as u64) as usize
    }

    /// Where the body begins.
    pub(crate) fn body_start(&self) -> usize {
        HEAD + 4 * self.blocks() + 4
    }

    /// The length of the whole file.
    pub fn file_length(&self) -> u64 {
        self.body_start() as u64 + self.body()
    }

    pub(crate) fn to_bytes(&self) -> [u8; HEAD] {
        let mut bytes = [0; HEAD];
        let mut at = 0;
        let mut put = |part: &[u8]| {
            bytes[at..at + part.len()].copy_from_slice(part);
            at += part.len();
        };
        put(&MAGIC);
        put(&VERSION.to_le_bytes());
        put(&[self.spec.width, self.spec.height]);
        put(&self.spec.material.0);
        put(&[self.entry_bytes as u8, 0, 0]);
        put(&self.classes.to_le_bytes());
        for number in [self.entries, self.dictionary, self.normal_forms, self.defective] {
            put(&number.to_le_bytes());
        }
        for number in self.connected {
            put(&number.to_le_bytes());
        }
        let sum = crc32fast::hash(&bytes[..HEAD - 4]);
        bytes[HEAD - 4..].copy_from_slice(&sum.to_le_bytes());
        bytes
    }

    /// Reads the header of a file of this length.
    pub(crate) fn read(path: &std::path::Path, bytes: &[u8]) -> Result<Self, StoreError> {
        let here = || path.to_owned();
        let found = bytes.len() as u64;
        if bytes.len() < 12 || bytes[..8] != MAGIC {
            return Err(StoreError::Foreign(here()));
        }
        let u32_at = |at: usize| u32::from_le_bytes(bytes[at..at + 4].try_into().expect("4 bytes"));
        let u64_at = |at: usize| u64::from_le_bytes(bytes[at..at + 8].try_into().expect("8 bytes"));
        if u32_at(8) != VERSION {
            return Err(StoreError::Version { path: here(), found: u32_at(8) });
        }
        if bytes.len() < HEAD {
            return Err(StoreError::Truncated { path: here(), found, expected: HEAD as u64 });
        }
        let altered = |place: &str| StoreError::Altered { path: here(), place: place.to_owned() };
        if crc32fast::hash(&bytes[..HEAD - 4]) != u32_at(HEAD - 4) {
            return Err(altered("the head"));
        }
        let mut connected = [0; MAX_FRAME_SQUARES + 1];
        for (i, number) in connected.iter_mut().enumerate() {
            *number = u32_at(56 + 4 * i);
        }
        let header = Self {
            spec: Spec {
                width: bytes[12],
                height: bytes[13],
                material: Material([bytes[14], bytes[15], bytes[16]]),
            },
            entry_bytes: bytes[17] as usize,
            classes: u32_at(20),
            entries: u64_at(24),
            dictionary: u64_at(32),
            normal_forms: u64_at(40),
            defective: u64_at(48),
            connected,
        };
        // A header with the right checksum comes from this program; this rejects one made by hand.
        let (width, height) = header.spec.size();
        let sound = crate::Frame::fits(width, height)
            && width <= height
            && header.spec.material.0.iter().all(|&n| usize::from(n) <= width * height)
            && header.spec.material.pieces() <= width * height
            && (1..=4).contains(&header.entry_bytes)
            && header.entries <= 1 << 40
            && header.dictionary <= 1 << 32;
        if !sound {
            return Err(altered("the head"));
        }
        let expected = header.file_length();
        if found != expected {
            return Err(StoreError::Truncated { path: here(), found, expected });
        }
        let sums = &bytes[HEAD..HEAD + 4 * header.blocks()];
        if crc32fast::hash(sums) != u32_at(HEAD + 4 * header.blocks()) {
            return Err(altered("the block checksums"));
        }
        Ok(header)
    }
}
