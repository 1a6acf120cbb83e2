//! Bullock's figure 6.5, the chart of winners, compared with ours. The copy comes from a bad scan.

use crate::table::{Measured, TableResult};
use crate::{Lab, LabError};
use lastmove_solver::domineering::winners::Winners;
use serde_json::json;
use std::collections::BTreeSet;

/// Rows, and the classes of the boards with 1 to 27 columns.
const CHART: &str = include_str!("data/bullock_chart.tsv");
/// Rows, and columns, of single boards in the printed chart.
const SIDE: usize = 27;

/// The relation of a printed cell to ours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Cell {
    /// the same
    Equal,
    /// ours leaves fewer classes open: boards were solved later
    Sharpened,
    /// it contradicts solved boards and rules, or the printed transposed board
    Impossible,
    /// anything else
    Unexplained,
}

impl Cell {
    const ALL: [Self; 4] = [Self::Equal, Self::Sharpened, Self::Impossible, Self::Unexplained];

    fn mark(self) -> char {
        ['=', '<', 'x', '?'][self as usize]
    }
}

/// The classes that a cell leaves open, from its letters.
fn classes(letters: &str) -> BTreeSet<char> {
    letters.chars().map(|letter| letter.to_ascii_uppercase()).collect()
}

/// The classes for the transposed board.
fn turned(classes: &BTreeSet<char>) -> BTreeSet<char> {
    let turn = |class: &char| match class {
        'V' => 'H',
        'H' => 'V',
        other => *other,
    };
    classes.iter().map(turn).collect()
}

fn compare(printed: &BTreeSet<char>, transposed: &BTreeSet<char>, ours: &BTreeSet<char>) -> Cell {
    if printed == ours {
        Cell::Equal
    } else if ours.is_subset(printed) {
        Cell::Sharpened
    } else if printed.is_disjoint(ours) || printed.is_disjoint(&turned(transposed)) {
        Cell::Impossible
    } else {
        Cell::Unexplained
    }
}

/// Reads the copy: the possible classes of each board.
fn printed() -> Vec<Vec<BTreeSet<char>>> {
    CHART.lines().skip(1).map(|line| line.split('\t').skip(1).map(classes).collect()).collect()
}

pub(crate) fn chart(_: &Lab<'_>) -> Result<TableResult, LabError> {
    let (winners, printed) = (Winners::derive(SIDE, SIDE), printed());
    let mut measured = Measured::with("none");
    let mut cells: Vec<(String, Cell)> = Vec::new();
    for rows in 1..=SIDE {
        let row: Vec<Cell> = (1..=SIDE)
            .map(|columns| {
                let ours = classes(&winners.candidates(rows, columns));
                let at = |r: usize, c: usize| &printed[r - 1][c - 1];
                compare(at(rows, columns), at(columns, rows), &ours)
            })
            .collect();
        let count = |cell| row.iter().filter(|&&other| other == cell).count();
        measured.rows.push(json!({
            "rows": rows,
            "columns_1_to_27": row.iter().map(|cell| cell.mark()).collect::<String>(),
            "equal": count(Cell::Equal),
            "sharpened": count(Cell::Sharpened),
            "impossible": count(Cell::Impossible),
            "unexplained": count(Cell::Unexplained),
        }));
        let named = row.iter().enumerate().map(|(i, &cell)| {
            let text = |classes: &BTreeSet<char>| classes.iter().collect::<String>();
            let (columns, said) = (i + 1, text(&printed[rows - 1][i]));
            (format!("{rows}x{columns} {said}/{}", winners.candidates(rows, columns)), cell)
        });
        cells.extend(named);
    }
    let [equal, sharpened, impossible, unexplained] =
        Cell::ALL.map(|cell| cells.iter().filter(|(_, other)| *other == cell).count());
    measured.notes = vec![format!(
        "= equal: {equal}; < sharpened later: {sharpened}; x impossible in the scan (it contradicts \
         solved boards, or its own transposed board): {impossible}; ? unexplained: {unexplained}"
    )];
    for (name, kind) in [("sharpened", Cell::Sharpened), ("unexplained", Cell::Unexplained)] {
        let of_kind = cells.iter().filter(|(_, cell)| *cell == kind);
        let names: Vec<&str> = of_kind.map(|(name, _)| name.as_str()).collect();
        if !names.is_empty() {
            measured.notes.push(format!("{name} (printed/ours): {}", names.join(", ")));
        }
    }
    Ok(measured.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_copy_is_whole_and_cells_are_told_apart() {
        let printed = printed();
        assert!(printed.len() == SIDE && printed.iter().all(|row| row.len() == SIDE));
        let of = |printed, transposed, ours| {
            compare(&classes(printed), &classes(transposed), &classes(ours))
        };
        assert_eq!(of("1h", "1v", "1H"), Cell::Equal);
        assert_eq!(of("1h", "1v", "H"), Cell::Sharpened);
        assert_eq!(of("V", "V", "H"), Cell::Impossible);
        assert_eq!(of("V", "V", "12VH"), Cell::Impossible);
        assert_eq!(of("V", "H", "12VH"), Cell::Unexplained);
    }
}
