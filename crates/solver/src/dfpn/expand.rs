//! Generating the children of a position with their numbers, and only as many as needed.
//!
//! The search soon leaves most positions that it enters: because a move wins at once, or because
//! the moves look too hard to refute. So children are generated one at a time, the moves that were
//! hard to refute elsewhere first: played, looked up, evaluated. The rest is left out as soon as
//! one of them wins, and as soon as the disproof number expected from those seen exceeds its
//! threshold. Leaving out moves never decides a position: a loss takes the whole list.

use super::choose::{Gathered, Thresholds};
use super::{Child, Dfpn};
use crate::SearchGame;
use crate::table::Numbers;
use lastmove_work::Stop;
use std::cmp::Reverse;

/// How far the children of a position were generated.
pub(super) enum Expanded {
    /// one of them loses for its mover
    Won,
    /// until the numbers reached the thresholds
    Enough(Numbers),
    /// all that are not won for their mover
    Whole,
}

impl<G: SearchGame> Dfpn<'_, G> {
    /// Lists the children with their numbers, as long as the thresholds are not reached.
    ///
    /// # Errors
    /// If a limit was reached first.
    pub(super) fn expand(
        &mut self,
        position: &G::Position,
        first: usize,
        most: Thresholds,
    ) -> Result<Expanded, Stop> {
        let game = self.game;
        let mut moves = std::mem::take(&mut self.moves);
        moves.clear();
        game.moves(&mut self.worker, position, &[], &mut moves);
        if self.tuning.history {
            let (history, depth) = (&self.history, self.depth);
            moves.sort_by_cached_key(|&mv| Reverse(history.rank(game.name(mv), depth)));
        }
        let expanded = self.expand_in_order(position, &moves, first, most);
        self.moves = moves;
        expanded
    }

    fn expand_in_order(
        &mut self,
        position: &G::Position,
        moves: &[G::Move],
        first: usize,
        most: Thresholds,
    ) -> Result<Expanded, Stop> {
        let context = self.game.context(&mut self.worker, position, None);
        self.seen.clear();
        self.seen.resize((2 * moves.len()).next_power_of_two(), 0);
        let mut gathered = Gathered::default();
        let mut coming = self.child(position, moves.first());
        for (i, &mv) in moves.iter().enumerate() {
            let Some((child, key)) = coming else { break };
            coming = self.child(position, moves.get(i + 1));
            if self.is_repeated(key) {
                continue;
            }
            // On large boards a position has thousands of moves: limits are checked between them,
            // too.
            self.ticker.add(0)?;
            self.tell();
            self.counters.visited += 1;
            let numbers = match self.store.table.load(key) {
                Some(numbers) => numbers,
                None => match self.ruled_out(key) {
                    Some(numbers) => numbers,
                    None => self.assess(&child, key, Some((&context, mv))),
                },
            };
            self.history.learn(self.game.name(mv), self.depth, numbers);
            if numbers.disproof == 0 {
                return Ok(Expanded::Won);
            }
            if numbers.proof == 0 {
                continue;
            }
            self.children.push(Child { position: child, key, numbers });
            gathered.add(numbers.proof);
            let (seen, left) = (i as u32 + 1, (moves.len() - i - 1) as u32);
            let disproof = self.tuning.expect(&gathered, seen, left);
            if disproof >= most.disproof {
                let Numbers { proof, .. } = self.choose(first, most).numbers;
                return Ok(Expanded::Enough(Numbers { proof, disproof }));
            }
        }
        Ok(Expanded::Whole)
    }

    /// The position after a move, and its key. Prefetches what is known about it, so that the
    /// memory access overlaps with the work on the child before it.
    #[inline]
    fn child(
        &mut self,
        position: &G::Position,
        mv: Option<&G::Move>,
    ) -> Option<(G::Position, u128)> {
        let child = self.game.play(&mut self.worker, position, *mv?);
        let key = self.game.key(&child);
        self.store.table.touch(key);
        self.evaluations.iter().for_each(|evaluations| evaluations.touch(key));
        Some((child, key))
    }

    /// Whether this key occurred before: different moves may lead to the same position, and one is
    /// enough.
    fn is_repeated(&mut self, key: u128) -> bool {
        let tag = (key >> 64) as u64 | 1;
        let mask = self.seen.len() - 1;
        let mut slot = key as usize & mask;
        while self.seen[slot] != 0 && self.seen[slot] != tag {
            slot = (slot + 1) & mask;
        }
        std::mem::replace(&mut self.seen[slot], tag) == tag
    }
}
