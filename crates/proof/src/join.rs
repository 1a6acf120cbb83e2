//! Joining certificates: certificates of later positions become parts of the certificate of an
//! earlier one.
//!
//! All parts prove wins of the same side on the same board, so their positions and moves can be
//! used as they are. Each move uses up the same number of squares, so a level of a part belongs to
//! one level of the whole. The whole is written like any other certificate, level by level; the
//! strategy is only asked less often.

use crate::begun::Source;
use crate::claim::{Claim, Game};
use crate::format::{FileReader, StoredMove, VERSION};
use crate::key::{Key, read_number, write_number};
use crate::levels::{Level, Window};
use crate::options::{Strategy, WriteError, WriteOptions, Written};
use crate::rules::{Mover, Rules};
use crate::sorted::{Collector, Item, Place, Sorted};
use crate::threads::Threads;
use crate::verify::{Progress, goes_on};
use crate::write::{begin, write_all};
use lastmove_board::Cell;
use std::io::{self, Read, Seek, Write};
use std::ops::ControlFlow;

/// The certificates of parts, one after another.
pub(crate) type Parts<'a> = &'a mut dyn Iterator<Item = io::Result<Box<dyn Source>>>;

/// No parts.
pub(crate) fn no_parts() -> impl Iterator<Item = io::Result<Box<dyn Source>>> {
    std::iter::empty()
}

/// Writes a certificate of one claim, or of two, each with certificates of positions that come
/// later in its game. The strategy is asked for positions that no part holds: those of the first
/// moves, and those of missing parts.
///
/// The parts' checksums are verified, but not their proofs: a check of the whole covers them.
///
/// # Errors
/// As [`write()`](crate::write()), and if a part is damaged or proves something else.
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
    let file = begin(&mut out, &claims)?;
    write_all(file, &claims, &mut parts, None, strategy, options, room, &mut progress)
}

/// The stored move of one position in one part.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Answer<K> {
    level: u16,
    key: K,
    /// number of the part; if several hold a position, the first is used
    part: u32,
    /// what is stored
    mv: StoredMove,
}

impl<K: Key> Item for Answer<K> {
    fn weight(&self) -> usize {
        size_of::<Self>()
    }
    fn is_same(&self, other: &Self) -> bool {
        (self.level, self.key) == (other.level, other.key)
    }
    fn put(&self, _: Option<&Self>, out: &mut Vec<u8>) {
        write_number(u64::from(self.level), out);
        write_number(self.key, out);
        write_number(u64::from(self.part), out);
        write_number(self.mv.map_or(0, |number| number + 1), out);
    }
    fn take(_: Option<&Self>, bytes: &mut &[u8]) -> Option<Self> {
        let level = u16::try_from(read_number::<u64>(bytes)?).ok()?;
        let key = read_number(bytes)?;
        let part = u32::try_from(read_number::<u64>(bytes)?).ok()?;
        let mv = read_number::<u64>(bytes)?.checked_sub(1);
        Some(Self { level, key, part, mv })
    }
}

/// The stored moves of all parts, in the order in which they are needed.
pub(crate) struct Known<K>(Sorted<Answer<K>>);

impl<K: Key> Known<K> {
    /// Reads all parts.
    pub(crate) fn load<R: Rules<K = K>>(
        rules: &R,
        whole: &Claim,
        parts: Parts<'_>,
        place: Place<'_>,
        threads: &Threads,
        window: Window,
    ) -> Result<Self, WriteError> {
        let mut answers = Collector::new(place, threads);
        for (i, part) in parts.enumerate() {
            let fail = |reason: String| WriteError::Part { number: i + 1, reason };
            let file = part.map_err(|e| fail(e.to_string()))?;
            let mut file = FileReader::open(file).map_err(|e| fail(e.to_string()))?;
            if file.version < VERSION {
                return Err(fail(format!("it has version {} of the format", file.version)));
            }
            let [claim] = &file.claims[..] else {
                return Err(fail("it holds more than one claim".to_owned()));
            };
            let first = first_level(whole, claim).map_err(|e| fail(e.to_owned()))?;
            // Its levels are derived by the rules that it was written with.
            let other = rules.in_version(file.version);
            let rules = other.as_ref().unwrap_or(rules);
            let mut level = Level::first(rules, threads, window, claim);
            for (number, blocks) in std::mem::take(&mut file.levels[0]).iter().enumerate() {
                let mut open = Vec::new();
                for block in blocks {
                    let moves = block.moves(&mut file.file).map_err(|e| fail(e.to_string()))?;
                    let keys = level.take(moves.len());
                    let both: Vec<_> = keys.into_iter().zip(moves).collect();
                    let after = threads.each(&both, |&(key, mv)| match mv {
                        Some(number) => goes_on(rules, &rules.state(key)?, number)?,
                        None => None,
                    });
                    open.extend(after.into_iter().flatten());
                    let level = (first + number) as u16;
                    answers.add(both.into_iter().map(|(key, mv)| Answer {
                        level,
                        key,
                        part: i as u32,
                        mv,
                    }))?;
                }
                level = level.next(open);
            }
        }
        Ok(Self(answers.finish()?))
    }

    /// The stored moves of the next positions of a level, in ascending order; `None` for a position
    /// that no part holds.
    pub(crate) fn moves(
        &mut self,
        level: u16,
        keys: &[K],
    ) -> Result<Vec<Option<StoredMove>>, WriteError> {
        let mut moves = Vec::with_capacity(keys.len());
        for &key in keys {
            while self.0.peek().is_some_and(|answer| (answer.level, answer.key) < (level, key)) {
                self.0.next()?;
            }
            let found = self.0.peek().filter(|answer| (answer.level, answer.key) == (level, key));
            moves.push(found.map(|answer| answer.mv));
        }
        Ok(moves)
    }
}

/// The level of the whole to which the first level of a part belongs.
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
    // Level k holds the whole's positions after 2k moves, or 2k + 1 if the loser begins.
    let waits = |claim: &Claim| usize::from(claim.mover() == Mover::Loser);
    let plies = used(part).checked_sub(used(whole)).map(|squares_used| squares_used / squares);
    let plies = plies.and_then(|plies| (plies + waits(part)).checked_sub(waits(whole)));
    match plies {
        Some(plies) if plies % 2 == 0 => Ok(plies / 2),
        _ => Err("its position does not come after the one to be proved"),
    }
}
