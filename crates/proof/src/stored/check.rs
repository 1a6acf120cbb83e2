//! The checker of stored positions. It reads a level, makes the winner's moves, generates all
//! replies of the loser, and looks for each of them in the next level; a reply that is missing
//! there must be plainly won.

use super::{Entry, entries};
use crate::claim::Claim;
use crate::reject::Rejection;
use crate::replies::{ROUND, replies};
use crate::rules::{Mover, Rules};
use crate::threads::Threads;
use crate::verify::{Check, describe};
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};

/// Some blocks of a level, and their keys.
struct Window<K> {
    blocks: Range<usize>,
    keys: Range<Option<K>>,
}

impl Check<'_, '_> {
    /// Checks a claim in a version of the format that stores positions.
    pub(crate) fn stored_levels<R: Rules>(mut self, rules: &R) -> Result<(), Rejection> {
        let root = rules.normal_key(&self.claim.state());
        let mover = self.claim.mover();
        let plain = rules.state(root).is_some_and(|state| rules.visible(&state, mover));
        // Level 0 holds the root itself, or every reply to it.
        let roots = if plain { vec![] } else { vec![root] };
        self.match_level(rules, 0, |_, _, visit| match mover {
            Mover::Winner => visit(Found::Replies(&roots)),
            Mover::Loser => visit(Found::Parents(&roots)),
        })?;
        for level in 0..self.levels.len() {
            self.match_level(rules, level + 1, |check, first_pass, visit| {
                check.each_parent(rules, level, first_pass, visit)
            })?;
        }
        Ok(())
    }
}

