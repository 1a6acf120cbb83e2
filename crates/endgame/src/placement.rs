//! Numbering the ways to place pieces on a shape.
//!
//! A material states how many pieces of up to three kinds there are. The placements of a material
//! on a shape of n squares are numbered without gaps: the first kind as a subset of the n squares,
//! the second as a subset of the squares that the first leaves, and so on, each subset by its
//! colexicographic rank, which does not depend on n and is the order of ascending bit sets.

use lastmove_board::{Bits, subsets};

/// The number of pieces of each kind; what the kinds are depends on the database.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Material(pub [u8; 3]);

impl Material {
    /// The number of all pieces.
    pub const fn pieces(self) -> usize {
        self.0[0] as usize + self.0[1] as usize + self.0[2] as usize
    }

    /// The number of placements on a shape of this many squares; 0 if they do not fit.
    pub fn placements(self, squares: usize) -> usize {
        let mut rest = squares;
        let mut product = 1;
        for &count in &self.0 {
            product *= binomial(rest, count as usize);
            rest = rest.saturating_sub(count as usize);
        }
        product
    }

    /// The number of a placement. The sets must be disjoint subsets of the first n squares, with as
    /// many members as the material has pieces of each kind.
    #[inline]
    pub fn rank(self, squares: usize, sets: [u32; 3]) -> usize {
        let [a, b, c] = self.0;
        debug_assert!((0..3).all(|i| sets[i].count_ones() == u32::from(self.0[i])));
        let mut rank = colex_rank(sets[0]);
        let mut taken = sets[0];
        if b > 0 {
            let rest = squares - a as usize;
            let second = u64::from(sets[1]).compress(u64::from(!taken)) as u32;
            rank = rank * BINOMIALS[rest][b as usize] as usize + colex_rank(second);
            taken |= sets[1];
        }
        if c > 0 {
            let rest = squares - a as usize - b as usize;
            let third = u64::from(sets[2]).compress(u64::from(!taken)) as u32;
            rank = rank * BINOMIALS[rest][c as usize] as usize + colex_rank(third);
        }
        rank
    }

    /// Calls `visit` with all placements in the order of their numbers.
    pub fn for_each_placement(self, squares: usize, mut visit: impl FnMut([u32; 3])) {
        let all = (1u64 << squares) - 1;
        let [a, b, c] = self.0.map(usize::from);
        for first in subsets(squares, a) {
            for second in subsets(squares - a, b) {
                let second = second.expand(all & !first);
                let left = all & !first & !second;
                for third in subsets(squares - a - b, c) {
                    visit([first, second, third.expand(left)].map(|set| set as u32));
                }
            }
        }
    }
}

const MOST: usize = crate::frame::MAX_FRAME_SQUARES;

/// `BINOMIALS[n][k]`
static BINOMIALS: [[u32; MOST + 1]; MOST + 1] = binomials();

const fn binomials() -> [[u32; MOST + 1]; MOST + 1] {
    let mut table = [[0; MOST + 1]; MOST + 1];
    let mut n = 0;
    while n <= MOST {
        table[n][0] = 1;
        let mut k = 1;
        while k <= n {
            table[n][k] = table[n - 1][k - 1] + table[n - 1][k];
            k += 1;
        }
        n += 1;
    }
    table
}

/// The number of k-subsets of n things, for n up to the squares of a frame.
pub fn binomial(n: usize, k: usize) -> usize {
    if k > n { 0 } else { BINOMIALS[n][k] as usize }
}

const HALF: usize = MOST / 2;

/// The ranks of the subsets of the lower half of the squares, and what the upper half adds, by the
/// number of members in the lower half.
static LOW: [u32; 1 << HALF] = half_ranks(0, 0);
static HIGH: [[u32; 1 << HALF]; HALF + 1] = {
    let mut table = [[0; 1 << HALF]; HALF + 1];
    let mut before = 0;
    while before <= HALF {
        table[before] = half_ranks(HALF, before);
        before += 1;
    }
    table
};

const fn half_ranks(shift: usize, before: usize) -> [u32; 1 << HALF] {
    let binomials = binomials();
    let mut ranks = [0; 1 << HALF];
    let mut set = 0usize;
    while set < 1 << HALF {
        let mut rest = set;
        let mut k = before;
        let mut rank = 0;
        while rest != 0 {
            let square = rest.trailing_zeros() as usize + shift;
            k += 1;
            if k <= MOST {
                rank += binomials[square][k];
            }
            rest &= rest - 1;
        }
        ranks[set] = rank;
        set += 1;
    }
    ranks
}

/// The rank of a set among the sets with the same number of members, in ascending order.
#[inline]
fn colex_rank(set: u32) -> usize {
    let low = set as usize & ((1 << HALF) - 1);
    let high = set as usize >> HALF;
    (LOW[low] + HIGH[low.count_ones() as usize][high]) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_count_placements_without_gaps() {
        for material in
            [[1, 0, 0], [2, 1, 0], [0, 2, 0], [2, 2, 0], [1, 1, 1], [2, 1, 2], [0, 0, 0]]
        {
            let material = Material(material);
            for squares in 0..=9 {
                if squares < material.pieces() {
                    assert_eq!(material.placements(squares), 0);
                    continue;
                }
                let mut expected = 0;
                material.for_each_placement(squares, |sets| {
                    assert_eq!(material.rank(squares, sets), expected);
                    expected += 1;
                });
                assert_eq!(material.placements(squares), expected);
            }
        }
        let material = Material([4, 4, 0]);
        let mut expected = 0;
        material.for_each_placement(14, |sets| {
            assert_eq!(material.rank(14, sets), expected);
            expected += 1;
        });
        assert_eq!(expected, 1001 * 210);
    }
}
