//! How the terms are weighed, by phase of the game.
//!
//! The phase is how much of the board is contested (`w`). Weights are given at some values of `w`
//! and interpolated between them.

use super::Features;

/// Where weights are given.
pub const KNOTS: [f32; 6] = [0.0, 6.0, 14.0, 26.0, 42.0, 64.0];

/// How many terms are weighed.
pub const TERMS: usize = 8;

/// Weights of (t1, t2, c1, c2, m, combat, tempo by ties, having the move) at every knot. The sum is
/// the logarithm of the odds of the side to move.
#[derive(Clone, Debug, PartialEq)]
pub struct Weights(pub [[f32; TERMS]; KNOTS.len()]);

impl Default for Weights {
    fn default() -> Self {
        Self([
            [0.80, 0.00, 0.00, 0.00, 0.00, 0.000, 0.00, -0.40],
            [0.35, 0.04, 0.05, 0.05, 0.01, 0.005, 0.00, 0.00],
            [0.15, 0.06, 0.08, 0.08, 0.02, 0.005, 0.00, 0.10],
            [0.06, 0.04, 0.08, 0.10, 0.02, 0.005, 0.00, 0.20],
            [0.03, 0.03, 0.08, 0.10, 0.02, 0.005, 0.00, 0.20],
            [0.016, 0.012, 0.10, 0.14, 0.015, 0.005, 0.00, 0.20],
        ])
    }
}

impl Weights {
    /// The terms in the order of the weights.
    #[inline(always)]
    pub fn terms(f: &Features) -> [f32; TERMS] {
        [f.t1, f.t2, f.c1, f.c2, f.m, f.combat, f.ties, 1.0]
    }

    /// The two knots around a phase, and the share of the second.
    #[inline(always)]
    pub fn place(w: f32) -> (usize, f32) {
        let mut i = 0;
        while i + 2 < KNOTS.len() && w >= KNOTS[i + 1] {
            i += 1;
        }
        let share = (w - KNOTS[i]) / (KNOTS[i + 1] - KNOTS[i]);
        (i, share.clamp(0.0, 1.0))
    }

    /// The logarithm of the odds of the side to move.
    #[inline(always)]
    pub fn value(&self, f: &Features) -> f32 {
        let (i, share) = Self::place(f.w);
        let (low, high) = (&self.0[i], &self.0[i + 1]);
        let terms = Self::terms(f);
        let mut sum = 0.0;
        for t in 0..TERMS {
            sum += terms[t] * (low[t] + share * (high[t] - low[t]));
        }
        sum
    }
}
