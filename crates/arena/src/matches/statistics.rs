//! Statistics of matches: Elo with error bars, and the sequential test.
//!
//! Neither game has draws, so for Elo and its interval a match is a series of tosses of an unknown
//! coin. Games of a pair share their opening; if it favours one side, their results are opposed,
//! and the true error is smaller than that interval says. The sequential test counts whole pairs.

use super::pairs::PairCounts;

/// The score that a difference in Elo predicts.
///
/// ```
/// use lastmove_arena::matches::expected_score;
/// assert!((expected_score(400.0) - 10.0 / 11.0).abs() < 1e-12);
/// ```
pub fn expected_score(elo: f64) -> f64 {
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
    /// lower bound
    pub lower: f64,
    /// upper bound
    pub upper: f64,
}

/// The normal quantile of 97.5 %.
const Z: f64 = 1.959_963_984_540_054;

/// The difference in Elo after wins and losses, with Wilson's interval.
///
/// ```
/// use lastmove_arena::matches::elo;
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

/// Wald's sequential probability ratio test of two differences in Elo, on whole pairs of games.
///
/// For each hypothesis it takes the probabilities of the five results of a pair that explain the
/// pairs best among all with the mean of the hypothesis (the generalised test, which is used for
/// chess programs).
///
/// ```
/// use lastmove_arena::matches::{PairCounts, Sprt};
/// let test = Sprt::new(0.0, 50.0);
/// // Pairs of which nothing was won, one game, and both.
/// assert!(test.llr(&PairCounts([10, 0, 20, 0, 10])) < 0.0);
/// assert_eq!(test.accepted(&PairCounts([10, 0, 40, 0, 40])), Some(true));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    /// the first hypothesis
    pub elo0: f64,
    /// the second, greater
    pub elo1: f64,
    /// probability of accepting the second if the first is true
    pub alpha: f64,
    /// probability of accepting the first if the second is true
    pub beta: f64,
}

/// The count assumed for a result that has not occurred, so that no result is impossible.
const UNSEEN: f64 = 1e-3;

impl Sprt {
    /// A test with errors of 5 %.
    pub fn new(elo0: f64, elo1: f64) -> Self {
        Self { elo0, elo1, alpha: 0.05, beta: 0.05 }
    }

    /// The logarithm of how much better the second hypothesis explains the pairs.
    pub fn llr(&self, pairs: &PairCounts) -> f64 {
        if pairs.count() == 0 {
            return 0.0;
        }
        let counts = pairs.0.map(|count| (count as f64).max(UNSEEN));
        let [first, second] =
            [self.elo0, self.elo1].map(|elo| likeliest(&counts, expected_score(elo)));
        (0..5).map(|i| counts[i] * (second[i] / first[i]).ln()).sum()
    }

    /// The bounds of the logarithm: below the first, the first hypothesis is accepted; above the
    /// second, the second.
    pub fn bounds(&self) -> [f64; 2] {
        [(self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln()]
    }

    /// Whether the second hypothesis is accepted (true) or the first (false); `None` if more games
    /// are needed.
    pub fn accepted(&self, pairs: &PairCounts) -> Option<bool> {
        let (llr, [low, high]) = (self.llr(pairs), self.bounds());
        if llr >= high { Some(true) } else { (llr <= low).then_some(false) }
    }
}

/// The probabilities of the five results that make the counts most likely among all with this mean
/// score. With Lagrange's multiplier `x` they are the shares divided by `1 + x (score - mean)`.
fn likeliest(counts: &[f64; 5], mean: f64) -> [f64; 5] {
    let total: f64 = counts.iter().sum();
    let off = |i: usize| i as f64 / 4.0 - mean;
    let chance = |i: usize, x: f64| counts[i] / total / (1.0 + x * off(i));
    // The mean falls as x grows; between these bounds all probabilities are positive.
    let (mut low, mut high) = (-1.0 / (1.0 - mean), 1.0 / mean);
    for _ in 0..100 {
        let x = (low + high) / 2.0;
        let excess: f64 = (0..5).map(|i| chance(i, x) * off(i)).sum();
        if excess > 0.0 { low = x } else { high = x }
    }
    std::array::from_fn(|i| chance(i, (low + high) / 2.0))
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
        assert!(close(expected_score(sixty.lower), 0.5020, 1e-4), "{sixty:?}");
        assert!(close(expected_score(sixty.upper), 0.6906, 1e-4), "{sixty:?}");
        let mirrored = elo(40, 60);
        assert!(close(mirrored.lower, -sixty.upper, 1e-9));
        // Ten of ten: the lower bound is 10 / (10 + 1.96²).
        let all = elo(10, 0);
        assert!(close(expected_score(all.lower), 0.72247, 1e-5), "{all:?}");
        assert!(all.value.is_infinite() && all.upper > 1e6, "{all:?}");
        assert!(elo(0, 0).lower.is_infinite() && elo(0, 3).value == f64::NEG_INFINITY);
    }

