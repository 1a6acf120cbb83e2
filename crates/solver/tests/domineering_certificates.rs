//! Boards of Domineering solved, certified and checked from end to end.

use lastmove_board::{Bits, Size};
use lastmove_domineering::{Player, Position};
use lastmove_proof::{Claim, Expect, Game, Limits as CheckLimits, WriteOptions, verify, write};
use lastmove_solver::domineering::{Certifier, Class, Options, Solver};
use lastmove_solver::{Limits, Watch};
use std::io::Cursor;
use std::ops::ControlFlow;
use std::time::Instant;

fn certify(rows: usize, columns: usize, class: char) {
    let size = Size::new(columns, rows).unwrap();
    let solver = Solver::<u64>::new(size, &Options { threads: 2, ..Options::default() });
    let started = Instant::now();
    let mut claims = Vec::new();
    let mut winners = Vec::new();
    for first in Player::BOTH {
        let position = Position::new(u64::first_n(size.squares()), first);
        let winner = solver.solve(&position, Limits::default()).unwrap().winner;
        winners.push(winner);
        let diagram = position.to_diagram(size);
        claims.push(Claim::new(Game::Domineering, diagram, winner.side()).unwrap());
    }
    let solved = started.elapsed();
    assert_eq!(Class::of(winners[0], winners[1]).letter(), class, "{rows}x{columns}");

    let started = Instant::now();
    let watch = Watch::new(Limits::default());
    let mut strategy = Certifier::new(&solver, &watch, 2);
    let mut file = Vec::new();
    let mut options = WriteOptions::default();
    if let Ok(n) = std::env::var("NODES") {
        options.search_nodes = n.parse().unwrap();
    }
    write(&mut file, &claims, &mut strategy, options, |p| {
        if std::env::var("LOUD").is_ok() {
            println!("{p:?} {:?}", started.elapsed());
        }
        ControlFlow::Continue(())
    })
    .unwrap();
    let written = started.elapsed();
    let started = Instant::now();
    let expect: Expect = format!("domineering {rows}x{columns} {class}").parse().unwrap();
    let report = verify(Cursor::new(&file), Some(&expect), CheckLimits::default(), |_| {
        ControlFlow::Continue(())
    })
    .unwrap();
    println!(
        "{rows}x{columns}: solved in {solved:.1?}; {} positions, {} levels, leaves {:?}, {} plain, \
         {} bytes, written in {written:.1?}, checked in {:.1?}",
        report.positions,
        report.levels,
        report.leaves,
        report.plain,
        report.bytes,
        started.elapsed()
    );
    if let Ok(path) = std::env::var("OUT") {
        std::fs::write(path, &file).unwrap();
    }
}

#[test]
fn small_boards_are_certified() {
    certify(4, 4, '1');
    certify(5, 5, '2');
    certify(6, 6, '1');
}

#[test]
#[ignore = "heavy"]
fn larger_boards_are_certified() {
    let n = std::env::var("N").map_or(7, |n| n.parse().unwrap());
    certify(n, n, '1');
}
