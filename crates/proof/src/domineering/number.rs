//! Numbers, in quarters of a move, and bounds made of them.
//!
//! As a game, a number has one option below it for the winner and one above it for the loser: for a
//! half, the integers beside it; for an odd number of quarters, the numbers a quarter below and
//! above; an integer has only the next one towards 0, for the side that has the moves.

/// A number in quarters.
pub(super) type Number = i16;
/// Less than every number.
pub(super) const NONE: Number = Number::MIN / 2;
/// One move.
pub(super) const ONE: Number = 4;

/// The option below a number, `NONE` if there is none.
pub(super) fn below(x: Number) -> Number {
    match x.rem_euclid(ONE) {
        0 if x > 0 => x - ONE,
        0 => NONE,
        2 => x - 2,
        _ => x - 1,
    }
}

/// What is known about a game G.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Worth {
    /// the greatest x such that G >= x
    pub(super) second: Number,
    /// the greatest `second` after a move of the winner; `NONE` without a move
    pub(super) moved: Number,
}

impl Worth {
    /// The worth of a game from its options: `moved` is the greatest `second` after a move of the
    /// winner, `least` the least `first` after a move of the loser.
    pub(super) fn of_options(moved: Number, least: Number) -> Self {
        let mut second = least;
        while below(second) > moved {
            second -= 1;
        }
        Self { second, moved }
    }

    /// The greatest x such that the winner, moving first, wins G - x: he moves in G, or from -x to
    /// -y, where y is the option above x and at most `second`.
    pub(super) fn first(self) -> Number {
        self.moved.max(self.second - 1 - self.second.rem_euclid(2))
    }

    /// Whether G is the number `second`: it is at least `second`, and it is not greater, since the
    /// winner does not win the difference moving first.
    pub(super) fn is_number(self) -> bool {
        self.first() < self.second
    }

    /// The worth of a number.
    pub(super) fn number(x: Number) -> Self {
        Self { second: x, moved: below(x) }
    }

    /// The worth of the game with a number added. In a game that is not a number, a move in the
    /// game is better than a move in the number.
    pub(super) fn plus(self, number: Number) -> Self {
        if self.is_number() {
            Self::number(self.second + number)
        } else {
            Self { second: self.second + number, moved: self.moved + number }
        }
    }
}

/// A lower bound on the value of a part: the switch {a | b}, or the number a.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Bound {
    pub(super) a: Number,
    /// equal to a for a number
    pub(super) b: Number,
    pub(super) switch: bool,
}

impl Bound {
    pub(super) const fn number(x: Number) -> Self {
        Self { a: x, b: x, switch: false }
    }

    pub(super) const fn switch(a: Number, b: Number) -> Self {
        Self { a, b, switch: true }
    }

    /// Twice its mean.
    pub(super) fn doubled_mean(self) -> i32 {
        i32::from(self.a) + i32::from(self.b)
    }
}

/// Lower bounds of one part, each valid by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Bounds {
    /// the one with the greatest mean
    pub(super) best: Bound,
    /// all of them, in the order in which they are tried; some may be equal
    pub(super) all: [Bound; 3],
}

impl Bounds {
    /// Only this bound.
    pub(super) const fn only(bound: Bound) -> Self {
        Self { best: bound, all: [bound; 3] }
    }

    /// A part with `moves` moves of the loser and none of the winner.
    pub(super) const fn lost(moves: u32) -> Self {
        Self::only(Bound::number(-ONE * moves as Number))
    }
}
