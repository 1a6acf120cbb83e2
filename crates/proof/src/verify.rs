//! The checker. It reads a level, lets the winner make his moves, generates all replies of the
//! loser, and looks for each of them in the next level; what is not there must be plainly won.
//!
//! A level never has to fit in memory: the next one is read in windows of ascending keys, the
//! current one block by block for each window.

use crate::claim::{Claim, Expect};
use crate::format::{BlockRef, Entry, FileReader};
use crate::games::{WithRules, with_rules};
use crate::reject::Rejection;
use crate::replies::{ROUND, replies};
use crate::rules::{LeafKind, Mover, Rules};
use rayon::prelude::*;
use std::io::{Read, Seek};
use std::ops::{ControlFlow, Range};
use std::sync::atomic::{AtomicBool, Ordering};

/// What a checker may use.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// bytes of memory, roughly; more levels are read in several windows if it is little
    pub memory: u64,
    /// threads; 0 for one per core
    pub threads: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self { memory: 512 << 20, threads: 0 }
    }
}

/// How far a check has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// which claim, from 0
    pub claim: usize,
    /// which level, from 0
    pub level: usize,
    /// how many levels the claim has
    pub levels: usize,
    /// positions read so far, of all claims
    pub positions: u64,
    /// positions of the file
    pub total: u64,
}

/// What an accepted certificate holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// what is proved
    pub claims: Vec<Claim>,
    /// stored positions
    pub positions: u64,
    /// levels, of all claims
    pub levels: usize,
    /// stored positions that end in a leaf fact, in the order of [`LeafKind::ALL`]
    pub leaves: [u64; 3],
    /// replies that were plainly won and not stored
    pub plain: u64,
    /// the size of the file
    pub bytes: u64,
    /// the SHA-256 that ends the file
    pub hash: [u8; 32],
}

/// Checks a certificate from the first byte to the last.
///
/// `progress` is called now and then; it may stop the check by answering `Break`.
///
/// # Errors
/// If the file is not a certificate that proves what it claims, or claims something else than
/// expected. See [`Rejection`].
pub fn verify<F: Read + Seek + Send>(
    file: F,
    expect: Option<&Expect>,
    limits: Limits,
    mut progress: impl FnMut(Progress) -> ControlFlow<()> + Send,
) -> Result<Report, Rejection> {
    let mut reader = FileReader::open(file)?;
    if let Some(expect) = expect.filter(|expect| !expect.met_by(&reader.claims)) {
        let found: Vec<String> = reader.claims.iter().map(Claim::to_string).collect();
        return Err(Rejection::OtherClaim {
            expected: expect.to_string(),
            found: found.join("; "),
        });
    }
    let mut report = Report {
        claims: reader.claims.clone(),
        positions: 0,
        levels: reader.levels.iter().map(Vec::len).sum(),
        leaves: [0; 3],
        plain: 0,
        bytes: reader.bytes,
        hash: reader.hash,
    };
    let total = reader.levels.iter().flatten().flatten().map(|b| u64::from(b.count)).sum();
    let claims = reader.claims.clone();
    let mut work = || {
        for (number, claim) in claims.iter().enumerate() {
            let levels = reader.levels[number].clone();
            with_rules(
                claim,
                Check {
                    reader: &mut reader,
                    claim,
                    number,
                    levels: &levels,
                    total,
                    limits,
                    report: &mut report,
                    progress: &mut progress,
                },
            )?;
        }
        Ok(())
    };
    match rayon::ThreadPoolBuilder::new().num_threads(limits.threads).build() {
        Ok(pool) => pool.install(&mut work)?,
        Err(_) => work()?,
    }
    Ok(report)
}

/// The check of one claim.
struct Check<'a, F, P> {
    reader: &'a mut FileReader<F>,
    claim: &'a Claim,
    number: usize,
    levels: &'a [Vec<BlockRef>],
    total: u64,
    limits: Limits,
    report: &'a mut Report,
    progress: &'a mut P,
}

/// Some blocks of a level, and the keys that belong there.
struct Window<K> {
    blocks: Range<usize>,
    keys: Range<Option<K>>,
}

