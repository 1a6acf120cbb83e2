//! The weights of the terms, by phase of the game.
//!
//! The phase is how much of the board is contested (`w`). Weights are given at some values of `w`
//! and interpolated between them.

use super::Features;
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// The values of `w` for which weights are given.
pub const KNOTS: [f32; 6] = [0.0, 6.0, 14.0, 26.0, 42.0, 64.0];

/// The number of weighed terms.
pub const TERMS: usize = 8;

/// Weights of (t1, t2, c1, c2, m, combat, tempo by ties, having the move) at every knot. The sum is
/// the logarithm of the odds of the side to move.
///
/// ```
/// use lastmove_player::eval::Weights;
/// let weights = Weights::default();
/// assert_eq!(weights.to_string().parse(), Ok(weights));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Weights(pub [[f32; TERMS]; KNOTS.len()]);

impl Default for Weights {
    /// Fitted to results of the search (`--example fit` of `lab`).
    fn default() -> Self {
        Self([
            [0.7897, -0.0172, -0.0484, -0.0301, 0.0482, 0.0115, 0.0010, -0.1932],
            [0.3907, 0.0877, 0.0135, 0.1025, -0.0270, 0.0561, 0.0003, 0.8793],
            [0.1929, 0.0806, -0.0056, 0.0987, 0.0652, 0.0276, -0.0081, 0.7878],
            [0.0663, 0.0522, -0.0112, 0.1136, 0.1172, 0.0032, -0.0116, 0.7091],
            [0.0393, 0.0121, -0.0042, 0.0954, 0.1514, -0.0182, -0.0086, 0.5048],
            [-0.0190, -0.0006, 0.0741, 0.0501, 0.1120, -0.0101, -0.0015, 0.1838],
        ])
    }
}

/// The text does not have the right number of numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("expected {} numbers, {TERMS} for each of {} phases", TERMS * KNOTS.len(), KNOTS.len())]
pub struct WeightsError;

impl FromStr for Weights {
    type Err = WeightsError;

    /// Reads numbers separated by spaces, those of the first knot first.
    fn from_str(text: &str) -> Result<Self, WeightsError> {
        let mut weights = Self([[0.0; TERMS]; KNOTS.len()]);
        let mut numbers = text.split_whitespace();
        for slot in weights.0.iter_mut().flatten() {
            *slot = numbers.next().and_then(|n| n.parse().ok()).ok_or(WeightsError)?;
        }
        if numbers.next().is_some() { Err(WeightsError) } else { Ok(weights) }
    }
}

impl fmt::Display for Weights {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in &self.0 {
            writeln!(f, "{}", row.map(|weight| format!("{weight:.4}")).join(" "))?;
        }
        Ok(())
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn as_many_numbers_as_there_should_be() {
        let text = Weights::default().to_string();
        assert_eq!(format!("{text} 0.1").parse::<Weights>(), Err(WeightsError));
        assert_eq!(text.replacen(' ', " x", 1).parse::<Weights>(), Err(WeightsError));
        let few = text.trim_end().rsplit_once(' ').unwrap().0;
        assert_eq!(few.parse::<Weights>(), Err(WeightsError));
    }
}
