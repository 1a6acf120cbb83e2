//! Which moves win, by the solver.

use super::Puzzling;
use lastmove_board::{Geometry, Size};
use lastmove_player::Judge;
use lastmove_work::{Budget, Cancel, Limits, Stopped};

/// Fewer legal moves are no riddle, and more no pleasure.
const MOVES: std::ops::RangeInclusive<usize> = 8..=250;

/// The one winning move of a position.
pub(super) struct OnlyWin<M> {
    pub(super) mv: M,
    /// how many moves are legal
    pub(super) moves: usize,
    /// how many look at least as good as this one, which is counted too
    pub(super) plausible: usize,
}

/// The winning move, if there is exactly one.
///
/// # Errors
/// If the solver needs more than its limit.
pub(super) fn only_win<P: Puzzling>(
    judge: &P::Judge,
    size: Size,
    position: &P,
) -> Result<Option<OnlyWin<P::Move>>, Stopped> {
    let geometry = Geometry::new(size);
    let moves = best_looking(&geometry, position);
    if !MOVES.contains(&moves.len()) {
        return Ok(None);
    }
    let budget = Budget::new(Limits::nodes(P::PROVING), Cancel::new());
    let solution = judge.solve(size, position, &budget.part(Limits::default()))?;
    if solution.winner != position.side() {
        return Ok(None);
    }
    let wins = winning(judge, size, position, 1, &budget)?;
    let [mv] = wins[..] else { return Ok(None) };
    let glance = moves.iter().find(|(other, _)| *other == mv).map(|(_, glance)| glance);
    let plausible = moves.iter().filter(|(_, other)| Some(other) >= glance).count();
    Ok(Some(OnlyWin { mv, moves: moves.len(), plausible }))
}

/// The winning moves of a position, those that look best first; no more are looked for when there
/// are more than `enough`.
pub(super) fn winning<P: Puzzling>(
    judge: &P::Judge,
    size: Size,
    position: &P,
    enough: usize,
    budget: &Budget,
) -> Result<Vec<P::Move>, Stopped> {
    let geometry = Geometry::new(size);
    let mut wins = Vec::new();
    for (mv, _) in best_looking(&geometry, position) {
        let after = position.tree_child(&geometry, mv);
        let won = after.is_clear(judge, size)
            || judge.solve(size, &after, &budget.part(Limits::default()))?.winner
                == position.side();
        if won {
            wins.push(mv);
        }
        if wins.len() > enough {
            break;
        }
    }
    Ok(wins)
}

/// All moves with how good they look to the one who makes them, the best first.
pub(super) fn best_looking<P: Puzzling>(
    geometry: &Geometry<u128>,
    position: &P,
) -> Vec<(P::Move, f64)> {
    let moves: Vec<P::Move> = position.tree_moves(geometry).collect();
    let after: Vec<P> = moves.iter().map(|&mv| position.tree_child(geometry, mv)).collect();
    let glances = P::glances(geometry, &after).into_iter().map(|glance| -glance);
    let mut moves: Vec<_> = moves.into_iter().zip(glances).collect();
    moves.sort_by(|a, b| b.1.total_cmp(&a.1));
    moves
}
