//! Replacement schemes of the transposition table (Bullock's thesis, section 4.1): positions
//! visited with small tables, beside the solver's own scheme.
//!
//! `cargo bench -p lastmove-lab --bench schemes -- 7x9 8x8`

use lastmove_board::{Bits, Size};
use lastmove_domineering::{Player, Position};
use lastmove_lab::schemes::SCHEMES;
use lastmove_solver::domineering::{DomineeringSolver, Regions};
use lastmove_solver::{Shares, Solver};
use lastmove_work::{Budget, Cancel, Limits};
use std::sync::Arc;

/// Entries of the tables.
const ENTRIES: [usize; 3] = [1 << 10, 1 << 12, 1 << 14];
/// Where a table is hopeless.
const MOST_NODES: u64 = 300_000;
/// Bytes of an entry of the solver's own table.
const BYTES: usize = 16;

fn main() {
    let mut names: Vec<String> =
        std::env::args().skip(1).filter(|name| !name.starts_with("--")).collect();
    if names.is_empty() {
        names = vec!["8x8".to_owned(), "7x9".to_owned()];
    }
    let regions = Arc::new(Regions::default());
    let budget = || Budget::new(Limits::nodes(MOST_NODES), Cancel::new());
    for name in names {
        let Some((rows, columns)) = Size::split_name(&name) else { continue };
        let Ok(size) = Size::new(columns, rows) else { continue };
        let position = Position::new(u64::first_n(size.squares()), Player::Vertical);
        println!("{name}, Vertical first: visited positions by entries");
        let header: String = ENTRIES.iter().map(|entries| format!("{entries:>12}")).collect();
        println!("{:>10}{header}", "");
        let line = |name: &str, visited: &dyn Fn(usize) -> Option<u64>| {
            let cells =
                ENTRIES.map(|entries| visited(entries).map_or("-".into(), |n| n.to_string()));
            println!("{name:>10}{}", cells.map(|cell| format!("{cell:>12}")).concat());
        };
        for scheme in SCHEMES {
            line(scheme.name, &|entries| {
                Some(scheme.solve(&position, size, entries, &regions, &budget()).ok()?.visited)
            });
        }
        line("own", &|entries| {
            let shares = Shares { table: (entries * BYTES) as u64, ..Shares::default() };
            let solver = DomineeringSolver::<u64>::with(size, shares, Arc::clone(&regions), None);
            Some(solver.solve(&position, &budget(), &mut |_| {}).ok()?.counters.visited)
        });
    }
}
