//! Bullock's static bounds (thesis, chapter 3): a cover of the board by areas that guarantee a
//! player some number of moves, whatever the opponent does, and leave the opponent no more than
//! some number.
//!
//! The owner of the cover plays along the rows:
//!
//! - *safe*: two squares of a row that the opponent cannot use; one move each.
//! - *protective*: 2x2 free squares such that a domino in one row makes the other row safe; of
//!   two such areas the owner gets one, worth two moves. No opposing domino touches two of them.
//! - *vulnerable*: any two squares of a row. Type 2 if one opposing domino can touch it and
//!   another area (a third of them is had), type 1 if not (half of them).
//! - *option*: a square beside a safe area which the owner can take in place of one of the safe
//!   squares, so that 1 to 3 squares become useless to the opponent.
//!
//! Every cover is sound; this one is packed greedily, in the order safe, protective, vulnerable,
//! option.

use super::lines::Lines;
use super::switches::Switches;
use lastmove_board::Bits;

/// How many areas of each kind a cover holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Cover {
    /// free squares of the board
    free: i32,
    safe: i32,
    protective: i32,
    vulnerable2: i32,
    vulnerable1: i32,
    /// vulnerable areas with one square that the opponent cannot use
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
    /// `opponent_most` is the most dominoes that fit across the rows.
    pub(crate) fn pack<B: Bits>(
        switches: Option<&Switches>,
        lines: &Lines<B>,
        empty: B,
        opponent_most: u32,
    ) -> Self {
        let unprotected = lines.usable_across(empty);
        let protected = empty & !unprotected;

        let safe_right = lines.pack(protected);
        let safe = safe_right | lines.left(safe_right);

        let with_protective = switches.is_none_or(|switches| switches.protective);
        let (protective, blocks) =
            if with_protective { protective_areas(lines, empty) } else { (0, B::NONE) };

        let rest = empty & !safe & !blocks;
        let pair_right = lines.pack(rest);
        let pairs = pair_right | lines.left(pair_right);
        let touched = lines.beside(pairs | blocks);
        let type2 = pair_right & (touched | lines.right(touched));
        let type1 = pair_right & !type2;
        let half_protected = protected | lines.right(protected);

        let covered = safe | blocks | pairs;
        let options = options(lines, empty, safe_right, safe, covered);
        let cover = Self {
            free: empty.count() as i32,
            safe: safe_right.count() as i32,
            protective,
            vulnerable2: type2.count() as i32,
            vulnerable1: type1.count() as i32,
            protected2: (type2 & half_protected).count() as i32,
            protected1: (type1 & half_protected).count() as i32,
            options,
            unavailable: (protected & !covered).count() as i32,
            opponent_most: opponent_most as i32,
        };
        match switches {
            None => cover,
            Some(switches) => cover.without(switches),
        }
    }

    /// The same without what is switched off.
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

    /// Whether the owner wins with himself to move: he plays in one of his areas, and then the
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

    /// Whether the owner wins by a move of this kind that takes so many squares from the opponent
    /// beyond those it covers. The move counts, so he needs one more than the opponent in total.
    #[inline(always)]
    fn wins_after(&self, gained: i32, play: impl FnOnce(&mut Self)) -> bool {
        let mut after = *self;
        play(&mut after);
        let (own, opponent) = after.bounds(1, gained);
        own > opponent
    }

    /// At least how many moves the owner has and at most how many the opponent, with the
    /// opponent to move, after `played` moves of the owner (counted as his) that took `gained`
    /// squares from the opponent beyond those they cover.
    fn bounds(&self, played: i32, gained: i32) -> (i32, i32) {
        let pairs = self.protective / 2;
        // an odd protective area serves as two vulnerable ones
        let v2 = self.vulnerable2 + 2 * (self.protective % 2);
        let v1 = self.vulnerable1;
        let both_left = v2 % 3 != 0 && v1 % 2 != 0;
        let own = 2 * pairs + v2 / 3 + v1 / 2 + self.safe + i32::from(both_left) + played;

        let spared2 = self.protected2 - (v2 / 3 - (v2 - self.protected2) / 3);
        let spared1 = self.protected1 - (v1 / 2 - (v1 - self.protected1) / 2);
        let [op1, op2, op3] = self.options;
        let mut unplayable = spared2 + spared1 + 3 * (op3 / 2) + 2 * (op2 / 2) + op1 / 2;
        if both_left && (self.protected2 > 0 || self.protected1 > 0) {
            unplayable -= 1;
        }
        if (v2 % 3 != 0) != (v1 % 2 != 0) {
            unplayable += [(op3, 3), (op2, 2), (op1, 1)]
                .iter()
                .find(|(count, _)| count % 2 == 1)
                .map_or(0, |&(_, worth)| worth);
        }
        let available = self.free - 2 * own - self.unavailable - unplayable - gained;
        let opponent = (available / 2).min(self.opponent_most - 2 * pairs);
        (own, opponent.max(0))
    }
}

