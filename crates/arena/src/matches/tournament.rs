//! Tournaments of more than two contestants: the pairings, and the table at the end.
//!
//! The table is that of the Computer Olympiads: points as White and as Black, in brackets the moves
//! that the winners had left. Equal points are decided by the sum of those moves.

use super::referee::PlayedGame;
use super::statistics::expected_score;
use lastmove_player::Playable;

/// The kind of pairings.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TournamentStyle {
    /// every contestant plays every other
    #[default]
    RoundRobin,
    /// the first contestant plays all others
    Gauntlet,
}

/// The pairings of a tournament of `n`, as numbers of contestants.
///
/// ```
/// use lastmove_arena::matches::{TournamentStyle, pairings};
/// assert_eq!(pairings(TournamentStyle::RoundRobin, 3), [[0, 1], [0, 2], [1, 2]]);
/// assert_eq!(pairings(TournamentStyle::Gauntlet, 3), [[0, 1], [0, 2]]);
/// ```
pub fn pairings(style: TournamentStyle, n: usize) -> Vec<[usize; 2]> {
    let firsts = match style {
        TournamentStyle::RoundRobin => n,
        TournamentStyle::Gauntlet => n.min(1),
    };
    (0..firsts).flat_map(|first| (first + 1..n).map(move |second| [first, second])).collect()
}

/// The result of one contestant against another with one colour.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ContestantScore {
    /// games
    pub games: usize,
    /// games won
    pub points: usize,
    /// moves left in the games won, where known
    pub score: u32,
}

impl ContestantScore {
    fn add(&mut self, other: Self) {
        self.games += other.games;
        self.points += other.points;
        self.score += other.score;
    }
}

/// A line of the table.
#[derive(Clone, Debug, PartialEq)]
pub struct ContestantStanding {
    /// the number of the contestant
    pub contestant: usize,
    /// against each contestant, as White and as Black
    pub against: Vec<[ContestantScore; 2]>,
    /// the sum of these
    pub total: ContestantScore,
    /// the rating that explains the results best, 0 on average
    pub elo: f64,
}

/// The table of a tournament of `n`, the best first. Equal points are decided by moves left.
pub fn standings<P: Playable>(
    n: usize,
    played: &[([usize; 2], PlayedGame<P>)],
) -> Vec<ContestantStanding> {
    let mut against = vec![vec![[ContestantScore::default(); 2]; n]; n];
    for (pairing, game) in played {
        let (winner, score) = (pairing[game.winner], game.score.unwrap_or(0));
        let (white, black) = (pairing[game.white], pairing[1 - game.white]);
        for (colour, me, other) in [(0, white, black), (1, black, white)] {
            let won = me == winner;
            let (points, score) = (usize::from(won), if won { score } else { 0 });
            against[me][other][colour].add(ContestantScore { games: 1, points, score });
        }
    }
    let elo = ratings(&against);
    let standing = |(contestant, against): (usize, Vec<[ContestantScore; 2]>)| {
        let mut total = ContestantScore::default();
        against.iter().flatten().for_each(|&tally| total.add(tally));
        ContestantStanding { contestant, against, total, elo: elo[contestant] }
    };
    let mut table: Vec<ContestantStanding> =
        against.into_iter().enumerate().map(standing).collect();
    table.sort_by_key(|line| {
        let ContestantScore { points, score, .. } = line.total;
        std::cmp::Reverse((points, score))
    });
    table
}

/// The ratings that explain the results best (Bradley and Terry), by ascending steps. Counting half
/// a draw against an average opponent keeps them finite.
fn ratings(against: &[Vec<[ContestantScore; 2]>]) -> Vec<f64> {
    let n = against.len();
    let mut elo = vec![0.0; n];
    for _ in 0..2000 {
        for i in 0..n {
            let (mut surplus, mut weight) = (0.25 - 0.5 * expected_score(elo[i]), 0.125);
            for (j, tallies) in against[i].iter().enumerate() {
                let games: usize = tallies.iter().map(|tally| tally.games).sum();
                let points: usize = tallies.iter().map(|tally| tally.points).sum();
                let chance = expected_score(elo[i] - elo[j]);
                surplus += points as f64 - games as f64 * chance;
                weight += games as f64 * 0.25;
            }
            elo[i] += 0.5 * surplus / weight * 400.0 / std::f64::consts::LN_10;
        }
    }
    let mean = elo.iter().sum::<f64>() / n.max(1) as f64;
    elo.iter().map(|elo| elo - mean).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::History;
    use crate::matches::EndReason;
    use std::time::Duration;

    fn game(white: usize, winner: usize, score: u32) -> PlayedGame {
        let start = lastmove_amazons::start::parse("4x4").unwrap();
        PlayedGame {
            index: white,
            white,
            winner,
            reason: EndReason::NoMove,
            score: Some(score),
            game: History::new(&start).unwrap(),
            opening: 0,
            slowest: [Duration::ZERO; 2],
            over: [Duration::ZERO; 2],
            cpu: [Duration::ZERO; 2],
            turns: [0; 2],
        }
    }

    #[test]
    fn points_then_moves_left() {
        let played = [
            ([0, 1], game(0, 0, 7)), // 0 as White beats 1
            ([0, 1], game(1, 1, 2)), // 1 as White beats 0
            ([0, 2], game(0, 1, 9)), // 2 as Black beats 0
            ([1, 2], game(0, 0, 4)), // 1 as White beats 2
        ];
        let table = standings(3, &played);
        let order: Vec<usize> = table.iter().map(|line| line.contestant).collect();
        assert_eq!(order, [1, 2, 0]);
        assert_eq!(table[0].total, ContestantScore { games: 3, points: 2, score: 6 });
        assert_eq!(
            table[2].against[1],
            [
                ContestantScore { games: 1, points: 1, score: 7 },
                ContestantScore { games: 1, points: 0, score: 0 },
            ]
        );
        assert_eq!(table[1].against[0][1], ContestantScore { games: 1, points: 1, score: 9 });
        assert!(table[0].elo > table[2].elo);
        assert!(table.iter().map(|line| line.elo).sum::<f64>().abs() < 1e-6);
    }
}
