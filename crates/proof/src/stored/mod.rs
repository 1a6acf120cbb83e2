//! Reads and checks certificates of the versions before the newest, which store positions with
//! their moves.
//!
//! A level need not fit in memory: the next one is read in windows of ascending keys, and the
//! current one block by block for each window.

mod check;

use crate::format::BlockRef;
#[cfg(test)]
use crate::key::write_number;
use crate::key::{Key, read_number};
use crate::reject::Rejection;
use crate::rules::{Leaf, LeafKind, Rules};
use std::io::{Read, Seek};

/// One stored position, with the winner to move. He plays move `mv`, and the line goes on or ends
/// with the fact `leaf`; without `mv` the fact holds in the position itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Entry<K> {
    pub(crate) key: K,
    pub(crate) mv: Option<u64>,
    pub(crate) leaf: Option<Leaf>,
}

/// A block that is being written: all keys, then all codes.
#[cfg(test)]
#[derive(Default)]
pub(crate) struct Block<K> {
    keys: Vec<u8>,
    codes: Vec<u8>,
    before: K,
}

#[cfg(test)]
impl<K: Key> Block<K> {
    pub(crate) fn push<R: Rules<K = K>>(&mut self, rules: &R, entry: &Entry<K>) {
        // Keys ascend in a sorted level; a test that forges another order writes a useless number.
        let delta = if entry.key >= self.before { entry.key.minus(self.before) } else { entry.key };
        write_number(delta, &mut self.keys);
        self.before = entry.key;
        write_code(rules, entry, &mut self.codes);
    }

    /// The bytes of the block, not yet packed.
    pub(crate) fn finish(mut self) -> Vec<u8> {
        self.keys.append(&mut self.codes);
        self.keys
    }
}

/// Writes the move and the leaf of an entry.
#[cfg(test)]
fn write_code<R: Rules>(rules: &R, entry: &Entry<R::K>, out: &mut Vec<u8>) {
    let kind = entry.leaf.as_ref().map_or(0, |leaf| leaf.kind() as u64);
    write_number(entry.mv.map_or(0, |mv| mv + 1) << 2 | kind, out);
    match &entry.leaf {
        None | Some(Leaf::Settled) => {}
        Some(Leaf::Walks(witness)) => {
            write_number(witness.len() as u64, out);
            for &mv in witness {
                rules.write_move(mv, out);
            }
        }
        Some(Leaf::Search { depth }) => out.push(*depth),
    }
}

type Code = (Option<u64>, Option<Leaf>);

/// Reads the move and the leaf of an entry. `Err` says what is wrong.
fn read_code<R: Rules>(rules: &R, raw: &mut &[u8]) -> Result<Code, &'static str> {
    let code: u64 = read_number(raw).ok_or("a move is cut off or too large")?;
    let mv = (code >> 2).checked_sub(1);
    let leaf = match LeafKind::from_number(code & 3) {
        None if mv.is_none() => return Err("a position has neither move nor leaf"),
        None => None,
        Some(LeafKind::Settled) => Some(Leaf::Settled),
        Some(LeafKind::Walks) => {
            let moves: u64 = read_number(raw).ok_or("a witness is cut off")?;
            if moves > lastmove_board::MAX_SQUARES as u64 {
                return Err("a witness is longer than any game");
            }
            let witness = (0..moves).map(|_| rules.read_move(raw)).collect::<Option<_>>();
            Some(Leaf::Walks(witness.ok_or("a witness is cut off or leaves the board")?))
        }
        Some(LeafKind::Search) => {
            let (&depth, rest) = raw.split_first().ok_or("a depth is cut off")?;
            *raw = rest;
            Some(Leaf::Search { depth })
        }
    };
    Ok((mv, leaf))
}

/// Reads the positions of a block.
pub(crate) fn entries<R: Rules>(
    rules: &R,
    block: &BlockRef,
    file: &mut (impl Read + Seek),
) -> Result<Vec<Entry<R::K>>, Rejection> {
    let raw = block.unpacked(file)?;
    decode(rules, block.count, &raw).map_err(|what| block.malformed(what))
}

/// Decodes the bytes of a block. `Err` says what is wrong.
fn decode<R: Rules>(
    rules: &R,
    count: u32,
    mut raw: &[u8],
) -> Result<Vec<Entry<R::K>>, &'static str> {
    let raw = &mut raw;
    let mut entries = Vec::with_capacity(count as usize);
    let mut key = R::K::default();
    for i in 0..count {
        let delta: R::K = read_number(raw).ok_or("a position is cut off or too large")?;
        if i > 0 && delta == R::K::default() {
            return Err("a position is there twice");
        }
        key = key.plus(delta).ok_or("a position is too large")?;
        entries.push(Entry { key, mv: None, leaf: None });
    }
    for entry in &mut entries {
        (entry.mv, entry.leaf) = read_code(rules, raw)?;
    }
    if raw.is_empty() { Ok(entries) } else { Err("bytes are left over") }
}
