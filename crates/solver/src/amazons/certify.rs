//! The search as the strategy behind a certificate.
//!
//! The writer asks for winning moves, level by level. Most of them are still in the table or seen
//! by the evaluation; where the table has lost one, the position is searched again.

use super::reduced::Reduced;
use super::solve::{Search, Solver, limits};
use crate::limits::Watch;
use lastmove_amazons::{Colour, Position};
use lastmove_board::{Bits, Side};
use lastmove_proof::{Move, Strategy};
use lastmove_work::Budget;

/// Knows the winner's moves by table and search, with as many threads as the solver has.
pub struct Certifier<'s, 'a, B: Bits> {
    solver: &'s Solver<'a, B>,
    searches: Vec<Search<'s, 'a, B>>,
}

impl<'s, 'a, B: Bits> Certifier<'s, 'a, B> {
    /// How the limits of a budget are watched; keep it as long as the certifier.
    pub fn watch(budget: &'s Budget) -> Watch<'s> {
        Watch::new(limits(budget))
    }

    /// A strategy that uses the solver's table.
    pub fn new(solver: &'s Solver<'a, B>, watch: &'s Watch<'s>, threads: usize) -> Self {
        let searches = (0..threads.max(1)).map(|_| solver.search(watch)).collect();
        Self { solver, searches }
    }
}

fn answer<'a, B: Bits>(
    solver: &Solver<'a, B>,
    search: &mut Search<'_, 'a, B>,
    position: &lastmove_proof::Position,
) -> Option<Move> {
    let colour = if position.to_move == Side::White { Colour::White } else { Colour::Black };
    let (white, black) = (B::narrow(position.white), B::narrow(position.black));
    let position = Position::new(white, black, B::narrow(position.empty), colour);
    let mv = match plainest(solver, search, &position) {
        Some(mv) => mv,
        None => solver.winning_move(search, &position).ok()??,
    };
    Some(Move::Amazon { from: mv.from, to: mv.to, arrow: mv.arrow })
}

/// The known win that looks plainest to the checker: it counts what the winner has beyond the
/// loser's flood against what the flood holds. Whatever wins would do for a certificate, but a
/// strategy that keeps its territory closed comes to an end many positions sooner: the certificate
/// of 5x5 has 1.6 million positions instead of 7.1 million with the first winning move in order.
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

impl<B: Bits> Strategy for Certifier<'_, '_, B> {
    fn winning_move(&mut self, position: &lastmove_proof::Position) -> Option<Move> {
        answer(self.solver, &mut self.searches[0], position)
    }

    fn winning_moves(&mut self, positions: &[lastmove_proof::Position]) -> Vec<Option<Move>> {
        let solver = self.solver;
        let share = positions.len().div_ceil(self.searches.len()).max(1);
        let mut moves = vec![None; positions.len()];
        std::thread::scope(|scope| {
            let parts = positions.chunks(share).zip(moves.chunks_mut(share));
            for ((positions, moves), search) in parts.zip(&mut self.searches) {
                scope.spawn(move || {
                    for (position, mv) in positions.iter().zip(moves) {
                        *mv = answer(solver, search, position);
                    }
                });
            }
        });
        moves
    }
}
