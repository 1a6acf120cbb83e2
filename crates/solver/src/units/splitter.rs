//! A solver as the one who examines positions for a tree of work units.

use super::{Examined, Split};
use crate::solver::WorkerOf;
use crate::{SearchGame, Solver};
use lastmove_work::{Budget, Stop};

/// Examines positions with a solver's evaluation and short searches.
pub struct Splitter<'s, S: Solver> {
    solver: &'s S,
    worker: WorkerOf<S>,
    budget: Budget,
}

impl<'s, S: Solver> Splitter<'s, S> {
    pub(crate) fn new(solver: &'s S, budget: Budget) -> Self {
        Self { solver, worker: solver.examiner(), budget }
    }
}

impl<S: Solver> Split for Splitter<'_, S> {
    type Position = S::Position;

    fn key(&mut self, position: &S::Position) -> u128 {
        self.solver.game().key(&self.solver.state(&mut self.worker, position))
    }

    fn examine(&mut self, position: &S::Position) -> Result<Examined<S::Position>, Stop> {
        self.solver.examine(&mut self.worker, position, &self.budget)
    }
}
