//! Domineering cut into work units.

use super::game::DomineeringGame;
use crate::units::{Look, Split};
use crate::{Game, Verdict};
use lastmove_board::Bits;
use lastmove_domineering::{Move, Position};

/// Looks at positions by the static evaluation and the order of moves.
pub(super) struct Splitter<'s, B>(pub(super) &'s DomineeringGame<B>);

impl<B: Bits> Split for Splitter<'_, B> {
    type Position = Position<B>;

    fn key(&mut self, position: &Position<B>) -> u128 {
        self.0.key(&self.0.state(position))
    }

    fn look(&mut self, position: &Position<B>) -> Look<Position<B>> {
        let state = self.0.state(position);
        match self.0.evaluate(&state) {
            Verdict::Win => Look::Solved(true),
            Verdict::Loss => Look::Solved(false),
            Verdict::Unknown => {
                // The search's own moves come first, then those that they dominate.
                let mut moves = Vec::new();
                self.0.moves(&mut (), &state, &[], &mut moves);
                let mut moves: Vec<Move> = moves.into_iter().map(Move).collect();
                for mv in position.moves(&self.0.views.geometry) {
                    if !moves.contains(&mv) {
                        moves.push(mv);
                    }
                }
                let play = |mv| {
                    let mut after = *position;
                    after.play_unchecked(&self.0.views.geometry, mv);
                    after
                };
                Look::Open(moves.into_iter().map(play).collect())
            }
        }
    }
}
