//! Queen and king steps of whole sets at once.
//!
//! A queen's step from a set is a fill in eight directions. By Kogge and Stone's doubling it takes
//! three rounds on boards of up to 8 lines and four on boards of up to 16; what a round may pass
//! through depends on the empty squares alone, so it is computed once per position and serves all
//! fills. Common widths are a constant `W` of the type (shifts of 128 bits by a constant take half
//! the time); `W = 0` stands for any other width and steps square by square.

use lastmove_board::{Bits, Geometry, Size, Square, shl, shr};

/// The masks of one board.
#[derive(Clone, Debug)]
pub(crate) struct Masks<B, const W: u32> {
    size: Size,
    all: B,
    not_first: B,
    not_last: B,
}

/// Rounds of doubling: lines of up to 16 squares.
const ROUNDS: usize = 4;

/// The squares that fills may pass through, for one set of empty squares.
#[derive(Clone, Debug)]
pub(crate) struct Open<'l, B, const W: u32> {
    lines: &'l Masks<B, W>,
    empty: B,
    /// `through[direction][round]`: squares from which 2^round steps back are all empty
    through: [[B; ROUNDS]; 8],
}

impl<B: Bits, const W: u32> Masks<B, W> {
    /// Whether `W` can be used for a board.
    pub(crate) fn fits(size: Size) -> bool {
        W == 0 || size.width() == W as usize && size.height() <= 1 << Self::rounds()
    }

    pub(crate) fn new(geometry: &Geometry<B>) -> Self {
        let size = geometry.size();
        debug_assert!(Self::fits(size));
        let column = |c: usize| {
            B::from_squares(
                (0..size.squares()).map(|s| s as Square).filter(|&s| size.column(s) == c),
            )
        };
        let all = geometry.all();
        let not_last = all & !column(size.width() - 1);
        Self { size, all, not_first: all & !column(0), not_last }
    }

    const fn rounds() -> usize {
        if W <= 8 { 3 } else { ROUNDS }
    }

    #[inline(always)]
    fn width(&self) -> u32 {
        if W == 0 { self.size.width() as u32 } else { W }
    }

    /// Shifts a set by `steps` steps in a direction (numbered as [`lastmove_board::Direction`]).
    #[inline(always)]
    fn shift(&self, set: B, direction: usize, steps: u32) -> B {
        let w = self.width();
        match direction {
            0 => shl(set, steps),
            1 => shl(set, steps * (w - 1)),
            2 => shl(set, steps * w),
            3 => shl(set, steps * (w + 1)),
            4 => shr(set, steps),
            5 => shr(set, steps * (w - 1)),
            6 => shr(set, steps * w),
            _ => shr(set, steps * (w + 1)),
        }
    }

    /// Squares that a step in this direction may end on.
    #[inline(always)]
    fn ends(&self, direction: usize) -> B {
        match direction {
            0 | 3 | 5 => self.not_first,
            1 | 4 | 7 => self.not_last,
            _ => self.all,
        }
    }

    /// The set with all squares next to it.
    #[inline(always)]
    pub(crate) fn king_step(&self, set: B) -> B {
        let row = set | shl(set & self.not_last, 1) | shr(set & self.not_first, 1);
        (row | shl(row, self.width()) | shr(row, self.width())) & self.all
    }

    /// Prepares fills over these empty squares.
    #[inline(always)]
    pub(crate) fn open(&self, empty: B) -> Open<'_, B, W> {
        let mut through = [[B::NONE; ROUNDS]; 8];
        for direction in 0..8 {
            let mut set = empty & self.ends(direction);
            through[direction][0] = set;
            if W != 0 {
                for round in 1..Self::rounds() {
                    set &= self.shift(set, direction, 1 << (round - 1));
                    through[direction][round] = set;
                }
            }
        }
        Open { lines: self, empty, through }
    }

    /// How many of the eight neighbours of each square are in the set, as four binary digits.
    #[inline(always)]
    pub(crate) fn neighbour_counts(&self, set: B) -> [B; 4] {
        let mut digits = [B::NONE; 4];
        for direction in 0..8 {
            let mut carry = self.shift(set, direction, 1) & self.ends(direction);
            for digit in &mut digits {
                let sum = *digit ^ carry;
                carry &= *digit;
                *digit = sum;
            }
        }
        digits
    }
}

impl<B: Bits, const W: u32> Open<'_, B, W> {
    /// The empty squares within one queen's move of a set, and those of the set itself.
    #[inline(always)]
    pub(crate) fn queen_step(&self, set: B) -> B {
        let mut reached = B::NONE;
        for direction in 0..8 {
            let mut fill = set;
            if W == 0 {
                let through = self.through[direction][0];
                let mut front = set;
                loop {
                    front = self.lines.shift(front, direction, 1) & through & !fill;
                    if front.is_empty() {
                        break;
                    }
                    fill |= front;
                }
            } else {
                for round in 0..Masks::<B, W>::rounds() {
                    let through = self.through[direction][round];
                    fill |= self.lines.shift(fill, direction, 1 << round) & through;
                }
            }
            reached |= fill;
        }
        reached & self.empty
    }
}
