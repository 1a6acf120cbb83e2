//! Who reaches which square first: a guess at who will win what is open.
//!
//! Bounds say what is sure, and on an open board little is. Who needs fewer queen moves to a
//! square mostly gets it (Hensgens, 5.2.2), which bounds cannot see: as a guess at how hard the
//! rest is to prove, the two together are worth far more than either.

use super::reduced::Reduced;
use lastmove_board::{Bits, Geometry};

/// What a square counts that both sides reach in the same number of moves: the mover is first.
const TIE: f32 = 0.3;

/// Squares that the mover reaches in fewer moves, less those that the other player does.
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
        // Squares that one side has reached are decided; the other need not look at them.
        if (position.empty & !(reached[0] | reached[1])).is_empty() {
            break;
        }
    }
    lead
}
