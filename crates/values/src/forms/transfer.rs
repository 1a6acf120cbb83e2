//! Copying values between stores, for threads that each own one.

use super::{Form, Forms};
use crate::error::Result;
use crate::evaluate::Player;
use crate::hash::FastMap;

impl Forms {
    /// The value `game` of another store as a value of this one. `memo` holds the values copied
    /// before; keep one per pair of stores.
    ///
    /// ```
    /// use lastmove_values::{FastMap, Forms};
    /// let mut here = Forms::new();
    /// let mut there = Forms::new();
    /// let up = there.ups(1)?;
    /// let carried = here.transfer(&there, up, &mut FastMap::default())?;
    /// assert_eq!(carried, here.ups(1)?);
    /// # Ok::<(), lastmove_values::ValueError>(())
    /// ```
    pub fn transfer(
        &mut self,
        from: &Forms,
        game: Form,
        memo: &mut FastMap<Form, Form>,
    ) -> Result<Form> {
        if let Some(nus) = from.as_nus(game) {
            return self.nus(nus);
        }
        if let Some(&known) = memo.get(&game) {
            return Ok(known);
        }
        let mut sides = [Vec::new(), Vec::new()];
        for side in Player::BOTH {
            for &option in &from.arena[from.options(game, side)] {
                sides[side as usize].push(self.transfer(from, option, memo)?);
            }
        }
        let result = self.intern(sides)?;
        memo.insert(game, result);
        Ok(result)
    }
}
