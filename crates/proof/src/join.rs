//! Joining certificates: what was proved of later positions, in parts, makes up the proof of an
//! earlier one.
//!
//! All parts prove wins of the same side on the same board, so their positions and moves can be
//! used as they are. Each move uses up the same number of squares, so a level of a part belongs to
//! one level of the whole. The whole is written like any other certificate, level by level; only
//! the strategy is asked less.

use crate::claim::{Claim, Game};
use crate::format::{Entry, FileReader};
use crate::rules::{Mover, Rules};
use crate::verify::Progress;
use crate::write::{Strategy, WriteError, WriteOptions, Written, write_joined};
use lastmove_board::Cell;
use std::io::{self, Cursor, Write};
use std::ops::ControlFlow;

/// Certificates as bytes, one after another.
pub(crate) type Parts<'a> = &'a mut (dyn Iterator<Item = io::Result<Vec<u8>>> + Send);

/// Writes a certificate of `claim` from certificates of positions that come later. The strategy
/// is asked where no part has an answer: in the first moves, and where a part is missing.
///
/// The parts' checksums are verified, but not their proofs: whoever reads the whole will do that.
///
/// # Errors
/// As [`write()`](crate::write()), and if a part is damaged or proves another thing.
pub fn join<W: Write + Send>(
    out: W,
    claim: &Claim,
    parts: &mut (dyn Iterator<Item = io::Result<Vec<u8>>> + Send),
    strategy: &mut (impl Strategy + Send + ?Sized),
    options: WriteOptions,
    progress: impl FnMut(Progress) -> ControlFlow<()> + Send,
) -> Result<Written, WriteError> {
    write_joined(out, std::slice::from_ref(claim), parts, strategy, options, progress)
}

/// What the parts hold: for each level of the whole its entries, sorted by position.
pub(crate) struct Known<K> {
    levels: Vec<Vec<Entry<K>>>,
}

impl<K: crate::key::Key> Known<K> {
    /// Reads all parts.
    pub(crate) fn load<R: Rules<K = K>>(
        rules: &R,
        whole: &Claim,
        parts: Parts<'_>,
    ) -> Result<Self, WriteError> {
        let mut known = Self { levels: Vec::new() };
        for (i, part) in parts.enumerate() {
            let fail = |reason: String| WriteError::Part { number: i + 1, reason };
            let bytes = part.map_err(|e| fail(e.to_string()))?;
            let mut file = FileReader::open(Cursor::new(bytes)).map_err(|e| fail(e.to_string()))?;
            let [claim] = &file.claims[..] else {
                return Err(fail("it holds more than one claim".to_owned()));
            };
            let first = first_level(whole, claim).map_err(|e| fail(e.to_owned()))?;
            for (level, blocks) in file.levels[0].clone().iter().enumerate() {
                let level = first + level;
                if known.levels.len() <= level {
                    known.levels.resize_with(level + 1, Vec::new);
                }
                for block in blocks {
                    let packed = file.raw(block).map_err(|e| fail(e.to_string()))?;
                    let entries = block.entries(rules, &packed);
                    known.levels[level].extend(entries.map_err(|e| fail(e.to_string()))?);
                }
            }
        }
        for level in &mut known.levels {
            level.sort_by_key(|entry| entry.key);
            level.dedup_by_key(|entry| entry.key);
        }
        Ok(known)
    }

    /// The entry of a position, and the position after its move if the line goes on.
    pub(crate) fn find<R: Rules<K = K>>(
        &self,
        rules: &R,
        level: u16,
        key: K,
    ) -> Option<(Entry<K>, Option<K>)> {
        let entries = self.levels.get(level as usize)?;
        let entry = &entries[entries.binary_search_by_key(&key, |entry| entry.key).ok()?];
        Some((entry.clone(), goes_on(rules, entry)?))
    }
}

/// The position after the move of an entry, `Some(None)` if the line ends there; `None` if there is
/// no such move.
pub(crate) fn goes_on<R: Rules>(rules: &R, entry: &Entry<R::K>) -> Option<Option<R::K>> {
    let (Some(mut left), None) = (entry.mv, &entry.leaf) else { return Some(None) };
    let mut after = None;
    rules.each_move(&rules.state(entry.key)?, Mover::Winner, |_, next| {
        if left == 0 {
            after = Some(next);
        }
        left = left.saturating_sub(1);
        after.is_none()
    });
    let after = rules.normal_key(&after?);
    let ends = rules.visible(&rules.state(after)?, Mover::Loser);
    Some((!ends).then_some(after))
}

/// The level of the whole that the first level of a part belongs to.
fn first_level(whole: &Claim, part: &Claim) -> Result<usize, &'static str> {
    if part.game() != whole.game() || part.size() != whole.size() {
        return Err("it is about another board");
    }
    if part.winner() != whole.winner() {
        return Err("it proves a win of the other side");
    }
    let used =
        |claim: &Claim| claim.diagram().cells().iter().filter(|&&cell| cell == Cell::Burnt).count();
    let squares = match whole.game() {
        Game::Amazons => 1,
        Game::Domineering => 2,
    };
    // Level k answers the whole's position after 2k moves, or 2k + 1 if the loser begins.
    let waits = |claim: &Claim| usize::from(claim.mover() == Mover::Loser);
    let plies = used(part).checked_sub(used(whole)).map(|squares_used| squares_used / squares);
    let plies = plies.and_then(|plies| (plies + waits(part)).checked_sub(waits(whole)));
    match plies {
        Some(plies) if plies % 2 == 0 => Ok(plies / 2),
        _ => Err("its position does not come after the one to be proved"),
    }
}
