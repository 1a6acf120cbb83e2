//! Every puzzle of the page has exactly the one winning move that it says, and its line keeps the
//! win. The default test proves every tenth, the ignored one all of them:
//!
//! `cargo test --release -p lastmove-web --test puzzles -- --ignored --nocapture`

use lastmove_amazons::Position;
use lastmove_board::{Diagram, GamePosition, Geometry, Side, Size, Square};
use lastmove_domineering as dominoes;
use lastmove_endgame::Databases;
use lastmove_lab::puzzles::{GRADES, LONGEST, grade};
use lastmove_solver::amazons::{AmazonsSolver, Settings};
use lastmove_solver::dfpn::Store;
use lastmove_solver::domineering::DomineeringSolver;
use lastmove_solver::{Shares, Solver};
use lastmove_work::Budget;
use serde_json::Value;
use std::collections::HashSet;

fn puzzles() -> Vec<Value> {
    let text = include_str!("../page/data/puzzles.json");
    let Value::Object(mut file) = serde_json::from_str(text).unwrap() else { panic!() };
    let Some(Value::Array(puzzles)) = file.remove("puzzles") else { panic!() };
    puzzles
}

fn text<'p>(puzzle: &'p Value, field: &str) -> &'p str {
    puzzle[field].as_str().unwrap()
}

fn number(puzzle: &Value, field: &str) -> usize {
    puzzle[field].as_u64().unwrap() as usize
}

/// The squares of each move of its line.
fn line(puzzle: &Value) -> Vec<Vec<Square>> {
    serde_json::from_value(puzzle["line"].clone()).unwrap()
}

/// The position after each move of the line, which are all legal.
fn played<P: GamePosition<Word = u64>>(start: P, size: Size, line: &[Vec<Square>]) -> Vec<P> {
    let geometry = Geometry::new(size);
    let mut at = start;
    let after = line.iter().map(|squares| {
        let mv = at.moves(&geometry).find(|&mv| at.move_squares(mv, size) == *squares);
        at = at.child(&geometry, mv.expect("a legal move"));
        at
    });
    after.collect()
}

/// What can be seen without the solver.
fn check_form<P: GamePosition<Word = u64>>(puzzle: &Value, size: Size, start: P) {
    let (id, line) = (text(puzzle, "id"), line(puzzle));
    let geometry = Geometry::new(size);
    assert_eq!(number(puzzle, "moves") as u64, start.count_moves(&geometry), "{id}");
    assert!(line.len() % 2 == 1 && line.len() < 2 * LONGEST, "{id}");
    let first = start.moves(&geometry).find(|&mv| start.move_squares(mv, size) == line[0]);
    assert_eq!(P::move_name(first.expect("a legal move"), size), text(puzzle, "solution"), "{id}");
    played(start, size, &line);
    let expected = grade(line.len().div_ceil(2), number(puzzle, "plausible"));
    assert_eq!(number(puzzle, "grade"), expected, "{id}");
}

/// What the solver proves: one move wins, and the line never gives the win away.
fn check_win<S: Solver<Position: GamePosition<Word = u64>>>(
    puzzle: &Value,
    solver: &S,
    start: S::Position,
) {
    let (id, line, size) = (text(puzzle, "id"), line(puzzle), solver.geometry().size());
    let me: Side = start.side();
    let (results, _) = solver.moves(&start, &Budget::default(), &mut |_| {}).unwrap();
    let wins = results.iter().filter(|result| result.winner == me);
    let wins: Vec<_> = wins.map(|result| start.move_squares(result.mv, size)).collect();
    assert_eq!(wins, [line[0].clone()], "{id}");
    for position in played(start, size, &line) {
        let solution = solver.solve(&position, &Budget::default(), &mut |_| {}).unwrap();
        assert_eq!(solution.winner, me, "{id}");
    }
}

fn prove(puzzle: &Value) {
    let diagram: Diagram = text(puzzle, "position").parse().unwrap();
    let size = diagram.size();
    if text(puzzle, "game") == "amazons" {
        let geometry = Geometry::<u64>::new(size);
        let (shares, databases) = (Shares::at_least(1 << 26, 1), Databases::none());
        let store = Store::new(&shares);
        let solver = AmazonsSolver::new(&geometry, &databases, Settings::default(), &store, shares);
        check_win(puzzle, &solver, Position::from_diagram(&diagram).unwrap());
    } else {
        let solver = DomineeringSolver::<u64>::new(size, Shares::default());
        check_win(puzzle, &solver, dominoes::Position::from_diagram(&diagram).unwrap());
    }
}

#[test]
fn there_are_enough_of_every_kind() {
    let puzzles = puzzles();
    assert!(puzzles.len() >= 300, "{}", puzzles.len());
    let (mut seen, mut kinds) = (HashSet::new(), HashSet::new());
    for puzzle in &puzzles {
        assert!(seen.insert(text(puzzle, "id")) && seen.insert(text(puzzle, "position")));
        kinds.insert((text(puzzle, "game"), number(puzzle, "grade")));
        let diagram: Diagram = text(puzzle, "position").parse().unwrap();
        match text(puzzle, "game") {
            "amazons" => {
                check_form(puzzle, diagram.size(), Position::from_diagram(&diagram).unwrap());
            }
            _ => {
                let start = dominoes::Position::from_diagram(&diagram).unwrap();
                check_form(puzzle, diagram.size(), start);
            }
        }
    }
    assert_eq!(kinds.len(), 2 * GRADES, "{kinds:?}");
}

#[test]
fn every_tenth_puzzle_has_one_winning_move() {
    puzzles().iter().step_by(10).for_each(prove);
}

#[test]
#[ignore = "heavy"]
fn every_puzzle_has_one_winning_move() {
    let puzzles = puzzles();
    puzzles.iter().for_each(prove);
    println!("{} puzzles, each with one winning move", puzzles.len());
}
