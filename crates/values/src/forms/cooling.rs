//! Cooling, heating, and thermographs of forms.

use super::{Form, Forms};
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
    pub fn thermograph(&mut self, g: Form) -> Result<Thermograph> {
        let id = self.thermograph_id(g)?;
        Ok(self.thermographs.get(id))
    }

    /// The mean value: what each of many copies of `g` is worth.
    pub fn mean(&mut self, g: Form) -> Result<Dyadic> {
        let id = self.thermograph_id(g)?;
        Ok(self.thermographs.mean(id))
    }

    /// The temperature: how urgent a move in `g` is.
    pub fn temperature(&mut self, g: Form) -> Result<Dyadic> {
        let id = self.thermograph_id(g)?;
        Ok(self.thermographs.temperature(id))
    }

    fn thermograph_id(&mut self, g: Form) -> Result<ThermographId> {
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

    /// `g` cooled by `t > -1`: each move costs its player t, and a game cooled
    /// beyond its temperature is its mean.
    ///
    /// ```
    /// use lastmove_values::{Dyadic, Forms};
    /// let mut forms = Forms::new();
    /// let hot = forms.parse("{2|0}")?;
    /// let cooled = forms.cool(hot, Dyadic::ONE)?;
    /// assert_eq!(cooled, forms.parse("1*")?);
    /// let one = forms.integer(1)?;
    /// assert_eq!(forms.heat(cooled, one)?, hot);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn cool(&mut self, g: Form, t: Dyadic) -> Result<Form> {
        if t <= Dyadic::MINUS_ONE {
            return Err(ValueError::TooCold);
        }
        let fees = [self.number(-t)?, self.number(t)?];
        self.cooled(g, t, fees, &mut FastMap::default())
    }

    fn cooled(
        &mut self,
        g: Form,
        t: Dyadic,
        fees: [Form; 2],
        memo: &mut FastMap<Form, Form>,
    ) -> Result<Form> {
        if let Some(&known) = memo.get(&g) {
            return Ok(known);
        }
        let result = if t > self.temperature(g)? {
            let mean = self.mean(g)?;
            self.number(mean)?
        } else {
            self.map_options(g, |forms, option, side| {
                let cooled = forms.cooled(option, t, fees, memo)?;
                forms.sum(cooled, fees[side as usize])
            })?
        };
        memo.insert(g, result);
        Ok(result)
    }

    /// `g` heated by `t`: each move earns its player t, which may be any game. A number is
    /// unchanged, so that heating undoes cooling by the same number.
    pub fn heat(&mut self, g: Form, t: Form) -> Result<Form> {
        let stays = |forms: &mut Forms, g: Form| Ok(forms.is_number(g).then_some(g));
        let fees = [t, self.neg(t)?];
        self.heated(g, &stays, fees, &mut FastMap::default())
    }

    /// `g` overheated from `s` to `t`: an integer n is n copies of s, and in every
    /// other position each move earns its player t.
    ///
    /// ```
    /// use lastmove_values::{Forms, Form};
    /// let mut forms = Forms::new();
    /// let g = forms.parse("7/16")?; // CGSuite: (7/16).Overheat(0,0) is ^[3]
    /// let overheated = forms.overheat(g, Form::ZERO, Form::ZERO)?;
    /// assert_eq!(overheated, forms.parse("^[3]")?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn overheat(&mut self, g: Form, s: Form, t: Form) -> Result<Form> {
        let copies = |forms: &mut Forms, g: Form| match forms.as_number(g) {
            Some(n) if n.is_integer() => forms.multiple(n.floor(), s).map(Some),
            _ => Ok(None),
        };
        let fees = [t, self.neg(t)?];
        self.heated(g, &copies, fees, &mut FastMap::default())
    }

    /// Heats `g`; `end` returns the value of the positions at which heating stops.
    fn heated(
        &mut self,
        g: Form,
        end: &dyn Fn(&mut Forms, Form) -> Result<Option<Form>>,
        fees: [Form; 2],
        memo: &mut FastMap<Form, Form>,
    ) -> Result<Form> {
        if let Some(&known) = memo.get(&g) {
            return Ok(known);
        }
        let result = match end(self, g)? {
            Some(worth) => worth,
            None => self.map_options(g, |forms, option, side| {
                let heated = forms.heated(option, end, fees, memo)?;
                forms.sum(heated, fees[side as usize])
            })?,
        };
        memo.insert(g, result);
        Ok(result)
    }

    /// The game whose options are those of `g`, each replaced by the result of a function.
    fn map_options(
        &mut self,
        g: Form,
        mut map: impl FnMut(&mut Forms, Form, Player) -> Result<Form>,
    ) -> Result<Form> {
        let mut sides = [Vec::new(), Vec::new()];
        for side in Player::BOTH {
            for option in self.options_of(g, side)? {
                sides[side as usize].push(map(self, option, side)?);
            }
        }
        let [left, right] = sides;
        self.canonical(left, right)
    }
}
