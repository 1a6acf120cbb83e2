//! From options to the canonical form.
//!
//! First the simplest-number test, which needs stops only; then dominated
//! options go, then reversible ones are bypassed. The reversibility test
//! `G^LR <= G` works on the option lists, so G need not exist yet; its answers
//! are remembered per id, and stay valid while options are replaced because the
//! value of G stays the same.

use super::compare::{is_at_least_number, is_at_most_number};
use super::{ABOVE_RIGHT_STOP, BELOW_LEFT_STOP, Forms, Game, NUMBER};
use crate::dyadic::Dyadic;
use crate::error::Result;

/// A game on its way to canonical form; not a number.
struct Draft {
    left: Vec<Game>,
    right: Vec<Game>,
    left_stop: Dyadic,
    right_stop: Dyadic,
    flags: u8,
}

#[derive(Clone, Copy, PartialEq)]
enum Side {
    Left,
    Right,
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
    pub fn game(&mut self, left: &[Game], right: &[Game]) -> Result<Game> {
        self.canonical(left.to_vec(), right.to_vec())
    }

    /// As [`Forms::game`], taking the lists over.
    pub fn canonical(&mut self, mut left: Vec<Game>, mut right: Vec<Game>) -> Result<Game> {
        self.poll()?;
        if let Some(x) = self.simplest_number(&left, &right)? {
            return self.number(x);
        }
        let (left_stop, right_stop, flags) = self.stops_of_options(&left, &right);
        // An option that stays below the stop even if Left moves again is worse
        // than the one that reaches the stop; this clears most without comparing.
        left.retain(|&option| self.node(option).left_stop >= left_stop);
        right.retain(|&option| self.node(option).right_stop <= right_stop);
        self.keep_best(&mut left, Side::Left);
        self.keep_best(&mut right, Side::Right);
        let mut draft = Draft { left, right, left_stop, right_stop, flags };
        self.next_epoch();
        loop {
            let left_changed = self.bypass(&mut draft, Side::Left);
            let right_changed = self.bypass(&mut draft, Side::Right);
            if !left_changed && !right_changed {
                break;
            }
            if left_changed {
                self.keep_best(&mut draft.left, Side::Left);
            }
            if right_changed {
                self.keep_best(&mut draft.right, Side::Right);
            }
        }
        draft.left.sort_unstable();
        draft.right.sort_unstable();
        self.intern(&draft.left, &draft.right)
    }

    /// The number that the game is, if it is one: the simplest x that is not
    /// reached or passed by a Left option, nor by a Right option.
    fn simplest_number(&self, left: &[Game], right: &[Game]) -> Result<Option<Dyadic>> {
        // An option with right stop r excludes all x < r, and x = r if it is >= r.
        let mut low: Option<(Dyadic, bool)> = None;
        for &game in left {
            let node = self.node(game);
            let (end, excluded) = (node.right_stop, node.flags & ABOVE_RIGHT_STOP != 0);
            low = Some(match low {
                Some((a, inside)) if a > end => (a, inside),
                Some((a, inside)) if a == end => (a, inside && !excluded),
                _ => (end, !excluded),
            });
        }
        let mut high: Option<(Dyadic, bool)> = None;
        for &game in right {
            let node = self.node(game);
            let (end, excluded) = (node.left_stop, node.flags & BELOW_LEFT_STOP != 0);
            high = Some(match high {
                Some((b, inside)) if b < end => (b, inside),
                Some((b, inside)) if b == end => (b, inside && !excluded),
                _ => (end, !excluded),
            });
        }
        Dyadic::simplest(low, high)
    }

