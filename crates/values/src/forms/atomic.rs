//! Atomic weights: how many ups an all-small game is worth.
//!
//! The atomic weight of G is the game g for which G - g.^ lies between down and
//! up once a remote star, larger than any that matters, is added (*Winning Ways*,
//! chapter 8). It follows from the weights of the options: G is worth
//! `{g^L - 2 | g^R + 2}`, and where that is an integer although several integers
//! would fit, the comparison with the remote star decides.

use super::{Form, Forms};
use crate::error::{Result, ValueError};
use crate::evaluate::Player;
use crate::hash::FastMap;

impl Forms {
    /// Whether in every position of `g` either both players can move or neither.
    pub fn is_all_small(&mut self, g: Form) -> bool {
        self.is_all_small_within(g, &mut FastMap::default())
    }

    fn is_all_small_within(&self, g: Form, memo: &mut FastMap<Form, bool>) -> bool {
        if let Some(nus) = self.as_nus(g) {
            return nus.number == crate::Dyadic::ZERO;
        }
        if let Some(&known) = memo.get(&g) {
            return known;
        }
        // A form that is not a number has options of both players.
        let small = Player::BOTH.into_iter().all(|side| {
            self.options(g, side).all(|i| self.is_all_small_within(self.arena[i], memo))
        });
        memo.insert(g, small);
        small
    }

    /// The atomic weight of an all-small game.
    ///
    /// ```
    /// use lastmove_values::Forms;
    /// let mut forms = Forms::new();
    /// let g = forms.parse("{^3|vv}")?;
    /// let weight = forms.atomic_weight(g)?;
    /// assert_eq!(weight, forms.parse("{1|0}")?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`ValueError::NotAllSmall`] for other games.
    pub fn atomic_weight(&mut self, g: Form) -> Result<Form> {
        if !self.is_all_small(g) {
            return Err(ValueError::NotAllSmall);
        }
        self.weight(g, &mut FastMap::default())
    }

    fn weight(&mut self, g: Form, memo: &mut FastMap<Form, Form>) -> Result<Form> {
        if let Some(nus) = self.as_nus(g) {
            return self.integer(nus.ups.into());
        }
        if let Some(&known) = memo.get(&g) {
            return Ok(known);
        }
        let mut sides = [Vec::new(), Vec::new()];
        for side in Player::BOTH {
            let two = self.integer(if side == Player::Left { -2 } else { 2 })?;
            for i in self.options(g, side) {
                let weight = self.weight(self.arena[i], memo)?;
                sides[side as usize].push(self.sum(weight, two)?);
            }
        }
        let simplest = self.canonical(sides[0].clone(), sides[1].clone())?;
        let is_integer = self.as_number(simplest).is_some_and(|x| x.is_integer());
        let weight = if is_integer { self.eccentric(g, sides, simplest)? } else { simplest };
        memo.insert(g, weight);
        Ok(weight)
    }

    /// The integer among those that fit: the greatest if `g` is above the remote
    /// star, the least if it is below, the simplest if it is confused with it.
    fn eccentric(&mut self, g: Form, sides: [Vec<Form>; 2], simplest: Form) -> Result<Form> {
        let remote = 1 + self.greatest_nimber(g, &mut FastMap::default());
        let star = self.nimber(remote)?;
        let [left, right] = sides;
        // The least n that no Left option reaches, the greatest that no Right option does.
        let number = |n| crate::Dyadic::integer(n);
        if self.ge(star, g) {
            let mut n = i64::MIN;
            for option in left {
                let mut least = self.right_stop(option).floor();
                while self.ge_number(option, number(least)?) {
                    least += 1;
                }
                n = n.max(least);
            }
            self.integer(n)
        } else if self.ge(g, star) {
            let mut n = i64::MAX;
            for option in right {
                let mut greatest = self.left_stop(option).floor() + 1;
                while self.le_number(option, number(greatest)?) {
                    greatest -= 1;
                }
                n = n.min(greatest);
            }
            self.integer(n)
        } else {
            Ok(simplest)
        }
    }

    /// The greatest m for which *m is a position of `g`: any larger star is remote.
    fn greatest_nimber(&self, g: Form, memo: &mut FastMap<Form, u32>) -> u32 {
        if let Some(nus) = self.as_nus(g) {
            // x + k.^ + *m passes through *(m ^ 1) on its way to 0.
            return nus.nimber | 1;
        }
        if let Some(&known) = memo.get(&g) {
            return known;
        }
        let mut greatest = 0;
        for side in Player::BOTH {
            for i in self.options(g, side) {
                greatest = greatest.max(self.greatest_nimber(self.arena[i], memo));
            }
        }
        memo.insert(g, greatest);
        greatest
    }
}
