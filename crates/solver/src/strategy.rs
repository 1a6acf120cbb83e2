//! A search as the strategy for a certificate, for either game.
//!
//! The writer requests winning moves, level by level. Most of them are still in the table or follow
//! from the evaluation; if the table no longer has one, the position is searched again. Any winning
//! move is valid in a certificate, but a strategy that prefers moves that are simple for the
//! checker ends after far fewer positions.

use crate::{Solver, parallel};
use lastmove_proof::{Interrupted, Move, Position, Strategy};
use lastmove_work::Budget;

/// Finds the winner's moves with several threads, from a solver's table.
pub struct Strategist<'s, S: Solver + 's> {
    solver: &'s S,
    /// one per thread
    searches: Vec<S::Search<'s>>,
}

impl<'s, S: Solver> Strategist<'s, S> {
    pub(crate) fn new(solver: &'s S, budget: &'s Budget) -> Self {
        let search = |_| solver.search(budget);
        Self { solver, searches: (0..solver.shares().threads).map(search).collect() }
    }
}

/// The answers of one thread.
fn answer<'s, S: Solver>(
    solver: &'s S,
    search: &mut S::Search<'s>,
    position: &Position,
) -> Result<Vec<Move>, Interrupted> {
    let found = solver.winning_moves(search, &S::position(position)).map_err(|_| Interrupted)?;
    Ok(found.into_iter().map(S::certified).collect())
}

impl<'s, S: Solver> Strategy for Strategist<'s, S> {
    fn winning_move(&mut self, position: &Position) -> Result<Option<Move>, Interrupted> {
        Ok(answer(self.solver, &mut self.searches[0], position)?.into_iter().next())
    }

    fn winning_moves(&mut self, positions: &[Position]) -> Result<Vec<Vec<Move>>, Interrupted> {
        let (solver, threads) = (self.solver, self.searches.len());
        let share = positions.len().div_ceil(threads).max(1);
        let work = |(positions, search): (&[Position], &mut S::Search<'s>)| {
            positions.iter().map(|position| answer(solver, search, position)).collect()
        };
        let mut parts = positions.chunks(share).zip(&mut self.searches);
        let Some(first) = parts.next() else { return Ok(Vec::new()) };
        let mut answers: Vec<Result<Vec<_>, _>> = Vec::with_capacity(threads);
        std::thread::scope(|scope| {
            let others: Vec<_> =
                parts.map(|part| parallel::spawn(scope, move || work(part))).collect();
            answers.push(work(first));
            for other in others {
                answers.push(other.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
            }
        });
        Ok(answers.into_iter().collect::<Result<Vec<_>, _>>()?.concat())
    }
}
