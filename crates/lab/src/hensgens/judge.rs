//! The numbers of a series of games, published and found, and their verdict.

use super::series::Series;
use crate::protocol::GameQuantity;
use crate::table::{Comparison, RowVerdict, rounded};
use serde_json::{Value, json};

/// Numbers of a series, as far as the thesis prints them. Each pair is White's and Black's.
#[derive(Clone, Debug, Default)]
pub(super) struct Numbers {
    pub(super) wins: [u64; 2],
    pub(super) branching: Option<[f64; 2]>,
    pub(super) plies: Option<f64>,
    pub(super) nodes: Option<[u64; 2]>,
    pub(super) milliseconds: Option<[u64; 2]>,
}

/// The share of wins agrees if the interval contains 0 and extends no further than this to either
/// side.
const NARROW_SHARE: f64 = 0.2;
/// The same for a mean, as a part of it.
const NARROW_MEAN: f64 = 0.05;
/// Half of an interval, in standard errors.
const ERRORS: f64 = 2.6;

/// How single games spread, as a part of the mean: the standard deviations of the mean number of
/// legal moves of a side, and of the plies (measured by `hensgens-start`).
const SPREAD_BRANCHING: f64 = 0.15;
const SPREAD_PLIES: f64 = 0.1;

/// What the means of a side count.
const MOVES: [&str; 2] = ["White's moves", "Black's moves"];

impl Numbers {
    /// The numbers from the columns of the copy that begin with White's wins.
    pub(super) fn published(cells: &[Value]) -> Self {
        let both = |i: usize| Some([cells[i].as_f64()?, cells[i + 1].as_f64()?]);
        let counts = |i: usize| both(i).map(|pair| pair.map(|n| n as u64));
        Self {
            wins: counts(0).unwrap_or_default(),
            branching: both(2),
            plies: cells[4].as_f64(),
            nodes: counts(5),
            milliseconds: counts(7),
        }
    }

    /// The numbers of our games.
    pub(super) fn found(series: &Series) -> Self {
        Self {
            wins: series.wins,
            branching: Some(series.mean_branching()),
            plies: Some(series.length()),
            nodes: Some(series.nodes),
            milliseconds: Some(series.seconds.map(|seconds| (seconds * 1000.0).round() as u64)),
        }
    }

    fn games(&self) -> u64 {
        self.wins[0] + self.wins[1]
    }

    /// Two series with exchanged colours as one, from the side of the first one's White.
    pub(super) fn pooled(&self, exchanged: &Self) -> Self {
        let sum = |one: [u64; 2], two: [u64; 2]| [one[0] + two[1], one[1] + two[0]];
        let sums = |(one, two)| sum(one, two);
        let mean =
            |(one, two): ([f64; 2], [f64; 2])| [(one[0] + two[1]) / 2.0, (one[1] + two[0]) / 2.0];
        Self {
            wins: sum(self.wins, exchanged.wins),
            branching: self.branching.zip(exchanged.branching).map(mean),
            plies: self.plies.zip(exchanged.plies).map(|(one, two)| (one + two) / 2.0),
            nodes: self.nodes.zip(exchanged.nodes).map(sums),
            milliseconds: self.milliseconds.zip(exchanged.milliseconds).map(sums),
        }
    }
}

/// Compares the quantities of a row; the worst verdict counts.
pub(super) fn compare(
    name: &str,
    quantities: &[GameQuantity],
    published: &Numbers,
    found: &Numbers,
    why: &str,
) -> Comparison {
    let mut judgement = Judgement { verdict: RowVerdict::Agrees, notes: Vec::new() };
    let games = [published.games(), found.games()];
    for quantity in quantities {
        match quantity {
            GameQuantity::Wins => judgement.share(published.wins, found.wins),
            GameQuantity::Branching => {
                for (theirs, ours) in published.branching.into_iter().zip(found.branching) {
                    for (side, named) in MOVES.into_iter().enumerate() {
                        let pair = [theirs[side], ours[side]];
                        judgement.mean(named, theirs[side], pair, &games, SPREAD_BRANCHING);
                    }
                }
            }
            GameQuantity::Plies => {
                for (theirs, ours) in published.plies.into_iter().zip(found.plies) {
                    judgement.mean("plies", theirs, [theirs, ours], &games, SPREAD_PLIES);
                }
            }
            GameQuantity::Nodes => judgement.nodes(published.nodes, found.nodes),
        }
    }
    let mut note = judgement.notes.join("; ");
    if judgement.verdict == RowVerdict::Differs && !why.is_empty() {
        note += &format!(" ({why})");
    }
    Comparison::of(name, &cells(published, found)).judged(judgement.verdict, note)
}

