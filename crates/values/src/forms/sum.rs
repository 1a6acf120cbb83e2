//! Negatives, sums, differences and multiples.

use super::{Form, Forms, MAX_DEPTH, Nus, UNKNOWN};
use crate::dyadic::Dyadic;
use crate::error::{Result, ValueError};
use crate::evaluate::Player;

/// The sums stored before the cache is cleared (about 100 MB); there may be far more pairs than
/// forms.
const MOST_SUMS: usize = 1 << 22;

impl Forms {
    /// `-g`: the players swap roles.
    pub fn neg(&mut self, g: Form) -> Result<Form> {
        let known = self.negatives[g.at()];
        if known != UNKNOWN {
            return Ok(known);
        }
        let negative = match self.as_nus(g) {
            Some(n) => self.nus(Nus { number: -n.number, ups: -n.ups, nimber: n.nimber })?,
            None => {
                let mut sides = [Vec::new(), Vec::new()];
                for side in Player::BOTH {
                    for i in self.options(g, side.opponent()) {
                        sides[side as usize].push(self.neg(self.arena[i])?);
                    }
                }
                self.intern(sides)?
            }
        };
        self.negatives[g.at()] = negative;
        self.negatives[negative.at()] = g;
        Ok(negative)
    }

    /// `g + h`.
    ///
    /// ```
    /// use lastmove_values::{Forms, Form};
    /// let mut forms = Forms::new();
    /// let (one, minus_one) = (forms.integer(1)?, forms.integer(-1)?);
    /// let switch = forms.game(&[one], &[minus_one])?;
    /// assert_eq!(forms.sum(switch, switch)?, Form::ZERO);
    /// # Ok::<(), lastmove_values::ValueError>(())
    /// ```
    pub fn sum(&mut self, g: Form, h: Form) -> Result<Form> {
        let depth = self.node(g).depth as usize + self.node(h).depth as usize;
        if depth > MAX_DEPTH {
            return Err(ValueError::TooDeep { limit: MAX_DEPTH });
        }
        self.sum_within(g, h)
    }

    fn sum_within(&mut self, g: Form, h: Form) -> Result<Form> {
        if g == Form::ZERO {
            return Ok(h);
        }
        if h == Form::ZERO {
            return Ok(g);
        }
        if let (Some(a), Some(b)) = (self.as_nus(g), self.as_nus(h)) {
            return self.nus(Nus {
                number: a.number.checked_add(b.number)?,
                ups: a.ups + b.ups,
                nimber: a.nimber ^ b.nimber,
            });
        }
        if self.negatives[g.at()] == h {
            return Ok(Form::ZERO);
        }
        let (g, h) = if g < h { (g, h) } else { (h, g) };
        let key = u64::from(g.0) << 32 | u64::from(h.0);
        if let Some(&sum) = self.sums.get(&key) {
            return Ok(sum);
        }
        let sum = if let Some(x) = self.as_number(g) {
            self.shifted(h, x, g)?
        } else if let Some(x) = self.as_number(h) {
            self.shifted(g, x, h)?
        } else {
            self.sum_by_options(g, h)?
        };
        if self.sums.len() >= MOST_SUMS {
            self.sums.clear();
        }
        self.sums.insert(key, sum);
        Ok(sum)
    }

    /// `g + x` for a number x and a game g that is not a number: by the number translation theorem
    /// the result is canonical, so nothing is compared.
    fn shifted(&mut self, g: Form, x: Dyadic, number: Form) -> Result<Form> {
        // An overflow occurs at a stop first; checking here keeps every number in range.
        self.node(g).left_stop.checked_add(x)?;
        let mut sides = [Vec::new(), Vec::new()];
        for side in Player::BOTH {
            for i in self.options(g, side) {
                sides[side as usize].push(self.sum_within(self.arena[i], number)?);
            }
        }
        self.intern(sides)
    }

    fn sum_by_options(&mut self, g: Form, h: Form) -> Result<Form> {
        let mut sides = [Vec::new(), Vec::new()];
        for side in Player::BOTH {
            for (moved, other) in [(g, h), (h, g)] {
                for i in self.options(moved, side) {
                    sides[side as usize].push(self.sum_within(self.arena[i], other)?);
                }
            }
        }
        let [left, right] = sides;
        self.canonical(left, right)
    }

    /// `g - h`.
    pub fn difference(&mut self, g: Form, h: Form) -> Result<Form> {
        let negative = self.neg(h)?;
        self.sum(g, negative)
    }

    /// `n.g`, the sum of n copies of g, or of -g if n is negative.
    pub fn multiple(&mut self, n: i64, g: Form) -> Result<Form> {
        if let Some(nus) = self.as_nus(g) {
            let ups = i64::from(nus.ups).saturating_mul(n);
            let ups = i32::try_from(ups).map_err(|_| ValueError::TooDeep { limit: MAX_DEPTH })?;
            let nimber = if n % 2 == 0 { 0 } else { nus.nimber };
            return self.nus(Nus { number: nus.number.checked_mul(n)?, ups, nimber });
        }
        let mut power = if n < 0 { self.neg(g)? } else { g };
        let mut count = n.unsigned_abs();
        let mut total = Form::ZERO;
        // By doubling: the multiples of a game such as a switch repeat, so they stay small.
        while count > 0 {
            if count & 1 == 1 {
                total = self.sum(total, power)?;
            }
            count >>= 1;
            if count > 0 {
                power = self.sum(power, power)?;
            }
        }
        Ok(total)
    }
}
