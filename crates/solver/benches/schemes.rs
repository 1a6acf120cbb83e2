//! Replacement schemes of the transposition table (Bullock's thesis, section 4.1): positions
//! visited with small tables, beside the solver's own scheme.
//!
//! `cargo bench -p lastmove-solver --bench schemes -- 7x9 8x8`

use lastmove_board::{Bits, Size};
use lastmove_domineering::{Player, Position};
use lastmove_solver::Limits;
use lastmove_solver::domineering::{Options, RegionValues, SCHEMES, Solver};
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
    let values = Arc::new(RegionValues::default());
    let limits = Limits { nodes: Some(MOST_NODES), ..Limits::default() };
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
        for (scheme, solve) in SCHEMES {
            line(scheme, &|entries| {
                Some(solve(&position, size, entries, &values, limits).ok()?.1.visited)
            });
        }
        line("own", &|entries| {
            let options = Options { threads: 1, memory: entries * BYTES };
            let solver = Solver::<u64>::with_values(size, &options, Arc::clone(&values));
            Some(solver.solve(&position, limits).ok()?.counters.visited)
        });
    }
}
