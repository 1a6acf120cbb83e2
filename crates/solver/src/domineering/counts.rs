//! The number of dominoes that fit after each move, counted from the few lines that it changes.

use super::lines::Lines;
use lastmove_board::Bits;

/// Lines shorter than this are looked up in a table.
const SHORT: usize = 12;

/// The most dominoes that fit on each set of squares of a short line.
static MOST: [u8; 1 << SHORT] = {
    let mut most = [0; 1 << SHORT];
    let mut line = 1;
    while line < 1 << SHORT {
        most[line] = if line & 0b11 == 0b11 { 1 + most[line >> 2] } else { most[line >> 1] };
        line += 1;
    }
    most
};

/// The longest line that fits into a word.
pub(super) const LONGEST: usize = 64;

/// The most dominoes that fit on a line.
#[inline(always)]
fn most(mut line: u64) -> i32 {
    let mut count = 0;
    while line >> SHORT != 0 {
        // a short piece that ends with a gap, or after a whole number of dominoes
        let piece = line & ((1 << SHORT) - 1);
        let odd = (!piece << (64 - SHORT)).leading_zeros() & 1;
        let cut = SHORT as u32 - odd;
        count += i32::from(MOST[(piece & ((1 << cut) - 1)) as usize]);
        line >>= cut;
    }
    count + i32::from(MOST[line as usize])
}

/// The rows of one player's view, with an empty row before the first and after the last.
pub(super) struct Rows {
    free: [u64; LONGEST + 2],
    /// the squares that the opponent cannot use
    safe: [u64; LONGEST + 2],
    most: [i8; LONGEST + 2],
    most_safe: [i8; LONGEST + 2],
    total: i32,
}

impl Rows {
    /// The rows of a set. Neither rows nor columns may be longer than [`LONGEST`].
    #[inline(always)]
    pub(super) fn new<B: Bits>(lines: &Lines<B>, empty: B) -> Self {
        let mut rows = Self {
            free: [0; LONGEST + 2],
            safe: [0; LONGEST + 2],
            most: [0; LONGEST + 2],
            most_safe: [0; LONGEST + 2],
            total: 0,
        };
        let (count, columns) = (lines.rows as usize, lines.columns);
        for row in 0..count {
            rows.free[row + 1] =
                ((empty >> (row as u32 * columns)) & B::first_n(columns as usize)).widen() as u64;
        }
        for row in 1..=count {
            let free = rows.free[row];
            let safe = free & !(rows.free[row - 1] | rows.free[row + 1]);
            let counts = (most(free), most(safe));
            rows.safe[row] = safe;
            (rows.most[row], rows.most_safe[row]) = (counts.0 as i8, counts.1 as i8);
            rows.total += counts.0 + counts.1;
        }
        rows
    }

    /// The number of the owner's dominoes that fit, plus the number of those that are safe.
    #[inline(always)]
    pub(super) fn total(&self) -> i32 {
        self.total
    }

    /// The change of the total if the owner plays on two squares of a row.
    #[inline(always)]
    pub(super) fn after_own(&self, row: usize, column: usize) -> i32 {
        let (row, domino) = (row + 1, 3 << column);
        let beside = |near: usize, beyond: usize| {
            let safe = self.safe[near] | self.free[near] & domino & !self.free[beyond];
            most(safe) - i32::from(self.most_safe[near])
        };
        let mut change = most(self.free[row] & !domino) - i32::from(self.most[row]);
        change += most(self.safe[row] & !domino) - i32::from(self.most_safe[row]);
        if row > 1 {
            change += beside(row - 1, row - 2);
        }
        change + beside(row + 1, (row + 2).min(LONGEST + 1))
    }

    /// The change of the total if the opponent plays on a square of this row and on the one below
    /// it.
    #[inline(always)]
    pub(super) fn after_other(&self, row: usize, column: usize) -> i32 {
        let (row, square) = (row + 1, 1u64 << column);
        let without = |row: usize| most(self.free[row] & !square) - i32::from(self.most[row]);
        let beside = |near: usize, beyond: usize| {
            let safe = self.safe[near] | self.free[near] & square & !self.free[beyond];
            most(safe) - i32::from(self.most_safe[near])
        };
        let mut change = without(row) + without(row + 1);
        if row > 1 {
            change += beside(row - 1, row - 2);
        }
        if row + 2 <= LONGEST {
            change += beside(row + 2, row + 3);
        }
        change
    }
}
