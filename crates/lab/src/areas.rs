//! The areas that are met while 5x6 is solved: tables C.1 to C.5 of Song's thesis.

use crate::replies::{FIRST, search};
use crate::table::{Measured, TableResult, published, rounded, tables};
use crate::{Lab, LabError};
use lastmove_solver::amazons::{Census, CensusKind, Group, Tally};
use serde_json::{Value, json};

tables! {
    "song-c1": "Song's thesis, table C.1: territories met while solving 5x6, by size",
        |lab| measure(lab, &C1);
    "song-c2": "Song's thesis, table C.2: active areas met while solving 5x6, by size",
        |lab| measure(lab, &C2);
    "song-c3": "Song's thesis, table C.3: simple territories found in databases while solving 5x6",
        |lab| measure(lab, &C3);
    "song-c4": "Song's thesis, table C.4: active areas found in databases while solving 5x6",
        |lab| measure(lab, &C4);
    "song-c5": "Song's thesis, table C.5: blocker territories found in databases while solving 5x6",
        |lab| measure(lab, &C5);
}

/// One of the tables. Each row of its copy has the size of the areas, their material, and for each
/// column the published number; the last row is the sum.
struct Layout {
    copy: &'static str,
    /// which areas of that size a row counts
    material: &'static [(&'static str, Pieces)],
    /// our column, the published column, the kind of areas, and what is counted of them
    numbers: &'static [(&'static str, &'static str, CensusKind, Number)],
    /// the base of the percentages, and its published number
    whole: Option<(Number, u64)>,
}

type Pieces = fn(&Group) -> u8;
type Number = fn(&Tally) -> u64;

const C1: Layout = Layout {
    copy: include_str!("data/song_c1.tsv"),
    material: &[],
    numbers: &[
        ("simple", "pub_simple", CensusKind::SimpleTerritory, |t| t.total),
        ("blocker", "pub_blocker", CensusKind::BlockerTerritory, |t| t.total),
    ],
    whole: Some((|t| t.total, 331_565_697)),
};
const C2: Layout = Layout {
    copy: include_str!("data/song_c2.tsv"),
    material: &[],
    numbers: &[("found", "published", CensusKind::Active, |t| t.total)],
    whole: Some((|t| t.total, 502_346_758)),
};
const C3: Layout = Layout {
    copy: include_str!("data/song_c3.tsv"),
    material: &[("queens", |g| g.queens)],
    numbers: &[
        ("defective", "pub_defective", CensusKind::SimpleTerritory, |t| t.defective),
        ("found", "published", CensusKind::SimpleTerritory, |t| t.queried),
    ],
    whole: Some((|t| t.queried, 13_711_785)),
};
const C4: Layout = Layout {
    copy: include_str!("data/song_c4.tsv"),
    material: &[("more", |g| g.queens), ("fewer", |g| g.others)],
    numbers: &[
        ("integer", "pub_integer", CensusKind::Active, |t| t.integers),
        ("fraction", "pub_fraction", CensusKind::Active, |t| t.fractions),
        ("infini", "pub_infini", CensusKind::Active, |t| t.infinitesimals),
        ("hot", "pub_hot", CensusKind::Active, |t| t.hot),
    ],
    whole: None,
};
const C5: Layout = Layout {
    copy: include_str!("data/song_c5.tsv"),
    material: &[("queens", |g| g.queens), ("blockers", |g| g.blockers)],
    numbers: &[
        ("defective", "pub_defective", CensusKind::BlockerTerritory, |t| t.defective),
        ("found", "published", CensusKind::BlockerTerritory, |t| t.queried),
    ],
    whole: Some((|t| t.queried, 316_895_494)),
};

/// Searches the replies for a limited time with counters on, and returns the table of counts.
fn measure(lab: &Lab<'_>, layout: &Layout) -> Result<TableResult, LabError> {
    let databases = lab.databases()?;
    let time = lab.time_or(250);
    let (replies, census) = search::<Census>(lab, &databases, time, None)?;
    let solved = replies.iter().filter(|reply| reply.winner.is_some()).count();
    let territories = census.sum(|g| g.kind != CensusKind::Active);
    let active = census.sum(|g| g.kind == CensusKind::Active);
    let mut measured = Measured::with(databases.name());
    measured.rows = published(layout.copy).map(|copy| layout.row(&copy, &census)).collect();
    measured.notes = vec![
        format!(
            "{} evaluated positions of {} replies to {FIRST}, {solved} solved at {} s each",
            census.positions,
            replies.len(),
            time.as_secs_f64()
        ),
        format!(
            "{:.2} % of {} territories exact (published 99.82 % of 331565697), {:.2} % of {} active \
             areas (published 1.35 % of 502346758)",
            percent(territories.exact, territories.total),
            territories.total,
            percent(active.exact, active.total),
            active.total
        ),
        "a simple territory is counted when it is settled, once; blocker territories are those of \
         either side in active areas that no database has"
            .into(),
    ];
    Ok(measured.into())
}

fn percent(part: u64, whole: u64) -> f64 {
    100.0 * part as f64 / whole.max(1) as f64
}

impl Layout {
    /// The counts that belong to a row of the copy.
    fn row(&self, copy: &[Value], census: &Census) -> Value {
        let (material, numbers) = copy[1..].split_at(self.material.len());
        let in_row = |g: &Group| {
            copy[0] == format!("{}x{}", g.width, g.height)
                && self.material.iter().zip(material).all(|((_, of), copied)| *copied == of(g))
        };
        let mut row = json!({"size": copy[0]});
        for ((name, _), copied) in self.material.iter().zip(material) {
            row[*name] = copied.clone();
        }
        for (&(name, theirs, kind, number), copied) in self.numbers.iter().zip(numbers) {
            row[name] = number(&census.sum(|g| g.kind == kind && in_row(g))).into();
            row[theirs] = copied.clone();
        }
        if let Some((number, whole)) = self.whole {
            let counted = |g: &Group| self.numbers.iter().any(|&(_, _, kind, _)| g.kind == kind);
            let part = number(&census.sum(|g| counted(g) && in_row(g)));
            let sum = copy.last().and_then(Value::as_u64).unwrap_or(0);
            row["percent"] = rounded(percent(part, number(&census.sum(counted)))).into();
            row["pub_percent"] = rounded(percent(sum, whole)).into();
        }
        row
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The copies are complete: their sums are the published ones, except that the last row of C.4
    /// is missing from its printed total.
    #[test]
    fn copied_tables_add_up() {
        for (layout, total) in [
            (C1, 331_565_697),
            (C2, 502_346_758),
            (C3, 13_711_785),
            (C4, 30_427_857 + 3903),
            (C5, 316_895_494),
        ] {
            let last = |row: Vec<Value>| row.last().and_then(Value::as_u64).unwrap();
            assert_eq!(published(layout.copy).map(last).sum::<u64>(), total);
        }
    }
}