/// Protective areas packed from the top left: how many, and their squares.
#[inline(always)]
fn protective_areas<B: Bits>(lines: &Lines<B>, empty: B) -> (i32, B) {
    let pair = lines.along(empty);
    let square = pair & lines.up(pair);
    if square.is_empty() {
        return (0, B::NONE);
    }
    // squares with a free square above, below; then for either square of a pair
    let above = lines.down(empty);
    let below = lines.up(empty);
    let above = above | lines.left(above);
    let below = lines.up(below | lines.left(below));
    let mut places = square & !(above & below);
    let (mut count, mut blocks) = (0, B::NONE);
    while !places.is_empty() {
        let corner = places & !places.without_lowest();
        let row = corner | lines.right(corner);
        let block = row | lines.down(row);
        count += 1;
        blocks |= block;
        // no other area with a square in this one, or above or below it
        let near = block | lines.beside(block);
        let near = near | lines.left(near);
        places &= !(near | lines.up(near));
    }
    (count, blocks)
}

/// Options, at most one per safe area, by worth.
#[inline(always)]
fn options<B: Bits>(lines: &Lines<B>, empty: B, safe_right: B, safe: B, covered: B) -> [i32; 3] {
    let mut kinds = [0; 3];
    // The opponent can use it, but not together with a square of an area.
    let open = lines.usable_across(empty) & !covered & !lines.beside(covered & !safe);
    let on_the_right = open & lines.right(safe_right);
    let on_the_left = open & lines.left(lines.left(safe_right));
    let mut candidates = on_the_right | on_the_left;
    let mut used = B::NONE; // right squares of safe areas that serve an option already
    while !candidates.is_empty() {
        let square = candidates & !candidates.without_lowest();
        candidates = candidates.without_lowest();
        let from_left = lines.left(square) & safe_right & !used;
        let from_right = lines.right(lines.right(square)) & safe_right & !used;
        let area = if !from_left.is_empty() { from_left } else { from_right };
        if area.is_empty() {
            continue;
        }
        used |= area;
        let beside = lines.beside(square);
        candidates &= !beside;
        // what is above or below and has no other partner becomes useless to the opponent
        let stranded = beside & empty & !lines.beside(empty & !square);
        kinds[stranded.count() as usize] += 1;
    }
    kinds
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domineering::oracle::fight;
    use lastmove_board::transposed;
    use lastmove_domineering::Player;

    /// Every claim of a cover, for both players and with either to move, against brute force.
    #[test]
    fn covers_never_contradict_brute_force() {
        fight(1, 26, |board| {
            let (size, empty) = (board.size, board.empty);
            let h = Lines::<u64>::new(size);
            let v = Lines::<u64>::new(size.transposed());
            let turned = transposed(size, empty);
            for (player, cover) in [
                (Player::Horizontal, Cover::pack(None, &h, empty, v.most(turned))),
                (Player::Vertical, Cover::pack(None, &v, turned, h.most(empty))),
            ] {
                board.claims(player, empty, player.opponent(), cover.wins_second());
                board.claims(player, empty, player, cover.wins_first());
            }
        });
    }
}
