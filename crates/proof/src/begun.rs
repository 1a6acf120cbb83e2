//! A certificate that was begun and not finished: what a run that was stopped has left.
//!
//! Levels are written in order and in blocks of known size, so whatever whole blocks are there
//! need not be made again: the last level of which all blocks are there gives the positions of the
//! next, and of that one the blocks that are missing are added.

use crate::claim::Claim;
use crate::format::{BlockRef, Frame, read_header};
use sha2::Sha256;
use std::fmt;
use std::io::{Read, Seek, SeekFrom};

/// Anything that can be read at any place.
pub(crate) trait Source: Read + Seek + Send {}
impl<F: Read + Seek + Send> Source for F {}

/// What an earlier run wrote of a certificate; [`go_on`](crate::go_on) finishes it.
pub struct Begun {
    pub(crate) file: Box<dyn Source>,
    /// `levels[claim][level]`: its blocks
    pub(crate) levels: Vec<Vec<Vec<BlockRef>>>,
    pub(crate) hash: Sha256,
    bytes: u64,
    /// of the format; the rest is written in the same one
    pub(crate) version: u16,
}

impl fmt::Debug for Begun {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Begun").field("bytes", &self.bytes).finish_non_exhaustive()
    }
}

impl Begun {
    /// Reads what is whole. `None` if it is nothing, or a certificate of something else.
    pub fn open(mut file: impl Read + Seek + Send + 'static, claims: &[Claim]) -> Option<Self> {
        file.seek(SeekFrom::Start(0)).ok()?;
        let mut frame = Frame::new(&mut file);
        let (version, found) = read_header(&mut frame).ok()?;
        if found != claims {
            return None;
        }
        let mut levels: Vec<_> = claims.iter().map(|_| Vec::new()).collect();
        let (mut hash, mut bytes) = (frame.hash.clone(), frame.at);
        while let Ok(Some(_)) = frame.block(&mut levels) {
            (hash, bytes) = (frame.hash.clone(), frame.at);
        }
        Some(Self { file: Box::new(file), levels, hash, bytes, version })
    }

    /// How many bytes are worth keeping. What comes after them has to go before the rest is
    /// written.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Whether nothing of this claim is missing: the next one has begun.
    pub(crate) fn is_whole(&self, claim: usize) -> bool {
        self.levels[claim + 1..].iter().any(|levels| !levels.is_empty())
    }
}
