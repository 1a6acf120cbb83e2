//! The writing of one claim, level by level.
//!
//! A level is a [`Sorted`] set of positions with the winner to move. It is read piece by piece; the
//! positions after his moves that go on are collected, and their replies make up the next level.

use crate::begun::Begun;
use crate::claim::{Claim, Position};
use crate::format::{BLOCK, Block, Entry, FileWriter};
use crate::games::WithRules;
use crate::join::{Known, Parts, goes_on};
use crate::leaf::{plainest_move, search_leaf, self_evident};
use crate::options::{Room, Strategy, WriteError, WriteOptions, Written};
use crate::replies::reply_keys;
use crate::rules::{Leaf, LeafKind, Mover, Rules, State};
use crate::sorted::{Collector, Sorted};
use crate::threads::Threads;
use crate::verify::{OnProgress, Progress};

/// Positions that are worked on at a time; blocks are made of such pieces.
const PIECE: usize = 1 << 13;
/// After so many of them progress is shown, and the writing can be stopped.
const PORTION: usize = 256;
const _: () = assert!(BLOCK.is_multiple_of(PIECE));

/// All that it takes.
pub(crate) struct Expansion<'a, 'w> {
    pub(crate) file: &'a mut FileWriter<'w>,
    pub(crate) claim: &'a Claim,
    pub(crate) number: usize,
    pub(crate) parts: Parts<'a>,
    pub(crate) begun: Option<&'a mut Begun>,
    pub(crate) strategy: &'a mut dyn Strategy,
    pub(crate) options: &'a WriteOptions<'a>,
    pub(crate) room: Room,
    pub(crate) threads: &'a Threads,
    pub(crate) written: &'a mut Written,
    pub(crate) progress: OnProgress<'a>,
}

/// Where the writing goes on: in this level, of which the rest is to be written.
struct Start<'a, K> {
    number: u16,
    level: Sorted<K>,
    /// what goes on from the part that is written; `None` if nothing of the level is
    open: Option<Collector<'a, K>>,
}

impl WithRules for Expansion<'_, '_> {
    type Output = Result<(), WriteError>;

    fn run<R: Rules>(mut self, rules: &R) -> Result<(), WriteError> {
        let root = rules.normal_key(&self.claim.state());
        let mover = self.claim.mover();
        let place = self.room.set(self.options);
        let (parts, version) = (&mut *self.parts, self.file.version);
        let mut known = Known::load(rules, self.claim, parts, place, self.threads, version)?;
        if rules.state(root).is_some_and(|state| rules.visible(&state, mover)) {
            return Ok(());
        }
        let mut first = self.collector();
        first.add([root])?;
        let mut level = first.finish()?;
        if mover == Mover::Loser {
            level = self.next_level(rules, level)?;
        }
        let mut start = Start { number: 0, level, open: None };
        if let Some(begun) = self.begun.take() {
            match self.take_over(rules, begun, start.level)? {
                Some(there) => start = there,
                None => return Ok(()),
            }
        }
        let Start { number: first, mut level, mut open } = start;
        for number in first.. {
            if open.is_none() && level.peek().is_none() {
                break;
            }
            let after = open.take().unwrap_or_else(|| self.collector());
            let after = self.level(rules, number, level, after, &mut known)?;
            level = self.next_level(rules, after)?;
        }
        Ok(())
    }
}

