//! The rules of Amazons in the checker: moves, normal forms, and the facts that end a line of play.

mod ahead;
mod claims;
mod estimate;
mod pairs;
mod plain;
mod walk;

use crate::board::Board;
use crate::key::Key;
use crate::rules::{Move, Mover, NODE_LIMIT, Rules, State};
use claims::BoxGame;
pub use estimate::{SumEstimate, estimate};
use lastmove_board::{Bits, Size, Square};
use plain::Recent;
pub(crate) use plain::Sight;
use std::marker::PhantomData;

/// Bytes of the caches for parts of another version.
const MEMORY_OF_PARTS: usize = 1 << 20;

/// The game on one board.
pub(crate) struct Amazons<B, K> {
    board: Board<B>,
    sight: Sight,
    claims: BoxGame,
    recent: Recent,
    key: PhantomData<fn() -> K>,
}

impl<B: Bits, K: Key> Amazons<B, K> {
    /// The caches take about `memory` bytes.
    pub(crate) fn new(size: Size, sight: Sight, memory: usize) -> Self {
        Self {
            board: Board::new(size, true),
            sight,
            claims: BoxGame::new(memory),
            recent: Recent::default(),
            key: PhantomData,
        }
    }

    /// Calls `visit` with each move of `amazons` over the squares of `free`, until it returns
    /// `false`. Returns whether all moves were visited.
    #[inline]
    fn each_queen_move(
        &self,
        amazons: B,
        free: B,
        mut visit: impl FnMut(Square, Square, Square) -> bool,
    ) -> bool {
        for from in amazons.squares() {
            let vacated = free | B::bit(from);
            for to in self.board.queen(from, free).squares() {
                for arrow in self.board.queen(to, vacated & !B::bit(to)).squares() {
                    if !visit(from, to, arrow) {
                        return false;
                    }
                }
            }
        }
        true
    }

    /// Whether one of the amazons can make this move over the squares of `free`.
    fn is_legal(&self, amazons: B, free: B, from: Square, to: Square, arrow: Square) -> bool {
        amazons.has(from)
            && self.board.queen(from, free).has(to)
            && self.board.queen(to, (free | B::bit(from)) & !B::bit(to)).has(arrow)
    }

    /// E: the squares that the loser's amazons can ever reach if the winner's do not move.
    fn loser_flood(&self, state: &State<B>) -> B {
        self.board.flood(state.loser, state.empty)
    }

    /// The amazons and the empty squares of areas that have both. The others have no moves: their
    /// squares count as burnt.
    #[inline]
    fn alive(&self, state: &State<B>) -> (B, B) {
        let amazons = state.winner | state.loser;
        let empty = self.board.flood(amazons, state.empty);
        let mut alive = self.board.grow(empty) & amazons;
        if alive != amazons {
            alive |= self.board.flood(alive, amazons);
        }
        (alive, empty)
    }

    /// The number of moves the winner needs if the loser has at most `loser_moves`.
    fn needed(loser_moves: u32, mover: Mover) -> u32 {
        loser_moves + u32::from(mover == Mover::Winner)
    }
}

impl<B: Bits, K: Key> Rules for Amazons<B, K> {
    type B = B;
    type K = K;

    fn in_version(&self, version: u16) -> Option<Self> {
        let sight = Sight::of(version);
        (sight != self.sight).then(|| Self::new(self.board.size, sight, MEMORY_OF_PARTS))
    }

    #[inline]
    fn each_move(
        &self,
        state: &State<B>,
        mover: Mover,
        mut visit: impl FnMut(Move, State<B>) -> bool,
    ) -> bool {
        let amazons = if mover == Mover::Winner { state.winner } else { state.loser };
        self.each_queen_move(amazons, state.empty, |from, to, arrow| {
            let step = B::bit(from) | B::bit(to);
            let mut after = *state;
            match mover {
                Mover::Winner => after.winner ^= step,
                Mover::Loser => after.loser ^= step,
            }
            after.empty = (after.empty ^ step) & !B::bit(arrow);
            visit(Move::Amazon { from, to, arrow }, after)
        })
    }

    fn most_replies(&self, state: &State<B>) -> usize {
        let reach = |from| self.board.queen(from, self.board.all).count() as usize;
        let most = self.board.all.squares().map(reach).max().unwrap_or(0);
        state.loser.count() as usize * most * most
    }