impl<F: Read + Seek, P: FnMut(Progress) -> ControlFlow<()>> WithRules for Check<'_, F, P> {
    type Output = Result<(), Rejection>;

    fn run<R: Rules>(mut self, rules: &R) -> Result<(), Rejection> {
        let root = rules.normal_key(&self.claim.state());
        let mover = self.claim.mover();
        let plain = rules.state(root).is_some_and(|state| rules.visible(&state, mover));
        // Level 0 answers the root itself, or every reply to it.
        let roots = match mover {
            _ if plain => vec![],
            Mover::Winner => vec![root],
            Mover::Loser => vec![root],
        };
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

/// What leads to the next level.
enum Found<'a, K> {
    /// positions with the loser to move, whose replies count
    Parents(&'a [K]),
    /// the positions themselves
    Replies(&'a [K]),
}

type Visit<'a, K> = &'a mut dyn FnMut(Found<'_, K>) -> Result<(), Rejection>;

impl<F: Read + Seek, P: FnMut(Progress) -> ControlFlow<()>> Check<'_, F, P> {
    /// Checks that one level holds exactly the positions that the level before leads to, but for
    /// those plainly won.
    fn match_level<R: Rules>(
        &mut self,
        rules: &R,
        level: usize,
        mut parents: impl FnMut(&mut Self, bool, Visit<'_, R::K>) -> Result<(), Rejection>,
    ) -> Result<(), Rejection> {
        for (pass, window) in self.windows(rules, level)?.iter().enumerate() {
            let keys = self.keys(rules, level, window)?;
            let seen: Vec<AtomicBool> = keys.iter().map(|_| AtomicBool::new(false)).collect();
            let mut plain = 0;
            let claim = self.claim;
            parents(self, pass == 0, &mut |found| {
                let mut check = |replies: &[R::K]| {
                    plain += find_all(rules, claim, level, replies, &keys, &seen)?;
                    Ok(())
                };
                match found {
                    Found::Replies(keys) => check(keys),
                    Found::Parents(positions) => positions
                        .chunks(ROUND)
                        .try_for_each(|round| check(&replies(rules, round, &window.keys))),
                }
            })?;
            self.report.plain += plain;
            if let Some(stray) = seen.iter().position(|seen| !seen.load(Ordering::Relaxed)) {
                return Err(Rejection::Stray {
                    level,
                    position: describe(rules, claim, keys[stray], Mover::Winner),
                });
            }
        }
        Ok(())
    }

    /// Reads a level, checks each entry by itself, and hands on the positions after the winner's
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
                let entries = self.entries(rules, block)?;
                let results: Vec<Result<Vec<R::K>, Rejection>> = entries
                    .par_chunks(512)
                    .map(|chunk| {
                        let mut open = Vec::new();
                        for entry in chunk {
                            open.extend(after_entry(rules, claim, level, entry, first_pass)?);
                        }
                        Ok(open)
                    })
                    .collect();
                for result in results {
                    open.extend(result?);
                }
                if first_pass {
                    self.report.positions += entries.len() as u64;
                    for leaf in entries.iter().filter_map(|entry| entry.leaf.as_ref()) {
                        self.report.leaves[leaf.kind() as usize - LeafKind::Settled as usize] += 1;
                    }
                }
                let progress = Progress {
                    claim: self.number,
                    level,
                    levels: self.levels.len(),
                    positions: self.report.positions,
                    total: self.total,
                };
                if (self.progress)(progress).is_break() {
                    return Err(Rejection::Stopped);
                }
            }
            open.par_sort_unstable();
            open.dedup();
            visit(Found::Parents(&open))?;
        }
        Ok(())
    }

    fn entries<R: Rules>(
        &mut self,
        rules: &R,
        block: &BlockRef,
    ) -> Result<Vec<Entry<R::K>>, Rejection> {
        let packed = self.reader.raw(block)?;
        block.entries(rules, &packed)
    }

    /// Cuts a level into windows that fit in half of the memory. Also checks the order of the
    /// positions over the whole level.
    fn windows<R: Rules>(
        &mut self,
        rules: &R,
        level: usize,
    ) -> Result<Vec<Window<R::K>>, Rejection> {
        let most = (self.limits.memory / 2) as usize / (size_of::<R::K>() + 1);
        let mut windows = vec![Window { blocks: 0..0, keys: None..None }];
        let Some(blocks) = self.levels.get(level) else { return Ok(windows) };
        let mut last = None;
        let mut held = 0;
        for (i, block) in blocks.iter().enumerate() {
            let entries = self.entries(rules, block)?;
            let (first, end) = (entries[0].key, entries[entries.len() - 1].key);
            if last.is_some_and(|last| last >= first) {
                return Err(Rejection::PositionOrder { offset: block.offset });
            }
            last = Some(end);
            if held > 0 && held + entries.len() > most {
                let before = windows.len() - 1;
                windows[before].keys.end = Some(first);
                windows.push(Window { blocks: i..i, keys: Some(first)..None });
                held = 0;
            }
            held += entries.len();
            let current = windows.len() - 1;
            windows[current].blocks.end = i + 1;
        }
        Ok(windows)
    }

    /// The keys of a window, each of which must be that of a normal form.
    fn keys<R: Rules>(
        &mut self,
        rules: &R,
        level: usize,
        window: &Window<R::K>,
    ) -> Result<Vec<R::K>, Rejection> {
        let mut keys = Vec::new();
        for i in window.blocks.clone() {
            let block = self.levels[level][i];
            let entries = self.entries(rules, &block)?;
            let normal = |key| rules.state(key).is_some_and(|s| rules.normal_key(&s) == key);
            if let Some(bad) = entries.par_iter().find_first(|entry| !normal(entry.key)) {
                let position = describe(rules, self.claim, bad.key, Mover::Winner);
                return Err(Rejection::NotNormal { level, position });
            }
            keys.extend(entries.iter().map(|entry| entry.key));
        }
        Ok(keys)
    }
}