impl<'a> Expansion<'a, '_> {
    /// A set of positions to be collected.
    fn collector<K: crate::key::Key>(&self) -> Collector<'a, K> {
        Collector::new(self.room.set(self.options), self.threads, None)
    }

    /// Takes over what an earlier run wrote of this claim; `None` if that is all of it. `level` is
    /// the first level.
    fn take_over<R: Rules>(
        &mut self,
        rules: &R,
        begun: &mut Begun,
        mut level: Sorted<R::K>,
    ) -> Result<Option<Start<'a, R::K>>, WriteError> {
        let levels = std::mem::take(&mut begun.levels[self.number]);
        // Of the last level blocks may be missing, unless the next claim has begun.
        let all = begun.is_whole(self.number);
        let whole = if all { levels.len() } else { levels.len().saturating_sub(1) };
        let mut open = self.collector();
        let bad = |what: String| WriteError::Begun(what);
        for (number, blocks) in levels.iter().enumerate() {
            for block in blocks {
                let entries =
                    block.entries(rules, &mut begun.file).map_err(|e| bad(e.to_string()))?;
                if number == whole {
                    for entry in &entries {
                        if level.next()? != Some(entry.key) {
                            return Err(bad("its last level has other positions".to_owned()));
                        }
                    }
                }
                // What goes on from earlier levels is known by the next one.
                if !all && number + 1 >= whole {
                    for next in self.threads.each(&entries, |entry| goes_on(rules, entry)) {
                        open.add(next.ok_or_else(|| bad("it has an illegal move".to_owned()))?)?;
                    }
                }
                entries.iter().for_each(|entry| self.count(entry));
                self.look(number as u16, self.written.positions)?;
            }
            if number < whole {
                self.written.levels += 1;
            }
            if !all && number + 1 == whole {
                let before = std::mem::replace(&mut open, self.collector()).finish()?;
                level = self.next_level(rules, before)?;
            }
        }
        let open = (levels.len() > whole).then_some(open);
        Ok((!all).then_some(Start { number: whole as u16, level, open }))
    }

    /// Counts a position that is written.
    fn count<K>(&mut self, entry: &Entry<K>) {
        self.written.positions += 1;
        if let Some(leaf) = &entry.leaf {
            self.written.leaves[leaf.kind() as usize - LeafKind::Settled as usize] += 1;
        }
    }

    /// Shows progress.
    fn look(&mut self, number: u16, total: u64) -> Result<(), WriteError> {
        let progress = Progress {
            claim: self.number,
            level: number as usize,
            levels: number as usize + 1,
            positions: self.written.positions,
            total,
        };
        if (self.progress)(progress).is_break() { Err(WriteError::Stopped) } else { Ok(()) }
    }

    /// Writes one level; answers the positions after the winner's moves that go on, with those
    /// that `open` has already.
    fn level<R: Rules>(
        &mut self,
        rules: &R,
        number: u16,
        mut level: Sorted<R::K>,
        mut open: Collector<'a, R::K>,
        known: &mut Known<R::K>,
    ) -> Result<Sorted<R::K>, WriteError> {
        let total = self.written.positions + level.left();
        self.written.levels += 1;
        let mut block = Block::default();
        while level.peek().is_some() {
            let keys = level.take(PIECE)?;
            let mut entries = known.entries(rules, number, &keys)?;
            let (options, threads) = (self.options, self.threads);
            let mut found = Vec::with_capacity(entries.len());
            for portion in entries.chunks(PORTION) {
                found.extend(threads.each(portion, |entry| match goes_on(rules, entry) {
                    Some(after) if !entry.is_unknown() => (entry.clone(), after),
                    _ => (self_evident(rules, entry.key, options), None),
                }));
                self.look(number, total)?;
            }
            entries.clear();
            for (entry, after) in found {
                entries.push(entry);
                open.add(after)?;
            }
            let unknown: Vec<usize> =
                (0..entries.len()).filter(|&i| entries[i].is_unknown()).collect();
            for batch in unknown.chunks(PORTION) {
                open.add(self.ask(rules, &mut entries, batch)?)?;
                self.look(number, total)?;
            }
            for entry in &entries {
                self.count(entry);
                block.push(rules, entry);
            }
            if block.count() as usize == BLOCK || level.peek().is_none() {
                let block = std::mem::take(&mut block);
                self.file.block(self.number as u8, number, block.count(), &block.finish())?;
            }
        }
        drop(level);
        open.finish()
    }

    /// Fills in the strategy's moves for some entries; answers the positions that go on.
    fn ask<R: Rules>(
        &mut self,
        rules: &R,
        entries: &mut [Entry<R::K>],
        batch: &[usize],
    ) -> Result<Vec<R::K>, WriteError> {
        let states: Vec<State<R::B>> =
            batch.iter().filter_map(|&i| rules.state(entries[i].key)).collect();
        let positions: Vec<Position> =
            states.iter().map(|state| self.claim.position(state, Mover::Winner)).collect();
        let moves = self.strategy.winning_moves(&positions)?;
        let options = self.options;
        type Answer<K> = Result<(u64, K, Option<Leaf>), WriteError>;
        let indices: Vec<usize> = (0..batch.len()).collect();
        let answers: Vec<Answer<R::K>> = self.threads.each(&indices, |&i| {
            let position = positions[i];
            let wanted = plainest_move(rules, &states[i], moves.get(i).map_or(&[], |moves| moves));
            let wanted = wanted.ok_or(WriteError::NoMove(position))?;
            let found = rules.find_move(&states[i], |_, mv, _| mv == wanted);
            let (number, after) = found.ok_or(WriteError::IllegalMove { position, mv: wanted })?;
            let key = rules.normal_key(&after);
            let leaf = rules
                .state(key)
                .and_then(|after| search_leaf(rules, &after, Mover::Loser, options));
            Ok((number, key, leaf))
        });
        let mut open = Vec::new();
        for (&i, answer) in batch.iter().zip(answers) {
            let (number, key, leaf) = answer?;
            entries[i].mv = Some(number);
            if leaf.is_none() {
                open.push(key);
            }
            entries[i].leaf = leaf;
        }
        Ok(open)
    }

    /// The replies to some positions that are not plainly won.
    fn next_level<R: Rules>(
        &self,
        rules: &R,
        mut open: Sorted<R::K>,
    ) -> Result<Sorted<R::K>, WriteError> {
        let keep = |&key: &R::K| {
            rules.state(key).is_some_and(|state| !rules.visible(&state, Mover::Winner))
        };
        let mut level = Collector::new(self.room.set(self.options), self.threads, Some(&keep));
        let round = self.room.positions::<R::K>(rules.most_replies(&self.claim.state()));
        while open.peek().is_some() {
            let positions = open.take(round)?;
            for keys in reply_keys(rules, self.threads, &positions, &(None..None)) {
                level.add(keys)?;
            }
        }
        level.finish()
    }
}
