//! Outcomes of Domineering that others have published or computed.

use lastmove_board::{Diagram, Size};
use lastmove_domineering::{Player, Position};
use lastmove_solver::domineering::{Class, Options, Solver, classify, solve};
use lastmove_solver::{Limits, Stopped};
use std::sync::atomic::AtomicBool;

fn options() -> Options {
    Options { memory: 1 << 26, ..Options::default() }
}

/// Outcomes computed with CGSuite 2.1.1 (test data of the solver MCGS).
#[test]
fn outcomes_of_cgsuite() {
    let text = include_str!("data/domineering_outcomes_4x4.tsv");
    let solver = Solver::<u64>::new(Size::new(4, 4).unwrap(), &options());
    let mut positions = 0;
    for line in text.lines().skip(1) {
        let fields: Vec<&str> = line.split('\t').collect();
        let diagram: Diagram = fields[0].parse().unwrap();
        assert_eq!(diagram.size().to_string(), "4x4");
        for (first, wins) in [(Player::Vertical, fields[1]), (Player::Horizontal, fields[2])] {
            let position = Position::<u64>::with_side(&diagram, first).unwrap();
            let outcome = solver.solve(&position, Limits::default()).unwrap();
            assert_eq!(outcome.winner == first, wins == "1", "{line}");
            assert_eq!(outcome.best_move.is_some(), outcome.winner == first);
        }
        positions += 1;
    }
    assert_eq!(positions, 400);
}

fn check_boards(wanted: impl Fn(usize, usize) -> bool) {
    let text = include_str!("data/domineering_boards.csv");
    for line in text.lines().skip(1) {
        let fields: Vec<&str> = line.split(',').collect();
        let (rows, columns): (usize, usize) =
            (fields[0].parse().unwrap(), fields[1].parse().unwrap());
        if !wanted(rows, columns) {
            continue;
        }
        let size = Size::new(columns, rows).unwrap();
        let class = if size.squares() <= 64 {
            classify(size, !0u64 >> (64 - size.squares()), &options(), Limits::default()).unwrap().0
        } else {
            classify(size, !0u128 >> (128 - size.squares()), &options(), Limits::default())
                .unwrap()
                .0
        };
        assert_eq!(Some(class), Class::from_letter(fields[2].chars().next().unwrap()), "{line}");
    }
}

#[test]
fn published_boards_that_are_quick() {
    let quick = |rows, columns| match rows {
        2 => columns <= 26,
        4 => columns <= 12,
        _ => rows * columns <= 49,
    };
    check_boards(quick);
}

/// All published boards but those that take minutes; some minutes in total.
#[test]
#[ignore = "takes minutes"]
fn published_boards() {
    let long = [(4, 19), (4, 20), (4, 21), (6, 13), (6, 14), (8, 10), (9, 9), (10, 10)];
    check_boards(|rows, columns| !long.contains(&(rows, columns)));
}

#[test]
fn a_board_without_moves_is_lost_for_the_first_player() {
    let size = Size::new(3, 3).unwrap();
    let (class, outcomes) = classify(size, 0u64, &options(), Limits::default()).unwrap();
    assert_eq!(class, Class::Second);
    assert!(outcomes.iter().all(|o| o.best_move.is_none()));
    let (class, _) = classify(size, 0b101_010_101u64, &options(), Limits::default()).unwrap();
    assert_eq!(class, Class::Second);
}

#[test]
fn limits_are_kept() {
    let size = Size::new(10, 10).unwrap();
    let position = Position::new(!0u128 >> 28, Player::Vertical);
    let few = Limits { nodes: Some(3000), ..Limits::default() };
    assert_eq!(solve(size, &position, &options(), few).unwrap_err(), Stopped::Nodes);
    let cancel = AtomicBool::new(true);
    let cancelled = Limits { cancel: Some(&cancel), ..Limits::default() };
    assert_eq!(solve(size, &position, &options(), cancelled).unwrap_err(), Stopped::Cancelled);
}

#[test]
fn one_thread_does_the_same_every_time_and_two_agree() {
    let size = Size::new(8, 6).unwrap();
    let position = Position::new(!0u64 >> 16, Player::Vertical);
    let once = solve(size, &position, &options(), Limits::default()).unwrap();
    let again = solve(size, &position, &options(), Limits::default()).unwrap();
    assert_eq!(once, again);
    let two = Options { threads: 2, ..options() };
    let two = solve(size, &position, &two, Limits::default()).unwrap();
    assert_eq!(two.winner, once.winner);
}
