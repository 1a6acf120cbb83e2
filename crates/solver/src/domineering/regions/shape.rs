//! Regions independent of the board, in one word each.
//!
//! A region at most four squares wide is stored in rows of four squares, a wider one in rows of
//! eight, as far up and to the left as possible. Steps, images and comparisons then are shifts by
//! constants. The highest bit distinguishes the two kinds:
//!
//! ```text
//! narrow  | 0 | at most 31 rows of 4 squares |
//! wide    | 1 | at most 15 rows of 8 squares |
//! ```

use crate::domineering::lines::undominated;
use lastmove_board::{Bits, Square};

/// The least image of a region under the four symmetries that preserve the players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Shape(u128);

/// The bit that marks wide regions.
const WIDE: u128 = 1 << 127;
/// Squares in a row of a narrow region, and of a wide one.
const NARROW_ROW: u32 = 4;
const WIDE_ROW: u32 = 8;

impl Shape {
    /// The shape of a nonempty set of squares on a board with this many columns; `None` if it is
    /// too wide or too high for a word.
    pub(super) fn of<B: Bits>(set: B, columns: u32) -> Option<Self> {
        let wide = set.widen();
        let top = wide.trailing_zeros() / columns;
        let bottom = (127 - wide.leading_zeros()) / columns;
        let row_mask = if columns < 128 { (1u128 << columns) - 1 } else { !0 };
        let row = |y: u32| wide >> (y * columns) & row_mask;
        let union = (top..=bottom).fold(0, |union, y| union | row(y));
        let left = union.trailing_zeros();
        let width = 128 - union.leading_zeros() - left;
        let height = bottom - top + 1;
        let step = if width <= NARROW_ROW { NARROW_ROW } else { WIDE_ROW };
        if width > WIDE_ROW || height * step >= 127 {
            return None;
        }
        let packed = (top..=bottom).fold(0, |set, y| set | (row(y) >> left) << ((y - top) * step));
        Some(if step == NARROW_ROW {
            narrow_and_high::shape(packed)
        } else {
            wide_and_high::shape(packed)
        })
    }

    /// The shape with this word.
    #[cfg(test)]
    pub(super) fn from_word(word: u128) -> Self {
        Self(word)
    }

    /// The number of its squares.
    pub(super) fn count(self) -> u32 {
        self.squares().count_ones()
    }

    /// Its word.
    pub(super) fn word(self) -> u128 {
        self.0
    }

    fn squares(self) -> u128 {
        self.0 & !WIDE
    }

    /// Calls `tell` with the shapes that a domino leaves, for each domino along the rows, then for
    /// each across them. Single squares are left out, and so are dominoes that another one
    /// dominates. In a large region Left has only the two most promising moves, so that the value
    /// found for it is a lower bound.
    pub(super) fn options(self, tell: impl FnMut(Placed, &[Shape])) {
        let squares = self.squares();
        match (self.0 & WIDE == 0, u64::try_from(squares)) {
            (true, Ok(squares)) => narrow::options(squares, tell),
            (false, Ok(squares)) => wide::options(squares, tell),
            (true, Err(_)) => narrow_and_high::options(squares, tell),
            (false, Err(_)) => wide_and_high::options(squares, tell),
        }
    }
}

/// The direction of a domino.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Placed {
    /// along the rows
    Along,
    /// across them
    Across,
}

/// The most squares of a region in which Left has all moves. With only two of them in larger
/// regions, the search of 6x12 takes an eighth more nodes and values half as many regions. In
/// regions two squares wide Left has all moves, since there are few such regions.
const ALL_MOVES: u32 = 14;

/// The two best squares by some score.
struct Best([(i32, Square); 2]);

impl Best {
    const NONE: Self = Self([(i32::MIN, 0); 2]);

    #[inline(always)]
    fn add(&mut self, score: i32, square: Square) {
        let [first, second] = &mut self.0;
        if score > first.0 {
            *second = std::mem::replace(first, (score, square));
        } else if score > second.0 {
            *second = (score, square);
        }
    }

    fn squares(self) -> impl Iterator<Item = Square> {
        self.0.into_iter().filter(|&(score, _)| score > i32::MIN).map(|(_, square)| square)
    }
}

/// The most parts into which a domino cuts a region: it has six neighbours.
const MOST_PARTS: usize = 6;

