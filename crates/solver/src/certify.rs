//! A search as the strategy behind a certificate, for either game.
//!
//! The writer asks for winning moves, level by level. Most of them are still in the table or seen
//! by the evaluation; where the table has lost one, the position is searched again. Whatever wins
//! would do for a certificate, but a strategy that prefers what is plain to the checker comes to an
//! end many positions sooner.

use lastmove_proof::{Move, Position, Strategy};

/// One thread's search, which knows winning moves.
pub trait Adviser: Send {
    /// A move that wins for the side to move; `None` if there is none or the search was stopped.
    fn winning_move(&mut self, position: &Position) -> Option<Move>;
}

/// Knows the winner's moves with several threads; [`amazons::Certifier`](crate::amazons::Certifier)
/// and [`domineering::Certifier`](crate::domineering::Certifier) use a solver's table.
pub struct Certifier<A>(Vec<A>);

impl<A> Certifier<A> {
    /// One adviser a thread, one at least.
    pub fn of(threads: usize, adviser: impl FnMut(usize) -> A) -> Self {
        Self((0..threads.max(1)).map(adviser).collect())
    }
}

impl<A: Adviser> Strategy for Certifier<A> {
    fn winning_move(&mut self, position: &Position) -> Option<Move> {
        self.0[0].winning_move(position)
    }

    fn winning_moves(&mut self, positions: &[Position]) -> Vec<Option<Move>> {
        let share = positions.len().div_ceil(self.0.len()).max(1);
        let mut moves = vec![None; positions.len()];
        std::thread::scope(|scope| {
            let parts = positions.chunks(share).zip(moves.chunks_mut(share));
            for ((positions, moves), adviser) in parts.zip(&mut self.0) {
                scope.spawn(move || {
                    for (position, mv) in positions.iter().zip(moves) {
                        *mv = adviser.winning_move(position);
                    }
                });
            }
        });
        moves
    }
}