    /// Removes dominated options; leaves the rest in no particular order.
    fn keep_best(&mut self, options: &mut Vec<Game>, side: Side) {
        if options.len() < 2 {
            return;
        }
        // Best stops first: then a later option can beat an earlier one only if
        // their stops are equal.
        let key = |forms: &Forms, game: Game| {
            let node = forms.node(game);
            let sum = i128::from(node.left_stop.raw()) + i128::from(node.right_stop.raw());
            if side == Side::Left { -sum } else { sum }
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
    fn better(&mut self, side: Side, a: Game, b: Game) -> bool {
        match side {
            Side::Left => self.ge(a, b),
            Side::Right => self.ge(b, a),
        }
    }

    fn next_epoch(&mut self) {
        self.epoch += 1;
        if self.epoch >= 1 << 31 {
            self.epoch = 1;
            self.below.fill(0);
            self.above.fill(0);
        }
    }

    /// Replaces reversible options of one side by what they reverse to; says
    /// whether there were any.
    fn bypass(&mut self, draft: &mut Draft, side: Side) -> bool {
        let mut changed = false;
        let mut i = 0;
        loop {
            let options = if side == Side::Left { &draft.left } else { &draft.right };
            let Some(&option) = options.get(i) else { break };
            let Some(through) = self.reverses_through(draft, option, side) else {
                i += 1;
                continue;
            };
            changed = true;
            let (options, replies) = match side {
                Side::Left => (&mut draft.left, self.lefts(through)),
                Side::Right => (&mut draft.right, self.rights(through)),
            };
            options.swap_remove(i);
            // If it reverses through a number y, then y <= G, so y's own Left
            // option lies below the left stop of G and would be dominated; a
            // number has no stored options and none are added.
            options.extend_from_slice(&self.arena[replies]);
        }
        changed
    }

    /// The reply that makes an option reversible. Numbers are never reversible:
    /// one that is not dominated equals the stop, and its reply is beyond it.
    fn reverses_through(&mut self, draft: &Draft, option: Game, side: Side) -> Option<Game> {
        let replies = match side {
            Side::Left => self.rights(option),
            Side::Right => self.lefts(option),
        };
        for i in replies {
            let reply = self.arena[i];
            let reverses = match side {
                Side::Left => self.is_below(draft, reply),
                Side::Right => self.is_above(draft, reply),
            };
            if reverses {
                return Some(reply);
            }
        }
        None
    }

    /// Whether `x <= G` for the draft G.
    fn is_below(&mut self, g: &Draft, x: Game) -> bool {
        let node = self.node(x);
        if node.flags & NUMBER != 0 {
            return is_at_least_number(g.right_stop, g.flags, node.left_stop);
        }
        if node.left_stop < g.right_stop {
            return true;
        }
        if node.left_stop > g.left_stop || node.right_stop > g.right_stop {
            return false;
        }
        if node.left_stop == g.left_stop && g.flags & !node.flags & BELOW_LEFT_STOP != 0 {
            return false;
        }
        if node.right_stop == g.right_stop && node.flags & !g.flags & ABOVE_RIGHT_STOP != 0 {
            return false;
        }
        let seen = self.below[x.at()];
        if seen >> 1 == self.epoch {
            return seen & 1 != 0;
        }
        let answer = self.is_below_by_options(g, x);
        self.below[x.at()] = self.epoch << 1 | u32::from(answer);
        answer
    }

    fn is_below_by_options(&mut self, g: &Draft, x: Game) -> bool {
        for &right in &g.right {
            if self.ge(x, right) {
                return false;
            }
        }
        for i in self.lefts(x) {
            if self.is_above(g, self.arena[i]) {
                return false;
            }
        }
        true
    }

    /// Whether `x >= G` for the draft G.
    fn is_above(&mut self, g: &Draft, x: Game) -> bool {
        let node = self.node(x);
        if node.flags & NUMBER != 0 {
            return is_at_most_number(g.left_stop, g.flags, node.left_stop);
        }
        if node.right_stop > g.left_stop {
            return true;
        }
        if node.left_stop < g.left_stop || node.right_stop < g.right_stop {
            return false;
        }
        if node.left_stop == g.left_stop && node.flags & !g.flags & BELOW_LEFT_STOP != 0 {
            return false;
        }
        if node.right_stop == g.right_stop && g.flags & !node.flags & ABOVE_RIGHT_STOP != 0 {
            return false;
        }
        let seen = self.above[x.at()];
        if seen >> 1 == self.epoch {
            return seen & 1 != 0;
        }
        let answer = self.is_above_by_options(g, x);
        self.above[x.at()] = self.epoch << 1 | u32::from(answer);
        answer
    }

    fn is_above_by_options(&mut self, g: &Draft, x: Game) -> bool {
        for &left in &g.left {
            if self.ge(left, x) {
                return false;
            }
        }
        for i in self.rights(x) {
            if self.is_below(g, self.arena[i]) {
                return false;
            }
        }
        true
    }
}
