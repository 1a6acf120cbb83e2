//! Territories: how many moves their owner can make.

use super::pool::Pool;
use super::tables::{Job, Spot, Tables};
use crate::frame::squares_of;

/// Values the territories of `queens` queens, with up to `most_blockers` blockers among them, in
/// the given frames, which must be a closed set. Entry b holds the tables with b blockers.
///
/// A blocker's first move must shoot back to where it stood; then it is a normal queen (thesis,
/// 3.1.2). So the tables with b blockers need those with b - 1.
pub(crate) fn build_territories(
    queens: u8,
    most_blockers: u8,
    frames: &[(usize, usize)],
    job: &Job<'_>,
) -> Vec<Tables<u8>> {
    let value = |spot: &Spot<'_, u8>, sets, (): &mut ()| best_fill(spot, sets);
    Tables::build([queens, 0, most_blockers], frames, job, &Pool::new(|| ()), value)
}

/// The greatest number of moves from this position.
fn best_fill(spot: &Spot<'_, u8>, [normal, blockers, _]: [u32; 3]) -> u8 {
    let geometry = spot.frame.geometry();
    let empty = spot.shape & !normal & !blockers;
    let squares = spot.shape.count_ones() as usize;
    let most = empty.count_ones() as u8;
    let mut best = 0;
    for from in squares_of(normal) {
        for to in squares_of(geometry.queen_reach(from, u64::from(empty)) as u32) {
            let moved = normal ^ (1 << from) ^ (1 << to);
            let vacated = u64::from(empty | 1 << from);
            for arrow in squares_of(geometry.queen_reach(to, vacated) as u32) {
                let sets = [spot.compress(arrow, moved), spot.compress(arrow, blockers), 0];
                best = best.max(1 + spot.value(arrow, squares, sets));
                if best == most {
                    return best;
                }
            }
        }
    }
    for from in squares_of(blockers) {
        for to in squares_of(geometry.queen_reach(from, u64::from(empty)) as u32) {
            let others = spot.compress(from, blockers ^ 1 << from);
            let sets = [spot.compress(from, normal | 1 << to), others, 0];
            best = best.max(1 + spot.value_freed(from, squares, sets));
            if best == most {
                return best;
            }
        }
    }
    best
}
