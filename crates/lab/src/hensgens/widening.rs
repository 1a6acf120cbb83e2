//! One-sided selective search: one side tries only its best moves, the other all of its moves. A
//! win found in this way is a win; a loss proves nothing.

use crate::games::score;
use lastmove_amazons::{AreaKind, Colour, Move, Position, areas, most_moves};
use lastmove_board::{Bits, Geometry};
use lastmove_player::eval::{PositionEvaluator, Simple};
use lastmove_work::{Budget, Stop, Ticker};
use std::collections::HashMap;

/// Approximate size of a table entry, in bytes.
const ENTRY: u64 = 64;

/// The order of moves from the best. The thesis sorts moves by the evaluator, but does not say
/// which of its evaluators it used on 5x5, nor what its numbers were.
#[derive(Clone, Copy, Debug)]
pub(super) enum Order {
    /// squares that are nearer; a shared square counts a little for the opponent
    Nearer,
    /// an evaluator of the thesis
    By(Simple),
}

impl Order {
    /// All orders by name.
    pub(super) const ALL: [(&str, Self); 3] = [
        ("nearer squares", Self::Nearer),
        ("territory", Self::By(Simple::Territory)),
        ("relative territory", Self::By(Simple::Relative([1, 2, 3, 4, 5]))),
    ];
}

/// A search with a fixed width.
pub(super) struct Widening<'a, B> {
    geometry: &'a Geometry<B>,
    evaluator: PositionEvaluator<B>,
    order: Order,
    side: Colour,
    width: usize,
    /// whether the side wins, by amazons, empty squares and side to move
    known: HashMap<([B; 2], B, bool), bool>,
    most: usize,
    ticker: Ticker<'a>,
    nodes: u64,
}

impl<'a, B: Bits> Widening<'a, B> {
    /// A search in which `side` tries its first `width` moves in this order.
    pub(super) fn new(
        geometry: &'a Geometry<B>,
        side: Colour,
        (width, order): (usize, Order),
        memory: u64,
        budget: &'a Budget,
    ) -> Self {
        let most = usize::try_from(memory / ENTRY).unwrap_or(usize::MAX);
        let ticker = budget.ticker(256);
        let evaluator = PositionEvaluator::new(geometry);
        let known = HashMap::new();
        Self { geometry, evaluator, order, side, width, known, most, ticker, nodes: 0 }
    }

    /// Positions searched.
    pub(super) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Whether the side wins using only its best moves.
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
        // The side needs one winning move; the opponent needs one move that does not lose.
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

    /// Whether the side wins; known if no area is shared.
    fn settled(&self, amazons: [B; 2], empty: B, own_turn: bool) -> Option<bool> {
        let all = areas(self.geometry, amazons, empty);
        if all.into_iter().any(|area| area.kind() == AreaKind::Active) {
            return None;
        }
        let [own, other] = amazons.map(|set| most_moves(self.geometry, set, empty));
        Some(if own_turn { own > other } else { own >= other })
    }

    /// The score of a position for the side that has just moved.
    fn worth(&self, after: &Position<B>) -> f32 {
        let (mover, other) = (after.to_move().opponent(), after.to_move());
        match self.order {
            Order::Nearer => {
                let (own, others) = (after.amazons(mover), after.amazons(other));
                score(self.geometry, own, others, after.empty())
            }
            Order::By(simple) => -self.evaluator.simple(simple, after) as f32,
        }
    }

    /// The moves of the side to move, the best first.
    fn ordered(&self, position: &Position<B>) -> Vec<Move> {
        let mut moves: Vec<(f32, Move)> = position
            .moves(self.geometry)
            .map(|mv| {
                let mut after = *position;
                after.play_unchecked(mv);
                (self.worth(&after), mv)
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
        let wins = |position: &Position<u64>, width, order| {
            let budget = Budget::default();
            let mut search =
                Widening::new(&geometry, Colour::White, (width, order), 1 << 26, &budget);
            search.wins(position).unwrap()
        };
        let mut found = [0; 3];
        for first in position.moves(&geometry) {
            let mut after = position;
            after.play_unchecked(first);
            for reply in after.moves(&geometry) {
                let mut line = after;
                line.play_unchecked(reply);
                let [narrow, wide, all] =
                    [1, 4, usize::MAX].map(|width| wins(&line, width, Order::Nearer));
                for (_, order) in Order::ALL {
                    assert!(all || !wins(&line, 2, order), "{order:?}");
                }
                assert!(all || !narrow && !wide, "{}", line.to_diagram(geometry.size()));
                let counts = found.iter_mut().zip([narrow, wide, all]);
                counts.for_each(|(count, won)| *count += usize::from(won));
            }
        }
        assert_eq!(found[2], 4336 - 1566);
        assert!(0 < found[0] && found[0] < found[1] && found[1] <= found[2], "{found:?}");
    }
}
