//! Bullock's thesis on Domineering: replacement schemes of the transposition table, in tables too
//! small for all positions, compared with the solver's own scheme.

use crate::bullock::TIME;
use crate::schemes::SCHEMES;
use crate::table::{Measured, TableResult};
use crate::{Lab, LabError};
use lastmove_board::{Bits, Size};
use lastmove_domineering::{Orientation, Position};
use lastmove_solver::domineering::DomineeringSolver;
use lastmove_solver::{Shares, Solver};
use lastmove_work::Budget;
use serde_json::{Map, Value, json};
use std::sync::Arc;

/// Entries of the tables: 8x8 takes 24 thousand.
const ENTRIES: [usize; 4] = [1 << 8, 1 << 10, 1 << 12, 1 << 14];
/// Bytes of an entry of the solver's own table.
const BYTES: usize = 16;

/// The name of the solver's own scheme.
pub(crate) const OWN: &str = "own";

/// The name of a column.
fn column(entries: usize) -> String {
    format!("entries_{entries}")
}

pub(crate) fn replacement(lab: &Lab<'_>) -> Result<TableResult, LabError> {
    let size = Size::new(8, 8).map_err(LabError::failed)?;
    let position = Position::new(u64::first_n(size.squares()), Orientation::Vertical);
    let regions = lab.regions();
    let stage = lab.stage("searches", ENTRIES.len() * (SCHEMES.len() + 1));
    let time = lab.time_or(TIME);
    let mut measured = Measured::with("none");
    let chosen = |name: &str| {
        let schemes = &lab.settings.schemes;
        schemes.is_empty() || schemes.iter().any(|scheme| scheme == name)
    };
    let mut row =
        |name: &str, visited: &dyn Fn(usize, &Budget) -> Option<u64>| -> Result<(), LabError> {
            if !chosen(name) {
                return Ok(());
            }
            let mut row = Map::from_iter([("scheme".to_owned(), json!(name))]);
            for entries in ENTRIES {
                let budget = lab.budget(Some(time));
                let visited = visited(entries, &budget);
                lab.unless_cancelled()?;
                row.insert(column(entries), json!(visited));
                stage.advance(1);
            }
            measured.rows.push(Value::Object(row));
            Ok(())
        };
    for scheme in SCHEMES {
        row(scheme.name, &|entries, budget| {
            Some(scheme.solve(&position, size, entries, &regions, budget).ok()?.visited)
        })?;
    }
    row(OWN, &|entries, budget| {
        let shares = Shares { table: (entries * BYTES) as u64, ..Shares::default() };
        let solver = DomineeringSolver::<u64>::with(size, shares, Arc::clone(&regions), None);
        Some(solver.solve(&position, budget, &mut |_| {}).ok()?.counters.visited)
    })?;
    measured.notes = vec![
        format!(
            "positions visited on 8x8 with Vertical first, by the entries of the table; own: the \
             solver's scheme. {} s for each search (--time), one thread",
            time.as_secs_f64()
        ),
        "- where the time was too short".into(),
    ];
    measured.notes.extend(crossover(&measured.rows));
    Ok(measured.into())
}

/// Which of FindFirst and TwoBig visits fewer positions, by the positions for each entry.
fn crossover(rows: &[Value]) -> Option<String> {
    let row = |name: &str| rows.iter().find(|row| row["scheme"] == name);
    let (first, two) = (row("FindFirst")?, row("TwoBig")?);
    let better = ENTRIES.into_iter().filter_map(|entries| {
        let [first, two] = [first, two].map(|row| row[column(entries)].as_u64());
        let load = first.or(two)? / entries as u64;
        let first_is_better = two.is_none_or(|two| first.is_some_and(|first| first < two));
        let name = if first_is_better { "FindFirst" } else { "TwoBig" };
        Some(format!("{name} at {load}"))
    });
    let better: Vec<String> = better.collect();
    Some(format!(
        "The thesis finds a crossover: TwoBig is better where a search has more than some 50 \
         positions for each entry. Here the better of the two, by positions for each entry: {}",
        better.join(", ")
    ))
}
