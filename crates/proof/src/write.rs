//! The writer. It plays the winner's strategy against every reply, level by level, and stops where
//! the checker's own facts see the win.

use crate::begun::Begun;
use crate::claim::{Claim, Game, Position};
use crate::format::{BLOCK, Entry, FileWriter, encode};
use crate::games::{WithRules, with_rules};
use crate::join::{Known, Parts, goes_on};
use crate::key::Key;
use crate::replies::{ROUND, replies};
use crate::rules::{Leaf, LeafKind, Move, Mover, Rules};
use crate::verify::Progress;
use rayon::prelude::*;
use std::io::Write;
use std::ops::ControlFlow;
use thiserror::Error;

/// Knows the winner's moves.
pub trait Strategy {
    /// A move that wins for the side to move of `position`, which is the claimed winner; `None`
    /// if there is none, or none is known. Positions come as normal forms: mirrored or turned,
    /// and with areas that no longer matter burnt.
    fn winning_move(&mut self, position: &Position) -> Option<Move>;

    /// The same for many positions of one level, for strategies that can use more than one core.
    fn winning_moves(&mut self, positions: &[Position]) -> Vec<Option<Move>> {
        positions.iter().map(|position| self.winning_move(position)).collect()
    }
}

impl<F: FnMut(&Position) -> Option<Move>> Strategy for F {
    fn winning_move(&mut self, position: &Position) -> Option<Move> {
        self(position)
    }
}

/// How a certificate is written. More effort in the leaves makes the file smaller and its check
/// slower.
#[derive(Clone, Copy, Debug)]
pub struct WriteOptions {
    /// nodes to look for a walk in one position
    pub walk_nodes: u32,
    /// nodes of a search leaf, at most [`NODE_LIMIT`](crate::NODE_LIMIT)
    pub search_nodes: u32,
    /// threads; 0 for one per core
    pub threads: usize,
}

impl Default for WriteOptions {
    fn default() -> Self {
        Self { walk_nodes: 50, search_nodes: 500, threads: 0 }
    }
}

impl WriteOptions {
    /// What pays for a game. In Domineering a position that is stored costs two bytes and one look
    /// of the checker; to search it would cost many looks.
    pub fn of(game: Game) -> Self {
        match game {
            Game::Amazons => Self::default(),
            Game::Domineering => Self { search_nodes: 0, ..Self::default() },
        }
    }
}

/// What was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Written {
    /// stored positions
    pub positions: u64,
    /// levels, of all claims
    pub levels: usize,
    /// stored positions that end in a leaf fact, in the order of [`LeafKind::ALL`]
    pub leaves: [u64; 3],
    /// the size of the file
    pub bytes: u64,
    /// the SHA-256 that ends the file
    pub hash: [u8; 32],
}

/// Why no certificate was written.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum WriteError {
    /// The strategy has no winning move.
    #[error("the strategy knows no winning move in {0}")]
    NoMove(Position),
    /// The strategy's move is not legal.
    #[error("the strategy's move {mv} is illegal in {position}")]
    IllegalMove {
        /// in which position
        position: Position,
        /// which move
        mv: Move,
    },
    /// A certificate that was to be joined is not valid by itself, or about something else.
    #[error("part {number} cannot be joined: {reason}")]
    Part {
        /// which one, from 1
        number: usize,
        /// why
        reason: String,
    },
    /// What an earlier run wrote does not fit together.
    #[error("what was begun cannot be finished: {0}; remove it")]
    Begun(String),
    /// No claim, or too many.
    #[error("a certificate holds one claim or two")]
    Claims,
    /// Writing failed.
    #[error("writing failed: {0}")]
    Write(#[from] std::io::Error),
    /// The progress callback asked to stop.
    #[error("stopped before the end")]
    Stopped,
}

/// Writes a certificate of one claim, or of two (Domineering, each player first).
///
/// `progress` is called now and then (its `total` is what is known so far); it may stop the
/// writing by answering `Break`.
///
/// # Errors
/// If the strategy has no answer, or the output fails. What was written so far is then useless.
pub fn write<W: Write + Send>(
    out: W,
    claims: &[Claim],
    strategy: &mut (impl Strategy + Send + ?Sized),
    options: WriteOptions,
    progress: impl FnMut(Progress) -> ControlFlow<()> + Send,
) -> Result<Written, WriteError> {
    write_joined(out, claims, &mut std::iter::empty(), strategy, options, progress)
}

