//! Outcomes of Domineering that others have published or computed.

use lastmove_board::{Bits, Diagram, Size, with_bits};
use lastmove_domineering::{Orientation, Position};
use lastmove_solver::domineering::{Class, DomineeringSolver};
use lastmove_solver::{Shares, Solution, Solver};
use lastmove_work::{Budget, Cancel, Limits, Stop};

fn shares(threads: usize) -> Shares {
    Shares::of(1 << 28, threads).unwrap()
}

fn free() -> Budget {
    Budget::unlimited(Cancel::new())
}

type Outcome = Solution<lastmove_domineering::Move>;

/// Solves a board with each of the players first: Vertical, then Horizontal.
fn classify<B: Bits>(size: Size, empty: B) -> (Class, [Outcome; 2]) {
    let solver = DomineeringSolver::new(size, shares(1));
    let outcomes = Orientation::BOTH
        .map(|first| solver.solve(&Position::new(empty, first), &free(), &mut |_| {}).unwrap());
    (Class::of(outcomes[0].winner, outcomes[1].winner), outcomes)
}

/// Outcomes computed with CGSuite 2.1.1 (test data of the solver MCGS).
#[test]
fn outcomes_of_cgsuite() {
    let text = include_str!("data/domineering_outcomes_4x4.tsv");
    let solver = DomineeringSolver::<u64>::new(Size::new(4, 4).unwrap(), shares(1));
    let mut positions = 0;
    for line in text.lines().skip(1) {
        let fields: Vec<&str> = line.split('\t').collect();
        let diagram: Diagram = fields[0].parse().unwrap();
        assert_eq!(diagram.size().to_string(), "4x4");
        for (first, wins) in
            [(Orientation::Vertical, fields[1]), (Orientation::Horizontal, fields[2])]
        {
            let position = Position::<u64>::with_side(&diagram, first).unwrap();
            let outcome = solver.solve(&position, &free(), &mut |_| {}).unwrap();
            assert_eq!(outcome.winner == first.side(), wins == "1", "{line}");
            assert_eq!(outcome.best_move.is_some(), outcome.winner == first.side());
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
        let class = with_bits!(size, B => classify(size, B::first_n(size.squares())).0);
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
#[ignore = "heavy"]
fn published_boards() {
    let long = [(4, 19), (4, 20), (4, 21), (6, 13), (6, 14), (8, 10), (9, 9), (10, 10)];
    check_boards(|rows, columns| !long.contains(&(rows, columns)));
}

#[test]
fn a_board_without_moves_is_lost_for_the_first_player() {
    let size = Size::new(3, 3).unwrap();
    let (class, outcomes) = classify(size, 0u64);
    assert_eq!(class, Class::Second);
    assert!(outcomes.iter().all(|o| o.best_move.is_none()));
    let (class, _) = classify(size, 0b101_010_101u64);
    assert_eq!(class, Class::Second);
}

#[test]
fn limits_are_kept() {
    let size = Size::new(10, 10).unwrap();
    let position = Position::new(!0u128 >> 28, Orientation::Vertical);
    let solver = DomineeringSolver::new(size, shares(1));
    let few = Budget::new(Limits::nodes(3000), Cancel::new());
    let stopped = solver.solve(&position, &few, &mut |_| {}).unwrap_err();
    assert_eq!((stopped.why, stopped.counters.nodes), (Stop::Nodes, 3000));
    let cancelled = free();
    cancelled.cancel().cancel();
    let stopped = solver.solve(&position, &cancelled, &mut |_| {}).unwrap_err();
    assert_eq!(stopped.why, Stop::Cancelled);
}

#[test]
fn one_thread_does_the_same_every_time_and_two_agree() {
    let size = Size::new(8, 6).unwrap();
    let position = Position::new(!0u64 >> 16, Orientation::Vertical);
    let solve = |threads| {
        let solver = DomineeringSolver::new(size, shares(threads));
        solver.solve(&position, &free(), &mut |_| {}).unwrap()
    };
    let once = solve(1);
    assert_eq!(once, solve(1));
    assert_eq!(solve(2).winner, once.winner);
}
