//! Proven winners, by the solver and its static evaluation: for referees and for commands such as
//! `lastmove-solve`.

use crate::{Amazons, Playable};
use lastmove_board::{Geometry, Side, Size};
use lastmove_endgame::Databases;
use lastmove_solver::Solution;
use lastmove_solver::amazons::{Evaluator, Explained, Settings};
use lastmove_work::{Budget, Cancel, Limits, Stopped};
use std::sync::Arc;

/// The most nodes of [`Judge::winner_at_a_glance`].
const GLANCE_NODES: u64 = 500;

/// Proves who wins positions of a game, on boards of up to 128 squares.
pub struct Judge<P: Playable>(P::Memory);

/// The final result of a position in which nothing is contested any more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FinalScore {
    /// who wins
    pub winner: Side,
    /// moves that the winner has left when the loser has none: the score in tournaments
    pub left: u32,
}

impl<P: Playable> Judge<P> {
    /// A judge whose table takes at most about `bytes`.
    pub fn new(databases: Option<Arc<Databases>>, bytes: u64) -> Self {
        Self(P::memory(databases, bytes))
    }

    /// The winner, if no search at all is needed.
    pub fn winner_without_search(&self, size: Size, position: &P) -> Option<Side> {
        position.winner_without_search(size, &self.0)
    }

    /// Finds the winner and a winning move.
    ///
    /// # Errors
    /// If the budget ends first.
    pub fn solve(
        &self,
        size: Size,
        position: &P,
        budget: &Budget,
    ) -> Result<Solution<P::Move>, Stopped> {
        position.solve(size, &self.0, budget)
    }

    /// The winner, if no search or a very short one finds it.
    pub fn winner_at_a_glance(&self, size: Size, position: &P) -> Option<Side> {
        self.winner_without_search(size, position).or_else(|| {
            if position.empty().count_ones() > P::GLANCE_SQUARES {
                return None;
            }
            let budget = Budget::new(Limits::nodes(GLANCE_NODES), Cancel::new());
            Some(self.solve(size, position, &budget).ok()?.winner)
        })
    }
}

impl Judge<Amazons> {
    /// What is known without search, area by area.
    pub fn explain(&self, size: Size, position: &Amazons) -> Explained<u128> {
        let geometry = Geometry::new(size);
        Evaluator::new(&geometry, &self.0.databases, Settings::default()).explain(position)
    }
}