/// The positions that lead to the next level.
enum Found<'a, K> {
    /// positions with the loser to move; their replies make up the level
    Parents(&'a [K]),
    /// the positions of the level themselves
    Replies(&'a [K]),
}

type Visit<'a, K> = &'a mut dyn FnMut(Found<'_, K>) -> Result<(), Rejection>;

impl Check<'_, '_> {
    /// Checks that one level holds exactly the positions that the level before leads to, except
    /// those that are plainly won.
    fn match_level<R: Rules>(
        &mut self,
        rules: &R,
        level: usize,
        mut parents: impl FnMut(&mut Self, bool, Visit<'_, R::K>) -> Result<(), Rejection>,
    ) -> Result<(), Rejection> {
        for (pass, window) in self.windows(rules, level)?.iter().enumerate() {
            let keys = self.keys(rules, level, window)?;
            let seen: Vec<AtomicBool> = keys.iter().map(|_| AtomicBool::new(false)).collect();
            let (claim, threads) = (self.claim, self.threads);
            parents(self, pass == 0, &mut |found| {
                let check = |replies: &[R::K]| {
                    find_all(rules, threads, claim, level, replies, &keys, &seen)
                };
                match found {
                    Found::Replies(keys) => check(keys),
                    Found::Parents(positions) => positions
                        .chunks(ROUND)
                        .try_for_each(|round| check(&replies(rules, threads, round, &window.keys))),
                }
            })?;
            if let Some(stray) = seen.iter().position(|seen| !seen.load(Ordering::Relaxed)) {
                let position = describe(rules, claim, keys[stray], Mover::Winner);
                return Err(Rejection::Stray { level, position });
            }
        }
        Ok(())
    }

    /// Reads a level, checks each entry by itself, and passes on the positions after the winner's
    /// moves where the line goes on.
    fn each_parent<R: Rules>(
        &mut self,
        rules: &R,
        level: usize,
        first_pass: bool,
        visit: Visit<'_, R::K>,
    ) -> Result<(), Rejection> {
        let claim = self.claim;
        let blocks = &self.levels[level];
        for group in blocks.chunks(8) {
            let mut open = Vec::new();
            for block in group {
                let entries = entries(rules, block, &mut self.reader.file)?;
                let after = |entry: &_| after_entry(rules, claim, level, entry, first_pass);
                for result in self.threads.each(&entries, after) {
                    open.extend(result?);
                }
                if first_pass {
                    self.report.positions += entries.len() as u64;
                    let moves = entries.iter().filter(|entry| entry.mv.is_some());
                    self.report.moves += moves.count() as u64;
                }
                self.look(level)?;
            }
            self.threads.sort(&mut open);
            open.dedup();
            visit(Found::Parents(&open))?;
        }
        Ok(())
    }

    /// Divides a level into windows that fit in half of the memory. Also checks the order of the
    /// positions over the whole level.
    fn windows<R: Rules>(
        &mut self,
        rules: &R,
        level: usize,
    ) -> Result<Vec<Window<R::K>>, Rejection> {
        let most = (self.options.memory / 2) as usize / (size_of::<R::K>() + 1);
        let mut windows = Vec::new();
        let mut window = Window { blocks: 0..0, keys: None..None };
        let mut last = None;
        let mut held = 0;
        for (i, block) in self.levels.get(level).into_iter().flatten().enumerate() {
            let entries = entries(rules, block, &mut self.reader.file)?;
            let (first, end) = (entries[0].key, entries[entries.len() - 1].key);
            if last.is_some_and(|last| last >= first) {
                return Err(Rejection::PositionOrder { offset: block.offset });
            }
            last = Some(end);
            if held > 0 && held + entries.len() > most {
                window.keys.end = Some(first);
                let next = Window { blocks: i..i, keys: Some(first)..None };
                windows.push(std::mem::replace(&mut window, next));
                held = 0;
            }
            held += entries.len();
            window.blocks.end = i + 1;
        }
        windows.push(window);
        Ok(windows)
    }

    /// The keys of a window; each must be the key of a normal form.
    fn keys<R: Rules>(
        &mut self,
        rules: &R,
        level: usize,
        window: &Window<R::K>,
    ) -> Result<Vec<R::K>, Rejection> {
        let mut keys = Vec::new();
        for i in window.blocks.clone() {
            let block = &self.levels[level][i];
            let entries = entries(rules, block, &mut self.reader.file)?;
            let normal = |key| rules.state(key).is_some_and(|s| rules.normal_key(&s) == key);
            let normal = self.threads.each(&entries, |entry| normal(entry.key));
            if let Some(bad) = normal.iter().position(|normal| !normal) {
                let position = describe(rules, self.claim, entries[bad].key, Mover::Winner);
                return Err(Rejection::NotNormal { level, position });
            }
            keys.extend(entries.iter().map(|entry| entry.key));
        }
        Ok(keys)
    }
}

/// Checks one entry; returns the position after the winner's move if its replies must be in the
/// next level. Without `thorough`, only that position is computed.
fn after_entry<R: Rules>(
    rules: &R,
    claim: &Claim,
    level: usize,
    entry: &Entry<R::K>,
    thorough: bool,
) -> Result<Option<R::K>, Rejection> {
    let here = || describe(rules, claim, entry.key, Mover::Winner);
    let not_normal = || Rejection::NotNormal { level, position: here() };
    let state = rules.state(entry.key).ok_or_else(not_normal)?;
    let (key, state, mover) = match entry.mv {
        None => (entry.key, state, Mover::Winner),
        Some(number) => {
            let illegal = || Rejection::IllegalMove { level, position: here(), number };
            let (_, after) = rules.find_move(&state, |n, _, _| n == number).ok_or_else(illegal)?;
            let key = rules.normal_key(&after);
            (key, rules.state(key).ok_or_else(not_normal)?, Mover::Loser)
        }
    };
    match &entry.leaf {
        Some(leaf) if thorough && !rules.holds(leaf, &state, mover) => {
            let (kind, position) = (leaf.kind(), describe(rules, claim, key, mover));
            Err(Rejection::FalseLeaf { level, kind, position })
        }
        None if mover == Mover::Loser && !rules.visible(&state, mover) => Ok(Some(key)),
        _ => Ok(None),
    }
}

/// Looks for each of the sorted `replies` among the sorted `keys`, and marks it there; a reply that
/// is missing must be plainly won.
fn find_all<R: Rules>(
    rules: &R,
    threads: &Threads,
    claim: &Claim,
    level: usize,
    replies: &[R::K],
    keys: &[R::K],
    seen: &[AtomicBool],
) -> Result<(), Rejection> {
    let results: Vec<Result<(), R::K>> = threads.map(replies, 1024, |chunk| {
        let mut at = chunk.first().map_or(0, |first| keys.partition_point(|key| key < first));
        for &reply in chunk {
            while keys.get(at).is_some_and(|&key| key < reply) {
                at += 1;
            }
            if keys.get(at) == Some(&reply) {
                seen[at].store(true, Ordering::Relaxed);
            } else if !rules.state(reply).is_some_and(|state| rules.visible(&state, Mover::Winner))
            {
                return Err(reply);
            }
        }
        Ok(())
    });
    results.into_iter().collect::<Result<(), R::K>>().map_err(|reply| Rejection::MissingReply {
        level,
        position: describe(rules, claim, reply, Mover::Winner),
    })
}
