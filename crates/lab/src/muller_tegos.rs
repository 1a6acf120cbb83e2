//! The counts of Müller and Tegos' paper: regions, defective regions, zugzwangs.

use crate::table::{Comparison, TableResult, published, tables};
use crate::{Lab, LabError, Protocol, Rule};
use lastmove_regions::{census, zugzwangs};
use serde_json::Value;
use std::collections::HashMap;

tables! {
    "muller-tegos-1": "Müller and Tegos, table 1: regions and line segment graphs",
        REGIONS_PROTOCOL, regions_and_graphs;
    "muller-tegos-2": "Müller and Tegos, table 2: defective regions with one amazon",
        DEFECTIVE_PROTOCOL, defective;
    "muller-tegos-19": "Müller and Tegos, figure 19: graphs of the smallest zugzwangs",
        ZUGZWANGS_PROTOCOL, smallest_zugzwangs;
}

const REGIONS_PROTOCOL: Protocol = Protocol::new(
    "regions and line segment graphs of each size",
    Rule::Equal,
    "none, these are counts; regions in boxes of at most 56 squares and 10 on a side",
);
const DEFECTIVE_PROTOCOL: Protocol = Protocol::new(
    "defective regions and their graphs, by size and defects",
    Rule::Equal,
    "none, these are counts; the conventions that give them are a guess that fits all rows: exactly \
     one amazon, whose square counts, one entry for each orbit, its point marked in the graph",
);
const ZUGZWANGS_PROTOCOL: Protocol = Protocol::new(
    "line segment graphs of zugzwangs of each size",
    Rule::Equal,
    "none, these are counts; one amazon a side",
);

/// Size, regions, graphs.
const REGIONS: &str = include_str!("data/muller_tegos_1.tsv");

/// Size, defects, regions, graphs.
const DEFECTIVE: &str = include_str!("data/muller_tegos_2.tsv");

/// The numbers of a published table.
fn numbers(copy: &'static str) -> impl Iterator<Item = Vec<u64>> {
    published(copy).map(|row| row.iter().filter_map(Value::as_u64).collect())
}

/// A row of regions and graphs, each published and found.
fn row(name: String, published: (u64, u64), found: (u64, u64)) -> Comparison {
    let graphs = ("line_segment_graphs", published.1, found.1);
    Comparison::new(name, &[("regions", published.0, found.0), graphs])
}

fn regions_and_graphs(lab: &Lab<'_>) -> Result<TableResult, LabError> {
    let mut rows = Vec::new();
    for published in numbers(REGIONS) {
        let size = published[0];
        let found = census(size as usize, 0, lab.progress, &lab.budget(None))?;
        let found = (found.regions, found.line_segment_graphs);
        rows.push(row(format!("size {size}"), (published[1], published[2]), found));
    }
    Ok(rows.into())
}

fn defective(lab: &Lab<'_>) -> Result<TableResult, LabError> {
    let published: HashMap<_, _> =
        numbers(DEFECTIVE).map(|n| ((n[0], n[1]), (n[2], n[3]))).collect();
    let mut rows = Vec::new();
    for size in 3..=11 {
        let found = census(size as usize, 1, lab.progress, &lab.budget(None))?.defective;
        let found: HashMap<_, _> = found
            .iter()
            .map(|group| (u64::from(group.defects), (group.regions, group.line_segment_graphs)))
            .collect();
        for defects in 1.. {
            let (theirs, ours) = (published.get(&(size, defects)), found.get(&defects));
            if theirs.is_none() && found.keys().all(|&most| most < defects) {
                break;
            }
            let name = format!("size {size}, {defects}-defective");
            let [theirs, ours] = [theirs, ours].map(|numbers| numbers.copied().unwrap_or_default());
            rows.push(row(name, theirs, ours));
        }
    }
    Ok(rows.into())
}

fn smallest_zugzwangs(lab: &Lab<'_>) -> Result<TableResult, LabError> {
    let mut rows = Vec::new();
    for size in 2..=6 {
        let found = zugzwangs(size, lab.progress, &lab.budget(None))?.graphs.len() as u64;
        let published = if size == 6 { 4 } else { 0 };
        let graphs = ("line_segment_graphs", published, found);
        rows.push(Comparison::new(format!("size {size}"), &[graphs]));
    }
    Ok(rows.into())
}
