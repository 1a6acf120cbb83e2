//! Whole boards solved by one thread, beside the node counts of Obsequi's final version.
//!
//! `cargo bench -p lastmove-solver -- 8x8 7x9` runs some of them, without names all that the
//! target is set over. Each board starts with nothing known, or, if the variable `LASTMOVE_REGIONS`
//! names a file, with the values of regions that earlier boards left there. `LASTMOVE_THREADS` is
//! the number of threads, 1 unless set; seconds are those of all threads together.
//!
//! With the name `warm` each board is searched a second time, with a new table and the values of
//! regions of the first: what a later run gains over a first one.

use lastmove_board::{Bits, Side, Size, with_bits};
use lastmove_domineering::{Orientation, Position};
use lastmove_solver::domineering::{Class, DomineeringSolver, RegionValues, Regions};
use lastmove_solver::{Shares, Solver};
use lastmove_work::{Budget, Cancel, Stopwatch};
use std::sync::Arc;

/// Rows, columns, Obsequi's nodes with Vertical first and with Horizontal first.
const OBSEQUI: &[(usize, usize, u64, u64)] = &[
    (7, 9, 3_649_858, 694_995),
    (8, 8, 2_021_154, 0),
    (6, 11, 12_168_678, 3_350_077),
    (6, 12, 49_345_131, 3_246_364),
    (4, 17, 9_311_949, 1_310_937),
    (4, 18, 18_935_541, 1_989_027),
    (7, 11, 111_543_994, 5_027_324),
    (8, 9, 9_365_337, 179_285_559),
    (2, 27, 4_274_693, 1),
];
const MORE: &[(usize, usize, u64, u64)] = &[
    (6, 6, 908, 0),
    (7, 7, 13_874, 0),
    (6, 8, 189_381, 16_297),
    (7, 8, 632_332, 30_625),
    (6, 9, 88_046, 1_042_291),
    (6, 10, 1_023_827, 152_673),
    (4, 12, 82_752, 11_176),
    (4, 13, 733_687, 2_636_307),
    (4, 14, 508_600, 57_895),
    (4, 15, 1_775_382, 460_886),
    (4, 16, 3_102_567, 332_747),
    (5, 11, 269, 249),
    (2, 23, 196_926, 1),
    (7, 10, 5_822_687, 243_874),
    // as published with the thesis
    (9, 9, 1_657_032_906, 0),
    (8, 10, 4_125_516_739, 0),
];

/// Further boards of the target that a first run is about as fast as a later one.
const ALSO_WARM: &[&str] = &["5x11", "6x10", "7x10", "4x16"];

fn run<B: Bits>(size: Size, first: Orientation, regions: &Arc<Regions>) -> (Side, [u64; 3], f64) {
    let threads = std::env::var("LASTMOVE_THREADS").ok().and_then(|n| n.parse().ok()).unwrap_or(1);
    let shares = Shares::of(2 << 30, threads).expect("few threads");
    let watch = Stopwatch::start_all_threads();
    let position = Position::new(B::first_n(size.squares()), first);
    let solver = DomineeringSolver::with(size, shares, Arc::clone(regions), None);
    let budget = Budget::unlimited(Cancel::new());
    let solution = solver.solve(&position, &budget, &mut |_| {}).expect("no limit is set");
    let c = solution.counters;
    (solution.winner, [c.nodes, c.evaluations, c.visited], watch.seconds())
}

fn main() {
    let mut names: Vec<String> =
        std::env::args().skip(1).filter(|a| !a.starts_with("--")).collect();
    let warm = names.iter().any(|name| name == "warm");
    names.retain(|name| name != "warm");
    println!(
        "{:>6} {:>5} {:>11} {:>11} {:>11} {:>8} {:>12} {:>7} {:>7}",
        "board",
        "first",
        "nodes",
        "evaluations",
        "visited",
        "seconds",
        "obsequi",
        "fewer",
        "faster"
    );
    let mut total = (0, 0, 0.0);
    let mut both = (0.0, 0.0);
    for &(rows, columns, vertical, horizontal) in OBSEQUI.iter().chain(MORE) {
        let name = format!("{rows}x{columns}");
        let wanted = if names.is_empty() {
            OBSEQUI.iter().any(|b| (b.0, b.1) == (rows, columns))
                || warm && ALSO_WARM.contains(&&*name)
        } else {
            names.contains(&name) || names.iter().any(|n| n == "more" && rows * columns < 60)
        };
        if !wanted {
            continue;
        }
        let size = Size::new(columns, rows).unwrap();
        let file = std::env::var_os("LASTMOVE_REGIONS");
        let known = file.as_ref().and_then(|path| RegionValues::read(path).ok());
        let shares = Shares::of(2 << 30, 1).expect("one thread");
        let regions = Arc::new(Regions::new(&shares, known.unwrap_or_default()));
        let mut winners = Vec::new();
        let mut cold = 0.0;
        for (first, theirs) in
            [(Orientation::Vertical, vertical), (Orientation::Horizontal, horizontal)]
        {
            if rows == columns && first == Orientation::Horizontal {
                winners.push(winners[0]);
                continue; // by symmetry
            }
            let (winner, [nodes, evaluations, visited], seconds) =
                with_bits!(size, B => run::<B>(size, first, &regions));
            let their_seconds = theirs as f64 / 1.7e6;
            println!(
                "{name:>6} {:>5} {nodes:>11} {evaluations:>11} {visited:>11} {seconds:>8.2} {theirs:>12} {:>7.1} {:>7.1}",
                if first == Orientation::Vertical { "v" } else { "h" },
                theirs as f64 / visited as f64,
                their_seconds / seconds,
            );
            cold += seconds;
            total = (total.0 + visited, total.1 + theirs, total.2 + seconds);
            winners.push(winner);
        }
        if rows == columns {
            winners[1] = winners[0].opponent();
        }
        if let Some(file) = file {
            regions.values().write(file).expect("the file of region values can be written");
        }
        if warm {
            let firsts = &Orientation::BOTH[..if rows == columns { 1 } else { 2 }];
            let again: f64 = firsts
                .iter()
                .map(|&first| with_bits!(size, B => run::<B>(size, first, &regions)).2)
                .sum();
            println!("{name:>6} cold {cold:.2} s, warm {again:.2} s: {:.2} times", cold / again);
            both = (both.0 + cold, both.1 + again);
        }
        println!("{name:>6} class {}", Class::of(winners[0], winners[1]));
    }
    println!(
        "total visited {} of {}: {:.2} times fewer; {:.2} s of {:.2} s: {:.2} times less",
        total.0,
        total.1,
        total.1 as f64 / total.0 as f64,
        total.2,
        total.1 as f64 / 1.7e6,
        total.1 as f64 / 1.7e6 / total.2
    );
    if warm {
        let (cold, again) = both;
        println!("cold {cold:.2} s, warm {again:.2} s: {:.2} times", cold / again);
    }
}
