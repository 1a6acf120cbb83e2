//! Domineering cut into work units.

use super::evaluate::Evaluator;
use crate::game::{Game, Verdict};
use crate::units::{Look, Split};
use lastmove_board::{Bits, Geometry, Size};
use lastmove_domineering::{Move, Position};
use std::sync::Arc;

/// Looks at positions by the static evaluation and the order of moves.
pub struct Splitter<B> {
    geometry: Geometry<B>,
    evaluator: Evaluator<B>,
}

impl<B: Bits> Splitter<B> {
    /// A splitter for boards of this size.
    pub fn new(size: Size) -> Self {
        Self { geometry: Geometry::new(size), evaluator: Evaluator::new(size, Arc::default()) }
    }
}

impl<B: Bits> Split for Splitter<B> {
    type Position = Position<B>;

    fn key(&mut self, position: &Position<B>) -> u128 {
        self.evaluator.key(&self.evaluator.views.state(position.empty(), position.to_move()))
    }

    fn look(&mut self, position: &Position<B>) -> Look<Position<B>> {
        let state = self.evaluator.views.state(position.empty(), position.to_move());
        match self.evaluator.evaluate(&state) {
            Verdict::Win => Look::Solved(true),
            Verdict::Loss => Look::Solved(false),
            Verdict::Unknown => {
                // The search's own moves come first, then those that they dominate.
                let mut moves = Vec::new();
                self.evaluator.moves(&state, &[], &mut moves);
                let mut moves: Vec<Move> = moves.into_iter().map(Move).collect();
                for mv in position.moves(&self.geometry) {
                    if !moves.contains(&mv) {
                        moves.push(mv);
                    }
                }
                let play = |mv| {
                    let mut after = *position;
                    after.play_unchecked(&self.geometry, mv);
                    after
                };
                Look::Open(moves.into_iter().map(play).collect())
            }
        }
    }
}
