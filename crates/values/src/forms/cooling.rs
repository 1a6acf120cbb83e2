//! Cooling, heating, and thermographs of forms.

use super::{Forms, Game};
use crate::dyadic::Dyadic;
use crate::error::{Result, ValueError};
use crate::evaluate::Player;
use crate::hash::FastMap;
use crate::thermograph::{Thermograph, ThermographId};

impl Forms {
    /// The thermograph of a form.
    ///
    /// ```
    /// use lastmove_values::Forms;
    /// let mut forms = Forms::new();
    /// let (two, zero) = (forms.integer(2)?, forms.integer(0)?);
    /// let hot = forms.game(&[two], &[zero])?;
    /// let thermograph = forms.thermograph(hot)?;
    /// assert_eq!(thermograph.mean().to_string(), "1");
    /// assert_eq!(thermograph.temperature().to_string(), "1");
    /// # Ok::<(), lastmove_values::ValueError>(())
    /// ```
    pub fn thermograph(&mut self, g: Game) -> Result<Thermograph> {
        let id = self.thermograph_id(g)?;
        Ok(self.thermographs.get(id))
    }

    /// The mean value: what each of many copies of `g` is worth.
    pub fn mean(&mut self, g: Game) -> Result<Dyadic> {
        let id = self.thermograph_id(g)?;
        Ok(self.thermographs.mean(id))
    }

    /// The temperature: how urgent a move in `g` is.
    pub fn temperature(&mut self, g: Game) -> Result<Dyadic> {
        let id = self.thermograph_id(g)?;
        Ok(self.thermographs.temperature(id))
    }

    fn thermograph_id(&mut self, g: Game) -> Result<ThermographId> {
        if let Some(x) = self.as_number(g) {
            return self.thermographs.number(x);
        }
        if let Some(&id) = self.walls.get(&g) {
            return Ok(id);
        }
        let mut scaffolds = self.thermographs.scaffolds();
        for side in Player::BOTH {
            for i in self.options(g, side) {
                let option = self.thermograph_id(self.arena[i])?;
                self.thermographs.add(&mut scaffolds, side, option);
            }
        }
        let id = self.thermographs.finish(scaffolds)?;
        self.walls.insert(g, id);
        Ok(id)
    }

    /// `g` cooled by `t >= 0`: each move costs its player t, and a game cooled
    /// beyond its temperature is its mean.
    ///
    /// ```
    /// use lastmove_values::{Dyadic, Forms};
    /// let mut forms = Forms::new();
    /// let (two, zero) = (forms.integer(2)?, forms.integer(0)?);
    /// let hot = forms.game(&[two], &[zero])?;
    /// let one_star = forms.cool(hot, Dyadic::ONE)?;
    /// let (one, star) = (forms.integer(1)?, forms.nimber(1)?);
    /// assert_eq!(one_star, forms.sum(one, star)?);
    /// assert_eq!(forms.heat(one_star, Dyadic::ONE)?, hot);
    /// # Ok::<(), lastmove_values::ValueError>(())
    /// ```
    pub fn cool(&mut self, g: Game, t: Dyadic) -> Result<Game> {
        self.taxed(g, t, true)
    }

    /// `g` heated by `t >= 0`: each move earns its player t. A number stays
    /// what it is, which undoes cooling on forms cooled by the same amount.
    pub fn heat(&mut self, g: Game, t: Dyadic) -> Result<Game> {
        self.taxed(g, t, false)
    }

    fn taxed(&mut self, g: Game, t: Dyadic, cooling: bool) -> Result<Game> {
        if t < Dyadic::ZERO {
            return Err(ValueError::NegativeTemperature);
        }
        let fees = [if cooling { -t } else { t }, if cooling { t } else { -t }];
        let fees = [self.number(fees[0])?, self.number(fees[1])?];
        self.tax(g, cooling.then_some(t), fees, &mut FastMap::default())
    }

    fn tax(
        &mut self,
        g: Game,
        cooling: Option<Dyadic>,
        fees: [Game; 2],
        memo: &mut FastMap<Game, Game>,
    ) -> Result<Game> {
        if self.is_number(g) {
            return Ok(g);
        }
        if let Some(&known) = memo.get(&g) {
            return Ok(known);
        }
        let frozen = match cooling {
            Some(t) => t > self.temperature(g)?,
            None => false,
        };
        let result = if frozen {
            let mean = self.mean(g)?;
            self.number(mean)?
        } else {
            let [mut left, mut right] = [Vec::new(), Vec::new()];
            for (side, out) in Player::BOTH.into_iter().zip([&mut left, &mut right]) {
                for i in self.options(g, side) {
                    let option = self.tax(self.arena[i], cooling, fees, memo)?;
                    out.push(self.sum(option, fees[side as usize])?);
                }
            }
            self.canonical(left, right)?
        };
        memo.insert(g, result);
        Ok(result)
    }
}
