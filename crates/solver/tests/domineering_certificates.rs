//! Boards of Domineering solved, certified and checked from end to end.

use lastmove_board::{Bits, Size};
use lastmove_domineering::{Orientation, Position};
use lastmove_proof::{CheckOptions, Claim, Expect, Game, WriteOptions, verify, write};
use lastmove_solver::domineering::{Class, DomineeringSolver};
use lastmove_solver::{Shares, Solver};
use lastmove_work::{Budget, Cancel};
use std::io::Cursor;
use std::ops::ControlFlow;
use std::time::Instant;

/// Certifies who wins with either player first. Answers the number of positions.
fn certify(rows: usize, columns: usize, class: char) -> u64 {
    let size = Size::new(columns, rows).unwrap();
    let solver = DomineeringSolver::<u64>::new(size, Shares::of(1 << 30, 2).unwrap());
    let budget = Budget::unlimited(Cancel::new());
    let started = Instant::now();
    let (mut claims, mut winners) = (Vec::new(), Vec::new());
    for first in Orientation::BOTH {
        let position = Position::new(u64::first_n(size.squares()), first);
        let winner = solver.solve(&position, &budget, &mut |_| {}).unwrap().winner;
        let diagram = position.to_diagram(size);
        claims.push(Claim::new(Game::Domineering, diagram, winner).unwrap());
        winners.push(winner);
    }
    let solved = started.elapsed();
    assert_eq!(Class::of(winners[0], winners[1]).letter(), class, "{rows}x{columns}");

    let started = Instant::now();
    let mut strategy = solver.strategy(&budget);
    let mut file = Vec::new();
    let go_on = |_| ControlFlow::Continue(());
    let options = WriteOptions::default();
    write(&mut file, &claims, &mut strategy, options, go_on).unwrap();
    let written = started.elapsed();

    let expect: Expect = format!("domineering {rows}x{columns} {class}").parse().unwrap();
    let report = verify(Cursor::new(&file), Some(&expect), CheckOptions::default(), go_on).unwrap();
    println!(
        "{rows}x{columns}: solved in {solved:.1?}; {} positions, {} bytes, written in {written:.1?}, \
         checked in {:.1?}",
        report.positions,
        report.bytes,
        started.elapsed() - written
    );
    report.positions
}

#[test]
fn small_boards_are_certified() {
    certify(4, 4, '1');
    certify(5, 5, '2');
    certify(4, 6, '1');
    let positions = certify(7, 7, '1');
    assert!((1..2000).contains(&positions), "{positions}: the checker cuts boards, or should");
}

#[test]
#[ignore = "heavy"]
fn larger_boards_are_certified() {
    certify(8, 8, '1');
}
