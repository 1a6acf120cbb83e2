//! A position as the search stores it: without parts that can no longer change the winner.
//!
//! Dead areas are removed, and a simple territory is replaced by its integer, the number of moves
//! that its owner has there. The position is stored from the view of the player to move, so that
//! exchanging the colours makes no difference.
//!
//! If there are several areas, those that are known exactly leave the position too (`sums.rs`).

use super::evaluator::{Evaluator, Watch};
use lastmove_amazons::{AreaKind, Position, areas};
use lastmove_board::{Bits, Geometry, Key, Size};
use lastmove_values::KnownSum;

/// The active areas of a position, and the balance of its settled ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Reduced<B> {
    /// the amazons of the player to move
    pub mover: B,
    /// the amazons of the other player
    pub other: B,
    /// the empty squares
    pub empty: B,
    /// the mover's moves in own territories minus those of the other player
    pub balance: i16,
    /// the areas that are known exactly, added up, for the mover as Left
    pub known: KnownSum,
    /// whether there are several areas that are not known
    pub several: bool,
}

impl<B: Bits> Reduced<B> {
    /// Reduces a position.
    pub fn new<W: Watch>(evaluator: &mut Evaluator<'_, B, W>, position: &Position<B>) -> Self {
        let mover = position.to_move();
        Self {
            mover: position.amazons(mover),
            other: position.amazons(mover.opponent()),
            empty: position.empty(),
            balance: 0,
            known: KnownSum::ZERO,
            several: false,
        }
        .simplified(evaluator)
    }

    /// Removes dead areas and settles simple territories whose exact value is known.
    pub fn simplified<W: Watch>(mut self, evaluator: &mut Evaluator<'_, B, W>) -> Self {
        if !evaluator.settings().reduction {
            return self;
        }
        let geometry = evaluator.geometry();
        let mut contested = 0;
        for area in areas(geometry, [self.mover, self.other], self.empty) {
            let settled = match area.kind() {
                AreaKind::Active => {
                    contested += 1;
                    continue;
                }
                AreaKind::Dead => 0,
                AreaKind::SimpleTerritory => {
                    let queens = area.amazons[0] | area.amazons[1];
                    let Some(moves) = evaluator.exact_fill(area.squares, queens) else { continue };
                    W::see_territory(evaluator, area.squares, queens, moves);
                    if area.amazons[0].is_empty() { -(moves as i16) } else { moves as i16 }
                }
            };
            self.mover &= !area.squares;
            self.other &= !area.squares;
            self.empty &= !area.squares;
            self.balance += settled;
        }
        if contested > 1 || contested == 1 && self.known != KnownSum::ZERO || self.several {
            return self.without_known(evaluator);
        }
        self
    }

    /// A key of 128 bits, the same for positions that are equal up to a symmetry of the board;
    /// boards of other sizes have other keys.
    pub(super) fn key_in_place(&self, geometry: &Geometry<B>) -> u128 {
        let least = geometry.least_image([self.mover, self.other, self.empty]);
        position_key(geometry.size(), self.balance, least)
    }
}

/// The key of the mover's amazons, the other player's amazons, the empty squares, and the balance.
#[inline]
fn position_key<B: Bits>(size: Size, balance: i16, [mover, other, empty]: [B; 3]) -> u128 {
    let [width, height] = [size.width(), size.height()].map(|n| n as i16);
    Key::EMPTY.and([width, height, balance, 0]).and(mover).and(other).and(empty).whole()
}

#[cfg(test)]
mod tests {
    use super::*;
    use lastmove_board::with_bits;
    use std::collections::HashMap;

    /// Positions on all boards, with sets overlaid by the small fields (width, height, balance) at
    /// every offset: all keys differ.
    #[test]
    fn fields_of_a_key_do_not_overlap_squares() {
        let mut keys = HashMap::new();
        for width in 1..=128 {
            for height in 1..=128 / width {
                let size = Size::new(width, height).unwrap();
                with_bits!(size, B => lay_fields_over_squares::<B>(size, &mut keys));
            }
        }
        assert!(keys.len() > 400_000, "{}", keys.len());
    }

    type Entry = (Size, i16, [u128; 3]);

    fn lay_fields_over_squares<B: Bits>(size: Size, keys: &mut HashMap<u128, Entry>) {
        let all = B::first_n(size.squares());
        for balance in [0i16, 1, -1, 7] {
            let fields = [size.width() as u128, size.height() as u128, u128::from(balance as u16)];
            for (set, field) in (0..3).flat_map(|set| fields.map(|field| (set, field))) {
                for shift in (0..size.squares()).step_by(1 + size.squares() / 32) {
                    let mut sets = [all & B::bit(0), B::NONE, all];
                    sets[set] ^= B::narrow(field << shift) & all;
                    let entry = (size, balance, sets.map(B::widen));
                    let other = keys.insert(position_key(size, balance, sets), entry);
                    assert!(other.is_none_or(|other| other == entry), "{other:?} {entry:?}");
                }
            }
        }
    }
}
