//! The thesis' tables of matches (chapter 5), rerun by the classical player.
//!
//! The settings' seconds per move take the place of ten seconds of the thesis, a twentieth of them
//! that of half a second. A row is judged by White's share of wins, ours less the published one,
//! with an interval of 2.6 standard errors: it differs if the interval does not contain 0, and it
//! agrees if the interval contains 0 and is narrow. With few games the interval is too wide to
//! decide.

use super::series::{GAMES, Series};
use crate::table::{Comparison, RowVerdict, TableResult, published, tables};
use crate::{Lab, LabError};
use serde_json::Value;

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

/// Table, row, White and Black with their seconds, their wins; the mean number of moves of White
/// and of Black, the mean number of plies; nodes and milliseconds of White and of Black. Rows that
/// name no machine are those of the Athlon with 700 MHz.
const PUBLISHED: &str = include_str!("../data/hensgens.tsv");

/// The shares agree if the interval contains 0 and extends no further than this to either side.
const NARROW: f64 = 0.2;

/// Why a row with different evaluators may differ: `CREDIT`, rewards and the random term are
/// guesses.
const UNKNOWN: &str = "the thesis does not print the numbers of its evaluators";

/// Why other rows may differ: the gain of a method depends on the number of nodes for a move.
const NODES: &str = "in its time our player searches many times the nodes of the thesis; \
                     --time-per-move 0.0065 comes near to them";

fn compare(lab: &Lab<'_>, table: u64) -> Result<TableResult, LabError> {
    let rows: Vec<_> = published(PUBLISHED).filter(|row| row[0] == table).collect();
    let stage = lab.stage("rows", rows.len());
    let mut compared = Vec::new();
    for row in &rows {
        let name = row[1].as_str().unwrap_or_default();
        stage.message(name.to_owned());
        compared.push(lab.keep_row(name, || one(lab, row))?);
        stage.advance(1);
    }
    Ok(compared.into())
}

/// Plays the games of one row.
fn one(lab: &Lab<'_>, row: &[Value]) -> Result<Comparison, LabError> {
    let text = |i: usize| row[i].as_str().unwrap_or_default();
    let seconds = |i: usize| row[i].as_f64().unwrap_or(0.0) / 10.0 * lab.settings.match_seconds();
    let wins = |i: usize| row[i].as_u64().unwrap_or(0) as u32;
    let games = lab.settings.games_or(GAMES, wins(6) + wins(7));
    let found = Series::play(lab, games, [(text(2), seconds(3)), (text(4), seconds(5))])?;
    let [white, black] = found.mean_branching();
    let milliseconds = found.seconds.map(|seconds| (seconds * 1000.0).round() as u64);
    let numbers = [
        ("white_wins", found.wins[0]),
        ("black_wins", found.wins[1]),
        ("branching_white", white.round() as u64),
        ("branching_black", black.round() as u64),
        ("plies", found.length().round() as u64),
        ("nodes_white", found.nodes[0]),
        ("nodes_black", found.nodes[1]),
        ("ms_white", milliseconds[0]),
        ("ms_black", milliseconds[1]),
    ];
    let numbers = numbers.iter().zip(&row[6..]);
    let numbers: Vec<_> = numbers
        .filter_map(|(&(name, found), published)| Some((name, published.as_u64()?, found)))
        .collect();
    let (low, high) = interval([numbers[0].1, numbers[1].1], found.wins);
    let mut note = format!("White's share less the published one is {low:+.2} to {high:+.2}");
    let verdict = verdict(low, high);
    if verdict == RowVerdict::Differs {
        let evaluator = |i: usize| text(i).split(',').next();
        let why = if evaluator(2) == evaluator(4) { NODES } else { UNKNOWN };
        note += &format!(" ({why})");
    }
    Ok(Comparison::new(text(1), &numbers).judged(verdict, note))
}

/// The verdict for an interval of the difference.
fn verdict(low: f64, high: f64) -> RowVerdict {
    match low <= 0.0 && 0.0 <= high {
        false => RowVerdict::Differs,
        true if low >= -NARROW && high <= NARROW => RowVerdict::Agrees,
        true => RowVerdict::TooFew,
    }
}

/// An interval for the share found less the published one, 2.6 standard errors to either side
/// (Agresti and Caffo's interval: a win and a loss are added to both series).
fn interval(published: [u64; 2], found: [u64; 2]) -> (f64, f64) {
    let share = |[wins, losses]: [u64; 2]| {
        let n = (wins + losses + 2) as f64;
        let p = (wins + 1) as f64 / n;
        (p, p * (1.0 - p) / n)
    };
    let ((p, p_variance), (q, q_variance)) = (share(published), share(found));
    let reach = 2.6 * (p_variance + q_variance).sqrt();
    (q - p - reach, q - p + reach)
}

#[cfg(test)]
mod tests {
    use super::{RowVerdict, interval, verdict};

    #[test]
    fn shares_agree_only_with_enough_games() {
        let said = |published, found| {
            let (low, high) = interval(published, found);
            verdict(low, high)
        };
        assert_eq!(said([60, 40], [5, 5]), RowVerdict::TooFew);
        assert_eq!(said([0, 50], [1, 9]), RowVerdict::TooFew);
        assert_eq!(said([160, 140], [155, 145]), RowVerdict::Agrees);
        assert_eq!(said([60, 40], [5, 95]), RowVerdict::Differs);
        assert_eq!(said([0, 50], [10, 0]), RowVerdict::Differs);
    }
}
