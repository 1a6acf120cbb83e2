//! The squares of the areas of a cover.

use crate::domineering::lines::Lines;
use lastmove_board::Bits;

/// The areas of a cover. Pairs of squares are identified by their right square, blocks by their
/// upper left one.
pub(crate) struct Areas<B> {
    /// pairs that the opponent cannot touch
    pub(crate) safe: B,
    /// protective blocks
    pub(crate) protective: B,
    /// vulnerable pairs that one opposing domino can touch together with another area
    pub(crate) type2: B,
    /// the other vulnerable pairs
    pub(crate) type1: B,
    /// pairs with at least one square that the opponent cannot use, whether or not they are areas
    pub(crate) half_protected: B,
    /// option squares, indexed by the number of squares that they take from the opponent minus one
    pub(crate) options: [B; 3],
    /// squares outside the areas that the opponent cannot use
    pub(crate) unavailable: B,
}

impl<B: Bits> Areas<B> {
    /// Packs areas for the player along the rows.
    #[inline(always)]
    pub(crate) fn pack(lines: &Lines<B>, empty: B, with_protective: bool) -> Self {
        let unprotected = lines.usable_across(empty);
        let protected = empty & !unprotected;

        let safe_right = lines.pack(protected);
        let safe = safe_right | lines.left(safe_right);

        let (protective, blocks) =
            if with_protective { protective_areas(lines, empty) } else { (B::NONE, B::NONE) };

        let rest = empty & !safe & !blocks;
        let pair_right = lines.pack(rest);
        let pairs = pair_right | lines.left(pair_right);
        let touched = lines.beside(pairs | blocks);
        let type2 = pair_right & (touched | lines.right(touched));

        let covered = safe | blocks | pairs;
        Self {
            safe: safe_right,
            protective,
            type2,
            type1: pair_right & !type2,
            half_protected: protected | lines.right(protected),
            options: options(lines, empty, safe_right, safe, covered),
            unavailable: protected & !covered,
        }
    }
}

/// Packs protective areas from the top left. Returns their upper left corners and their squares.
#[inline(always)]
fn protective_areas<B: Bits>(lines: &Lines<B>, empty: B) -> (B, B) {
    let pair = lines.along(empty);
    let square = pair & lines.up(pair);
    if square.is_empty() {
        return (B::NONE, B::NONE);
    }
    // squares with a free square above, and below; then for either square of a pair
    let above = lines.down(empty);
    let below = lines.up(empty);
    let above = above | lines.left(above);
    let below = lines.up(below | lines.left(below));
    let mut places = square & !(above & below);
    let (mut corners, mut blocks) = (B::NONE, B::NONE);
    while !places.is_empty() {
        let corner = places & !places.without_lowest();
        let row = corner | lines.right(corner);
        let block = row | lines.down(row);
        corners |= corner;
        blocks |= block;
        // no other area may have a square in this one, or directly above or below it
        let near = block | lines.beside(block);
        let near = near | lines.left(near);
        places &= !(near | lines.up(near));
    }
    (corners, blocks)
}

/// The options, at most one per safe area, by worth.
#[inline(always)]
fn options<B: Bits>(lines: &Lines<B>, empty: B, safe_right: B, safe: B, covered: B) -> [B; 3] {
    let mut kinds = [B::NONE; 3];
    // The opponent can use it, but not together with a square of an area.
    let open = lines.usable_across(empty) & !covered & !lines.beside(covered & !safe);
    let on_the_right = open & lines.right(safe_right);
    let on_the_left = open & lines.left(lines.left(safe_right));
    let mut candidates = on_the_right | on_the_left;
    let mut used = B::NONE; // right squares of safe areas that have an option already
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
        // squares above or below without another partner become useless to the opponent
        let stranded = beside & empty & !lines.beside(empty & !square);
        kinds[stranded.count() as usize] |= square;
    }
    kinds
}
