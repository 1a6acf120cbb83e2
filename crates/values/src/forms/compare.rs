//! The order of games.

use super::{ABOVE_RIGHT_STOP, BELOW_LEFT_STOP, Forms, Game, NUMBER, NUS, Node};
use crate::dyadic::Dyadic;
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
    /// Neither: whoever moves first on the difference wins.
    Fuzzy,
}

impl fmt::Display for Relation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Relation::Equal => "=",
            Relation::Greater => ">",
            Relation::Less => "<",
            Relation::Fuzzy => "||",
        })
    }
}

/// `G >= x` for a number x, from the stops of G alone.
#[inline]
pub(super) fn is_at_least_number(right_stop: Dyadic, flags: u8, x: Dyadic) -> bool {
    right_stop > x || (right_stop == x && flags & ABOVE_RIGHT_STOP != 0)
}

/// `G <= x` for a number x, from the stops of G alone.
#[inline]
pub(super) fn is_at_most_number(left_stop: Dyadic, flags: u8, x: Dyadic) -> bool {
    left_stop < x || (left_stop == x && flags & BELOW_LEFT_STOP != 0)
}

/// What the stops say about `G >= H`; most questions end here.
///
/// `G >= H` passes on to stops, and to being above or below a number.
#[inline]
pub(super) fn by_stops(g: &Node, h: &Node) -> Option<bool> {
    if g.right_stop > h.left_stop {
        return Some(true);
    }
    if g.left_stop < h.left_stop || g.right_stop < h.right_stop {
        return Some(false);
    }
    if g.left_stop == h.left_stop && g.flags & !h.flags & BELOW_LEFT_STOP != 0 {
        return Some(false);
    }
    if g.right_stop == h.right_stop && h.flags & !g.flags & ABOVE_RIGHT_STOP != 0 {
        return Some(false);
    }
    if h.flags & NUMBER != 0 {
        return Some(is_at_least_number(g.right_stop, g.flags, h.left_stop));
    }
    if g.flags & NUMBER != 0 {
        return Some(is_at_most_number(h.left_stop, h.flags, g.left_stop));
    }
    None
}

impl Forms {
    /// Whether `g >= h`.
    #[inline]
    pub fn ge(&mut self, g: Game, h: Game) -> bool {
        if g == h {
            return true;
        }
        let (a, b) = (self.node(g), self.node(h));
        match by_stops(a, b) {
            Some(answer) => answer,
            None => self.ge_by_options(g, h),
        }
    }

    /// Whether `g <= h`.
    #[inline]
    pub fn le(&mut self, g: Game, h: Game) -> bool {
        self.ge(h, g)
    }

    /// How `g` compares with `h`.
    pub fn relation(&mut self, g: Game, h: Game) -> Relation {
        match (self.ge(g, h), self.ge(h, g)) {
            (true, true) => Relation::Equal,
            (true, false) => Relation::Greater,
            (false, true) => Relation::Less,
            (false, false) => Relation::Fuzzy,
        }
    }

    /// `G >= H` unless some `G^R <= H` or some `H^L >= G`.
    fn ge_by_options(&mut self, g: Game, h: Game) -> bool {
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

    fn survives_options(&mut self, g: Game, h: Game) -> bool {
        for i in self.rights(g) {
            if self.ge(h, self.arena[i]) {
                return false;
            }
        }
        for i in self.lefts(h) {
            if self.ge(self.arena[i], g) {
                return false;
            }
        }
        true
    }
}
