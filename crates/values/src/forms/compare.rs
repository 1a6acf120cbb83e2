//! The order of games.

use super::{ABOVE_RIGHT_STOP, BELOW_LEFT_STOP, Form, Forms, NUMBER, NUS, Stops};
use crate::dyadic::Dyadic;
use crate::evaluate::Player;
use std::fmt;

/// How two games compare.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Relation {
    /// Equal in value.
    Equal,
    /// The first is greater: better for Left.
    Greater,
    /// The first is less: better for Right.
    Less,
    /// Neither: the player who moves first in the difference wins.
    Fuzzy,
}

impl fmt::Display for Relation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(["=", ">", "<", "||"][*self as usize])
    }
}

impl Stops {
    /// `G >= x` for a number x.
    #[inline]
    pub(super) fn are_at_least(self, x: Dyadic) -> bool {
        self.right > x || (self.right == x && self.flags & ABOVE_RIGHT_STOP != 0)
    }

    /// `G <= x` for a number x.
    #[inline]
    pub(super) fn are_at_most(self, x: Dyadic) -> bool {
        self.left < x || (self.left == x && self.flags & BELOW_LEFT_STOP != 0)
    }
}

/// Decides `G >= H` by the stops if they suffice, as they do for most pairs.
///
/// If `G >= H`, the same holds for their stops and for being above or below a number.
#[inline]
pub(super) fn by_stops(g: Stops, h: Stops) -> Option<bool> {
    if g.right > h.left {
        return Some(true);
    }
    if g.left < h.left || g.right < h.right {
        return Some(false);
    }
    if g.left == h.left && g.flags & !h.flags & BELOW_LEFT_STOP != 0 {
        return Some(false);
    }
    if g.right == h.right && h.flags & !g.flags & ABOVE_RIGHT_STOP != 0 {
        return Some(false);
    }
    if h.flags & NUMBER != 0 {
        return Some(g.are_at_least(h.left));
    }
    if g.flags & NUMBER != 0 {
        return Some(h.are_at_most(g.left));
    }
    None
}

impl Forms {
    /// Whether `g >= h`.
    #[inline]
    pub fn ge(&mut self, g: Form, h: Form) -> bool {
        if g == h {
            return true;
        }
        by_stops(self.node(g).stops(), self.node(h).stops())
            .unwrap_or_else(|| self.ge_by_options(g, h))
    }

    /// Whether `g <= h`.
    #[inline]
    pub fn le(&mut self, g: Form, h: Form) -> bool {
        self.ge(h, g)
    }

    /// How `g` compares with `h`.
    pub fn relation(&mut self, g: Form, h: Form) -> Relation {
        match (self.ge(g, h), self.ge(h, g)) {
            (true, true) => Relation::Equal,
            (true, false) => Relation::Greater,
            (false, true) => Relation::Less,
            (false, false) => Relation::Fuzzy,
        }
    }

    /// `G >= H` unless some `G^R <= H` or some `H^L >= G`.
    fn ge_by_options(&mut self, g: Form, h: Form) -> bool {
        if self.node(g).flags & self.node(h).flags & NUS != 0 {
            let (a, b) = (self.as_nus(g), self.as_nus(h));
            return a.is_some_and(|a| b.is_some_and(|b| a.is_at_least(b)));
        }
        if let Some(answer) = self.order.get(g.0, h.0) {
            return answer;
        }
        let answer = self.survives_options(g, h);
        self.order.put(g.0, h.0, answer);
        answer
    }

    fn survives_options(&mut self, g: Form, h: Form) -> bool {
        for i in self.options(g, Player::Right) {
            if self.ge(h, self.arena[i]) {
                return false;
            }
        }
        for i in self.options(h, Player::Left) {
            if self.ge(self.arena[i], g) {
                return false;
            }
        }
        true
    }
}
