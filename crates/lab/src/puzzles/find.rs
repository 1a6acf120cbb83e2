//! Finding the moves that win, by the solver.

use super::Maker;
use lastmove_board::{Geometry, Size};
use lastmove_player::Playable;
use lastmove_work::{Budget, Cancel, Limits, Stopped};

/// Positions with fewer legal moves are too easy, and with more too tedious.
const MOVES: std::ops::RangeInclusive<usize> = 8..=250;

/// The only winning move of a position.
pub(super) struct OnlyWin<M> {
    pub(super) mv: M,
    /// the number of legal moves
    pub(super) moves: usize,
    /// the number of moves that look at least as good as this one, including it
    pub(super) plausible: usize,
}

/// The winning move, if there is exactly one.
///
/// # Errors
/// If the solver needs more than its limit.
pub(super) fn only_win<P: Playable>(
    maker: &Maker<P>,
    size: Size,
    position: &P,
) -> Result<Option<OnlyWin<P::Move>>, Stopped> {
    let geometry = Geometry::new(size);
    let moves = best_looking(maker, &geometry, position);
    if !MOVES.contains(&moves.len()) {
        return Ok(None);
    }
    let budget = Budget::new(Limits::nodes(maker.game.proving), Cancel::new());
    let solution = maker.judge.solve(size, position, &budget.part(Limits::default()))?;
    if solution.winner != position.side() {
        return Ok(None);
    }
    let wins = winning(maker, size, position, 1, &budget)?;
    let [mv] = wins[..] else { return Ok(None) };
    let glance = moves.iter().find(|(other, _)| *other == mv).map(|(_, glance)| glance);
    let plausible = moves.iter().filter(|(_, other)| Some(other) >= glance).count();
    Ok(Some(OnlyWin { mv, moves: moves.len(), plausible }))
}

/// The winning moves of a position, those that look best first; the search for more ends when there
/// are more than `enough`.
pub(super) fn winning<P: Playable>(
    maker: &Maker<P>,
    size: Size,
    position: &P,
    enough: usize,
    budget: &Budget,
) -> Result<Vec<P::Move>, Stopped> {
    let geometry = Geometry::new(size);
    let mut wins = Vec::new();
    for (mv, _) in best_looking(maker, &geometry, position) {
        let after = position.child(&geometry, mv);
        let won = maker.is_clear(&after, size)
            || maker.judge.solve(size, &after, &budget.part(Limits::default()))?.winner
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

/// All moves with their scores without search for the side that makes them, the best first.
pub(super) fn best_looking<P: Playable>(
    maker: &Maker<P>,
    geometry: &Geometry<u128>,
    position: &P,
) -> Vec<(P::Move, f64)> {
    let moves: Vec<P::Move> = position.moves(geometry).collect();
    let after: Vec<P> = moves.iter().map(|&mv| position.child(geometry, mv)).collect();
    let glances = (maker.game.glances)(geometry, &after).into_iter().map(|glance| -glance);
    let mut moves: Vec<_> = moves.into_iter().zip(glances).collect();
    moves.sort_by(|a, b| b.1.total_cmp(&a.1));
    moves
}
