//! Who wins for sure: the solver and its static evaluation, for referees and those who ask.

use crate::endgame::{Settled, settled};
use lastmove_amazons::{Colour, Move, Position};
use lastmove_board::{Geometry, Size, with_bits};
use lastmove_endgame::Databases;
use lastmove_solver::amazons::{AmazonsSolver, Evaluator, Explained, Reduced, Settings};
use lastmove_solver::dfpn::Store;
use lastmove_solver::{Shares, Solution, Solver, Verdict};
use lastmove_work::{Budget, Cancel, Limits, Stopped};
use std::sync::Arc;

/// Positions that filling territories may enter.
const FILLING: u64 = 20_000;
/// A glance searches positions with so few empty squares, and so many nodes.
const GLANCE_SQUARES: u32 = 12;
const GLANCE_NODES: u64 = 500;

/// Proves results. Positions are of any board of up to 128 squares.
pub(crate) struct Judge {
    databases: Arc<Databases>,
    shares: Shares,
    store: Store,
}

/// The final result of a position in which nothing is shared any more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Outcome {
    pub(crate) winner: Colour,
    /// moves that the winner has left when the loser has none
    pub(crate) left: u32,
}

impl Judge {
    pub(crate) fn new(databases: Option<Arc<Databases>>, bytes: u64) -> Self {
        let databases = databases.unwrap_or_else(|| Arc::new(Databases::none()));
        let shares = Shares::at_least(bytes, 1);
        Self { databases, shares, store: Store::new(&shares) }
    }

    /// The final result, if no area is shared.
    pub(crate) fn outcome(&self, size: Size, position: &Position<u128>) -> Option<Outcome> {
        let Settled { mine, theirs } = settled(&Geometry::new(size), position, FILLING)?;
        let me = position.to_move();
        Some(if mine > theirs {
            Outcome { winner: me, left: mine - theirs - 1 }
        } else {
            Outcome { winner: me.opponent(), left: theirs - mine }
        })
    }

    /// The winner, if a glance is enough: no area is shared, the static evaluation knows, or a
    /// short search of a small position.
    pub(crate) fn decided(&self, size: Size, position: &Position<u128>) -> Option<Colour> {
        if let Some(outcome) = self.outcome(size, position) {
            return Some(outcome.winner);
        }
        let verdict = with_bits!(size, B => {
            let geometry = Geometry::<B>::new(size);
            let mut evaluator = Evaluator::new(&geometry, &self.databases, Settings::default());
            let reduced = Reduced::new(&mut evaluator, &position.to_bits());
            evaluator.assess(&reduced).verdict
        });
        let me = position.to_move();
        match verdict {
            Verdict::Win => Some(me),
            Verdict::Loss => Some(me.opponent()),
            Verdict::Unknown if position.empty().count_ones() <= GLANCE_SQUARES => {
                let budget = Budget::new(Limits::nodes(GLANCE_NODES), Cancel::new());
                let solution = self.solve(size, position, &budget).ok()?;
                Some(if solution.winner == me.side() { me } else { me.opponent() })
            }
            Verdict::Unknown => None,
        }
    }

    /// Finds the winner and a winning move.
    pub(crate) fn solve(
        &self,
        size: Size,
        position: &Position<u128>,
        budget: &Budget,
    ) -> Result<Solution<Move>, Stopped> {
        with_bits!(size, B => {
            let (geometry, settings) = (Geometry::<B>::new(size), Settings::default());
            let (databases, store) = (&self.databases, &self.store);
            AmazonsSolver::new(&geometry, databases, settings, store, self.shares)
                .solve(&position.to_bits(), budget, &mut |_| {})
        })
    }

    /// What is known without search, area by area.
    pub(crate) fn explain(&self, size: Size, position: &Position<u128>) -> Explained<u128> {
        let geometry = Geometry::new(size);
        Evaluator::new(&geometry, &self.databases, Settings::default()).explain(position)
    }
}
