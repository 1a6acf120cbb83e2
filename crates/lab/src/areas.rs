//! The areas that are met while 5x6 is solved: tables C.1 to C.5 of Song's thesis.

use crate::replies::{FIRST, Reply, search};
use crate::table::{Measured, TableResult, published, rounded, tables};
use crate::{Lab, LabError, Protocol, Rule};
use lastmove_endgame::Databases;
use lastmove_solver::amazons::{CensusKind, Group, PartitionCensus, Tally};
use serde_json::{Value, json};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

tables! {
    "song-c1": "Song's thesis, table C.1: territories met while solving 5x6, by size",
        PROTOCOL, |lab| measure(lab, &C1);
    "song-c2": "Song's thesis, table C.2: active areas met while solving 5x6, by size",
        PROTOCOL, |lab| measure(lab, &C2);
    "song-c3": "Song's thesis, table C.3: simple territories found in databases while solving 5x6",
        PROTOCOL, |lab| measure(lab, &C3);
    "song-c4": "Song's thesis, table C.4: active areas found in databases while solving 5x6",
        PROTOCOL, |lab| measure(lab, &C4);
    "song-c5": "Song's thesis, table C.5: blocker territories found in databases while solving 5x6",
        PROTOCOL, |lab| measure(lab, &C5);
}

const PROTOCOL: Protocol = Protocol::new(
    "how often areas of each kind and size are met while the replies of 5x6 are searched",
    Rule::Beside,
    "the replies are searched one by one by our solver, which meets fewer positions; areas are counted \
     after the improved partition, as in the thesis, with those of the basic partition in columns \
     headed basic (a record without such columns is older and counts the basic partition only)",
);

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

/// The replies, and the areas that their searches met.
type Searched = (Vec<Reply>, PartitionCensus);

/// The latest search of this process, with its settings: the five tables are counted in one.
static LATEST: Mutex<Option<(String, Searched)>> = Mutex::new(None);

/// Searches the replies for a limited time with counters on, unless the latest search had the same
/// settings.
fn searched(lab: &Lab<'_>, databases: &Databases, time: Duration) -> Result<Searched, LabError> {
    let settings = &lab.settings;
    let threads = lab.threads_or_one();
    let named = format!(
        "{} {time:?} {:?} {:?} {:?} {threads}",
        databases.name(),
        settings.games,
        settings.count,
        settings.memory,
    );
    let mut latest = LATEST.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((of, found)) = &*latest
        && *of == named
    {
        return Ok(found.clone());
    }
    let found = search::<PartitionCensus>(lab, databases, time, None)?;
    *latest = Some((named, found.clone()));
    Ok(found)
}

/// The table of counts.
fn measure(lab: &Lab<'_>, layout: &Layout) -> Result<TableResult, LabError> {
    let databases = lab.databases()?;
    let time = lab.time_or(250);
    let (replies, census) = searched(lab, &databases, time)?;
    let solved = replies.iter().filter(|reply| reply.winner.is_some()).count();
    let territories = census.improved.sum(|g| g.kind != CensusKind::Active);
    let active = census.improved.sum(|g| g.kind == CensusKind::Active);
    let mut measured = Measured::with(databases.name());
    measured.rows = published(layout.copy).map(|copy| layout.row(&copy, &census)).collect();
    measured.notes = vec![
        format!(
            "{} evaluated positions of {} replies to {FIRST}, {solved} solved at {} s each",
            census.basic.positions,
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
        "areas after the improved partition, as the thesis counts them; basic: areas of the basic \
         partition, where an active area that a database has is not divided. Areas are partitioned \
         before they are looked up: only so table C.4 has no integers of 1x3, among which `qQ1` would \
         be one. A simple territory is counted when it is settled, once"
            .into(),
    ];
    Ok(measured.into())
}

fn percent(part: u64, whole: u64) -> f64 {
    100.0 * part as f64 / whole.max(1) as f64
}

impl Layout {
    /// The counts that belong to a row of the copy.
    fn row(&self, copy: &[Value], census: &PartitionCensus) -> Value {
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
            let counts = [&census.improved, &census.basic]
                .map(|census| number(&census.sum(|g| g.kind == kind && in_row(g))));
            row[name] = counts[0].into();
            row[format!("basic_{name}")] = counts[1].into();
            row[theirs] = copied.clone();
        }
        if let Some((number, whole)) = self.whole {
            let counted = |g: &Group| self.numbers.iter().any(|&(_, _, kind, _)| g.kind == kind);
            for (name, census) in [("percent", &census.improved), ("basic_percent", &census.basic)]
            {
                let part = number(&census.sum(|g| counted(g) && in_row(g)));
                row[name] = rounded(percent(part, number(&census.sum(counted)))).into();
            }
            let sum = copy.last().and_then(Value::as_u64).unwrap_or(0);
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
