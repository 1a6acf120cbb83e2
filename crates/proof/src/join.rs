//! Joining certificates: what was proved of later positions, in parts, makes up the proof of an
//! earlier one.
//!
//! All parts prove wins of the same side on the same board, so their positions and moves can be
//! used as they are. Each move uses up the same number of squares, so a level of a part belongs to
//! one level of the whole. The whole is written like any other certificate, level by level; only
//! the strategy is asked less.

use crate::begun::Source;
use crate::claim::{Claim, Game};
use crate::format::{Entry, FileReader, read_code, write_code};
use crate::key::{Key, read_number, write_number};
use crate::options::{Strategy, WriteError, WriteOptions, Written};
use crate::rules::{Mover, Rules};
use crate::sorted::{Collector, Item, Place, Sorted};
use crate::threads::Threads;
use crate::verify::Progress;
use crate::write::{begin, newest, write_all};
use lastmove_board::Cell;
use std::io::{self, Read, Seek, Write};
use std::ops::ControlFlow;

/// Certificates, one after another.
pub(crate) type Parts<'a> = &'a mut dyn Iterator<Item = io::Result<Box<dyn Source>>>;

/// For certificates that are made of nothing else.
pub(crate) fn no_parts() -> impl Iterator<Item = io::Result<Box<dyn Source>>> {
    std::iter::empty()
}

/// Writes a certificate of one claim, or of two, each with certificates of positions that come later
/// in its game. The strategy is asked where no part has an answer: in the first moves, and where a
/// part is missing.
///
/// The parts' checksums are verified, but not their proofs: whoever reads the whole will do that.
///
/// # Errors
/// As [`write()`](crate::write()), and if a part is damaged or proves another thing.
pub fn join<F: Read + Seek + Send + 'static>(
    mut out: impl Write,
    claims: Vec<(Claim, impl IntoIterator<Item = io::Result<F>>)>,
    strategy: &mut dyn Strategy,
    options: WriteOptions<'_>,
    mut progress: impl FnMut(Progress) -> ControlFlow<()>,
) -> Result<Written, WriteError> {
    let room = options.room()?;
    let (claims, parts): (Vec<Claim>, Vec<_>) = claims.into_iter().unzip();
    let boxed = |part: io::Result<F>| part.map(|file| Box::new(file) as Box<dyn Source>);
    let mut parts: Vec<_> = parts.into_iter().map(|parts| parts.into_iter().map(boxed)).collect();
    let mut parts: Vec<Parts<'_>> = parts.iter_mut().map(|parts| parts as Parts<'_>).collect();
    let file = begin(&mut out, &claims, newest(&claims))?;
    write_all(file, &claims, &mut parts, None, strategy, options, room, &mut progress)
}

/// What a part holds of one position.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Answer<K> {
    level: u16,
    key: K,
    /// which part; the first that knows a position is asked
    part: u32,
    /// move and leaf as they are stored
    code: Vec<u8>,
}

impl<K: Key> Item for Answer<K> {
    fn weight(&self) -> usize {
        // with what the system needs for a small piece of memory
        size_of::<Self>() + self.code.capacity() + 16
    }
    fn is_same(&self, other: &Self) -> bool {
        (self.level, self.key) == (other.level, other.key)
    }
    fn put(&self, _: Option<&Self>, out: &mut Vec<u8>) {
        write_number(u64::from(self.level), out);
        write_number(self.key, out);
        write_number(u64::from(self.part), out);
        write_number(self.code.len() as u64, out);
        out.extend(&self.code);
    }
    fn take(_: Option<&Self>, bytes: &mut &[u8]) -> Option<Self> {
        let level = u16::try_from(read_number::<u64>(bytes)?).ok()?;
        let key = read_number(bytes)?;
        let part = u32::try_from(read_number::<u64>(bytes)?).ok()?;
        let length = usize::try_from(read_number::<u64>(bytes)?).ok()?;
        let (code, rest) = bytes.split_at_checked(length)?;
        *bytes = rest;
        Some(Self { level, key, part, code: code.to_vec() })
    }
}

/// What the parts hold, in the order in which it is asked for.
pub(crate) struct Known<K>(Sorted<Answer<K>>);

impl<K: Key> Known<K> {
    /// Reads all parts.
    pub(crate) fn load<R: Rules<K = K>>(
        rules: &R,
        whole: &Claim,
        parts: Parts<'_>,
        place: Place<'_>,
        threads: &Threads,
        version: u16,
    ) -> Result<Self, WriteError> {
        let mut answers = Collector::new(place, threads, None);
        for (i, part) in parts.enumerate() {
            let fail = |reason: String| WriteError::Part { number: i + 1, reason };
            let file = part.map_err(|e| fail(e.to_string()))?;
            let mut file = FileReader::open(file).map_err(|e| fail(e.to_string()))?;
            if file.version != version {
                return Err(fail(format!("it has version {} of the format", file.version)));
            }
            let [claim] = &file.claims[..] else {
                return Err(fail("it holds more than one claim".to_owned()));
            };
            let first = first_level(whole, claim).map_err(|e| fail(e.to_owned()))?;
            for (level, blocks) in std::mem::take(&mut file.levels[0]).iter().enumerate() {
                let level = (first + level) as u16;
                for block in blocks {
                    let entries = block.entries(rules, &mut file.file);
                    let entries = entries.map_err(|e| fail(e.to_string()))?;
                    answers.add(entries.into_iter().map(|entry| {
                        let mut code = Vec::new();
                        write_code(rules, &entry, &mut code);
                        Answer { level, key: entry.key, part: i as u32, code }
                    }))?;
                }
            }
        }
        Ok(Self(answers.finish()?))
    }

    /// The entries of the next positions of a level, in ascending order; those of which no part
    /// knows have neither move nor leaf.
    pub(crate) fn entries<R: Rules<K = K>>(
        &mut self,
        rules: &R,
        level: u16,
        keys: &[K],
    ) -> Result<Vec<Entry<K>>, WriteError> {
        let mut entries = Vec::with_capacity(keys.len());
        for &key in keys {
            let mut entry = Entry { key, mv: None, leaf: None };
            while self.0.peek().is_some_and(|answer| (answer.level, answer.key) < (level, key)) {
                self.0.next()?;
            }
            let found = self.0.peek().filter(|answer| (answer.level, answer.key) == (level, key));
            if let Some(answer) = found {
                (entry.mv, entry.leaf) =
                    read_code(rules, &mut &answer.code[..]).unwrap_or_default();
            }
            entries.push(entry);
        }
        Ok(entries)
    }
}

/// The position after the move of an entry, `Some(None)` if the line ends there; `None` if there is
/// no such move.
pub(crate) fn goes_on<R: Rules>(rules: &R, entry: &Entry<R::K>) -> Option<Option<R::K>> {
    let (Some(number), None) = (entry.mv, &entry.leaf) else { return Some(None) };
    let (_, after) = rules.find_move(&rules.state(entry.key)?, |n, _, _| n == number)?;
    let after = rules.normal_key(&after);
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
