//! Territories: how many moves their owner can make.

use super::closure;
use super::tables::{Spot, Tables};
use crate::Material;
use crate::frame::squares_of;

/// Values the territories of `queens` queens, all numbers of blockers among them up to
/// `most_blockers`, in the given frames. Entry b holds the tables with b blockers.
///
/// A blocker's first move must shoot back to where it stood; then it is a normal queen (thesis,
/// 3.1.2). So the tables with b blockers need those with b - 1.
pub fn build_territories(
    queens: u8,
    most_blockers: u8,
    frames: &[(usize, usize)],
) -> Vec<Tables<u8>> {
    let frames = closure(frames);
    let most_squares = frames.iter().map(|&(w, h)| w * h).max().unwrap_or(0);
    let mut done: Vec<Tables<u8>> = Vec::new();
    for blockers in 0..=most_blockers.min(queens) {
        let material = Material([queens - blockers, blockers, 0]);
        let mut tables = Tables::new(material, &frames);
        for squares in material.pieces()..=most_squares {
            tables.build_level(
                squares,
                || (),
                |tables, spot, sets, ()| best_fill(tables, done.last(), spot, sets),
            );
        }
        done.push(tables);
    }
    done
}

/// The most moves that can be made from here. `freed` has the positions with one blocker less.
fn best_fill(
    tables: &Tables<u8>,
    freed: Option<&Tables<u8>>,
    spot: &Spot<'_>,
    [normal, blockers, _]: [u32; 3],
) -> u8 {
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
                let child = spot.children.after(arrow);
                let sets = [child.compress(moved), child.compress(blockers), 0];
                let rank = tables.material().rank(squares - 1, sets);
                best = best.max(1 + tables.row(child.frame, squares - 1, child.index)[rank]);
                if best == most {
                    return best;
                }
            }
        }
    }
    for from in squares_of(blockers) {
        let freed = freed.expect("a material with blockers has one with a blocker less");
        let child = spot.children.after(from);
        for to in squares_of(geometry.queen_reach(from, u64::from(empty)) as u32) {
            let sets = [child.compress(normal | 1 << to), child.compress(blockers ^ 1 << from), 0];
            let rank = freed.material().rank(squares - 1, sets);
            best = best.max(1 + freed.row(child.frame, squares - 1, child.index)[rank]);
            if best == most {
                return best;
            }
        }
    }
    best
}
