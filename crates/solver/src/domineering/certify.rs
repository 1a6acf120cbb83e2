//! The search as the strategy behind a certificate: table and evaluation know most answers, and
//! what they do not know is searched.

use super::evaluate::Evaluator;
use super::solve::Solver;
use crate::alphabeta::AlphaBeta;
use crate::limits::Watch;
use lastmove_board::{Bits, Side};
use lastmove_domineering::Player;
use lastmove_proof::{Move, Strategy};

/// Knows the winner's moves.
pub struct Certifier<'s, B: Bits> {
    evaluator: &'s Evaluator<B>,
    searches: Vec<AlphaBeta<'s, Evaluator<B>>>,
}

impl<'s, B: Bits> Certifier<'s, B> {
    /// A strategy that uses a solver's table.
    pub fn new(solver: &'s Solver<B>, watch: &'s Watch<'s>, threads: usize) -> Self {
        let evaluator = &solver.evaluator;
        let searches = (0..threads.max(1))
            .map(|_| AlphaBeta::new(evaluator, &solver.table, watch, None))
            .collect();
        Self { evaluator, searches }
    }
}

fn answer<'s, B: Bits>(
    evaluator: &'s Evaluator<B>,
    search: &mut AlphaBeta<'s, Evaluator<B>>,
    position: &lastmove_proof::Position,
) -> Option<Move> {
    let player =
        if position.to_move == Side::Vertical { Player::Vertical } else { Player::Horizontal };
    let root = evaluator.views.state(B::narrow(position.empty), player);
    search.solve(&root).ok()?.map(Move::Domino)
}

impl<B: Bits> Strategy for Certifier<'_, B> {
    fn winning_move(&mut self, position: &lastmove_proof::Position) -> Option<Move> {
        answer(self.evaluator, &mut self.searches[0], position)
    }

    fn winning_moves(&mut self, positions: &[lastmove_proof::Position]) -> Vec<Option<Move>> {
        let evaluator = self.evaluator;
        let share = positions.len().div_ceil(self.searches.len()).max(1);
        let mut moves = vec![None; positions.len()];
        std::thread::scope(|scope| {
            let parts = positions.chunks(share).zip(moves.chunks_mut(share));
            for ((positions, moves), search) in parts.zip(&mut self.searches) {
                scope.spawn(move || {
                    for (position, mv) in positions.iter().zip(moves) {
                        *mv = answer(evaluator, search, position);
                    }
                });
            }
        });
        moves
    }
}
