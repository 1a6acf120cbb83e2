//! Boards solved, certified and checked from end to end.

mod quick;

use lastmove_amazons::{Colour, Position, start};
use lastmove_board::Geometry;
use lastmove_endgame::Databases;
use lastmove_proof::{CheckOptions, Claim, Game, WriteOptions, verify, write};
use lastmove_solver::amazons::{AmazonsSolver, Settings};
use lastmove_solver::dfpn::Store;
use lastmove_solver::{Shares, Solver};
use lastmove_work::{Budget, Cancel};
use std::io::Cursor;
use std::ops::ControlFlow;
use std::time::Instant;

fn certify(board: &str, winner: Colour, memory: u64) {
    let shares = Shares { table: memory, ..Shares::of(1 << 28, 2).unwrap() };
    certify_with(&Databases::none(), board, winner, shares);
}

/// Answers how many positions it took.
fn certify_with(databases: &Databases, board: &str, winner: Colour, shares: Shares) -> u64 {
    let diagram = start::parse(board).unwrap();
    let geometry = Geometry::<u64>::new(diagram.size());
    let position = Position::from_diagram(&diagram).unwrap();
    let store = Store::new(&shares);
    let solver = AmazonsSolver::new(&geometry, databases, Settings::default(), &store, shares);
    let budget = Budget::unlimited(Cancel::new());
    let solution = solver.solve(&position, &budget, &mut |_| {}).unwrap();
    assert_eq!(solution.winner, winner.side(), "{board}");

    let started = Instant::now();
    let claim = Claim::new(Game::Amazons, diagram, winner.side()).unwrap();
    let mut strategy = solver.strategy(&budget);
    let mut file = Vec::new();
    let claims = std::slice::from_ref(&claim);
    let go_on = |_| ControlFlow::Continue(());
    write(&mut file, claims, &mut strategy, WriteOptions::default(), go_on).unwrap();
    let written = started.elapsed();

    let expect = format!("amazons {board} {winner}").parse().unwrap();
    let report = verify(Cursor::new(&file), Some(&expect), CheckOptions::default(), go_on).unwrap();
    println!(
        "{board}: {} nodes; {} positions, {} bytes, written in {written:.1?}, checked in {:.1?}",
        solution.counters.nodes,
        report.positions,
        report.bytes,
        started.elapsed() - written
    );
    report.positions
}

/// The checker has no databases: what rests on them is proved anew, and the certificate is not
/// much longer than one of a search without.
#[test]
fn databases_do_not_make_certificates_longer() {
    // one thread finds the same proof every time
    let shares = Shares::of(1 << 28, 1).unwrap();
    let positions = |databases| certify_with(databases, "4x6", Colour::White, shares);
    let (with, without) = (positions(quick::databases()), positions(&Databases::none()));
    assert!(with <= 3 * without, "{with} positions with databases, {without} without");
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
#[ignore = "heavy"]
fn larger_boards_are_certified() {
    certify("4x5", Colour::Black, 1 << 28);
    certify("4x6", Colour::White, 1 << 28);
    certify("5x5", Colour::White, 1 << 30);
}