/// Compares the change of a quantity from one series to another, both published and found.
pub(super) fn compare_change(
    name: &str,
    quantity: GameQuantity,
    from: [&Numbers; 2],
    to: [&Numbers; 2],
    why: &str,
) -> Comparison {
    let mut judgement = Judgement { verdict: RowVerdict::Agrees, notes: Vec::new() };
    let games = [from[0], from[1], to[0], to[1]].map(Numbers::games);
    // The same columns as in the other rows.
    let none = |column| (column, Value::Null, Value::Null);
    let mut cells = vec![none("white_wins"), none("black_wins")];
    let mut mean = |column, named: &str, of: &dyn Fn(&Numbers) -> Option<f64>, spread| {
        let change = |i: usize| Some(of(to[i])? - of(from[i])?);
        let (Some(level), Some(theirs), Some(ours)) = (of(from[0]), change(0), change(1)) else {
            return;
        };
        judgement.mean(named, level, [theirs, ours], &games, spread);
        cells.push((column, json!(tenths(theirs)), json!(tenths(ours))));
    };
    match quantity {
        GameQuantity::Plies => mean("plies", "change", &|n| n.plies, SPREAD_PLIES),
        _ => {
            let columns = ["branching_white", "branching_black"];
            for (side, (column, named)) in columns.into_iter().zip(MOVES).enumerate() {
                mean(column, named, &|n| Some(n.branching?[side]), SPREAD_BRANCHING);
            }
        }
    }
    let mut note = judgement.notes.join("; ");
    if judgement.verdict == RowVerdict::Differs {
        note += &format!(" ({why})");
    }
    Comparison::of(name, &cells).judged(judgement.verdict, note)
}

/// The numbers that are published, beside ours.
fn cells(published: &Numbers, found: &Numbers) -> Vec<(&'static str, Value, Value)> {
    let mut cells = Vec::new();
    let mut pair = |names: [&'static str; 2], pairs: Option<([Value; 2], [Value; 2])>| {
        let Some((published, found)) = pairs else { return };
        cells.extend(names.into_iter().zip(published.into_iter().zip(found)));
    };
    let counts = |pair: [u64; 2]| pair.map(Value::from);
    let means = |pair: [f64; 2]| pair.map(|mean| json!(tenths(mean)));
    pair(["white_wins", "black_wins"], Some((counts(published.wins), counts(found.wins))));
    let branching = published.branching.zip(found.branching);
    pair(["branching_white", "branching_black"], branching.map(|(a, b)| (means(a), means(b))));
    let nodes = published.nodes.zip(found.nodes);
    pair(["nodes_white", "nodes_black"], nodes.map(|(a, b)| (counts(a), counts(b))));
    let times = published.milliseconds.zip(found.milliseconds);
    pair(["ms_white", "ms_black"], times.map(|(a, b)| (counts(a), counts(b))));
    let mut cells: Vec<_> = cells.into_iter().map(|(name, (a, b))| (name, a, b)).collect();
    if let Some((theirs, ours)) = published.plies.zip(found.plies) {
        cells.push(("plies", json!(tenths(theirs)), json!(tenths(ours))));
    }
    cells
}

/// A mean as the thesis prints it.
fn tenths(mean: f64) -> f64 {
    (mean * 10.0).round() / 10.0
}

/// The verdict so far, and a note for each quantity.
struct Judgement {
    verdict: RowVerdict,
    notes: Vec<String>,
}

impl Judgement {
    /// Takes an interval of the difference into account, which may be narrow enough to agree.
    fn interval(&mut self, named: &str, middle: f64, reach: f64, narrow: bool) {
        let (low, high) = (middle - reach, middle + reach);
        let verdict = match low <= 0.0 && 0.0 <= high {
            false => RowVerdict::Differs,
            true if narrow => RowVerdict::Agrees,
            true => RowVerdict::TooFew,
        };
        if self.verdict == RowVerdict::Agrees || verdict == RowVerdict::Differs {
            self.verdict = verdict;
        }
        let [low, high] = [low, high].map(rounded);
        self.notes.push(format!("{named} less the published one is {low:+} to {high:+}"));
    }