/// Finishes a certificate that another run began. `out` adds to its first [`Begun::bytes`] bytes,
/// and what it says of their positions is kept. The claims must be the ones that it was begun with.
///
/// # Errors
/// As [`write()`], and if what is there does not fit together.
pub fn go_on<W: Write + Send>(
    out: W,
    mut begun: Begun,
    claims: &[Claim],
    strategy: &mut (impl Strategy + Send + ?Sized),
    options: WriteOptions,
    progress: impl FnMut(Progress) -> ControlFlow<()> + Send,
) -> Result<Written, WriteError> {
    let file = FileWriter::behind(out, begun.hash.clone(), begun.bytes());
    let parts = &mut std::iter::empty();
    write_all(file, claims, parts, Some(&mut begun), strategy, options, progress)
}

/// [`write()`] with what other certificates hold.
pub(crate) fn write_joined<W: Write + Send>(
    out: W,
    claims: &[Claim],
    parts: Parts<'_>,
    strategy: &mut (impl Strategy + Send + ?Sized),
    options: WriteOptions,
    progress: impl FnMut(Progress) -> ControlFlow<()> + Send,
) -> Result<Written, WriteError> {
    if claims.is_empty() || claims.len() > 2 {
        return Err(WriteError::Claims);
    }
    let header: String = claims.iter().map(|claim| format!("{claim}\n")).collect();
    let file = FileWriter::new(out, &header)?;
    write_all(file, claims, parts, None, strategy, options, progress)
}

fn write_all<W: Write + Send>(
    mut file: FileWriter<W>,
    claims: &[Claim],
    parts: Parts<'_>,
    mut begun: Option<&mut Begun>,
    strategy: &mut (impl Strategy + Send + ?Sized),
    options: WriteOptions,
    mut progress: impl FnMut(Progress) -> ControlFlow<()> + Send,
) -> Result<Written, WriteError> {
    let mut written = Written { positions: 0, levels: 0, leaves: [0; 3], bytes: 0, hash: [0; 32] };
    let mut work = || {
        for (number, claim) in claims.iter().enumerate() {
            let task = Expansion {
                file: &mut file,
                claim,
                number,
                parts: &mut *parts,
                begun: begun.as_deref_mut(),
                strategy: &mut *strategy,
                options,
                written: &mut written,
                progress: &mut progress,
            };
            with_rules(claim, task)?;
        }
        Ok::<(), WriteError>(())
    };
    match rayon::ThreadPoolBuilder::new().num_threads(options.threads).build() {
        Ok(pool) => pool.install(&mut work)?,
        Err(_) => work()?,
    }
    (written.bytes, written.hash) = file.finish()?;
    Ok(written)
}

/// A leaf fact that ends the line in this position, with what the checker needs to see it;
/// `Some(None)` if the win is plain, so that a certificate need not mention it.
pub fn can_finish(claim: &Claim, options: WriteOptions) -> Option<Option<Leaf>> {
    struct Finish<'a>(&'a Claim, WriteOptions);
    impl WithRules for Finish<'_> {
        type Output = Option<Option<Leaf>>;
        fn run<R: Rules>(self, rules: &R) -> Self::Output {
            let (state, mover) = (self.0.state(), self.0.mover());
            let key = rules.normal_key(&state);
            let state = rules.state(key)?;
            if rules.visible(&state, mover) {
                return Some(None);
            }
            static_leaf(rules, &state, mover, self.1)
                .or_else(|| search_leaf(rules, &state, mover, self.1))
                .map(Some)
        }
    }
    with_rules(claim, Finish(claim, options))
}

type StateOf<R> = crate::rules::State<<R as Rules>::B>;

/// A leaf fact without a search of moves to and fro.
fn static_leaf<R: Rules>(
    rules: &R,
    state: &StateOf<R>,
    mover: Mover,
    options: WriteOptions,
) -> Option<Leaf> {
    if rules.settled(state, mover) {
        return Some(Leaf::Settled);
    }
    if let Some(witness) = rules.find_walks(state, mover, options.walk_nodes) {
        let leaf = Leaf::Walks(witness);
        if rules.holds(&leaf, state, mover) {
            return Some(leaf);
        }
    }
    None
}

fn search_leaf<R: Rules>(
    rules: &R,
    state: &StateOf<R>,
    mover: Mover,
    options: WriteOptions,
) -> Option<Leaf> {
    let limit = options.search_nodes.min(crate::NODE_LIMIT);
    (0..3).map(|depth| Leaf::Search { depth }).find(|leaf| {
        let Leaf::Search { depth } = *leaf else { return false };
        rules.search(state, mover, depth, &mut { limit })
    })
}

