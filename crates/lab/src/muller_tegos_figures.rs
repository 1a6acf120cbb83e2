//! The figures of Müller and Tegos' paper that have a value or a count.

use crate::table::{Comparison, RowVerdict, TableResult, tables};
use crate::{Lab, LabError, Protocol, Rule};
use lastmove_amazons::AmazonsRules;
use lastmove_board::{Cell, Diagram};
use lastmove_regions::{Filler, LineGraph, Region, census, zugzwangs};
use lastmove_values::{AppraisalLimits, Appraiser, Forms};
use serde_json::Value;

tables! {
    "muller-tegos-figures": "Müller and Tegos, figures 7 to 19: every value and every count",
        PROTOCOL, figures;
}

const PROTOCOL: Protocol = Protocol::new(
    "values of positions, moves in territories, numbers of graphs and regions",
    Rule::Value,
    "the positions of figures 15 to 18 are reconstructed, since our copy has no drawings; they have \
     the printed values",
);

/// Territories: figure, position, empty squares, moves.
const TERRITORIES: [(&str, &str, u64, u64); 3] = [
    ("figure 8, first", "*q*/1*1", 2, 1),
    ("figure 8, second", "1q*/**1", 2, 1),
    ("figure 8, third", "*1*/*q*/1*1", 3, 1),
];

/// Values: figure, position, value as printed, and how the printed form differs, if it does. The
/// positions are reconstructed.
const VALUES: [(&str, &str, &str, Option<&str>); 6] = [
    (
        "figure 15, left",
        "2****/3***/1*****/*2***/***q**/***Q**/**1*1*/*1***1",
        "3|6",
        Some("printed as 3|6; here White's move leads to 7, so it is 3|7; both are 4"),
    ),
    ("figure 15, right", "2****/3***/1*****/*2***/***qQ*/***Q**/**1*1*/*1***1", "4", None),
    (
        "figure 16",
        "3******/3******/2*Qq4/***1**3/***1***2/***1*****",
        "{-3,-6|5,7}",
        Some("printed with its options, {-3,-6|5,7}"),
    ),
    ("figure 17", "3**4/3**4/***Qq*3/***1**3/***1*****/****1****", "{8|7}", None),
    ("figure 18", "*1q*/Q**1/*2*", "{0|-2||2|0}", None),
    ("figure 19, one of them", "*1*1/**q*/*Q*1/1***", "0", None),
];

/// Defective graphs of figure 14: size, defects, graphs (the counts are those of table 2).
const HIGHLY_DEFECTIVE: [(usize, u32, u64); 8] =
    [(3, 1, 1), (4, 1, 1), (5, 1, 6), (4, 2, 1), (6, 2, 3), (7, 3, 1), (8, 3, 1), (10, 4, 3)];

fn figures(lab: &Lab<'_>) -> Result<TableResult, LabError> {
    let budget = lab.budget(None);
    let count = |row: &str, name: &str, published: u64, found: u64| {
        Comparison::new(row, &[(name, published, found)])
    };
    let mut rows = Vec::new();
    let mut graphs = 0;
    for size in 1..=4 {
        graphs += census(size, 0, lab.progress, &budget)?.line_segment_graphs;
    }
    rows.push(count("figure 7, sizes 1 to 4", "graphs", 16, graphs));
    for (figure, position, empty, moves) in TERRITORIES {
        let (found_empty, found_moves) = fill(position)?;
        let numbers = [("empty", empty, found_empty), ("moves", moves, found_moves)];
        rows.push(Comparison::new(figure, &numbers));
    }
    for (k, position) in k_defective() {
        let (empty, moves) = fill(&position)?;
        rows.push(count(&format!("figure 9, k = {k}"), "defects", k, empty - moves));
    }
    let (empty, moves) = fill("*****1/qqqqq*/*****1")?;
    rows.push(count("figure 10", "defective", 1, u64::from(moves < empty)));
    rows.extend(defective_counts(lab)?);
    let mut forms = Forms::new();
    for (figure, position, published, form) in VALUES {
        let published_value = forms.parse(published).map_err(LabError::failed)?;
        let value = |text: Option<String>| text.map_or(Value::Null, Value::from);
        let printed = value(forms.print(published_value, 200));
        let row = Comparison::of(figure, &[("value", printed, value(valued(position)?))]);
        rows.push(match form.filter(|_| row.agree) {
            Some(form) => row.judged(RowVerdict::AgreesByValue, form),
            None => row,
        });
    }
    let smallest = zugzwangs(6, lab.progress, &budget)?;
    let numbers = [("graphs", 4, smallest.graphs.len() as u64)];
    rows.push(Comparison::new("figure 19, size 6", &numbers));
    Ok(rows.into())
}

