//! Bullock's static bounds (thesis, chapter 3): a cover of the board by areas that guarantee a
//! player some number of moves, whatever the opponent does, and leave the opponent no more than
//! some number.
//!
//! The owner of the cover plays along the rows:
//!
//! - *safe*: two squares of a row that the opponent cannot use; one move each.
//! - *protective*: 2x2 free squares such that a domino in one row makes the other row safe; of two
//!   such areas the owner gets one, worth two moves. No opposing domino touches two of them.
//! - *vulnerable*: any two squares of a row. Type 2 if one opposing domino can touch it and another
//!   area (the owner gets a third of them), type 1 if not (the owner gets half of them).
//! - *option*: a square beside a safe area which the owner can take in place of one of the safe
//!   squares, so that 1 to 3 squares become useless to the opponent.
//!
//! The players take options in turn, the best first: in descending order the owner gets every
//! second one, and the best too if a vulnerable area is left over that the owner can have in its
//! place.
//!
//! Every cover is sound; `areas` packs one greedily, in the order safe, protective, vulnerable,
//! option.

mod areas;
#[cfg(test)]
mod tests;

pub(crate) use areas::Areas;

use super::lines::Lines;
use super::switches::Switches;
use lastmove_board::Bits;

/// The number of areas of each kind in a cover.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Cover {
    /// free squares of the board
    free: i32,
    safe: i32,
    protective: i32,
    vulnerable2: i32,
    vulnerable1: i32,
    /// vulnerable areas with a square that the opponent cannot use
    protected2: i32,
    protected1: i32,
    /// options by the number of squares that they take from the opponent
    options: [i32; 3],
    /// squares outside the cover that the opponent cannot use
    unavailable: i32,
    /// the most dominoes that the opponent could place now
    opponent_most: i32,
}

impl Cover {
    /// Packs a cover for the player along the rows, without the areas that are switched off.
    /// `opponent_most` is the greatest number of dominoes that fit across the rows.
    pub(crate) fn pack<B: Bits>(
        switches: Option<&Switches>,
        lines: &Lines<B>,
        empty: B,
        opponent_most: u32,
    ) -> Self {
        let with_protective = switches.is_none_or(|switches| switches.protective);
        let areas = Areas::pack(lines, empty, with_protective);
        let cover = Self::of(&areas, empty.count(), opponent_most);
        match switches {
            None => cover,
            Some(switches) => cover.without(switches),
        }
    }

    /// Counts the areas. `free` is the number of free squares.
    #[inline(always)]
    pub(crate) fn of<B: Bits>(areas: &Areas<B>, free: u32, opponent_most: u32) -> Self {
        let half_protected = areas.half_protected;
        Self {
            free: free as i32,
            safe: areas.safe.count() as i32,
            protective: areas.protective.count() as i32,
            vulnerable2: areas.type2.count() as i32,
            vulnerable1: areas.type1.count() as i32,
            protected2: (areas.type2 & half_protected).count() as i32,
            protected1: (areas.type1 & half_protected).count() as i32,
            options: areas.options.map(|squares| squares.count() as i32),
            unavailable: areas.unavailable.count() as i32,
            opponent_most: opponent_most as i32,
        }
    }

    /// The same cover without the areas that are switched off.
    #[cold]
    fn without(self, switches: &Switches) -> Self {
        let mut cover = self;
        if !switches.unavailable {
            cover.unavailable = 0;
        }
        if !switches.type1 {
            cover.vulnerable2 += std::mem::take(&mut cover.vulnerable1);
            cover.protected2 += std::mem::take(&mut cover.protected1);
        }
        if !switches.protected {
            (cover.protected2, cover.protected1) = (0, 0);
        }
        if !switches.options {
            cover.options = [0; 3];
        }
        cover
    }

    /// Whether the owner wins with the opponent to move.
    pub(crate) fn wins_second(&self) -> bool {
        let (own, opponent) = self.bounds(0, 0);
        own >= opponent
    }

