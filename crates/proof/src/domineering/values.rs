//! What a small set of squares is worth to the winner, by plain search: numbers and switches that
//! its value is not less than. The manual argues each line of this file.
//!
//! Numbers count in quarters of a move. As a game, a number has an option below it for the winner
//! and one above it for the loser: a half the integers beside it, a quarter what lies a quarter
//! below and above; an integer only the next one towards 0, for the side that has the moves.

use super::memo::Memo;
use crate::board::Board;
use lastmove_board::Bits;

/// A number in quarters.
pub(super) type Number = i16;
/// Less than every number.
const NONE: Number = Number::MIN / 2;
/// One move.
const ONE: Number = 4;

/// A game that the value of a set is not less than: the switch {a | b}, or the number a.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Bound {
    pub(super) a: Number,
    /// a itself for a number
    pub(super) b: Number,
    pub(super) switch: bool,
}

impl Bound {
    pub(super) const fn number(x: Number) -> Self {
        Self { a: x, b: x, switch: false }
    }

    /// So many moves of the loser, and none of the winner.
    pub(super) const fn lost(moves: u32) -> Self {
        Self::number(-ONE * moves as Number)
    }
}

/// What is known of the value G of a set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Worth {
    /// the greatest x such that G >= x is seen
    second: Number,
    /// the greatest `second` after a move of the winner; `NONE` without a move
    moved: Number,
}

impl Worth {
    /// The greatest x such that the winner is seen to win G - x if he is to move: he moves in G,
    /// or from -x to -y, where y is the option above x and at most `second`.
    fn first(self) -> Number {
        self.moved.max(self.second - 1 - self.second.rem_euclid(2))
    }
}

/// The option below a number, `NONE` if there is none.
fn below(x: Number) -> Number {
    match x.rem_euclid(ONE) {
        0 if x > 0 => x - ONE,
        0 => NONE,
        2 => x - 2,
        _ => x - 1,
    }
}

/// Searches sets and remembers them.
pub(super) struct Values<B> {
    /// whether the winner places his dominoes flat
    across: bool,
    worths: Memo<B, Worth>,
    switches: Memo<(B, Number), Number>,
    bounds: Memo<B, Bound>,
}

impl<B: Bits> Values<B> {
    pub(super) fn new(across: bool, memory: usize) -> Self {
        let each = memory / 3;
        let (worths, switches) = (Memo::new(each), Memo::new(each));
        Self { across, worths, switches, bounds: Memo::new(each) }
    }

    /// The number or switch below the value of a set: of the two found, that of greater mean.
    pub(super) fn bound(&self, board: &Board<B>, set: B) -> Bound {
        self.bounds.get(normal(board, set), || {
            let Worth { second: x, moved: a } = self.worth(board, set);
            let b = if a >= x { self.switch(board, set, a) } else { NONE };
            if a + b > 2 * x { Bound { a, b, switch: true } } else { Bound::number(x) }
        })
    }

    fn worth(&self, board: &Board<B>, set: B) -> Worth {
        let set = normal(board, set);
        self.worths.get(set, || {
            let moved = placements(board, set, self.across)
                .map(|after| self.worth(board, after).second)
                .max()
                .unwrap_or(NONE);
            let mut second = placements(board, set, !self.across)
                .map(|after| self.worth(board, after).first())
                .min()
                .unwrap_or(2 * set.count() as Number);
            while below(second) > moved {
                second -= 1;
            }
            Worth { second, moved }
        })
    }

    /// The greatest b, at most a, such that the value of a set is seen to be at least {a | b};
    /// `NONE` if there is none.
    fn switch(&self, board: &Board<B>, set: B, a: Number) -> Number {
        if self.worth(board, set).first() < a {
            return NONE;
        }
        let set = normal(board, set);
        self.switches.get((set, a), || {
            placements(board, set, !self.across)
                .map(|after| {
                    placements(board, after, self.across)
                        .map(|answer| self.switch(board, answer, a))
                        .fold(self.worth(board, after).second, Number::max)
                })
                .fold(a, Number::min)
        })
    }
}

/// What is left of a set after each placement.
fn placements<B: Bits>(board: &Board<B>, set: B, across: bool) -> impl Iterator<Item = B> {
    let starts = board.pairs(set, across);
    starts.squares().map(move |s| set & !(B::bit(s) | B::bit(board.partner(s, across))))
}

/// The set without squares that no domino can cover, moved to the top left corner.
fn normal<B: Bits>(board: &Board<B>, set: B) -> B {
    board.to_corner(board.alive(set))
}

#[cfg(test)]
mod tests {
    use super::*;
    use lastmove_board::Size;

    /// The bound for Horizontal of a set drawn with `.` for its squares.
    fn bound(rows: &[&str]) -> Bound {
        let size = Size::new(rows[0].len(), rows.len()).unwrap();
        let text = rows.concat();
        let squares = text.bytes().enumerate().filter(|&(_, cell)| cell == b'.');
        let set = u64::from_squares(squares.map(|(i, _)| i as u8));
        Values::new(true, 1 << 20).bound(&Board::new(size, false), set)
    }

    const fn switch(a: Number, b: Number) -> Bound {
        Bound { a, b, switch: true }
    }

    /// Values from Berlekamp, Conway and Guy's table, with Horizontal as Left.
    #[test]
    fn known_values() {
        assert_eq!(bound(&[".."]), Bound::number(ONE));
        assert_eq!(bound(&["....."]), Bound::number(2 * ONE));
        assert_eq!(bound(&[".", ".", "."]), Bound::lost(1));
        assert_eq!(bound(&["..", ".#"]), switch(0, 0));
        assert_eq!(bound(&["..", ".."]), switch(ONE, -ONE));
        assert_eq!(bound(&[".#", "..", ".#"]), switch(0, 0));
        assert_eq!(bound(&["..", ".#", ".."]), Bound::number(0));
        assert_eq!(bound(&["...", ".##"]), Bound::number(ONE / 2));
    }
}
