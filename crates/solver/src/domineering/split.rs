//! Splitting Domineering into work units.

use super::game::DomineeringGame;
use crate::units::{Look, Split};
use crate::{Game, Verdict};
use lastmove_board::Bits;
use lastmove_domineering::{Move, Position};
use lastmove_work::{Budget, Stop};

/// Examines positions by the static evaluation and the order of moves. Each counts as one node.
pub(super) struct Splitter<'s, B> {
    pub(super) game: &'s DomineeringGame<B>,
    pub(super) budget: Budget,
}

impl<B: Bits> Split for Splitter<'_, B> {
    type Position = Position<B>;

    fn key(&mut self, position: &Position<B>) -> u128 {
        self.game.key(&self.game.state(position))
    }

    fn look(&mut self, position: &Position<B>) -> Result<Look<Position<B>>, Stop> {
        self.budget.ticker(1).tick()?;
        let game = self.game;
        let state = game.state(position);
        Ok(match game.evaluate(&state) {
            Verdict::Win => Look::Solved(true),
            Verdict::Loss => Look::Solved(false),
            Verdict::Unknown => {
                // First the moves that the search would try, then those that they dominate.
                let mut moves = Vec::new();
                game.moves(&mut (), &state, &[], &mut moves);
                let mut moves: Vec<Move> = moves.into_iter().map(Move).collect();
                for mv in position.moves(&game.views.geometry) {
                    if !moves.contains(&mv) {
                        moves.push(mv);
                    }
                }
                let play = |mv| {
                    let mut after = *position;
                    after.play_unchecked(&game.views.geometry, mv);
                    after
                };
                Look::Open(moves.into_iter().map(play).collect())
            }
        })
    }
}
