//! The thesis' tables of matches (chapter 5), rerun by the classical player.
//!
//! Ten seconds of the thesis stand for the seconds per move of the settings, half a second for a
//! twentieth of it. A row agrees if White's published share of wins lies within 2.6 standard errors
//! of the share found: with few games nearly everything does, so the numbers are for reading.

use super::series::Series;
use crate::table::{Comparison, Found, published, tables};
use crate::{Error, Lab};

tables! {
    "hensgens-1": "Hensgens' thesis, table 1: branching factor at different strengths",
        |lab| compare(lab, 1);
    "hensgens-2": "Hensgens' thesis, table 2: game length at different strengths",
        |lab| compare(lab, 2);
    "hensgens-3": "Hensgens' thesis, table 3: random against lookahead zero",
        |lab| compare(lab, 3);
    "hensgens-4": "Hensgens' thesis, table 4: killer moves",
        |lab| compare(lab, 4);
    "hensgens-5": "Hensgens' thesis, table 5: history heuristic and killer moves",
        |lab| compare(lab, 5);
    "hensgens-6": "Hensgens' thesis, table 6: principal variation search",
        |lab| compare(lab, 6);
    "hensgens-7": "Hensgens' thesis, table 7: territory against relative territory",
        |lab| compare(lab, 7);
    "hensgens-8": "Hensgens' thesis, table 8: territory against relative territory, three plies",
        |lab| compare(lab, 8);
}

/// Table, row, White and Black with their seconds, their wins; the mean number of moves of White and
/// of Black, the mean number of plies.
const PUBLISHED: &str = include_str!("../data/hensgens.tsv");

fn compare(lab: &Lab<'_>, table: u64) -> Result<Found, Error> {
    let mut rows = Vec::new();
    for row in published(PUBLISHED).filter(|row| row[0] == table) {
        let text = |i: usize| row[i].as_str().unwrap_or_default();
        let seconds =
            |i: usize| row[i].as_f64().unwrap_or(0.0) / 10.0 * lab.settings.seconds_per_move;
        let found = Series::play(lab, [(text(2), seconds(3)), (text(4), seconds(5))])?;
        let [white, black] = found.mean_branching();
        let numbers = [
            ("white_wins", found.wins[0]),
            ("black_wins", found.wins[1]),
            ("branching_white", white.round() as u64),
            ("branching_black", black.round() as u64),
            ("plies", found.length().round() as u64),
        ];
        let numbers = numbers.iter().zip(&row[6..]);
        let numbers: Vec<_> = numbers
            .filter_map(|(&(name, found), published)| Some((name, published.as_u64()?, found)))
            .collect();
        let agree = compatible([numbers[0].1, numbers[1].1], found.wins);
        rows.push(Comparison { agree, ..Comparison::new(text(1), &numbers) });
    }
    Ok(rows.into())
}

/// Whether two shares of wins, both of so many games only, are within 2.6 standard errors of each
/// other (Agresti and Caffo's interval, which few games leave wide).
fn compatible(published: [u64; 2], found: [u64; 2]) -> bool {
    let share = |[wins, losses]: [u64; 2]| {
        let n = (wins + losses + 2) as f64;
        let p = (wins + 1) as f64 / n;
        (p, p * (1.0 - p) / n)
    };
    let ((p, p_variance), (q, q_variance)) = (share(published), share(found));
    (p - q).abs() <= 2.6 * (p_variance + q_variance).sqrt()
}

#[cfg(test)]
mod tests {
    use super::compatible;

    #[test]
    fn shares_are_compared_with_regard_to_the_number_of_games() {
        assert!(compatible([30, 0], [10, 0]));
        assert!(compatible([0, 50], [1, 9]));
        assert!(compatible([60, 40], [5, 5]));
        assert!(!compatible([60, 40], [5, 95]));
        assert!(!compatible([0, 50], [10, 0]));
    }
}