/// Checks one entry; answers the position after the winner's move if its replies are to be found
/// in the next level. `thorough`: not only that.
fn after_entry<R: Rules>(
    rules: &R,
    claim: &Claim,
    level: usize,
    entry: &Entry<R::K>,
    thorough: bool,
) -> Result<Option<R::K>, Rejection> {
    let position = |key| describe(rules, claim, key, Mover::Winner);
    let Some(state) = rules.state(entry.key) else {
        return Err(Rejection::NotNormal { level, position: position(entry.key) });
    };
    let false_leaf = |kind, position| Err(Rejection::FalseLeaf { level, kind, position });
    let Some(number) = entry.mv else {
        return match &entry.leaf {
            Some(leaf) if thorough && !rules.holds(leaf, &state, Mover::Winner) => {
                false_leaf(leaf.kind(), position(entry.key))
            }
            _ => Ok(None),
        };
    };
    let mut left = number;
    let mut after = None;
    rules.each_move(&state, Mover::Winner, |_, next| {
        if left == 0 {
            after = Some(next);
        }
        left = left.saturating_sub(1);
        after.is_none()
    });
    let Some(after) = after else {
        return Err(Rejection::IllegalMove { level, position: position(entry.key), number });
    };
    let key = rules.normal_key(&after);
    let Some(after) = rules.state(key) else {
        return Err(Rejection::NotNormal { level, position: position(entry.key) });
    };
    match &entry.leaf {
        Some(leaf) if thorough && !rules.holds(leaf, &after, Mover::Loser) => {
            false_leaf(leaf.kind(), describe(rules, claim, key, Mover::Loser))
        }
        Some(_) => Ok(None),
        None => Ok((!rules.visible(&after, Mover::Loser)).then_some(key)),
    }
}

/// Looks for each of the sorted `replies` among the sorted `keys`, and marks it there; what is
/// missing must be plainly won. Answers how many were.
fn find_all<R: Rules>(
    rules: &R,
    claim: &Claim,
    level: usize,
    replies: &[R::K],
    keys: &[R::K],
    seen: &[AtomicBool],
) -> Result<u64, Rejection> {
    let results: Vec<Result<u64, R::K>> = replies
        .par_chunks(1024)
        .map(|chunk| {
            let mut plain = 0;
            let mut at = chunk.first().map_or(0, |first| keys.partition_point(|key| key < first));
            for &reply in chunk {
                while keys.get(at).is_some_and(|&key| key < reply) {
                    at += 1;
                }
                if keys.get(at) == Some(&reply) {
                    seen[at].store(true, Ordering::Relaxed);
                } else if rules
                    .state(reply)
                    .is_some_and(|state| rules.visible(&state, Mover::Winner))
                {
                    plain += 1;
                } else {
                    return Err(reply);
                }
            }
            Ok(plain)
        })
        .collect();
    results.into_iter().sum::<Result<u64, R::K>>().map_err(|reply| Rejection::MissingReply {
        level,
        position: describe(rules, claim, reply, Mover::Winner),
    })
}

fn describe<R: Rules>(rules: &R, claim: &Claim, key: R::K, mover: Mover) -> String {
    match rules.state(key) {
        Some(state) => claim.position(&state, mover).to_string(),
        None => format!("number {:?}", key),
    }
}
