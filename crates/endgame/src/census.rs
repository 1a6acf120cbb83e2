//! Counting the positions of a database in the way of the thesis (appendix B).

use crate::build::Tables;
use crate::frame::squares_of;
use crate::{Frame, Material, Spec, binomial};
use lastmove_board::Bits;

/// The number of connected positions up to symmetry that fill the frame, with any number of empty
/// squares.
///
/// ```
/// use lastmove_endgame::{Material, normal_forms};
/// // table B.1: 3x6 with one queen
/// assert_eq!(normal_forms(3, 6, Material([1, 0, 0])), 222_988);
/// ```
pub fn normal_forms(width: usize, height: usize, material: Material) -> u64 {
    let frame = Frame::get(width, height);
    let mut total = 0;
    for squares in material.pieces().max(1)..=width * height {
        for &shape in &frame.shapes(squares)[..frame.connected(squares)] {
            total += orbits(frame, shape, material);
        }
    }
    total
}

/// The number of placements times the number of ways to burn any of the other squares.
pub fn unreduced(width: usize, height: usize, material: Material) -> u64 {
    let squares = width * height;
    let rest = squares - material.pieces();
    (material.placements(squares) as u64) << rest
}

/// The number of positions of a simple territory, up to symmetry, whose best fill is less than
/// their number of empty squares.
pub(crate) fn defective(spec: Spec, tables: &Tables<u8>) -> u64 {
    let frame = spec.frame();
    let index = tables.frame_index(spec.size()).expect("the build covered the frame");
    let mut total = 0;
    for squares in spec.material.pieces().max(1)..=frame.size().squares() {
        let empty = squares - spec.material.pieces();
        for (i, &shape) in frame.shapes(squares)[..frame.connected(squares)].iter().enumerate() {
            let row = tables.row(index, squares, i);
            let mut rank = 0;
            spec.material.for_each_placement(squares, |sets| {
                let fill = row[rank] as usize;
                rank += 1;
                if fill < empty {
                    // Count each orbit once, at its least member.
                    let queens = u64::from(sets[0]).expand(u64::from(shape));
                    let least = frame.automorphisms(shape).map(|map| map.image(queens)).min();
                    total += u64::from(least == Some(queens));
                }
            });
        }
    }
    total
}

/// The number of placements on a shape up to its symmetries, by Burnside's lemma: the mean number
/// of placements that a symmetry leaves unchanged.
fn orbits(frame: &Frame, shape: u32, material: Material) -> u64 {
    let mut symmetries = 0;
    let mut fixed = 0;
    for map in frame.automorphisms(shape) {
        symmetries += 1;
        // All maps are of order 1, 2 or 4; a placement is fixed if it is constant on each cycle.
        let mut cycles = [0usize; 5];
        let mut seen = 0u32;
        for square in squares_of(shape) {
            let mut length = 0;
            let mut at = square;
            while seen >> at & 1 == 0 {
                seen |= 1 << at;
                at = map.square(at);
                length += 1;
            }
            cycles[length] += usize::from(length > 0);
        }
        fixed += constant_placements(cycles, material.0);
    }
    fixed / symmetries
}

/// The number of ways to assign whole cycles to the kinds of pieces.
fn constant_placements(cycles: [usize; 5], [a, b, c]: [u8; 3]) -> u64 {
    let mut total = 0;
    for_each_choice(cycles, a as usize, |ways_a, cycles| {
        for_each_choice(cycles, b as usize, |ways_b, cycles| {
            for_each_choice(cycles, c as usize, |ways_c, _| total += ways_a * ways_b * ways_c);
        });
    });
    total
}

/// Visits all ways to choose cycles with `pieces` squares in total: how many ways, and the cycles
/// left.
fn for_each_choice(cycles: [usize; 5], pieces: usize, mut visit: impl FnMut(u64, [usize; 5])) {
    for fours in 0..=(pieces / 4).min(cycles[4]) {
        for twos in 0..=((pieces - 4 * fours) / 2).min(cycles[2]) {
            let ones = pieces - 4 * fours - 2 * twos;
            if ones <= cycles[1] {
                let ways = binomial(cycles[4], fours)
                    * binomial(cycles[2], twos)
                    * binomial(cycles[1], ones);
                let left = [0, cycles[1] - ones, cycles[2] - twos, 0, cycles[4] - fours];
                visit(ways as u64, left);
            }
        }
    }
}
