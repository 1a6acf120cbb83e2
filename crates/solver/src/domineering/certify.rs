//! The search as the strategy behind a certificate.

use super::evaluate::Evaluator;
use super::solve::Solver;
use super::state::State;
use crate::alphabeta::AlphaBeta;
use crate::certify::{self, Adviser};
use crate::game::{Game, Verdict};
use crate::limits::Watch;
use crate::table::{Solved, Table};
use lastmove_board::{Bits, Side, Square};
use lastmove_domineering::Player;
use lastmove_proof::Move;

/// A strategy that uses a solver's table.
pub type Certifier<'s, B> = certify::Certifier<Searcher<'s, B>>;

/// One thread's search.
pub struct Searcher<'s, B: Bits> {
    evaluator: &'s Evaluator<B>,
    table: &'s Table<Solved>,
    search: AlphaBeta<'s, Evaluator<B>>,
}

impl<'s, B: Bits> Certifier<'s, B> {
    /// With as many threads.
    pub fn new(solver: &'s Solver<B>, watch: &'s Watch<'s>, threads: usize) -> Self {
        let (evaluator, table) = (&solver.evaluator, &solver.table);
        Self::of(threads, |_| Searcher {
            evaluator,
            table,
            search: AlphaBeta::new(evaluator, table, watch, None),
        })
    }
}

impl<B: Bits> Adviser for Searcher<'_, B> {
    fn winning_move(&mut self, position: &lastmove_proof::Position) -> Option<Move> {
        let player =
            if position.to_move == Side::Vertical { Player::Vertical } else { Player::Horizontal };
        let root = self.evaluator.views.state(B::narrow(position.empty), player);
        let known = plainest(self.evaluator, self.table, &root);
        known.or_else(|| self.search.solve(&root).ok()?).map(Move::Domino)
    }
}

/// The known win that is plainest to the checker, which cuts boards as the solver does: the one
/// after which the winner's parts are worth most.
fn plainest<B: Bits>(
    evaluator: &Evaluator<B>,
    table: &Table<Solved>,
    state: &State<B>,
) -> Option<Square> {
    let mut moves = Vec::new();
    evaluator.moves(state, &[], &mut moves);
    let mut moves: Vec<(i32, Square, State<B>)> = moves
        .into_iter()
        .map(|square| {
            let after = evaluator.play(state, square);
            (-evaluator.sure_of(state.to_move, &after), square, after)
        })
        .collect();
    moves.sort_by_key(|&(surplus, square, _)| (surplus, square));
    moves.into_iter().find_map(|(_, square, after)| {
        let wins = match table.load(evaluator.key(&after)) {
            Some(solved) => !solved.win,
            None => evaluator.evaluate(&after) == Verdict::Loss,
        };
        wins.then_some(square)
    })
}
