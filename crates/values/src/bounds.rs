//! Bounds on the value of a game, with ends that are exact, tightened or
//! relaxed (Song and Müller, sections II-D and IV-C).

use crate::dyadic::Dyadic;
use crate::error::Result;
use crate::evaluate::Player;
use crate::thermograph::{Infinitesimal, Thermograph};
use serde::Serialize;
use std::fmt;

/// How a bound includes the number that it names. A sum of bounds has the last of their ends:
/// relaxed wins over tightened, and that over exact.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum End {
    /// The bound includes the number: `G >= n`.
    Exact,
    /// The bound excludes it: `G > n`.
    Tightened,
    /// The value may lie infinitesimally beyond it: `G > n - ε` for every
    /// number ε > 0.
    Relaxed,
}

impl End {
    /// `exact`, `tightened` or `relaxed`.
    pub const fn name(self) -> &'static str {
        ["exact", "tightened", "relaxed"][self as usize]
    }

    /// What follows the number of a bound in a text: ` (relaxed)`, or nothing if the end is exact.
    pub fn note(self) -> String {
        if self == Self::Exact { String::new() } else { format!(" ({self})") }
    }
}

impl fmt::Display for End {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Lower and upper bound of a value.
///
/// ```
/// use lastmove_values::{Bounds, Dyadic, End, Player};
/// let n = Dyadic::from_integer;
/// let a = Bounds::new((n(1), End::Exact), (n(2), End::Relaxed));
/// let b = Bounds::new((n(-1), End::Tightened), (n(3), End::Exact));
/// let sum = a.checked_add(b)?;
/// assert_eq!(sum.to_string(), "(0, 5+ε]");
/// assert_eq!(sum.winner(Player::Right), Some(Player::Left));
/// # Ok::<(), lastmove_values::ValueError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct Bounds {
    /// The number below.
    pub lower: Dyadic,
    /// How the number below is meant.
    pub lower_end: End,
    /// The number above.
    pub upper: Dyadic,
    /// How the number above is meant.
    pub upper_end: End,
}

impl Bounds {
    /// The bounds of 0.
    pub const ZERO: Bounds = Bounds::exactly(Dyadic::ZERO);

    /// Bounds from two numbers and their ends.
    pub const fn new(lower: (Dyadic, End), upper: (Dyadic, End)) -> Bounds {
        Bounds { lower: lower.0, lower_end: lower.1, upper: upper.0, upper_end: upper.1 }
    }

    /// The bounds of a number.
    pub const fn exactly(x: Dyadic) -> Bounds {
        Bounds::new((x, End::Exact), (x, End::Exact))
    }

    /// Bounds read off a thermograph: the stops, exact where the wall is vertical
    /// below t = 0 and relaxed where it leans (II-D1); for a number plus an
    /// infinitesimal by its kind (II-D2).
    pub fn from_thermograph(thermograph: &Thermograph) -> Bounds {
        let (upper, lower) = (thermograph.left_stop(), thermograph.right_stop());
        let above = thermograph.is_above_right_stop();
        let below = thermograph.is_below_left_stop();
        let (lower_end, upper_end) = match (above, below) {
            (true, true) => (End::Exact, End::Exact),
            // Equal stops: comparable with the number and different from it.
            (true, false) if lower == upper => (End::Tightened, End::Relaxed),
            (false, true) if lower == upper => (End::Relaxed, End::Tightened),
            (true, false) => (End::Exact, End::Relaxed),
            (false, true) => (End::Relaxed, End::Exact),
            (false, false) => (End::Relaxed, End::Relaxed),
        };
        Bounds { lower, lower_end, upper, upper_end }
    }

    /// Bounds of the sum of two games.
    pub fn checked_add(self, other: Bounds) -> Result<Bounds> {
        Ok(Bounds {
            lower: self.lower.checked_add(other.lower)?,
            lower_end: self.lower_end.max(other.lower_end),
            upper: self.upper.checked_add(other.upper)?,
            upper_end: self.upper_end.max(other.upper_end),
        })
    }

    /// The bounds in words: `at least 0, less than 2`.
    pub fn text(&self) -> String {
        let side = |at: &str, beyond: &str, number: Dyadic, end: End| match end {
            End::Tightened => format!("{beyond} than {number}"),
            End::Relaxed => format!("{at} {number} up to an infinitesimal"),
            End::Exact => format!("{at} {number}"),
        };
        let lower = side("at least", "more", self.lower, self.lower_end);
        format!("{lower}, {}", side("at most", "less", self.upper, self.upper_end))
    }

    /// Bounds of the negative game.
    pub fn negated(self) -> Bounds {
        Bounds::new((-self.upper, self.upper_end), (-self.lower, self.lower_end))
    }

