//! How each move changes the numbers of dominoes that fit, for all moves at once.
//!
//! A domino or a square changes these numbers only in its own run and in the runs beside it, and by
//! one, or two: the parities of the lengths of these runs decide. So every change is a few sets of
//! squares, and their sum is counted in all squares at once, one set for each binary digit.

use super::lines::Lines;
use lastmove_board::Bits;

/// The binary digits of [`Gains`].
const DIGITS: usize = 4;

/// A small number for each move of the player along the rows, in binary digits: the more the better.
pub(super) struct Gains<B>([B; DIGITS]);

impl<B: Bits> Gains<B> {
    /// The greatest number.
    pub(super) const MOST: usize = 10;

    /// What is counted is, for both players, how many dominoes fit and how many fit on squares that
    /// the other player cannot use; this player's less the opponent's, up to a constant. It holds
    /// for dominoes with at most one square that the opponent cannot use.
    #[inline(always)]
    pub(super) fn of(lines: &Lines<B>, empty: B) -> Self {
        let safe = empty & !lines.usable_across(empty);
        let theirs = empty & !lines.usable_along(empty);
        // the squares with an odd run of a set to their left and to their right
        let [left, right] = lines.odd_along(empty);
        let [safe_left, safe_right] = lines.odd_along(safe);
        let second = |set: B| lines.left(set);
        let mut gains = Self([B::NONE; DIGITS]);

        // The owner loses one domino of the run, or two if both rests are odd; and a safe one if
        // that square leaves an odd rest.
        gains.add(!(left & second(right)));
        let lost = safe & (safe_left | safe_right);
        gains.add(!(lost | second(lost)));
        // Squares above and below that become safe may make dominoes of odd runs.
        let (high, low) = (empty & !lines.down(empty), empty & !lines.up(empty));
        for [either, first, other] in [
            [high, high & safe_left, high & safe_right].map(|set| lines.down(set)),
            [low, low & safe_left, low & safe_right].map(|set| lines.up(set)),
        ] {
            let other = second(other);
            gains.add(either & second(either) | first | other);
            gains.add(first & other);
        }

        // The opponent loses a domino unless both rests of the column are even, and squares to the
        // left and to the right may become safe for him.
        let [above, below] = lines.odd_across(empty);
        let lost = above | below;
        gains.add(lost);
        gains.add(second(lost));
        let [above, below] = lines.odd_across(theirs);
        let odd = empty & (above | below);
        gains.add(!lines.right(odd & !lines.right(empty)));
        gains.add(!second(second(odd & !lines.left(empty))));
        gains
    }

    /// Adds one to the numbers of a set.
    #[inline(always)]
    fn add(&mut self, set: B) {
        let mut carry = set;
        for digit in &mut self.0 {
            (*digit, carry) = (*digit ^ carry, *digit & carry);
        }
    }

    /// The moves of a set with this number.
    #[inline(always)]
    pub(super) fn equal(&self, moves: B, number: usize) -> B {
        (0..DIGITS)
            .fold(moves, |set, i| set & if number >> i & 1 == 1 { self.0[i] } else { !self.0[i] })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use lastmove_board::{Size, mix, transposed};

    /// The dominoes of the player along the rows that fit, and those on squares that the other
    /// player cannot use, run by run.
    fn dominoes(size: Size, empty: u64) -> i32 {
        let free = |c: usize, r: usize| {
            c < size.width() && r < size.height() && empty.has(size.square(c, r))
        };
        let safe = |c: usize, r: usize| free(c, r) && !free(c, r + 1) && !(r > 0 && free(c, r - 1));
        let fits = |wanted: &dyn Fn(usize, usize) -> bool| {
            let mut count = 0;
            for r in 0..size.height() {
                let mut run = 0;
                for c in 0..=size.width() {
                    run = if wanted(c, r) { run + 1 } else { 0 };
                    count += i32::from(run > 0 && run % 2 == 0);
                }
            }
            count
        };
        fits(&free) + fits(&safe)
    }

    #[test]
    fn gains_equal_counting_again() {
        let mut moves = [0; Gains::<u64>::MOST + 1];
        for (columns, rows) in [(2, 1), (8, 8), (7, 9), (3, 20), (20, 3), (1, 8), (11, 5)] {
            let size = Size::new(columns, rows).unwrap();
            let lines = Lines::<u64>::new(size);
            for seed in 0..2000u64 {
                let random = mix(seed) | mix(seed + 5000) & mix(seed + 9000);
                let empty = random & lines.all;
                let value = |empty: u64| {
                    dominoes(size, empty) - dominoes(size.transposed(), transposed(size, empty))
                };
                let gains = Gains::of(&lines, empty);
                let safe = empty & !lines.usable_across(empty);
                let before = value(empty);
                for square in lines.along(empty).squares() {
                    let domino = 0b11 << square;
                    if safe & domino == domino {
                        continue;
                    }
                    let change = value(empty & !domino) - before;
                    let number = (change + 5) as usize;
                    assert_eq!(gains.equal(1 << square, number), 1 << square, "{empty:x} {square}");
                    moves[number] += 1;
                }
            }
        }
        assert!(moves.iter().filter(|&&n| n > 0).count() > 7, "{moves:?}");
    }
}
