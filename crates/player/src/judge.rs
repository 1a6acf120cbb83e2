//! Who wins for sure: the solver and its static evaluation, for referees and those who ask.

use crate::endgame::{Settled, settled};
use lastmove_amazons::{Colour, Position};
use lastmove_board::{Bits, Geometry, Size};
use lastmove_endgame::Databases;
use lastmove_solver::Verdict;
use lastmove_solver::amazons::{Evaluator, Explained, Reduced, Settings, Solution, Solver};
use lastmove_solver::table::{Numbers, Table};
use lastmove_work::{Budget, Cancel, Limits, Stop};
use std::sync::Arc;

/// Positions that filling territories may enter.
const FILLING: u64 = 20_000;
/// A glance searches positions with so few empty squares, and so many nodes.
const GLANCE_SQUARES: u32 = 12;
const GLANCE_NODES: u64 = 500;

/// Proves results. Positions are of any board of up to 128 squares.
pub(crate) struct Judge {
    databases: Arc<Databases>,
    table: Table<Numbers>,
}

/// The final result of a position in which nothing is shared any more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Outcome {
    pub(crate) winner: Colour,
    /// moves that the winner has left when the loser has none
    pub(crate) left: u32,
}

impl Judge {
    pub(crate) fn new(databases: Option<Arc<Databases>>, bytes: usize) -> Self {
        let databases = databases.unwrap_or_else(|| Arc::new(Databases::none()));
        Self { databases, table: Table::new(bytes) }
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
        let verdict = if size.squares() <= 64 {
            self.assess::<u64>(size, &narrow(position))
        } else {
            self.assess::<u128>(size, position)
        };
        let me = position.to_move();
        match verdict {
            Verdict::Win => Some(me),
            Verdict::Loss => Some(me.opponent()),
            Verdict::Unknown if position.empty().count_ones() <= GLANCE_SQUARES => {
                let limits = Limits { nodes: Some(GLANCE_NODES), ..Limits::default() };
                let budget = Budget::new(limits, Cancel::new());
                self.solve(size, position, &budget).ok().map(|solution| solution.winner)
            }
            Verdict::Unknown => None,
        }
    }

    fn assess<B: Bits>(&self, size: Size, position: &Position<B>) -> Verdict {
        let geometry = Geometry::new(size);
        let mut evaluator = Evaluator::new(&geometry, &self.databases, Settings::default());
        let reduced = Reduced::new(&mut evaluator, position);
        evaluator.assess(&reduced).verdict
    }

    /// Finds the winner and a winning move.
    pub(crate) fn solve(
        &self,
        size: Size,
        position: &Position<u128>,
        budget: &Budget,
    ) -> Result<Solution, Stop> {
        if size.squares() <= 64 {
            self.solve_with(size, &narrow::<u64>(position), budget)
        } else {
            self.solve_with(size, position, budget)
        }
    }

    fn solve_with<B: Bits>(
        &self,
        size: Size,
        position: &Position<B>,
        budget: &Budget,
    ) -> Result<Solution, Stop> {
        let geometry = Geometry::new(size);
        let solver = Solver::new(&geometry, &self.databases, Settings::default(), &self.table, 1);
        solver.solve(position, budget, &mut |_| {}).map_err(|(stop, _)| stop)
    }

    /// What is known without search, area by area.
    pub(crate) fn explain(&self, size: Size, position: &Position<u128>) -> Explained<u128> {
        let geometry = Geometry::new(size);
        Evaluator::new(&geometry, &self.databases, Settings::default()).explain(position)
    }
}

fn narrow<B: Bits>(position: &Position<u128>) -> Position<B> {
    let [white, black, empty] =
        [position.white(), position.black(), position.empty()].map(B::narrow);
    Position::new(white, black, empty, position.to_move())
}
