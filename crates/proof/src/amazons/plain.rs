//! Plain wins: wins that the checker sees by itself, so that the position need not be stored.

use super::Amazons;
use super::claims::{MOST_CLAIMERS, most_claims};
use crate::format::VERSION_OF_SUMS;
use crate::key::Key;
use crate::rules::{Mover, State};
use lastmove_board::{Bits, Square};
use std::sync::atomic::{AtomicU32, Ordering};

/// Which wins the checker sees: more with each version of the format, so that an older certificate
/// is checked by the rules it was written with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sight {
    /// walks alone
    Walks,
    /// walks with claims, and one move of the winner ahead
    Claims,
    /// the same in positions without areas that form pairs with their negatives
    Sums,
}

impl Sight {
    /// The wins seen in format `version`.
    pub(crate) fn of(version: u16) -> Self {
        match version {
            0..2 => Self::Walks,
            2..VERSION_OF_SUMS => Self::Claims,
            VERSION_OF_SUMS.. => Self::Sums,
        }
    }
}

impl<B: Bits, K: Key> Amazons<B, K> {
    /// Whether the winner's amazons have a walk with enough moves to outlast the loser.
    pub(crate) fn wins_by_walk(&self, state: &State<B>, mover: Mover) -> bool {
        let area = self.loser_flood(state);
        let free = state.empty & !area;
        let guarded = self.board.grow(area | state.loser);
        let need = Self::needed(area.count(), mover);
        free.count() >= need && self.greedy_walk(state.winner, free, guarded, need, |_| {})
    }

    /// Whether the moves of a walk and of claims together outlast the loser; each of the winner's
    /// amazons either walks or claims. A claim counts twice: it is a move of the winner, and it
    /// takes a square from the loser.
    pub(crate) fn wins_by_count(&self, state: &State<B>, mover: Mover) -> bool {
        let area = self.loser_flood(state);
        let free = state.empty & !area;
        let need = Self::needed(area.count(), mover);
        let beside = state.winner & self.board.grow(area);
        let claimers = B::from_squares(beside.squares().take(MOST_CLAIMERS));
        if free.count() + 2 * most_claims(&self.board, claimers, area, mover) < need {
            return false;
        }
        let gained = |claimers: B| 2 * self.claims.made(&self.board, claimers, area, mover);
        let all = gained(claimers);
        if all >= need || free.count() + all < need {
            return all >= need;
        }
        let guarded = self.board.grow(area | state.loser);
        // Claimers that could also walk do one or the other: try each choice.
        let either = claimers & self.board.grow(free);
        (0..1u32 << either.count()).rev().any(|subset| {
            let claiming = claimers & !B::narrow(subset.into()).expand(either);
            let gained = if subset == 0 { all } else { gained(claiming) };
            let left = need.saturating_sub(gained);
            let walkers = state.winner & !claiming;
            free.count() >= left && self.greedy_walk(walkers, free, guarded, left, |_| {})
        })
    }

    /// Whether claims alone outlast the loser.
    #[cfg(test)]
    pub(crate) fn wins_by_claims(&self, state: &State<B>, mover: Mover) -> bool {
        let still = State { empty: self.loser_flood(state), ..*state };
        self.wins_by_count(&still, mover)
    }

    /// Whether the winner has a move after which [`Self::wins_by_count`] holds. The order of the
    /// moves does not change the answer: moves that won recently come first, since they often win
    /// again.
    pub(crate) fn wins_by_move(&self, state: &State<B>) -> bool {
        let wins = |from: Square, to: Square, arrow: Square| {
            let step = B::bit(from) | B::bit(to);
            let empty = (state.empty ^ step) & !B::bit(arrow);
            let after = State { winner: state.winner ^ step, empty, ..*state };
            self.wins_by_count(&after, Mover::Loser)
        };
        if self.recent.moves().any(|(from, to, arrow)| {
            self.is_legal(state.winner, state.empty, from, to, arrow) && wins(from, to, arrow)
        }) {
            return true;
        }
        !self.each_queen_move(state.winner, state.empty, |from, to, arrow| {
            let won = wins(from, to, arrow);
            if won {
                self.recent.add(from, to, arrow);
            }
            !won
        })
    }
}

/// Moves of the winner that won recently.
#[derive(Default)]
pub(super) struct Recent([AtomicU32; 8]);

impl Recent {
    fn moves(&self) -> impl Iterator<Item = (Square, Square, Square)> {
        self.0.iter().map(|packed| {
            let [from, to, arrow, _] = packed.load(Ordering::Relaxed).to_le_bytes();
            (from, to, arrow)
        })
    }

    /// Puts a move in the first place; the last one is dropped.
    fn add(&self, from: Square, to: Square, arrow: Square) {
        let mut packed = u32::from_le_bytes([from, to, arrow, 0]);
        for place in &self.0 {
            packed = place.swap(packed, Ordering::Relaxed);
        }
    }
}
