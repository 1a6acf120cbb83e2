//! Properties that a canonical form shows directly.

use super::{Form, Forms, NUMBER};
use crate::dyadic::Dyadic;
use crate::evaluate::Player;
use serde::{Serialize, Serializer};
use std::fmt;

/// The outcome class of a game: who wins.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Outcome {
    /// `N`: the next player to move wins.
    Next,
    /// `P`: the previous player wins.
    Previous,
    /// `L`: Left wins, no matter who starts.
    Left,
    /// `R`: Right wins, no matter who starts.
    Right,
}

impl Outcome {
    /// The outcome, given `G >= 0` (Left wins as second player) and `G <= 0`.
    pub fn from_order(at_least_zero: bool, at_most_zero: bool) -> Outcome {
        match (at_least_zero, at_most_zero) {
            (true, true) => Outcome::Previous,
            (true, false) => Outcome::Left,
            (false, true) => Outcome::Right,
            (false, false) => Outcome::Next,
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(["N", "P", "L", "R"][*self as usize])
    }
}

impl Serialize for Outcome {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(self)
    }
}

impl Forms {
    /// The number, if the value is one.
    #[inline]
    pub fn as_number(&self, g: Form) -> Option<Dyadic> {
        let node = self.node(g);
        (node.flags & NUMBER != 0).then_some(node.left_stop)
    }

    /// Whether the value is a number.
    pub fn is_number(&self, g: Form) -> bool {
        self.is(g, NUMBER)
    }

    /// Whether the value lies between all negative and all positive numbers.
    pub fn is_infinitesimal(&self, g: Form) -> bool {
        self.left_stop(g) == Dyadic::ZERO && self.right_stop(g) == Dyadic::ZERO
    }

    /// The number reached if Left starts and both play for the best stop.
    pub fn left_stop(&self, g: Form) -> Dyadic {
        self.node(g).left_stop
    }

    /// The number reached if Right starts.
    pub fn right_stop(&self, g: Form) -> Dyadic {
        self.node(g).right_stop
    }

    /// Whether `g <= left_stop(g)`; otherwise the two are confused.
    pub fn is_below_left_stop(&self, g: Form) -> bool {
        self.is(g, super::BELOW_LEFT_STOP)
    }

    /// Whether `g >= right_stop(g)`; otherwise the two are confused.
    pub fn is_above_right_stop(&self, g: Form) -> bool {
        self.is(g, super::ABOVE_RIGHT_STOP)
    }

    /// Whether `g >= x` for a number, in constant time.
    pub fn ge_number(&self, g: Form, x: Dyadic) -> bool {
        self.node(g).stops().are_at_least(x)
    }

    /// Whether `g <= x` for a number, in constant time.
    pub fn le_number(&self, g: Form, x: Dyadic) -> bool {
        self.node(g).stops().are_at_most(x)
    }

    /// The outcome class.
    ///
    /// ```
    /// use lastmove_values::{Forms, Form, Outcome};
    /// let mut forms = Forms::new();
    /// let star = forms.nimber(1)?;
    /// assert_eq!(forms.outcome(star), Outcome::Next);
    /// assert_eq!(forms.outcome(Form::ZERO), Outcome::Previous);
    /// # Ok::<(), lastmove_values::ValueError>(())
    /// ```
    pub fn outcome(&self, g: Form) -> Outcome {
        Outcome::from_order(self.ge_number(g, Dyadic::ZERO), self.le_number(g, Dyadic::ZERO))
    }

    /// The birthday: the height of the canonical form.
    pub fn birthday(&mut self, g: Form) -> u64 {
        if let Some(x) = self.as_number(g) {
            return x.birthday();
        }
        let known = self.birthdays[g.at()];
        if known != u32::MAX {
            return u64::from(known);
        }
        let mut birthday = 0;
        for i in self.options(g, Player::Left).chain(self.options(g, Player::Right)) {
            birthday = birthday.max(1 + self.birthday(self.arena[i]));
        }
        // At most 2^31 for the numbers and MAX_DEPTH above them: fits.
        self.birthdays[g.at()] = birthday as u32;
        birthday
    }
}