/// The writing of one claim.
struct Expansion<'a, W, S: ?Sized, P> {
    file: &'a mut FileWriter<W>,
    claim: &'a Claim,
    number: usize,
    parts: Parts<'a>,
    begun: Option<&'a mut Begun>,
    strategy: &'a mut S,
    options: WriteOptions,
    written: &'a mut Written,
    progress: &'a mut P,
}

impl<W: Write, S: Strategy + ?Sized, P: FnMut(Progress) -> ControlFlow<()>> WithRules
    for Expansion<'_, W, S, P>
{
    type Output = Result<(), WriteError>;

    fn run<R: Rules>(mut self, rules: &R) -> Result<(), WriteError> {
        let known = Known::load(rules, self.claim, self.parts)?;
        let root = rules.normal_key(&self.claim.state());
        let mover = self.claim.mover();
        if rules.state(root).is_some_and(|state| rules.visible(&state, mover)) {
            return Ok(());
        }
        let mut level = match mover {
            Mover::Winner => vec![root],
            Mover::Loser => next_level(rules, &[root]),
        };
        let mut start = Start { number: 0, done: 0, open: Vec::new() };
        if let Some(begun) = self.begun.take() {
            match self.take_over(rules, begun, &mut level)? {
                Some(there) => start = there,
                None => return Ok(()),
            }
        }
        let Start { number: first, mut done, mut open } = start;
        for number in first.. {
            if level.is_empty() {
                break;
            }
            open = self.level(rules, number, &level[done..], open, &known)?;
            level = next_level(rules, &open);
            (done, open) = (0, Vec::new());
        }
        Ok(())
    }
}

/// Where the writing goes on: so many positions of a level are written, and these go on.
struct Start<K> {
    number: u16,
    done: usize,
    open: Vec<K>,
}

