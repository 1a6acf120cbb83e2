//! The rules of Domineering in the checker.

mod cut;
mod library;
mod number;
#[cfg(test)]
mod plain;
mod sight;
mod sum;
mod values;

use crate::board::Board;
use crate::key::Key;
use crate::rules::{Move, Mover, Rules, State};
use cut::Cuts;
use lastmove_board::{Bits, Size, Square};
pub(crate) use sight::Sight;
use std::marker::PhantomData;
use std::sync::atomic::{AtomicU8, Ordering};

/// The game on one board with the winner's direction fixed.
pub(crate) struct Domineering<B, K> {
    board: Board<B>,
    /// whether the winner places horizontal dominoes
    winner_across: bool,
    cuts: Cuts<B>,
    sight: Sight,
    /// the winner's last domino that won: it often wins again
    last: AtomicU8,
    key: PhantomData<fn() -> K>,
}

impl<B: Bits, K: Key> Domineering<B, K> {
    pub(crate) fn new(size: Size, winner_across: bool, sight: Sight, memory: usize) -> Self {
        Self {
            board: Board::new(size, false),
            winner_across,
            cuts: Cuts::new(size, winner_across, sight, memory),
            sight,
            last: AtomicU8::new(0),
            key: PhantomData,
        }
    }

    /// Whether the winner has a move after which a cut wins. The order of the moves does not change
    /// the answer.
    fn wins_by_move(&self, empty: B) -> bool {
        let starts = self.board.pairs(empty, self.winner_across);
        let last = B::bit(self.last.load(Ordering::Relaxed)) & starts;
        let wins = |square: &Square| {
            let domino = B::bit(*square) | B::bit(self.board.partner(*square, self.winner_across));
            self.cuts.win(&self.board, empty & !domino, Mover::Loser)
        };
        let found = last.squares().chain((starts & !last).squares()).find(wins);
        found.inspect(|&square| self.last.store(square, Ordering::Relaxed)).is_some()
    }

    fn across(&self, mover: Mover) -> bool {
        (mover == Mover::Winner) == self.winner_across
    }
}

impl<B: Bits, K: Key> Rules for Domineering<B, K> {
    type B = B;
    type K = K;

    fn in_version(&self, _: u16) -> Option<Self> {
        None
    }

    fn each_move(
        &self,
        state: &State<B>,
        mover: Mover,
        mut visit: impl FnMut(Move, State<B>) -> bool,
    ) -> bool {
        let across = self.across(mover);
        self.board.pairs(state.empty, across).squares().all(|s| {
            let domino = B::bit(s) | B::bit(self.board.partner(s, across));
            visit(Move::Domino(s), State { empty: state.empty & !domino, ..*state })
        })
    }

    fn most_replies(&self, _: &State<B>) -> usize {
        self.board.pairs(self.board.all, self.across(Mover::Loser)).count() as usize
    }

    fn normal_key(&self, state: &State<B>) -> K {
        // A square without an empty neighbour in the four directions cannot be covered.
        let occupied = self.board.all & !self.board.alive(state.empty);
        let images = (0..self.board.symmetries()).map(|s| self.board.image(s, occupied));
        let least = images.min().unwrap_or(occupied);
        K::join(0, least.widen(), self.board.squares())
    }

    fn state(&self, key: K) -> Option<State<B>> {
        let (high, low) = key.split(self.board.squares());
        let empty = self.board.all & !B::narrow(low);
        (high == 0).then_some(State { winner: B::NONE, loser: B::NONE, empty })
    }

    /// Whether a cut of the board wins at once or, with the winner to move, after one of his moves.
    fn visible(&self, state: &State<B>, mover: Mover) -> bool {
        self.cuts.win(&self.board, state.empty, mover)
            || self.sight.moves && mover == Mover::Winner && self.wins_by_move(state.empty)
    }

    fn settled(&self, state: &State<B>, mover: Mover) -> bool {
        self.visible(state, mover)
    }

    fn walks(&self, _: &State<B>, _: Mover, _: &[Move]) -> bool {
        false // Domineering has no walks
    }

    #[cfg(test)]
    fn write_move(&self, mv: Move, out: &mut Vec<u8>) {
        if let Move::Domino(square) = mv {
            out.push(square);
        }
    }

    fn read_move(&self, bytes: &mut &[u8]) -> Option<Move> {
        let (&square, rest) = bytes.split_first()?;
        *bytes = rest;
        ((u32::from(square)) < self.board.squares()).then_some(Move::Domino(square))
    }
}
