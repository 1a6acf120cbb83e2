//! Active areas; some of Black's queens may be subject to the blocker constraint.

use super::classes::{ClassId, Classes, Valuer};
use super::pool::Pool;
use super::tables::{Job, Spot, Tables};
use crate::frame::{MAX_FRAME_SQUARES, squares_of};

/// Values the areas with `black` queens against `white` ones in the given frames, which must be a
/// closed set. In entry b, b of the black queens are blockers: their first move must shoot back to
/// where they stood. The constraint binds Black alone, so with blockers the value is a lower bound
/// of the value to Black without it (thesis, 6.3).
pub(crate) fn build_active(
    classes: &Classes,
    black: u8,
    white: u8,
    most_blockers: u8,
    frames: &[(usize, usize)],
    job: &Job<'_>,
) -> Vec<Tables<ClassId>> {
    let classes = classes.clone();
    let valuers = Pool::new(move || Valuer::new(classes.clone()));
    Tables::build([black, white, most_blockers], frames, job, &valuers, class_of)
}

/// The class of one position.
fn class_of(
    spot: &Spot<'_, ClassId>,
    [normal, blockers, white]: [u32; 3],
    valuer: &mut Valuer,
) -> ClassId {
    let geometry = spot.frame.geometry();
    let empty = spot.shape & !normal & !blockers & !white;
    let squares = spot.shape.count_ones() as usize;
    valuer.start();
    // A move changes only one set: number the others once per arrow.
    let mut numbered = [[0; 3]; MAX_FRAME_SQUARES];
    for arrow in squares_of(spot.shape) {
        numbered[arrow as usize] = [normal, blockers, white].map(|set| spot.compress(arrow, set));
    }
    for (kind, side, queens) in [(0, 0, normal), (2, 1, white)] {
        for from in squares_of(queens) {
            let vacated = u64::from(empty | 1 << from);
            for to in squares_of(geometry.queen_reach(from, u64::from(empty)) as u32) {
                let moved = queens ^ (1 << from) ^ (1 << to);
                for arrow in squares_of(geometry.queen_reach(to, vacated) as u32) {
                    let mut sets = numbered[arrow as usize];
                    sets[kind] = spot.compress(arrow, moved);
                    valuer.add(side, spot.value(arrow, squares, sets));
                }
            }
        }
    }
    for from in squares_of(blockers) {
        let others = spot.compress(from, blockers ^ 1 << from);
        for to in squares_of(geometry.queen_reach(from, u64::from(empty)) as u32) {
            let queens = spot.compress(from, normal | 1 << to);
            let sets = [queens, others, numbered[from as usize][2]];
            valuer.add(0, spot.value_freed(from, squares, sets));
        }
    }
    valuer.finish()
}