    #[inline]
    fn normal_key(&self, state: &State<B>) -> K {
        let (mut alive, mut empty) = self.alive(state);
        if self.sight == Sight::Sums {
            let (winner, loser) = (alive & state.winner, alive & state.loser);
            let pairs = self.pairs(&State { winner, loser, empty });
            (alive, empty) = (alive & !pairs, empty & !pairs);
        }
        let low = self.board.all & !(empty | alive & state.winner);
        let (mut least_high, mut least_low) = (alive, low);
        for symmetry in 1..self.board.symmetries() {
            let high = self.board.image(symmetry, alive);
            if high > least_high {
                continue;
            }
            let low = self.board.image(symmetry, low);
            if high < least_high || low < least_low {
                (least_high, least_low) = (high, low);
            }
        }
        K::join(least_high.widen(), least_low.widen(), self.board.squares())
    }

    #[inline]
    fn state(&self, key: K) -> Option<State<B>> {
        let (high, low) = key.split(self.board.squares());
        if high & !self.board.all.widen() != 0 {
            return None;
        }
        let (high, low) = (B::narrow(high), B::narrow(low));
        let empty = self.board.all & !(high | low);
        Some(State { winner: high & !low, loser: high & low, empty })
    }

    fn visible(&self, state: &State<B>, mover: Mover) -> bool {
        match self.sight {
            Sight::Walks => self.wins_by_walk(state, mover),
            Sight::Claims | Sight::Sums => {
                self.wins_by_count(state, mover)
                    || mover == Mover::Winner && self.wins_by_move(state)
            }
        }
    }

    fn looks_ahead(&self, state: &State<B>) -> bool {
        self.wins_ahead(state)
    }

    fn settled(&self, state: &State<B>, mover: Mover) -> bool {
        let everything = state.winner | state.loser | state.empty;
        let mut rest = state.winner;
        let (mut winners, mut losers) = (state.winner, state.loser);
        while !rest.is_empty() {
            let first = B::bit(rest.lowest());
            let area = first | self.board.flood(first, everything);
            rest &= !area;
            if area.meets(state.loser) {
                if area.meets(state.empty) {
                    return false;
                }
                winners &= !area;
                losers &= !area;
            }
        }
        let (most, _) = self.most_moves(losers, state.empty, &mut { NODE_LIMIT });
        let (walk, exact) = self.most_moves(winners, state.empty, &mut { NODE_LIMIT });
        exact && walk >= Self::needed(most, mover)
    }

    fn walks(&self, state: &State<B>, mover: Mover, witness: &[Move]) -> bool {
        let flood = self.loser_flood(state);
        let mut now = *state;
        for mv in witness {
            let &Move::Amazon { from, to, arrow } = mv else { return false };
            if !self.is_legal(now.winner, now.empty & !flood, from, to, arrow) {
                return false;
            }
            let step = B::bit(from) | B::bit(to);
            now.winner ^= step;
            now.empty = (now.empty ^ step) & !B::bit(arrow);
            if self.loser_flood(&now) != flood {
                return false;
            }
        }
        let walk = witness.len() as u32;
        walk >= Self::needed(flood.count(), mover)
            || walk
                >= Self::needed(self.most_moves(state.loser, flood, &mut { NODE_LIMIT }).0, mover)
    }

    #[cfg(test)]
    fn write_move(&self, mv: Move, out: &mut Vec<u8>) {
        if let Move::Amazon { from, to, arrow } = mv {
            out.extend([from, to, arrow]);
        }
    }

    fn read_move(&self, bytes: &mut &[u8]) -> Option<Move> {
        let (&[from, to, arrow], rest) = bytes.split_first_chunk()?;
        *bytes = rest;
        let on_board = |&square: &Square| u32::from(square) < self.board.squares();
        let all_on_board = [from, to, arrow].iter().all(on_board);
        all_on_board.then_some(Move::Amazon { from, to, arrow })
    }
}

impl<B: Bits, K: Key> Amazons<B, K> {
    /// A witness for the fact `walks`, if one is found within `nodes` nodes.
    #[cfg(test)]
    pub(crate) fn find_walks(
        &self,
        state: &State<B>,
        mover: Mover,
        nodes: u32,
    ) -> Option<Vec<Move>> {
        let flood = self.loser_flood(state);
        let free = state.empty & !flood;
        // A large area of the loser is seldom defective, and that is costly to prove.
        let most = if flood.count() <= 12 {
            self.most_moves(state.loser, flood, &mut { nodes.min(NODE_LIMIT) }).0
        } else {
            flood.count()
        };
        let need = Self::needed(most, mover);
        if free.count() < need {
            return None;
        }
        let guarded = self.board.grow(flood | state.loser);
        let mut path = Vec::new();
        if self.greedy_walk(state.winner, free, guarded, need, |mv| path.push(mv)) {
            return Some(path);
        }
        path.clear();
        let found = self.can_make(state.winner, free, guarded, need, &mut { nodes }, &mut path);
        path.reverse();
        (found == Some(true)).then_some(path)
    }
}