impl<W: Write, S: Strategy + ?Sized, P: FnMut(Progress) -> ControlFlow<()>> Expansion<'_, W, S, P> {
    /// Takes over what an earlier run wrote of this claim; `None` if that is all of it. `level` is
    /// the first level, and then the one that is to be finished.
    fn take_over<R: Rules>(
        &mut self,
        rules: &R,
        begun: &mut Begun,
        level: &mut Vec<R::K>,
    ) -> Result<Option<Start<R::K>>, WriteError> {
        let levels = std::mem::take(&mut begun.levels[self.number]);
        // Of the last level blocks may be missing, unless the next claim has begun.
        let all = begun.is_whole(self.number);
        let whole = if all { levels.len() } else { levels.len().saturating_sub(1) };
        let mut start = Start { number: whole as u16, done: 0, open: Vec::new() };
        let bad = |what: String| WriteError::Begun(what);
        for (number, blocks) in levels.iter().enumerate() {
            let mut here = 0;
            for block in blocks {
                let entries = begun.entries(rules, block).map_err(|e| bad(e.to_string()))?;
                let keys = entries.iter().map(|entry| &entry.key);
                if number == whole && !level[here..].iter().take(entries.len()).eq(keys) {
                    return Err(bad("its last level has other positions".to_owned()));
                }
                here += entries.len();
                // What goes on from earlier levels is known by the next one.
                if !all && number + 1 >= whole {
                    let next: Option<Vec<_>> =
                        entries.par_iter().map(|entry| goes_on(rules, entry)).collect();
                    let next = next.ok_or_else(|| bad("it has an illegal move".to_owned()))?;
                    start.open.extend(next.into_iter().flatten());
                }
                self.count(&entries);
                self.look(number as u16, self.written.positions)?;
            }
            if number < whole {
                self.written.levels += 1;
            } else {
                start.done = here;
            }
            if !all && number + 1 == whole {
                let mut open = std::mem::take(&mut start.open);
                open.par_sort_unstable();
                open.dedup();
                *level = next_level(rules, &open);
            }
        }
        Ok((!all).then_some(start))
    }

    /// Counts positions that are written.
    fn count<K>(&mut self, entries: &[Entry<K>]) {
        self.written.positions += entries.len() as u64;
        for leaf in entries.iter().filter_map(|entry| entry.leaf.as_ref()) {
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
        match (self.progress)(progress) {
            ControlFlow::Break(()) => Err(WriteError::Stopped),
            ControlFlow::Continue(()) => Ok(()),
        }
    }

    /// Writes one level; answers the positions after the winner's moves that go on, sorted, with
    /// those of them that are known.
    fn level<R: Rules>(
        &mut self,
        rules: &R,
        number: u16,
        level: &[R::K],
        mut open: Vec<R::K>,
        known: &Known<R::K>,
    ) -> Result<Vec<R::K>, WriteError> {
        let total = self.written.positions + level.len() as u64;
        self.written.levels += 1;
        for keys in level.chunks(BLOCK) {
            let (mut entries, goes_on): (Vec<_>, Vec<_>) = keys
                .par_iter()
                .map(|&key| match known.find(rules, number, key) {
                    Some(found) => found,
                    None => (self_evident(rules, key, self.options), None),
                })
                .unzip();
            open.extend(goes_on.into_iter().flatten());
            let unknown: Vec<usize> = (0..entries.len())
                .filter(|&i| entries[i].mv.is_none() && entries[i].leaf.is_none())
                .collect();
            // The strategy is asked in batches small enough for progress to be seen.
            for batch in unknown.chunks(1024) {
                open.extend(self.ask(rules, &mut entries, batch)?);
                self.look(number, total)?;
            }
            self.count(&entries);
            let raw = encode(rules, &entries);
            self.file.block(self.number as u8, number, entries.len() as u32, &raw)?;
        }
        open.par_sort_unstable();
        open.dedup();
        Ok(open)
    }

    /// Fills in the strategy's moves for some entries; answers the positions that go on.
    fn ask<R: Rules>(
        &mut self,
        rules: &R,
        entries: &mut [Entry<R::K>],
        batch: &[usize],
    ) -> Result<Vec<R::K>, WriteError> {
        let states: Vec<StateOf<R>> =
            batch.iter().filter_map(|&i| rules.state(entries[i].key)).collect();
        let positions: Vec<Position> =
            states.iter().map(|state| self.claim.position(state, Mover::Winner)).collect();
        let moves = self.strategy.winning_moves(&positions);
        let options = self.options;
        type Answer<K> = Result<(u64, K, Option<Leaf>), WriteError>;
        let answers: Vec<Answer<R::K>> = (0..batch.len())
            .into_par_iter()
            .map(|i| {
                let position = positions[i];
                let wanted = moves.get(i).copied().flatten().ok_or(WriteError::NoMove(position))?;
                let mut number = 0;
                let mut found = None;
                rules.each_move(&states[i], Mover::Winner, |mv, after| {
                    if mv == wanted {
                        found = Some(after);
                    } else {
                        number += 1;
                    }
                    found.is_none()
                });
                let after = found.ok_or(WriteError::IllegalMove { position, mv: wanted })?;
                let key = rules.normal_key(&after);
                let leaf = rules
                    .state(key)
                    .and_then(|after| search_leaf(rules, &after, Mover::Loser, options));
                Ok((number, key, leaf))
            })
            .collect();
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
}

/// What can be said of a position without the strategy: a leaf fact, or a move after which the win
/// is plain; else an entry with neither.
fn self_evident<R: Rules>(rules: &R, key: R::K, options: WriteOptions) -> Entry<R::K> {
    let mut entry = Entry { key, mv: None, leaf: None };
    let Some(state) = rules.state(key) else { return entry };
    let mut number = 0;
    let mut found = false;
    rules.each_move(&state, Mover::Winner, |_, after| {
        // as the checker will: on the normal form
        let after = rules.state(rules.normal_key(&after));
        found = after.is_some_and(|after| rules.visible(&after, Mover::Loser));
        number += u64::from(!found);
        !found
    });
    if found {
        entry.mv = Some(number);
    } else {
        entry.leaf = static_leaf(rules, &state, Mover::Winner, options);
    }
    entry
}

/// The replies to some positions that are not plainly won, sorted.
fn next_level<R: Rules>(rules: &R, open: &[R::K]) -> Vec<R::K> {
    let mut level: Vec<R::K> = Vec::new();
    let mut fresh: Vec<R::K> = Vec::new();
    for round in open.chunks(ROUND) {
        let keys = replies(rules, round, &(None..None));
        fresh.par_extend(keys.into_par_iter().filter(|&key| {
            rules.state(key).is_some_and(|state| !rules.visible(&state, Mover::Winner))
        }));
        // Merged only when there is as much again, so that no position is sorted often.
        if fresh.len() > level.len().max(1 << 20) {
            merge(&mut level, &mut fresh);
        }
    }
    merge(&mut level, &mut fresh);
    level
}

fn merge<K: Key>(level: &mut Vec<K>, fresh: &mut Vec<K>) {
    level.append(fresh);
    level.par_sort_unstable();
    level.dedup();
}
