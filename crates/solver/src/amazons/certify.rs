//! The search as the strategy behind a certificate.

use super::reduced::Reduced;
use super::solve::{Search, Solver, limits};
use crate::certify::{self, Adviser};
use crate::limits::Watch;
use lastmove_amazons::{Colour, Position};
use lastmove_board::{Bits, Side};
use lastmove_proof::Move;
use lastmove_work::Budget;

/// A strategy that uses a solver's table.
pub type Certifier<'s, 'a, B> = certify::Certifier<Searcher<'s, 'a, B>>;

/// One thread's search.
pub struct Searcher<'s, 'a, B: Bits> {
    solver: &'s Solver<'a, B>,
    search: Search<'s, 'a, B>,
}

impl<'s, 'a, B: Bits> Certifier<'s, 'a, B> {
    /// How the limits of a budget are watched; keep it as long as the certifier.
    pub fn watch(budget: &'s Budget) -> Watch<'s> {
        Watch::new(limits(budget))
    }

    /// With as many threads.
    pub fn new(solver: &'s Solver<'a, B>, watch: &'s Watch<'s>, threads: usize) -> Self {
        Self::of(threads, |_| Searcher { solver, search: solver.search(watch) })
    }
}

impl<B: Bits> Adviser for Searcher<'_, '_, B> {
    fn winning_move(&mut self, position: &lastmove_proof::Position) -> Option<Move> {
        let Self { solver, search } = self;
        let colour = if position.to_move == Side::White { Colour::White } else { Colour::Black };
        let (white, black) = (B::narrow(position.white), B::narrow(position.black));
        let position = Position::new(white, black, B::narrow(position.empty), colour);
        let mv = match plainest(solver, search, &position) {
            Some(mv) => mv,
            None => solver.winning_move(search, &position).ok()??,
        };
        Some(Move::Amazon { from: mv.from, to: mv.to, arrow: mv.arrow })
    }
}

/// The known win that looks plainest to the checker: it counts what the winner has beyond the
/// loser's flood against what the flood holds. The certificate of 5x5 has 1.6 million positions
/// instead of 7.1 million with the first winning move in order.
fn plainest<'a, B: Bits>(
    solver: &Solver<'a, B>,
    search: &mut Search<'_, 'a, B>,
    position: &Position<B>,
) -> Option<lastmove_amazons::Move> {
    let geometry = solver.geometry();
    let side = position.to_move();
    let mut moves: Vec<(i32, lastmove_amazons::Move)> = Vec::new();
    for mv in position.moves(geometry) {
        let mut after = *position;
        after.play_unchecked(mv);
        let empty = after.empty();
        let flood = geometry.flood(after.amazons(side.opponent()), empty) & empty;
        let kept = geometry.flood(after.amazons(side), empty & !flood) & empty & !flood;
        moves.push((flood.count() as i32 - kept.count() as i32, mv));
    }
    moves.sort_by_key(|&(score, _)| score);
    moves.into_iter().map(|(_, mv)| mv).find(|&mv| {
        let mut after = *position;
        after.play_unchecked(mv);
        let reduced = Reduced::new(search.evaluator(), &after);
        solver.look_up(search, &reduced).disproof == 0
    })
}
