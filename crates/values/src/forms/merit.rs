//! Which options of a game matter: incentives, dominated and reversible options.

use super::{Form, Forms};
use crate::error::Result;
use crate::evaluate::Player;

/// Whether an option of a game matters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Merit {
    /// Neither dominated nor reversible.
    Good,
    /// Another option, with this index, is strictly better, or has the same value
    /// and comes first.
    Dominated {
        /// The index of that option.
        by: usize,
    },
    /// The opponent has a reply in the option's canonical form that leaves the
    /// player no better off than before.
    Reversible {
        /// The position after that reply.
        through: Form,
    },
}

impl Forms {
    /// The merits of one player's options in a game of value `g`.
    ///
    /// An option that is both dominated and reversible is returned as dominated.
    ///
    /// ```
    /// use lastmove_values::{Forms, Form, Merit, Player};
    /// let mut forms = Forms::new();
    /// let up = forms.ups(1)?;
    /// let star = forms.nimber(1)?;
    /// let g = forms.parse("{up, star, -1 | up, star}")?;
    /// let options = [up, star, forms.integer(-1)?];
    /// let merits = forms.merits(g, &options, Player::Left);
    /// assert_eq!(merits[2], Merit::Dominated { by: 0 });
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn merits(&mut self, g: Form, options: &[Form], player: Player) -> Vec<Merit> {
        (0..options.len()).map(|i| self.merit(g, options, i, player)).collect()
    }

    fn merit(&mut self, g: Form, options: &[Form], i: usize, player: Player) -> Merit {
        let beats = |forms: &mut Forms, j: usize| match (options[j] == options[i], player) {
            (true, _) => j < i,
            (false, Player::Left) => forms.ge(options[j], options[i]),
            (false, Player::Right) => forms.le(options[j], options[i]),
        };
        // The best of those that beat it: one that no other option beats.
        let mut by = None;
        for j in 0..options.len() {
            if beats(self, j) && by.is_none_or(|by: usize| self.is_better(options, j, by, player)) {
                by = Some(j);
            }
        }
        if let Some(by) = by {
            return Merit::Dominated { by };
        }
        match self.reply_that_reverses(g, options[i], player) {
            Some(through) => Merit::Reversible { through },
            None => Merit::Good,
        }
    }

    fn is_better(&mut self, options: &[Form], j: usize, than: usize, player: Player) -> bool {
        options[j] != options[than]
            && match player {
                Player::Left => self.ge(options[j], options[than]),
                Player::Right => self.le(options[j], options[than]),
            }
    }

    fn reply_that_reverses(&mut self, g: Form, option: Form, player: Player) -> Option<Form> {
        let replies = self.options_of(option, player.opponent()).ok()?;
        replies.into_iter().find(|&reply| match player {
            Player::Left => self.le(reply, g),
            Player::Right => self.ge(reply, g),
        })
    }

    /// What a player gains by moving in the canonical form of `g`: `G^L - G` for
    /// Left, `G - G^R` for Right. Only the best are listed.
    ///
    /// ```
    /// use lastmove_values::{Forms, Player};
    /// let mut forms = Forms::new();
    /// let up = forms.ups(1)?;
    /// let gains = forms.incentives(up, Player::Right)?;
    /// assert_eq!(forms.print(gains[0], 10).as_deref(), Some("^*"));
    /// # Ok::<(), lastmove_values::ValueError>(())
    /// ```
    pub fn incentives(&mut self, g: Form, player: Player) -> Result<Vec<Form>> {
        let mut gains = Vec::new();
        for option in self.options_of(g, player)? {
            gains.push(match player {
                Player::Left => self.difference(option, g)?,
                Player::Right => self.difference(g, option)?,
            });
        }
        // A greater gain is better for the player who gains, Left or Right.
        self.keep_best(&mut gains, Player::Left);
        Ok(gains)
    }

    /// The best incentives of both players together.
    pub fn all_incentives(&mut self, g: Form) -> Result<Vec<Form>> {
        let mut gains = self.incentives(g, Player::Left)?;
        gains.extend(self.incentives(g, Player::Right)?);
        self.keep_best(&mut gains, Player::Left);
        Ok(gains)
    }
}
