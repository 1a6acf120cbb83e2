//! Which player reaches a square first: an estimate of who wins the open squares.
//!
//! Bounds state what is certain, which on an open board is little. The player who needs fewer queen
//! moves to a square mostly gets it (Hensgens, 5.2.2), which bounds cannot see. As an estimate of
//! how hard the rest is to prove, both together are far better than either alone.

use super::reduced::Reduced;
use lastmove_board::{Bits, Geometry};

/// The value of a square that both sides reach in the same number of moves: the mover comes first.
const TIE: f32 = 0.3;

/// The number of squares that the mover reaches in fewer moves, minus those of the other player.
pub(crate) fn race<B: Bits>(geometry: &Geometry<B>, position: &Reduced<B>) -> f32 {
    let mut fronts = [position.mover, position.other];
    let mut reached = [B::NONE; 2];
    let mut lead = 0.0;
    while !(fronts[0] | fronts[1]).is_empty() {
        let open = position.empty & !(reached[0] | reached[1]);
        for side in 0..2 {
            fronts[side] = geometry.queen_step(fronts[side], position.empty) & !reached[side];
            reached[side] |= fronts[side];
        }
        let won = (open & fronts[0] & !fronts[1]).count() as f32;
        let lost = (open & fronts[1] & !fronts[0]).count() as f32;
        let tied = (open & fronts[0] & fronts[1]).count() as f32;
        lead += won - lost + TIE * tied;
        // Squares that one side has reached are decided; the other side can ignore them.
        if (position.empty & !(reached[0] | reached[1])).is_empty() {
            break;
        }
    }
    lead
}
