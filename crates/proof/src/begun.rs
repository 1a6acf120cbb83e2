//! An unfinished certificate, left by a run that was stopped.
//!
//! Levels are written in order and in blocks of known size, so the content of complete blocks need
//! not be computed again: the levels are derived once more, and the strategy is asked only for
//! positions after the last complete block.

use crate::claim::Claim;
use crate::format::{BlockRef, Frame, StoredMove, read_header};
use crate::games::version_for;
use crate::options::WriteError;
use sha2::Sha256;
use std::collections::VecDeque;
use std::fmt;
use std::io::{Read, Seek, SeekFrom};

/// Any seekable input.
pub(crate) trait Source: Read + Seek + Send {}
impl<F: Read + Seek + Send> Source for F {}

/// The part of a certificate that an earlier run wrote; [`go_on`](crate::go_on) finishes it.
pub struct Begun {
    pub(crate) file: Box<dyn Source>,
    /// `levels[claim][level]`: its blocks that were not used yet
    levels: Vec<Vec<VecDeque<BlockRef>>>,
    pub(crate) hash: Sha256,
    bytes: u64,
}

impl fmt::Debug for Begun {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Begun").field("bytes", &self.bytes).finish_non_exhaustive()
    }
}

impl Begun {
    /// Reads the complete blocks. Returns `None` if the header is incomplete, of another version,
    /// or of a certificate of other claims.
    pub fn open(mut file: impl Read + Seek + Send + 'static, claims: &[Claim]) -> Option<Self> {
        file.seek(SeekFrom::Start(0)).ok()?;
        let mut frame = Frame::new(&mut file);
        let (version, found) = read_header(&mut frame).ok()?;
        if found != claims || version != version_for(claims) {
            return None;
        }
        let mut levels: Vec<_> = claims.iter().map(|_| Vec::new()).collect();
        let (mut hash, mut bytes) = (frame.hash.clone(), frame.at);
        while let Ok(Some(_)) = frame.block(&mut levels) {
            (hash, bytes) = (frame.hash.clone(), frame.at);
        }
        let levels = levels
            .into_iter()
            .map(|claim: Vec<Vec<BlockRef>>| claim.into_iter().map(VecDeque::from).collect());
        let levels = levels.collect();
        Some(Self { file: Box::new(file), levels, hash, bytes })
    }

    /// The number of bytes to keep. Bytes after them must be removed before the rest is written.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Whether there are blocks of this claim.
    pub(crate) fn has_begun(&self, claim: usize) -> bool {
        !self.levels[claim].is_empty()
    }

    /// The moves stored in the next block of a level, which must hold `positions` positions; `None`
    /// if no block is left.
    pub(crate) fn moves(
        &mut self,
        claim: usize,
        level: u16,
        positions: usize,
    ) -> Result<Option<Vec<StoredMove>>, WriteError> {
        let bad = |what: String| WriteError::Begun(what);
        let blocks = self.levels[claim].get_mut(usize::from(level));
        let Some(block) = blocks.and_then(VecDeque::pop_front) else { return Ok(None) };
        let moves = block.moves(&mut self.file).map_err(|e| bad(e.to_string()))?;
        match moves.len() == positions {
            true => Ok(Some(moves)),
            false => Err(bad("a level has other positions".to_owned())),
        }
    }
}
