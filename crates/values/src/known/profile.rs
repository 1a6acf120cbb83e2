//! Bounds on the stops of a sum, from the thermographs of its parts.
//!
//! For each temperature t >= 0, cooling by t is additive, and the stops of a cooled game are the
//! values of its walls at t. Stops satisfy `LS(A + B) >= LS(A) + RS(B)`, `LS(A + B) <= LS(A) +
//! LS(B)` and `RS(A + B) >= RS(A) + RS(B)`. A left wall never rises above the left stop, and it
//! falls by at most t up to the temperature t. So for the left stop L of a sum, with L_i and R_i
//! the walls of its parts,
//!
//! - L >= ΣR_i(t) + (L_j - R_j)(t) for every t and every part j,
//! - L <= ΣL_i(t) + t for every t.
//!
//! These are the bounds of the strategies thermostrat and sentestrat. Thermographs themselves do
//! not add: the bounds need not meet.

use crate::dyadic::Dyadic;
use crate::thermograph::{Thermograph, Wall};

/// Numbers are multiples of 1 / `PARTS`, rounded to the side on which a bound stays valid.
const PARTS: u32 = 10;

/// The temperatures that are tried, in quarters.
const QUARTERS: [i64; 12] = [0, 1, 2, 3, 4, 6, 8, 10, 12, 16, 24, 40];
const COUNT: usize = QUARTERS.len();

/// The walls of a game at these temperatures, or sums of walls.
#[derive(Clone, Copy, Default)]
pub(super) struct Profile {
    /// not less than the left wall
    above: [i64; COUNT],
    /// not greater than the right wall
    below: [i64; COUNT],
    /// not greater than the width of the widest part
    width: [i64; COUNT],
}

fn down(x: Dyadic) -> i64 {
    x.raw() >> (32 - PARTS)
}

impl Profile {
    /// The walls of a game.
    pub(super) fn new(thermograph: &Thermograph) -> Profile {
        let mut profile = Profile::default();
        for (i, quarters) in QUARTERS.into_iter().enumerate() {
            let at = |wall: &Wall| wall.at(Dyadic::from_raw(quarters << 30)).raw();
            let left = at(thermograph.left_wall());
            let right = at(thermograph.right_wall());
            profile.above[i] = -down(Dyadic::from_raw(-left));
            profile.below[i] = down(Dyadic::from_raw(right));
            profile.width[i] = down(Dyadic::from_raw(left - right));
        }
        profile
    }

    /// Adds a part.
    pub(super) fn add(&mut self, part: &Profile) {
        for i in 0..COUNT {
            self.above[i] += part.above[i];
            self.below[i] += part.below[i];
            self.width[i] = self.width[i].max(part.width[i]);
        }
    }

    /// The greatest integer n for which Left, to move, loses the sum plus n by these bounds, and
    /// the least with which Left wins. `fraction` is one more part.
    pub(super) fn decided(&self, fraction: Dyadic) -> (i64, i64) {
        let low = (0..COUNT).map(|i| self.below[i] + self.width[i]).max().unwrap_or(0);
        let high = (0..COUNT).map(|i| self.above[i] + (QUARTERS[i] << (PARTS - 2))).min();
        let low = low + down(fraction);
        let high = high.unwrap_or(0) - down(Dyadic::from_raw(-fraction.raw()));
        // Left loses if n + high < 0 and wins if n + low > 0.
        let floor = |x: i64| x >> PARTS;
        (-floor(high) - 1, floor(-low) + 1)
    }
}
