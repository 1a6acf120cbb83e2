//! A position as the search keeps it: without what can no longer change the winner.
//!
//! Dead areas are dropped, and a simple territory is replaced by its integer, the number of moves
//! that its owner has there. The position is seen by the player to move, so that exchanging the
//! colours makes no difference.

use super::evaluator::Evaluator;
use lastmove_amazons::Position;
use lastmove_board::{Bits, Geometry};
use lastmove_regions::{Kind, areas};

/// The active areas of a position, and the balance of its settled ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Reduced<B> {
    /// the amazons of the player to move
    pub mover: B,
    /// the amazons of the other player
    pub other: B,
    /// the empty squares
    pub empty: B,
    /// moves that the mover has in territories of his own, less those of the other player
    pub balance: i16,
}

impl<B: Bits> Reduced<B> {
    /// Reduces a position.
    pub fn new(evaluator: &mut Evaluator<'_, B>, position: &Position<B>) -> Self {
        let mover = position.to_move();
        Self {
            mover: position.amazons(mover),
            other: position.amazons(mover.opponent()),
            empty: position.empty(),
            balance: 0,
        }
        .simplified(evaluator)
    }

    /// Drops dead areas and settles simple territories whose value is known exactly.
    pub fn simplified(mut self, evaluator: &mut Evaluator<'_, B>) -> Self {
        if !evaluator.settings().reduction {
            return self;
        }
        let geometry = evaluator.geometry();
        for area in areas(geometry, [self.mover, self.other], self.empty) {
            let settled = match area.kind() {
                Kind::Active => continue,
                Kind::Dead => 0,
                Kind::SimpleTerritory => {
                    let queens = area.amazons[0] | area.amazons[1];
                    let Some(moves) = evaluator.exact_fill(area.squares, queens) else { continue };
                    if let Some(mut census) = evaluator.census.take() {
                        census.add_territory(evaluator, area.squares, queens, Some(moves));
                        evaluator.census = Some(census);
                    }
                    if area.amazons[0].is_empty() { -(moves as i16) } else { moves as i16 }
                }
            };
            self.mover &= !area.squares;
            self.other &= !area.squares;
            self.empty &= !area.squares;
            self.balance += settled;
        }
        self
    }

    /// 128 bits that are the same for positions that a symmetry of the board makes equal.
    pub fn key(&self, geometry: &Geometry<B>) -> u128 {
        let least = geometry.least_image([self.mover, self.other, self.empty]);
        hash(least, self.balance)
    }
}

/// Mixes three sets and a number into 128 bits.
fn hash<B: Bits>(sets: [B; 3], number: i16) -> u128 {
    let mut low = number as u16 as u64 ^ 0x9e37_79b9_7f4a_7c15;
    let mut high = 0xd1b5_4a32_d192_ed03u64;
    for set in sets {
        let wide = set.widen();
        for word in [wide as u64, (wide >> 64) as u64] {
            low = lastmove_board::mix(low ^ word);
            high = (high ^ low).rotate_left(23).wrapping_mul(0xff51_afd7_ed55_8ccd) ^ word;
            if B::CAPACITY == 64 {
                break;
            }
        }
    }
    u128::from(lastmove_board::mix(high)) << 64 | u128::from(low)
}
