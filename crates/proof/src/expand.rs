//! Writing the certificate of one claim, level by level.

use crate::begun::Begun;
use crate::claim::{Claim, Position};
use crate::format::{BLOCK, FileWriter, StoredMove, write_moves};
use crate::games::WithRules;
use crate::join::{Known, Parts};
use crate::levels::{Level, Window};
use crate::options::{Room, Strategy, WriteError, WriteOptions, Written};
use crate::rules::{Move, Mover, Rules, State};
use crate::threads::Threads;
use crate::verify::{OnProgress, Progress, goes_on};

/// Positions between two calls of the progress callback, which can stop the writing.
const PORTION: usize = 256;

/// Everything that the writing of one claim needs.
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

impl WithRules for Expansion<'_, '_> {
    type Output = Result<(), WriteError>;

    fn run<R: Rules + 'static>(mut self, rules: R) -> Result<(), WriteError> {
        let rules = &rules;
        let replies = rules.most_replies(&self.claim.state());
        let window = Window::of::<R::K>(self.room.0, replies);
        let place = self.room.set(self.options);
        let (parts, threads) = (&mut *self.parts, self.threads);
        let mut known = Known::load(rules, self.claim, parts, place, threads, window)?;
        let mut level = Level::first(rules, threads, window, self.claim);
        for number in 0.. {
            let mut open = Vec::new();
            let before = self.written.positions;
            loop {
                let keys = level.take(BLOCK);
                if keys.is_empty() {
                    break;
                }
                let total = before + (keys.len() + level.known()) as u64;
                let there = match &mut self.begun {
                    Some(begun) => begun.moves(self.number, number, keys.len())?,
                    None => None,
                };
                let is_there = there.is_some();
                let mut moves = match there {
                    Some(moves) => moves.into_iter().map(Some).collect(),
                    None => known.moves(number, &keys)?,
                };
                for (keys, moves) in keys.chunks(PORTION).zip(moves.chunks_mut(PORTION)) {
                    open.extend(self.fill(rules, keys, moves)?);
                    self.look(number, total)?;
                }
                if !is_there {
                    let moves: Vec<StoredMove> = moves.into_iter().flatten().collect();
                    let (claim, count) = (self.number as u8, keys.len() as u32);
                    self.file.block(claim, number, count, &write_moves(&moves))?;
                }
            }
            if self.written.positions == before {
                break;
            }
            self.written.levels += 1;
            level = level.next(open);
        }
        Ok(())
    }
}

impl Expansion<'_, '_> {
    /// Calls the progress callback.
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

    /// Fills in the stored move of each position for which it is not known yet. Returns the
    /// positions after the winner's moves that are not plainly won.
    fn fill<R: Rules>(
        &mut self,
        rules: &R,
        keys: &[R::K],
        moves: &mut [Option<StoredMove>],
    ) -> Result<Vec<R::K>, WriteError> {
        let states: Vec<State<R::B>> = keys.iter().filter_map(|&key| rules.state(key)).collect();
        let mut unknown: Vec<usize> = (0..moves.len()).filter(|&i| moves[i].is_none()).collect();
        let ahead = self.threads.each(&unknown, |&i| rules.looks_ahead(&states[i]));
        for (&i, _) in unknown.iter().zip(&ahead).filter(|(_, ahead)| **ahead) {
            moves[i] = Some(None);
        }
        unknown.retain(|&i| moves[i].is_none());
        let positions: Vec<Position> =
            unknown.iter().map(|&i| self.claim.position(&states[i], Mover::Winner)).collect();
        let winning = self.strategy.winning_moves(&positions)?;
        let indices: Vec<usize> = (0..unknown.len()).collect();
        let found = self.threads.each(&indices, |&i| {
            let known = winning.get(i).map_or(&[][..], |moves| moves);
            plainest_move(rules, &states[unknown[i]], known).map_err(|wrong| match wrong {
                None => WriteError::NoMove(positions[i]),
                Some(mv) => WriteError::IllegalMove { position: positions[i], mv },
            })
        });
        for (&i, found) in unknown.iter().zip(found) {
            moves[i] = Some(found?);
        }
        let both: Vec<_> = states.iter().zip(&*moves).collect();
        let after = self.threads.each(&both, |(state, mv)| match mv.flatten() {
            Some(number) => goes_on(rules, state, number),
            None => Some(None),
        });
        self.written.positions += keys.len() as u64;
        self.written.moves += moves.iter().flatten().flatten().count() as u64;
        let no_move = || WriteError::Begun("it has an illegal move".to_owned());
        let after: Option<Vec<Option<R::K>>> = after.into_iter().collect();
        Ok(after.ok_or_else(no_move)?.into_iter().flatten().collect())
    }
}

/// The stored move of a position in which `moves` win: the number of the one that leaves the fewest
/// replies that are not plainly won, the first among equal ones; `None` if one leaves no such
/// reply.
///
/// # Errors
/// `None` if `moves` is empty, or the move that is illegal.
fn plainest_move<R: Rules>(
    rules: &R,
    state: &State<R::B>,
    moves: &[Move],
) -> Result<StoredMove, Option<Move>> {
    let (mut best, mut fewest) = (None, usize::MAX);
    for &mv in moves {
        let found = rules.find_move(state, |_, other, _| other == mv);
        let (number, after) = found.ok_or(Some(mv))?;
        let mut open = 0;
        rules.each_move(&after, Mover::Loser, |_, reply| {
            open += usize::from(!rules.visible(&reply, Mover::Winner));
            open < fewest
        });
        if open == 0 {
            return Ok(None);
        }
        if open < fewest {
            (best, fewest) = (Some(number), open);
        }
    }
    best.map(Some).ok_or(None)
}