    /// White's share of the wins (Agresti and Caffo's interval: a win and a loss are added to both
    /// series).
    fn share(&mut self, published: [u64; 2], found: [u64; 2]) {
        let share = |[wins, losses]: [u64; 2]| {
            let n = (wins + losses + 2) as f64;
            let p = (wins + 1) as f64 / n;
            (p, p * (1.0 - p) / n)
        };
        let ((p, p_variance), (q, q_variance)) = (share(published), share(found));
        let reach = ERRORS * (p_variance + q_variance).sqrt();
        let middle = q - p;
        self.interval("share of wins", middle, reach, middle.abs() + reach <= NARROW_SHARE);
    }

    /// A mean of `level` over games that spread by a part of it, or a change of such means.
    fn mean(
        &mut self,
        named: &str,
        level: f64,
        [published, found]: [f64; 2],
        games: &[u64],
        spread: f64,
    ) {
        let variance: f64 = games.iter().map(|&n| 1.0 / n.max(1) as f64).sum();
        let reach = ERRORS * spread * level * variance.sqrt();
        self.interval(named, found - published, reach, reach <= NARROW_MEAN * level);
    }

    fn nodes(&mut self, published: Option<[u64; 2]>, found: Option<[u64; 2]>) {
        let Some((published, found)) = published.zip(found) else { return };
        let share = |[one, other]: [u64; 2]| one as f64 / (one + other).max(1) as f64;
        let (theirs, ours) = (share(published), share(found));
        if (theirs > 0.5) != (ours > 0.5) {
            self.verdict = RowVerdict::Differs;
        }
        let [theirs, ours] = [theirs, ours].map(rounded);
        self.notes.push(format!("share of nodes {ours}, published {theirs}"));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_agree_only_with_enough_games() {
        let said = |published, found| {
            let of = |wins| Numbers { wins, ..Numbers::default() };
            compare("", &[GameQuantity::Wins], &of(published), &of(found), "").verdict
        };
        assert_eq!(said([60, 40], [5, 5]), RowVerdict::TooFew);
        assert_eq!(said([0, 50], [1, 9]), RowVerdict::TooFew);
        assert_eq!(said([160, 140], [155, 145]), RowVerdict::Agrees);
        assert_eq!(said([60, 40], [5, 95]), RowVerdict::Differs);
        assert_eq!(said([0, 50], [10, 0]), RowVerdict::Differs);
    }

    /// Table 1 of the thesis beside the games of the record: the shares agree, the moves do not.
    #[test]
    fn means_are_judged_where_the_table_is_about_them() {
        let of =
            |wins, branching| Numbers { wins, branching: Some(branching), ..Numbers::default() };
        let theirs = [of([165, 135], [385.0, 336.3]), of([160, 140], [374.5, 299.4])];
        let ours = [of([143, 157], [394.0, 339.0]), of([165, 135], [400.0, 342.0])];
        for (quantity, verdict) in [
            (GameQuantity::Wins, RowVerdict::Agrees),
            (GameQuantity::Branching, RowVerdict::Differs),
        ] {
            assert_eq!(compare("", &[quantity], &theirs[1], &ours[1], "").verdict, verdict);
        }
        let change = compare_change(
            "",
            GameQuantity::Branching,
            [&theirs[0], &ours[0]],
            [&theirs[1], &ours[1]],
            "",
        );
        assert_eq!(change.verdict, RowVerdict::Differs);
        assert_eq!(change.published["branching_black"], -36.9);
        // few games cannot tell
        let few = of([2, 2], [380.0, 300.0]);
        let said = compare("", &[GameQuantity::Branching], &theirs[1], &few, "").verdict;
        assert_eq!(said, RowVerdict::TooFew);
    }

    #[test]
    fn nodes_are_judged_by_who_searches_more() {
        let of = |nodes| Numbers { wins: [5, 5], nodes: Some(nodes), ..Numbers::default() };
        let said =
            |found| compare("", &[GameQuantity::Nodes], &of([13, 15]), &of(found), "").verdict;
        assert_eq!(said([111, 114]), RowVerdict::Agrees);
        assert_eq!(said([114, 111]), RowVerdict::Differs);
        let pooled = of([13, 15]).pooled(&of([21, 17]));
        assert_eq!((pooled.wins, pooled.nodes), ([10, 10], Some([30, 36])));
    }
}
