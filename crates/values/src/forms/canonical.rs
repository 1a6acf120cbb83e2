//! From options to the canonical form.
//!
//! First the simplest-number test, which needs stops only; then dominated
//! options go, then reversible ones are bypassed. The reversibility test
//! `G^LR <= G` works on the option lists, so G need not exist yet; its answers
//! are remembered per id, and stay valid while options are replaced because the
//! value of G stays the same.

use super::compare::by_stops;
use super::{Form, Forms, Stops};
use crate::dyadic::Dyadic;
use crate::error::Result;
use crate::evaluate::Player;

/// A game that is not yet in canonical form; not a number.
struct Draft {
    /// The options of Left and Right, indexed by player.
    options: [Vec<Form>; 2],
    stops: Stops,
}

impl Forms {
    /// The value of the game with these options.
    ///
    /// ```
    /// use lastmove_values::{Dyadic, Forms};
    /// let mut forms = Forms::new();
    /// let (three, six) = (forms.integer(3)?, forms.integer(6)?);
    /// assert_eq!(forms.game(&[three], &[six])?, forms.integer(4)?);
    /// # Ok::<(), lastmove_values::ValueError>(())
    /// ```
    pub fn game(&mut self, left: &[Form], right: &[Form]) -> Result<Form> {
        self.canonical(left.to_vec(), right.to_vec())
    }

    /// As [`Forms::game`], but takes ownership of the lists.
    pub fn canonical(&mut self, left: Vec<Form>, right: Vec<Form>) -> Result<Form> {
        self.poll()?;
        if let Some(x) = self.simplest_number(&left, &right)? {
            return self.number(x);
        }
        let stops = self.stops_of_options(&left, &right);
        let mut draft = Draft { options: [left, right], stops };
        // An option whose stop is too low even if Left moves again is worse than the one that
        // reaches the stop; this removes most options without comparing them.
        draft.options[0].retain(|&option| self.node(option).left_stop >= stops.left);
        draft.options[1].retain(|&option| self.node(option).right_stop <= stops.right);
        let mut changed = [true; 2];
        self.next_epoch();
        while changed != [false; 2] {
            for side in Player::BOTH.into_iter().filter(|&side| changed[side as usize]) {
                self.keep_best(&mut draft.options[side as usize], side);
            }
            changed = Player::BOTH.map(|side| self.bypass(&mut draft, side));
        }
        self.intern(draft.options)
    }

    /// The value of the game if it is a number: the simplest x that no Left option reaches or
    /// passes, and no Right option either.
    fn simplest_number(&self, left: &[Form], right: &[Form]) -> Result<Option<Dyadic>> {
        // An option with right stop r excludes all x < r, and x = r if it is >= r.
        let [low, high] = self.best_stops(left, right);
        Dyadic::simplest(low.map(|(end, excluded)| (end, !excluded)), high)
    }

    /// Removes dominated options; leaves the rest in no particular order.
    pub(super) fn keep_best(&mut self, options: &mut Vec<Form>, side: Player) {
        if options.len() < 2 {
            return;
        }
        // Best stops first: then a later option can beat an earlier one only if
        // their stops are equal.
        let key = |forms: &Forms, game: Form| {
            let node = forms.node(game);
            let sum = i128::from(node.left_stop.raw()) + i128::from(node.right_stop.raw());
            if side == Player::Left { -sum } else { sum }
        };
        options.sort_unstable_by_key(|&game| (key(self, game), game));
        options.dedup();
        let mut kept = 0;
        'candidates: for i in 0..options.len() {
            let candidate = options[i];
            for &other in &options[..kept] {
                if self.better(side, other, candidate) {
                    continue 'candidates;
                }
            }
            let mut j = kept;
            let sum = key(self, candidate);
            while j > 0 && key(self, options[j - 1]) == sum {
                j -= 1;
                if self.better(side, candidate, options[j]) {
                    kept -= 1;
                    options.copy_within(j + 1..kept + 1, j);
                }
            }
            options[kept] = candidate;
            kept += 1;
        }
        options.truncate(kept);
    }

    #[inline]
    fn better(&mut self, side: Player, a: Form, b: Form) -> bool {
        match side {
            Player::Left => self.ge(a, b),
            Player::Right => self.ge(b, a),
        }
    }

    fn next_epoch(&mut self) {
        self.epoch += 1;
        if self.epoch >= 1 << 31 {
            self.epoch = 1;
            self.seen.iter_mut().for_each(|seen| seen.fill(0));
        }
    }

    /// Replaces reversible options of one side by the options that they reverse to; returns whether
    /// there were any.
    fn bypass(&mut self, draft: &mut Draft, side: Player) -> bool {
        let mut changed = false;
        let mut i = 0;
        while let Some(&option) = draft.options[side as usize].get(i) {
            let Some(through) = self.reverses_through(draft, option, side) else {
                i += 1;
                continue;
            };
            changed = true;
            let options = &mut draft.options[side as usize];
            options.swap_remove(i);
            // If it reverses through a number y, then y <= G, so y's own Left option lies below the
            // left stop of G and would be dominated. A number has no stored options, so none are
            // added.
            options.extend_from_slice(&self.arena[self.options(through, side)]);
        }
        changed
    }

    /// The reply that makes an option reversible. Numbers are never reversible:
    /// one that is not dominated equals the stop, and its reply is beyond it.
    fn reverses_through(&mut self, draft: &Draft, option: Form, side: Player) -> Option<Form> {
        for i in self.options(option, side.opponent()) {
            let reply = self.arena[i];
            if self.is_passed(draft, reply, side) {
                return Some(reply);
            }
        }
        None
    }

    /// Whether the draft G is at least as good as x for one side: `x <= G` for
    /// Left, `x >= G` for Right.
    fn is_passed(&mut self, g: &Draft, x: Form, side: Player) -> bool {
        let stops = self.node(x).stops();
        let known = match side {
            Player::Left => by_stops(g.stops, stops),
            Player::Right => by_stops(stops, g.stops),
        };
        if let Some(answer) = known {
            return answer;
        }
        let seen = self.seen[side as usize][x.at()];
        if seen >> 1 == self.epoch {
            return seen & 1 != 0;
        }
        let answer = self.is_passed_by_options(g, x, side);
        self.seen[side as usize][x.at()] = self.epoch << 1 | u32::from(answer);
        answer
    }

    /// `x <= G` unless some `G^R <= x` or some `x^L >= G`; for Right the same mirrored.
    fn is_passed_by_options(&mut self, g: &Draft, x: Form, side: Player) -> bool {
        let other = side.opponent();
        for &option in &g.options[other as usize] {
            if self.better(side, x, option) {
                return false;
            }
        }
        for i in self.options(x, side) {
            if self.is_passed(g, self.arena[i], other) {
                return false;
            }
        }
        true
    }
}
