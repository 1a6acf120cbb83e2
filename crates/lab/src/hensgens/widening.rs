//! One-sided selective search: one side tries only its best moves, the other all of its moves. A win
//! that is found so is a win; a loss says nothing.

use crate::games::score;
use lastmove_amazons::{Colour, Move, Position, most_moves};
use lastmove_board::{Bits, Geometry};
use lastmove_regions::{Kind, areas};
use lastmove_work::{Budget, Stop, Ticker};
use std::collections::HashMap;

/// Bytes of an entry of the table, roughly.
const ENTRY: u64 = 64;

/// A search with one width.
pub(super) struct Widening<'a, B> {
    geometry: &'a Geometry<B>,
    side: Colour,
    width: usize,
    /// whether the side wins, by amazons, empty squares and whose move it is
    known: HashMap<([B; 2], B, bool), bool>,
    most: usize,
    ticker: Ticker<'a>,
    nodes: u64,
}

impl<'a, B: Bits> Widening<'a, B> {
    /// The side tries so many of its moves.
    pub(super) fn new(
        geometry: &'a Geometry<B>,
        side: Colour,
        width: usize,
        memory: u64,
        budget: &'a Budget,
    ) -> Self {
        let most = usize::try_from(memory / ENTRY).unwrap_or(usize::MAX);
        let ticker = budget.ticker(256);
        Self { geometry, side, width, known: HashMap::new(), most, ticker, nodes: 0 }
    }

    /// Positions entered.
    pub(super) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Whether the side wins with its best moves only.
    pub(super) fn wins(&mut self, position: &Position<B>) -> Result<bool, Stop> {
        let (own, other) = (position.amazons(self.side), position.amazons(self.side.opponent()));
        let own_turn = position.to_move() == self.side;
        if let Some(won) = self.settled([own, other], position.empty(), own_turn) {
            return Ok(won);
        }
        let key = ([own, other], position.empty(), own_turn);
        if let Some(&won) = self.known.get(&key) {
            return Ok(won);
        }
        self.nodes += 1;
        self.ticker.tick()?;
        let mut moves = self.ordered(position);
        if own_turn {
            moves.truncate(self.width);
        }
        // The side looks for a move that wins, the opponent for one that does not lose.
        let mut won = !own_turn;
        for mv in moves {
            let mut after = *position;
            after.play_unchecked(mv);
            if self.wins(&after)? == own_turn {
                won = own_turn;
                break;
            }
        }
        if self.known.len() < self.most {
            self.known.insert(key, won);
        }
        Ok(won)
    }

    /// Whether the side wins, if no area is shared.
    fn settled(&self, amazons: [B; 2], empty: B, own_turn: bool) -> Option<bool> {
        let all = areas(self.geometry, amazons, empty);
        if all.into_iter().any(|area| area.kind() == Kind::Active) {
            return None;
        }
        let [own, other] = amazons.map(|set| most_moves(self.geometry, set, empty));
        Some(if own_turn { own > other } else { own >= other })
    }

    /// The moves of the side to move, those that leave it nearer to more squares first.
    fn ordered(&self, position: &Position<B>) -> Vec<Move> {
        let me = position.to_move();
        let mut moves: Vec<(f32, Move)> = position
            .moves(self.geometry)
            .map(|mv| {
                let mut after = *position;
                after.play_unchecked(mv);
                let (own, other) = (after.amazons(me), after.amazons(me.opponent()));
                (score(self.geometry, own, other, after.empty()), mv)
            })
            .collect();
        moves.sort_by(|a, b| b.0.total_cmp(&a.0));
        moves.into_iter().map(|(_, mv)| mv).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lab::start;

    /// With all moves the search is exact: White wins 4,336 - 1,566 two-ply lines of 4x4. With few
    /// moves it finds some of these wins, and no others.
    #[test]
    fn one_sided_wins_are_wins() {
        let (geometry, position) = start::<u64>("4x4").unwrap();
        let wins = |position: &Position<u64>, width| {
            let budget = Budget::default();
            let mut search = Widening::new(&geometry, Colour::White, width, 1 << 26, &budget);
            search.wins(position).unwrap()
        };
        let mut found = [0; 3];
        for first in position.moves(&geometry) {
            let mut after = position;
            after.play_unchecked(first);
            for reply in after.moves(&geometry) {
                let mut line = after;
                line.play_unchecked(reply);
                let [narrow, wide, all] = [1, 4, usize::MAX].map(|width| wins(&line, width));
                assert!(all || !narrow && !wide, "{}", line.to_diagram(geometry.size()));
                let counts = found.iter_mut().zip([narrow, wide, all]);
                counts.for_each(|(count, won)| *count += usize::from(won));
            }
        }
        assert_eq!(found[2], 4336 - 1566);
        assert!(0 < found[0] && found[0] < found[1] && found[1] <= found[2], "{found:?}");
    }
}
