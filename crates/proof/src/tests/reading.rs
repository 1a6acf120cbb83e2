//! A slow reader of certificates: levels as plain sets, and looking ahead by its definition.

use super::forge::Parts;
use crate::claim::{Claim, Position};
use crate::format::StoredMove;
use crate::games::{WithRules, with_rules};
use crate::rules::{Mover, Rules, State};
use std::collections::BTreeSet;

/// A position of a level, with the winner to move.
#[derive(Clone, Debug)]
pub(super) struct Line {
    pub(super) position: Position,
    /// the positions after each of the winner's moves, in the order of their numbers
    pub(super) after: Vec<Position>,
    /// whether looking ahead sees that one of these moves wins
    pub(super) seen: bool,
    pub(super) stored: StoredMove,
}

impl Line {
    /// The position after the stored move.
    pub(super) fn next(&self) -> Option<&Position> {
        self.after.get(usize::try_from(self.stored?).unwrap())
    }
}

/// Returns what is stored of a position, given its level and its place there; `None` ends the
/// reading.
pub(super) type Answer<'a> = &'a mut dyn FnMut(usize, usize, &Line) -> Option<StoredMove>;

/// The levels of a claim with these stored moves, in a version of the format.
pub(super) fn derive(claim: &Claim, version: u16, answer: Answer<'_>) -> Option<Vec<Vec<Line>>> {
    with_rules(claim, version, 1 << 20, Reading { claim, answer })
}

/// The levels of a claim of a certificate; `None` if something is missing, surplus or false.
pub(super) fn read(parts: &Parts, number: usize) -> Option<Vec<Vec<Line>>> {
    let mut stored: Vec<Vec<StoredMove>> = Vec::new();
    for (claim, level, moves) in &parts.blocks {
        if usize::from(*claim) == number {
            stored.resize_with(stored.len().max(usize::from(*level) + 1), Vec::new);
            stored[usize::from(*level)].extend(moves);
        }
    }
    let levels = derive(&parts.claims[number], parts.version, &mut |level, place, line| {
        let stored = *stored.get(level)?.get(place)?;
        let holds = stored.map_or(line.seen, |number| number < line.after.len() as u64);
        holds.then_some(stored)
    })?;
    levels.iter().map(Vec::len).eq(stored.iter().map(Vec::len)).then_some(levels)
}

/// Whether looking ahead sees a winning move, by the definition.
pub(super) fn sees_ahead<R: Rules>(rules: &R, state: &State<R::B>) -> bool {
    let mut seen = false;
    rules.each_move(state, Mover::Winner, |_, after| {
        seen |=
            rules.each_move(&after, Mover::Loser, |_, reply| rules.visible(&reply, Mover::Winner));
        !seen
    });
    seen
}

struct Reading<'a> {
    claim: &'a Claim,
    answer: Answer<'a>,
}

impl WithRules for Reading<'_> {
    type Output = Option<Vec<Vec<Line>>>;

    fn run<R: Rules + 'static>(self, rules: R) -> Self::Output {
        let rules = &rules;
        let normal = |state: &State<R::B>| rules.state(rules.normal_key(state)).unwrap();
        let add_replies = |state: &State<R::B>, level: &mut BTreeSet<R::K>| {
            rules.each_move(state, Mover::Loser, |_, reply| {
                if !rules.visible(&normal(&reply), Mover::Winner) {
                    level.insert(rules.normal_key(&reply));
                }
                true
            });
        };
        let (root, mut level) = (normal(&self.claim.state()), BTreeSet::new());
        match self.claim.mover() {
            mover if rules.visible(&root, mover) => {}
            Mover::Winner => level.extend([rules.normal_key(&root)]),
            Mover::Loser => add_replies(&root, &mut level),
        }
        let mut levels = Vec::new();
        while !level.is_empty() {
            let mut lines = Vec::new();
            for key in std::mem::take(&mut level) {
                let state = rules.state(key).unwrap();
                let mut after = Vec::new();
                rules.each_move(&state, Mover::Winner, |_, state| {
                    after.push(state);
                    true
                });
                let position = |state, mover| self.claim.position(state, mover);
                let mut line = Line {
                    position: position(&state, Mover::Winner),
                    after: after.iter().map(|state| position(state, Mover::Loser)).collect(),
                    seen: sees_ahead(rules, &state),
                    stored: None,
                };
                line.stored = (self.answer)(levels.len(), lines.len(), &line)?;
                let next = line.stored.and_then(|number| after.get(number as usize)).map(normal);
                if let Some(next) = next.filter(|next| !rules.visible(next, Mover::Loser)) {
                    add_replies(&next, &mut level);
                }
                lines.push(line);
            }
            levels.push(lines);
        }
        Some(levels)
    }
}