    #[test]
    fn the_sequential_test() {
        let test = Sprt::new(0.0, 80.0);
        let [low, high] = test.bounds();
        assert!(close(low, -(19f64.ln()), 1e-12) && close(high, 2.9444, 1e-4));
        assert_eq!(test.llr(&PairCounts::default()), 0.0);
        // Nothing but pairs won: chances 1/2 and p1 of winning both, so ln(2 p1) for each.
        let won = test.llr(&PairCounts([0, 0, 0, 0, 10]));
        assert!(close(won, 10.0 * (2.0 * expected_score(80.0)).ln(), 0.01), "{won}");
        // If every opening decides its games, nothing is learnt but that both are equal.
        assert_eq!(test.accepted(&PairCounts([0, 0, 20, 0, 0])), Some(false));
        assert_eq!(test.accepted(&PairCounts([5, 0, 20, 0, 6])), None);
        let mirrored = Sprt::new(-80.0, 0.0);
        let [there, back] =
            [test.llr(&PairCounts([3, 0, 9, 0, 7])), mirrored.llr(&PairCounts([7, 0, 9, 0, 3]))];
        assert!(close(there, -back, 1e-6), "{there} {back}");
    }

    #[test]
    fn the_likeliest_chances_have_the_mean_and_add_up() {
        for counts in [[3.0, 0.001, 5.0, 0.001, 9.0], [0.001, 0.001, 20.0, 0.001, 0.001]] {
            for mean in [0.4, 0.5, 0.613] {
                let chances = likeliest(&counts, mean);
                let sum: f64 = chances.iter().sum();
                let found: f64 = (0..5).map(|i| chances[i] * i as f64 / 4.0).sum();
                assert!(close(sum, 1.0, 1e-6) && close(found, mean, 1e-6), "{chances:?}");
            }
        }
    }

    /// The test errs as seldom as it promises, also where openings decide part of the games.
    #[test]
    fn errors_of_the_sequential_test() {
        let test = Sprt::new(0.0, 80.0);
        let mut random = lastmove_player::seeded_random(3);
        for decided in [0.0, 0.4] {
            for (elo, wrong) in [(0.0, true), (80.0, false)] {
                let mut errors = 0;
                for _ in 0..2000 {
                    let mut pairs = PairCounts::default();
                    let accepted = loop {
                        if let Some(accepted) = test.accepted(&pairs) {
                            break accepted;
                        }
                        // An opening that decides its games costs the stronger one his share.
                        let chance = (expected_score(elo) - decided / 2.0) / (1.0 - decided);
                        let mut game = || usize::from(random.unit() < chance);
                        let free = game() + game();
                        pairs.add(if random.unit() < decided { 1 } else { free });
                    };
                    errors += usize::from(accepted == wrong);
                }
                assert!((10..=135).contains(&errors), "{errors} of 2000 at {elo} Elo, {decided}");
            }
        }
    }
}
