//! Numbers, in quarters of a move, and the bounds that are made of them.
//!
//! As a game, a number has an option below it for the winner and one above it for the loser: a
//! half the integers beside it, a quarter what lies a quarter below and above; an integer only the
//! next one towards 0, for the side that has the moves.

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

/// What is known of a game G.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Worth {
    /// the greatest x such that G >= x
    pub(super) second: Number,
    /// the greatest `second` after a move of the winner; `NONE` without a move
    pub(super) moved: Number,
}

impl Worth {
    /// That of a game by its options: the greatest `second` after a move of the winner, and the
    /// least `first` after one of the loser.
    pub(super) fn of_options(moved: Number, least: Number) -> Self {
        let mut second = least;
        while below(second) > moved {
            second -= 1;
        }
        Self { second, moved }
    }

    /// The greatest x such that the winner wins G - x if he is to move: he moves in G, or from -x
    /// to -y, where y is the option above x and at most `second`.
    pub(super) fn first(self) -> Number {
        self.moved.max(self.second - 1 - self.second.rem_euclid(2))
    }

    /// Whether G is the number `second`: it is not less, and not greater either, since the winner
    /// does not win the difference if he is to move.
    pub(super) fn is_number(self) -> bool {
        self.first() < self.second
    }

    /// That of a number.
    pub(super) fn number(x: Number) -> Self {
        Self { second: x, moved: below(x) }
    }

    /// That of the game with a number added. In a game that is no number there are better moves
    /// than one in a number.
    pub(super) fn plus(self, number: Number) -> Self {
        if self.is_number() {
            Self::number(self.second + number)
        } else {
            Self { second: self.second + number, moved: self.moved + number }
        }
    }
}

/// A game that the value of a part is not less than: the switch {a | b}, or the number a.
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

    pub(super) const fn switch(a: Number, b: Number) -> Self {
        Self { a, b, switch: true }
    }

    /// Twice its mean.
    pub(super) fn doubled_mean(self) -> i32 {
        i32::from(self.a) + i32::from(self.b)
    }
}

/// Bounds of one part, each of which holds by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Bounds {
    /// the one of greatest mean
    pub(super) best: Bound,
    /// all of them, in the order in which they are tried; some may be the same
    pub(super) all: [Bound; 3],
}

impl Bounds {
    /// Nothing else than this one.
    pub(super) const fn only(bound: Bound) -> Self {
        Self { best: bound, all: [bound; 3] }
    }

    /// So many moves of the loser, and none of the winner.
    pub(super) const fn lost(moves: u32) -> Self {
        Self::only(Bound::number(-ONE * moves as Number))
    }
}