/// Steps and images in rows of a given number of squares, within one word.
macro_rules! sheet {
    ($name:ident, $word:ty, $row:expr) => {
        mod $name {
            use super::*;

            const S: u32 = $row;
            const FIRST: $word = !0 / ((1 << S) - 1);
            const LAST: $word = FIRST << (S - 1);

            pub(super) fn options(squares: $word, mut tell: impl FnMut(Placed, &[Shape])) {
                let mut leave = |placed: Placed, domino: $word| {
                    let mut shapes = [Shape(0); MOST_PARTS];
                    let mut count = 0;
                    let mut rest = squares & !domino;
                    while rest != 0 {
                        let part = flood(rest & rest.wrapping_neg(), rest);
                        rest &= !part;
                        if part & (part - 1) != 0 {
                            shapes[count] = shape(part);
                            count += 1;
                        }
                    }
                    tell(placed, &shapes[..count]);
                };
                let right = |set: $word| set << 1 & !FIRST;
                let left = |set: $word| set >> 1 & !LAST;
                let (down, up) = (|set: $word| set << S, |set: $word| set >> S);
                let beside = left(squares) | right(squares);
                let above_or_below = up(squares) | down(squares);
                let along = squares & left(squares);
                let along = undominated(along, along, squares & !above_or_below, right, left);
                let two_wide = squares & !(FIRST | FIRST << 1) == 0;
                if squares.count() <= ALL_MOVES || two_wide {
                    along.squares().for_each(|s| leave(Placed::Along, 0b11 << s));
                } else {
                    let mut best = Best::NONE;
                    for s in along.squares() {
                        let rest = squares & !(0b11 << s);
                        let (mine, theirs) = (rest & left(rest), rest & up(rest));
                        let (by_me, by_them) = (mine | right(mine), theirs | down(theirs));
                        let count = |set: $word| set.count() as i32;
                        let places = count(mine) - count(theirs);
                        let safe = count(by_me & !by_them) - count(by_them & !by_me);
                        best.add(2 * places + safe, s);
                    }
                    best.squares().for_each(|s| leave(Placed::Along, 0b11 << s));
                }
                let across = squares & up(squares);
                let across = undominated(across, across, squares & !beside, down, up);
                across.squares().for_each(|s| leave(Placed::Across, (1 << S | 1) << s));
            }

            /// The squares of `through` that are connected with those of `seed`.
            #[inline(always)]
            fn flood(seed: $word, through: $word) -> $word {
                let mut reached = seed;
                loop {
                    let beside = (reached << 1 & !FIRST) | (reached >> 1 & !LAST);
                    let next = (reached | beside | reached << S | reached >> S) & through;
                    if next == reached {
                        return reached;
                    }
                    reached = next;
                }
            }

            /// The shape of a set that is not empty.
            #[inline(always)]
            pub(super) fn shape(set: $word) -> Shape {
                let up = set >> (set.trailing_zeros() / S * S);
                let height = (<$word>::BITS - up.leading_zeros()).div_ceil(S);
                let mut columns = up;
                let mut step = <$word>::BITS / 2;
                while step >= S {
                    columns |= columns >> step;
                    step /= 2;
                }
                let columns = columns as u32 & ((1 << S) - 1);
                let left = columns.trailing_zeros();
                let width = 32 - columns.leading_zeros() - left;
                let set = up >> left;
                if S == WIDE_ROW && width <= NARROW_ROW {
                    // a wide region has become a narrow one, with half the bits
                    let narrow = set.compress(!0 / 17);
                    return super::narrow::least(narrow as u64, width, height);
                }
                least(set, width, height)
            }

            /// The least image of a set in its corner.
            #[inline(always)]
            pub(super) fn least(set: $word, width: u32, height: u32) -> Shape {
                let back = back(set, width);
                let least = set.min(back).min(upside_down(set, height));
                let least = u128::from(least.min(upside_down(back, height)));
                Shape(if S == WIDE_ROW { least | WIDE } else { least })
            }

            /// The columns in reverse order.
            #[inline(always)]
            fn back(set: $word, width: u32) -> $word {
                const ODD: $word = !0 / 3;
                const PAIRS: $word = !0 / 5;
                let set = (set >> 1 & ODD) | (set & ODD) << 1;
                let mut set = (set >> 2 & PAIRS) | (set & PAIRS) << 2;
                if S == WIDE_ROW {
                    set = nibbles(set);
                }
                set >> (S - width)
            }

            /// The rows in reverse order.
            #[inline(always)]
            fn upside_down(set: $word, height: u32) -> $word {
                let mut set = set.swap_bytes();
                if S == NARROW_ROW {
                    set = nibbles(set);
                }
                set >> (<$word>::BITS - S * height)
            }

            /// The halves of every byte exchanged.
            #[inline(always)]
            fn nibbles(set: $word) -> $word {
                const LOW: $word = !0 / 17;
                (set >> 4 & LOW) | (set & LOW) << 4
            }
        }
    };
}

sheet!(narrow, u64, NARROW_ROW);
sheet!(wide, u64, WIDE_ROW);
sheet!(narrow_and_high, u128, NARROW_ROW);
sheet!(wide_and_high, u128, WIDE_ROW);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn images_have_one_shape() {
        // an L of four squares in its four images with the rows kept, on a board of five columns
        let images = [
            0b00001_00001_00011u64,
            0b00010_00010_00011 << 7,
            0b00011_00001_00001 << 1,
            0b00011_00010_00010 << 12,
        ];
        let shapes = images.map(|set| Shape::of(set, 5).unwrap());
        assert!(shapes.iter().all(|&s| s == shapes[0]));
        assert_eq!(shapes[0].squares().count_ones(), 4);
        let mut dominoes = Vec::new();
        shapes[0].options(|placed, _| dominoes.push(placed));
        // of the two across, one leaves a square in the corner that both players could use
        assert_eq!(dominoes, [Placed::Along, Placed::Across]);
        assert_ne!(Shape::of(0b111_001u64, 3), Shape::of(0b01_01_11u64, 2));
    }

    /// Wide and narrow regions, and wide ones that become narrow, have the same shape on every
    /// board.
    #[test]
    fn a_shape_does_not_depend_on_the_board() {
        let mut random = lastmove_work::Random::new(1);
        for _ in 0..2000 {
            let (width, height) = (1 + random.below(8) as u32, 1 + random.below(7) as u32);
            let set = random.next_u64() & random.next_u64() & ((1u64 << (width * height)) - 1) | 1;
            let put = |columns: u32, left: u32, back: bool, down: bool| {
                let mut there = 0u128;
                for square in set.squares() {
                    let (x, y) = (u32::from(square) % width, u32::from(square) / width);
                    let x = if back { width - 1 - x } else { x };
                    let y = if down { height - 1 - y } else { y };
                    there |= 1 << (y * columns + left + x);
                }
                there
            };
            let shape = Shape::of(set, width).unwrap();
            for columns in [width, width + 3, 16] {
                for image in 0..4 {
                    let set = put(columns, columns - width, image & 1 > 0, image & 2 > 0);
                    assert_eq!(Shape::of(set, columns), Some(shape), "{set:x} {columns}");
                }
            }
        }
    }
}
