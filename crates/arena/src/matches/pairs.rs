//! Results of complete pairs: two games from the same opening, with colours exchanged.

use super::referee::PlayedGame;
use lastmove_player::Playable;

/// How often a pair brought the first contestant 0, ½, 1, 1½ and 2 points. Neither game has draws,
/// so the counts of ½ and 1½ stay 0.
///
/// The games of a pair are not independent: if the opening favours one side, each contestant wins
/// one of them. The counts of pairs show that, and therefore how certain a result is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PairCounts(pub [usize; 5]);

impl PairCounts {
    /// Counts the complete pairs of a match.
    pub fn of<P: Playable>(played: &[PlayedGame<P>]) -> Self {
        let mut pairs = Self::default();
        Self::results(played).into_iter().flatten().for_each(|wins| pairs.add(wins));
        pairs
    }

    /// How many games of each pair the first contestant won; `None` for an incomplete pair.
    pub(super) fn results<P: Playable>(played: &[PlayedGame<P>]) -> Vec<Option<usize>> {
        let last = played.iter().map(|game| game.index).max();
        let mut winners = vec![[None; 2]; last.map_or(0, |last| last / 2 + 1)];
        for game in played {
            winners[game.index / 2][game.index % 2] = Some(usize::from(game.winner == 0));
        }
        winners.into_iter().map(|[first, second]| Some(first? + second?)).collect()
    }

    /// Adds a pair of which the first contestant won `wins` games.
    pub fn add(&mut self, wins: usize) {
        self.0[2 * wins] += 1;
    }

    /// The number of pairs.
    pub fn count(&self) -> usize {
        self.0.iter().sum()
    }

    /// Mean and variance of the mean score, 0 to 1, of the two games of a pair. `None` without
    /// pairs.
    pub fn moments(&self) -> Option<(f64, f64)> {
        let n = self.count() as f64;
        let scores = self.0.iter().enumerate().map(|(i, &count)| (i as f64 / 4.0, count as f64));
        let mean = scores.clone().map(|(score, count)| score * count).sum::<f64>() / n;
        let variance = scores.map(|(score, count)| count * (score - mean).powi(2)).sum::<f64>() / n;
        (n > 0.0).then_some((mean, variance))
    }
}
