//! What the result of a match says: Elo with error bars, and the sequential test.
//!
//! Amazons has no draws, so a match is a row of coin tosses with an unknown coin. Games of a pair
//! share their opening; if it favours one side, their results are opposed, and the true error is
//! smaller than what is said here.

/// The score that a difference in Elo predicts.
///
/// ```
/// use lastmove_player::matches::expected;
/// assert!((expected(400.0) - 10.0 / 11.0).abs() < 1e-12);
/// ```
pub fn expected(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// The difference in Elo that predicts a score; infinite for 0 and 1.
fn difference(score: f64) -> f64 {
    -400.0 * (1.0 / score - 1.0).log10()
}

/// A difference in Elo and the bounds of its 95 % interval; each may be infinite.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Elo {
    /// the estimate
    pub value: f64,
    /// from below
    pub lower: f64,
    /// from above
    pub upper: f64,
}

/// The normal quantile of 97.5 %.
const Z: f64 = 1.959_963_984_540_054;

/// The difference in Elo after wins and losses, with Wilson's interval.
///
/// ```
/// use lastmove_player::matches::elo;
/// let elo = elo(60, 40);
/// assert!((elo.value - 70.44).abs() < 0.01);
/// ```
pub fn elo(wins: usize, losses: usize) -> Elo {
    let n = (wins + losses) as f64;
    if n == 0.0 {
        return Elo { value: 0.0, lower: f64::NEG_INFINITY, upper: f64::INFINITY };
    }
    let score = wins as f64 / n;
    let scale = 1.0 + Z * Z / n;
    let centre = (score + Z * Z / (2.0 * n)) / scale;
    let half = Z / scale * (score * (1.0 - score) / n + Z * Z / (4.0 * n * n)).sqrt();
    Elo {
        value: difference(score),
        lower: difference(if wins == 0 { 0.0 } else { centre - half }),
        // without a loss the bound is 1 but for rounding, as is 0 without a win
        upper: difference(if losses == 0 { 1.0 } else { centre + half }),
    }
}

/// Wald's sequential probability ratio test of two differences in Elo.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    /// the first hypothesis
    pub elo0: f64,
    /// the second, greater
    pub elo1: f64,
    /// chance to accept the second if the first is true
    pub alpha: f64,
    /// chance to accept the first if the second is true
    pub beta: f64,
}

impl Sprt {
    /// A test with errors of 5 %.
    pub fn new(elo0: f64, elo1: f64) -> Self {
        Self { elo0, elo1, alpha: 0.05, beta: 0.05 }
    }

    /// The logarithm of how much better the second hypothesis explains the games.
    pub fn llr(&self, wins: usize, losses: usize) -> f64 {
        let [p0, p1] = [self.elo0, self.elo1].map(expected);
        wins as f64 * (p1 / p0).ln() + losses as f64 * ((1.0 - p1) / (1.0 - p0)).ln()
    }

    /// Below the first bound the first hypothesis is accepted, above the second the second.
    pub fn bounds(&self) -> [f64; 2] {
        [(self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln()]
    }

    /// Which hypothesis is accepted: the second if true; `None` if it takes more games.
    pub fn accepted(&self, wins: usize, losses: usize) -> Option<bool> {
        let (llr, [low, high]) = (self.llr(wins, losses), self.bounds());
        if llr >= high { Some(true) } else { (llr <= low).then_some(false) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(a: f64, b: f64, tolerance: f64) -> bool {
        (a - b).abs() < tolerance
    }

    #[test]
    fn elo_of_known_results() {
        // 75 % is 190.85 Elo; Wilson's interval of 60 of 100 is 0.5020 to 0.6906.
        assert!(close(elo(75, 25).value, 190.85, 0.01));
        let sixty = elo(60, 40);
        assert!(close(expected(sixty.lower), 0.5020, 1e-4), "{sixty:?}");
        assert!(close(expected(sixty.upper), 0.6906, 1e-4), "{sixty:?}");
        let mirrored = elo(40, 60);
        assert!(close(mirrored.lower, -sixty.upper, 1e-9));
        // Ten of ten: the lower bound is 10 / (10 + 1.96²).
        let all = elo(10, 0);
        assert!(close(expected(all.lower), 0.72247, 1e-5), "{all:?}");
        assert!(all.value.is_infinite() && all.upper > 1e6, "{all:?}");
        assert!(elo(0, 0).lower.is_infinite() && elo(0, 3).value == f64::NEG_INFINITY);
    }

    #[test]
    fn the_sequential_test() {
        let test = Sprt::new(0.0, 80.0);
        let [low, high] = test.bounds();
        assert!(close(low, -(19f64.ln()), 1e-12) && close(high, 2.9444, 1e-4));
        // With p1 = 0.613137: a win is worth 0.20399, a loss -0.25651.
        assert!(close(test.llr(1, 0), 0.203_99, 1e-5), "{}", test.llr(1, 0));
        assert!(close(test.llr(0, 1), -0.256_54, 5e-5), "{}", test.llr(0, 1));
        assert_eq!(test.accepted(14, 0), None);
        assert_eq!(test.accepted(15, 0), Some(true));
        assert_eq!(test.accepted(0, 12), Some(false));
        assert_eq!(test.accepted(50, 40), None);
    }

    /// The test errs as seldom as it promises.
    #[test]
    fn errors_of_the_sequential_test() {
        let test = Sprt::new(0.0, 80.0);
        let mut random = crate::options::random(3);
        for (elo, wrong) in [(0.0, true), (80.0, false)] {
            let mut errors = 0;
            for _ in 0..2000 {
                let (mut wins, mut losses) = (0, 0);
                let accepted = loop {
                    if let Some(accepted) = test.accepted(wins, losses) {
                        break accepted;
                    }
                    if random.unit() < expected(elo) { wins += 1 } else { losses += 1 }
                };
                errors += usize::from(accepted == wrong);
            }
            assert!((20..=115).contains(&errors), "{errors} of 2000 at {elo} Elo");
        }
    }
}
