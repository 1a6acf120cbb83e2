//! Every puzzle of the page has exactly the one winning move that it says.

use lastmove_amazons::Position;
use lastmove_board::{Bits, Diagram, Geometry};
use lastmove_domineering as dominoes;
use lastmove_endgame::Databases;
use lastmove_solver::amazons::{AmazonsSolver, Settings};
use lastmove_solver::dfpn::Store;
use lastmove_solver::domineering::DomineeringSolver;
use lastmove_solver::{Shares, Solver};
use lastmove_work::{Budget, Cancel};
use serde_json::Value;

fn puzzles() -> Vec<Value> {
    let text = include_str!("../page/data/puzzles.json");
    let Value::Object(mut file) = serde_json::from_str(text).unwrap() else { panic!() };
    let Some(Value::Array(puzzles)) = file.remove("puzzles") else { panic!() };
    puzzles
}

fn squares(puzzle: &Value) -> Vec<u8> {
    puzzle["squares"].as_array().unwrap().iter().map(|n| n.as_u64().unwrap() as u8).collect()
}

fn winning_amazons(diagram: &Diagram) -> (Vec<Vec<u8>>, usize) {
    let geometry = Geometry::<u64>::new(diagram.size());
    let position = Position::<u64>::from_diagram(diagram).unwrap();
    let (shares, databases) = (Shares::at_least(1 << 26, 1), Databases::none());
    let store = Store::new(&shares);
    let solver = AmazonsSolver::new(&geometry, &databases, Settings::default(), &store, shares);
    let budget = Budget::unlimited(Cancel::new());
    let (results, _) = solver.moves(&position, &budget).unwrap();
    let wins = results.iter().filter(|r| r.winner == position.to_move().side());
    let wins = wins.map(|r| vec![r.mv.from, r.mv.to, r.mv.arrow]).collect();
    (wins, results.len())
}

fn winning_dominoes(diagram: &Diagram) -> (Vec<Vec<u8>>, usize) {
    let geometry = Geometry::<u64>::new(diagram.size());
    let position = dominoes::Position::<u64>::from_diagram(diagram).unwrap();
    let solver = DomineeringSolver::<u64>::new(diagram.size(), Shares::default());
    let (results, _) = solver.moves(&position, &Budget::default()).unwrap();
    let me = position.to_move();
    let wins = results.iter().filter(|r| r.winner == me.side());
    let wins = wins.map(|r| r.mv.domino(&geometry, me).squares().collect()).collect();
    (wins, results.len())
}

#[test]
fn every_puzzle_has_one_winning_move() {
    let puzzles = puzzles();
    let mut seen = std::collections::HashSet::new();
    let mut grades = [0; 5];
    for puzzle in &puzzles {
        let id = puzzle["id"].as_str().unwrap();
        assert!(seen.insert((id, puzzle["position"].as_str().unwrap())), "{id} twice");
        let diagram: Diagram = puzzle["position"].as_str().unwrap().parse().unwrap();
        let (wins, all) = match puzzle["game"].as_str().unwrap() {
            "amazons" => winning_amazons(&diagram),
            _ => winning_dominoes(&diagram),
        };
        assert_eq!(wins, [squares(puzzle)], "{id}");
        assert_eq!(puzzle["moves"].as_u64(), Some(all as u64), "{id}");
        grades[puzzle["grade"].as_u64().unwrap() as usize - 1] += 1;
    }
    assert!(puzzles.len() >= 18 && grades.iter().all(|&n| n > 0), "{grades:?}");
}