fn diagram(position: &str) -> Result<Diagram, LabError> {
    position.parse().map_err(LabError::failed)
}

/// The empty squares of a territory and the most moves in it.
fn fill(position: &str) -> Result<(u64, u64), LabError> {
    let diagram = diagram(position)?;
    let empty = diagram.cells().iter().filter(|&&cell| cell == Cell::Empty).count() as u64;
    let too_large = || LabError::failed("a territory is too large");
    let (region, black, _) = Region::of_diagram(&diagram).ok_or_else(too_large)?;
    let mut filler = Filler::default();
    let mut filling = filler.fill(&LineGraph::of(region)).ok_or_else(too_large)?;
    Ok((empty, u64::from(filling.most_moves(black as u16))))
}

/// Figure 9 is a family: an amazon between two strips that bend twice, so that k squares of each
/// are beyond the furthest first shot. Each item is k and the position.
fn k_defective() -> impl Iterator<Item = (u64, String)> {
    (1..=3).map(|k| {
        let (width, height, middle) = (2 * k + 3, k + 3, k + 1);
        let mut rows = vec![vec!['*'; width]; height];
        rows[0][middle] = 'q';
        for (row, cells) in rows.iter_mut().enumerate().skip(1) {
            // down one side, then away from the middle
            let away = row.saturating_sub(2) + 1;
            cells[middle - away] = '.';
            cells[middle + away] = '.';
        }
        let text: Vec<String> = rows.iter().map(|row| row.iter().collect()).collect();
        (k as u64, text.join("/"))
    })
}

/// Figures 13 and 14.
fn defective_counts(lab: &Lab<'_>) -> Result<Vec<Comparison>, LabError> {
    let mut rows = Vec::new();
    for size in [3, 4, 5, 6, 7, 8, 10] {
        let found = census(size, 1, lab.progress, &lab.budget(None))?.defective;
        for (_, defects, graphs) in HIGHLY_DEFECTIVE.into_iter().filter(|row| row.0 == size) {
            let group = found.iter().find(|group| group.defects == defects);
            let (regions, own) = group.map_or((0, 0), |g| (g.regions, g.line_segment_graphs));
            let mut numbers = vec![("graphs", graphs, own)];
            let name = if (size, defects) == (8, 3) {
                numbers.push(("regions", 12, regions));
                "figure 13".to_owned()
            } else {
                format!("figure 14, size {size}, {defects}-defective")
            };
            rows.push(Comparison::new(name, &numbers));
        }
    }
    Ok(rows)
}

/// The canonical form of a position.
pub(crate) fn valued(position: &str) -> Result<Option<String>, LabError> {
    let diagram = diagram(position)?;
    let rules = AmazonsRules::<u128>::for_board(diagram.size());
    let rules = rules.ok_or_else(|| LabError::failed("a board is too large"))?;
    let area = rules.area(&diagram).map_err(LabError::failed)?;
    let mut appraiser = Appraiser::new(rules, AppraisalLimits::default());
    let found = appraiser.appraise(&[area]).map_err(LabError::failed)?;
    Ok(found.whole.canonical.ok())
}