    /// Whether the owner wins moving first: the owner plays in one of the areas, and then the
    /// opponent is to move.
    pub(crate) fn wins_first(&self) -> bool {
        let option = (0..3).rev().find(|&kind| self.options[kind] > 0);
        // in a protective area: one move now, and the other row of the block is safe
        self.protective > 0
            && self.wins_after(0, |after| {
                after.protective -= 1;
                after.safe += 1;
                after.opponent_most -= 2;
            })
            // in the option that takes most from the opponent
            || option.is_some_and(|kind| {
                self.wins_after(kind as i32 + 1, |after| {
                    after.options[kind] -= 1;
                    after.safe -= 1;
                })
            })
            // in a vulnerable area of either type, else in a safe one
            || self.vulnerable2 > 0
                && self.wins_after(0, |after| {
                    after.vulnerable2 -= 1;
                    after.protected2 = after.protected2.min(after.vulnerable2);
                })
            || self.vulnerable1 > 0
                && self.wins_after(0, |after| {
                    after.vulnerable1 -= 1;
                    after.protected1 = after.protected1.min(after.vulnerable1);
                })
            || self.safe > 0 && self.wins_after(0, |after| after.safe -= 1)
    }

    /// Whether the owner wins by a move of this kind that takes `gained` squares from the opponent
    /// in addition to those that it covers. The move itself counts, so the owner needs one more
    /// than the opponent in total.
    #[inline(always)]
    fn wins_after(&self, gained: i32, play: impl FnOnce(&mut Self)) -> bool {
        let mut after = *self;
        play(&mut after);
        let (own, opponent) = after.bounds(1, gained);
        own > opponent
    }

    /// A lower bound for the owner's moves and an upper bound for the opponent's, with the opponent
    /// to move.
    pub(crate) fn moves(&self) -> (i32, i32) {
        self.bounds(0, 0)
    }

    /// A lower bound for the owner's moves and an upper bound for the opponent's, with the opponent
    /// to move, after `played` moves of the owner (which are included) that took `gained` squares
    /// from the opponent in addition to those that they cover.
    fn bounds(&self, played: i32, gained: i32) -> (i32, i32) {
        let pairs = self.protective / 2;
        // an odd protective area counts as two vulnerable ones
        let v2 = self.vulnerable2 + 2 * (self.protective % 2);
        let v1 = self.vulnerable1;
        let both_left = v2 % 3 != 0 && v1 % 2 != 0;
        let own = 2 * pairs + v2 / 3 + v1 / 2 + self.safe + i32::from(both_left) + played;

        let spared2 = self.protected2 - (v2 / 3 - (v2 - self.protected2) / 3);
        let spared1 = self.protected1 - (v1 / 2 - (v1 - self.protected1) / 2);
        // If one kind is left over, the opponent gives up an option by taking its last area, and
        // vice versa.
        let one_left = (v2 % 3 != 0) != (v1 % 2 != 0);
        let mut unplayable = spared2 + spared1 + worth_of_options(self.options, one_left);
        if both_left && (self.protected2 > 0 || self.protected1 > 0) {
            unplayable -= 1;
        }
        let available = self.free - 2 * own - self.unavailable - unplayable - gained;
        let opponent = (available / 2).min(self.opponent_most - 2 * pairs);
        (own, opponent.max(0))
    }
}

/// The number of squares that options take from the opponent, given how many options of each worth
/// there are. The opponent takes the best, the owner the next best, and so on; `first` if the owner
/// begins.
#[inline(always)]
fn worth_of_options(options: [i32; 3], first: bool) -> i32 {
    let mut owners_turn = i32::from(first);
    let mut worth = 0;
    for kind in (0..3).rev() {
        let count = options[kind];
        worth += (kind as i32 + 1) * ((count + owners_turn) / 2);
        owners_turn ^= count & 1;
    }
    worth
}