    /// The distance between the numbers, for choosing the widest game.
    pub fn width(self) -> Result<Dyadic> {
        self.upper.checked_sub(self.lower)
    }

    /// What a hot game may be counted as if `mover`, to move in the sum, spends
    /// the move on it (IV-C1): the mover reaches the far stop, infinitesimally
    /// short of it. Only for bounds that are the stops of the game, as
    /// [`Bounds::from_thermograph`] gives them; for one game of a sum; and to ask
    /// [`Bounds::winner`] about that same mover.
    pub fn with_move(self, mover: Player) -> Bounds {
        match mover {
            Player::Left => Bounds { lower: self.upper, lower_end: End::Relaxed, ..self },
            Player::Right => Bounds { upper: self.lower, upper_end: End::Relaxed, ..self },
        }
    }

    /// Who wins with `mover` to move, if the bounds decide it.
    pub fn winner(self, mover: Player) -> Option<Player> {
        if wins(self.lower, self.lower_end, mover == Player::Right) {
            Some(Player::Left)
        } else if wins(-self.upper, self.upper_end, mover == Player::Left) {
            Some(Player::Right)
        } else {
            None
        }
    }

    /// As [`Bounds::winner`] for the game plus infinitesimals that are not part
    /// of the bounds (IV-C2). The mover may use the move on an infinitesimal, so
    /// it must not have been used by [`Bounds::with_move`].
    ///
    /// ```
    /// use lastmove_values::{Bounds, Infinitesimals, Player};
    /// let odd_star = Infinitesimals { stars: 1, ..Default::default() };
    /// let left = Some(Player::Left);
    /// assert_eq!(Bounds::ZERO.winner_with(odd_star, Player::Left), left);
    /// ```
    pub fn winner_with(self, rest: Infinitesimals, mover: Player) -> Option<Player> {
        let for_left = wins_with(self.lower, self.lower_end, rest, mover == Player::Left);
        if for_left {
            return Some(Player::Left);
        }
        let mirrored = Infinitesimals { positive: rest.negative, negative: rest.positive, ..rest };
        let for_right = wins_with(-self.upper, self.upper_end, mirrored, mover == Player::Right);
        for_right.then_some(Player::Right)
    }
}

/// Whether a lower bound wins for Left.
fn wins(lower: Dyadic, end: End, right_moves: bool) -> bool {
    lower > Dyadic::ZERO
        || (lower == Dyadic::ZERO
            && match end {
                End::Tightened => true,
                End::Exact => right_moves,
                End::Relaxed => false,
            })
}

/// Infinitesimals of a sum, counted by kind and apart from its bounds.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Infinitesimals {
    /// Games known to be exactly `*`.
    pub stars: u32,
    /// Fuzzy ones other than those.
    pub fuzzy: u32,
    /// Positive ones.
    pub positive: u32,
    /// Negative ones.
    pub negative: u32,
}

impl Infinitesimals {
    /// Counts one more of a kind; a fuzzy one not known to be `*`.
    pub fn add(&mut self, kind: Infinitesimal) {
        match kind {
            Infinitesimal::Zero => {}
            Infinitesimal::Positive => self.positive += 1,
            Infinitesimal::Negative => self.negative += 1,
            Infinitesimal::Fuzzy => self.fuzzy += 1,
        }
    }
}

/// Whether Left wins a game with this lower bound plus the infinitesimals.
fn wins_with(lower: Dyadic, end: End, rest: Infinitesimals, left_moves: bool) -> bool {
    if lower > Dyadic::ZERO {
        return true;
    }
    if lower < Dyadic::ZERO || end == End::Relaxed || rest.negative > 0 {
        return false;
    }
    let odd_star = rest.stars % 2 == 1;
    match (odd_star, rest.fuzzy) {
        // Nothing fuzzy is left: the sum is at least 0, and more if something in
        // it is positive; then Left wins moving first as well.
        (false, 0) => !left_moves || end == End::Tightened || rest.positive > 0,
        // One fuzzy game: Left moves it to something >= 0 and is second.
        (true, 0) | (false, 1) => left_moves,
        _ => false,
    }
}

impl fmt::Display for Bounds {
    /// As in the paper: `[1, 2)`, `[-3-ε, -1+ε]`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let open = if self.lower_end == End::Tightened { "(" } else { "[" };
        let low = if self.lower_end == End::Relaxed { "-ε" } else { "" };
        let close = if self.upper_end == End::Tightened { ")" } else { "]" };
        let high = if self.upper_end == End::Relaxed { "+ε" } else { "" };
        write!(f, "{open}{}{low}, {}{high}{close}", self.lower, self.upper)
    }
}
