//! Boards solved, certified and checked from end to end.

use lastmove_amazons::{Colour, Position, start};
use lastmove_board::Geometry;
use lastmove_endgame::Databases;
use lastmove_proof::{Claim, Game, Limits, WriteOptions, verify, write};
use lastmove_solver::amazons::{Certifier, Settings, Solver};
use lastmove_solver::table::Table;
use lastmove_work::{Budget, Cancel};
use std::io::Cursor;
use std::ops::ControlFlow;
use std::time::Instant;

fn certify(board: &str, winner: Colour, memory: usize) {
    let diagram = start::parse(board).unwrap();
    let geometry = Geometry::<u64>::new(diagram.size());
    let position = Position::from_diagram(&diagram).unwrap();
    let databases = Databases::none();
    let table = Table::new(memory);
    let solver = Solver::new(&geometry, &databases, Settings::default(), &table, 2);
    let budget = Budget::unlimited(Cancel::new());
    let solution = solver.solve(&position, &budget, &mut |_| {}).unwrap();
    assert_eq!(solution.winner, winner, "{board}");

    let started = Instant::now();
    let claim = Claim::new(Game::Amazons, diagram, winner.side()).unwrap();
    let watch = Certifier::<u64>::watch(&budget);
    let mut strategy = Certifier::new(&solver, &watch, 2);
    let mut file = Vec::new();
    let claims = std::slice::from_ref(&claim);
    let go_on = |_| ControlFlow::Continue(());
    write(&mut file, claims, &mut strategy, WriteOptions::default(), go_on).unwrap();
    let written = started.elapsed();

    let expect = format!("amazons {board} {winner}").parse().unwrap();
    let report = verify(Cursor::new(&file), Some(&expect), Limits::default(), go_on).unwrap();
    println!(
        "{board}: {} nodes in {:.1} s; {} positions, {} bytes, written in {written:.1?}, checked in {:.1?}",
        solution.counters.nodes,
        solution.seconds,
        report.positions,
        report.bytes,
        started.elapsed() - written
    );
}

#[test]
fn small_boards_are_certified() {
    certify("4x4", Colour::Black, 1 << 24);
    certify("5x4", Colour::White, 1 << 24);
}

/// A table of 1024 entries forgets nearly everything: what is missing is searched again.
#[test]
fn a_forgetful_table_is_no_harm() {
    certify("4x4", Colour::Black, 1 << 14);
}

#[test]
#[ignore = "heavy: a minute or more"]
fn larger_boards_are_certified() {
    certify("4x5", Colour::Black, 1 << 28);
    certify("4x6", Colour::White, 1 << 28);
    certify("5x5", Colour::White, 1 << 30);
}
