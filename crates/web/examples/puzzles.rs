//! Makes the puzzles of the page: positions with exactly one winning move, found by playing at
//! random and solving every move, graded by the nodes that took.
//!
//!     cargo run --release -p lastmove-web --example puzzles > crates/web/page/data/puzzles.json
//!
//! The seed is fixed. The file in the page holds what several runs had found when they were stopped, with
//! other limits of the grades in some; a test proves each of them again.

use lastmove_amazons::{Colour, Position, start};
use lastmove_board::{Geometry, MoveTree};
use lastmove_domineering::{self as dominoes, Player};
use lastmove_endgame::Databases;
use lastmove_solver::amazons::{AmazonsSolver, Settings};
use lastmove_solver::dfpn::Store;
use lastmove_solver::domineering::DomineeringSolver;
use lastmove_solver::{MoveOf, Shares, Solution, Solver};
use lastmove_work::{Budget, Cancel, Limits, Random};
use serde_json::{Value, json};

/// Puzzles of each grade and game.
const EACH: usize = 4;
/// The most nodes of each grade. Domineering's solver sees more at a glance.
const AMAZONS: [u64; 5] = [12, 100, 1_000, 5_000, 40_000];
const DOMINEERING: [u64; 5] = [8, 12, 20, 40, 20_000];

/// Those found so far, by grade.
struct Found {
    game: &'static str,
    grades: [u64; 5],
    puzzles: Vec<Vec<Value>>,
}

impl Found {
    fn new(game: &'static str, grades: [u64; 5]) -> Self {
        Self { game, grades, puzzles: vec![Vec::new(); grades.len()] }
    }

    fn is_full(&self) -> bool {
        self.puzzles.iter().all(|found| found.len() == EACH)
    }

    /// Takes a position if it has one winning move alone and a grade has room for it. Some nodes
    /// were spent on it before.
    fn add<S: Solver<u64>>(&mut self, solver: &S, position: &S::Position, before: u64) {
        let Some((mv, more)) = only_win(solver, position) else { return };
        let (nodes, size) = (before + more, solver.geometry().size());
        let Some(grade) = self.grades.iter().position(|&most| nodes <= most) else { return };
        if self.puzzles[grade].len() == EACH {
            return;
        }
        let id = format!("{}-{}-{}", self.game, grade + 1, self.puzzles[grade].len() + 1);
        let text = position.diagram(size).to_string();
        eprintln!("{id}: {text}, {nodes} nodes");
        self.puzzles[grade].push(json!({
            "id": id, "game": self.game, "position": text, "grade": grade + 1,
            "solution": S::Position::move_name(mv, size),
            "squares": position.move_squares(mv, size),
            "moves": position.tree_count(solver.geometry()), "nodes": nodes,
        }));
    }
}

/// The winning move, if there is just one and all are known, and the nodes that it took to find.
fn only_win<S: Solver<u64>>(solver: &S, position: &S::Position) -> Option<(MoveOf<S, u64>, u64)> {
    let (mut only, mut nodes) = (None, 0);
    for mv in position.tree_moves(solver.geometry()) {
        let after = position.tree_child(solver.geometry(), mv);
        let solution = solve(solver, &after)?;
        nodes += solution.counters.nodes;
        if solution.winner == position.side() && only.replace(mv).is_some() {
            return None;
        }
    }
    Some((only?, nodes))
}

fn solve<S: Solver<u64>>(solver: &S, position: &S::Position) -> Option<Solution<MoveOf<S, u64>>> {
    let budget = Budget::new(Limits::nodes(10_000), Cancel::new());
    solver.solve(position, &budget, &mut |_| {}).ok()
}

fn amazons(random: &mut Random) -> Found {
    let mut found = Found::new("amazons", AMAZONS);
    let boards = [
        "4x4",
        "5x5",
        "5x4",
        "2q2/5/5/5/2Q2 w",
        "1q2q1/6/6/6/6/1Q2Q1 w",
        "4x5",
        "2q3/6/5q/Q5/6/3Q2 w",
    ];
    for _ in 0..1_000 {
        let diagram = start::parse(boards[random.below(boards.len())]).expect("a board");
        let size = diagram.size();
        let geometry = Geometry::<u64>::new(size);
        let mut position = Position::<u64>::from_diagram(&diagram).expect("a position");
        let squares = size.squares();
        for _ in 0..squares / 4 + random.below(squares / 3) {
            let moves: Vec<_> = position.moves(&geometry).collect();
            if moves.is_empty() {
                break;
            }
            // Of some moves the one after which the sides are most alike: lopsided games have no
            // puzzles.
            let sample = (0..16).map(|_| {
                let mut after = position;
                after.play_unchecked(moves[random.below(moves.len())]);
                let of = |colour| after.count_moves_of(&geometry, colour);
                (of(Colour::White).abs_diff(of(Colour::Black)), after)
            });
            let most_alike = sample.min_by_key(|(difference, _)| *difference);
            position = most_alike.map_or(position, |(_, after)| after);
        }
        let count = position.count_moves(&geometry);
        if !(8..=160).contains(&count) {
            continue;
        }
        let (shares, databases) = (Shares::at_least(1 << 26, 1), Databases::none());
        let store = Store::new(&shares);
        let solver = AmazonsSolver::new(&geometry, &databases, Settings::default(), &store, shares);
        if let Some(solution) = solve(&solver, &position)
            && solution.winner == position.side()
        {
            found.add(&solver, &position, solution.counters.nodes);
        }
        if found.is_full() {
            break;
        }
    }
    found
}

fn domineering(random: &mut Random) -> Found {
    let mut found = Found::new("domineering", DOMINEERING);
    let boards = ["4x4", "4x5", "5x5", "5x6", "6x6", "6x7", "7x7", "7x8", "8x8"];
    for _ in 0..5_000 {
        let diagram = dominoes::board::parse(boards[random.below(boards.len())]).expect("a board");
        let size = diagram.size();
        let geometry = Geometry::<u64>::new(size);
        let first = Player::BOTH[random.below(2)];
        let mut position = dominoes::Position::<u64>::with_side(&diagram, first).expect("a board");
        for _ in 0..2 + random.below(size.squares() / 4) {
            let moves: Vec<_> = position.moves(&geometry).collect();
            if moves.is_empty() {
                break;
            }
            position.play_unchecked(&geometry, moves[random.below(moves.len())]);
        }
        if position.count_moves(&geometry) < 6 {
            continue;
        }
        let solver = DomineeringSolver::<u64>::new(size, Shares::at_least(1 << 24, 1));
        found.add(&solver, &position, 0);
        if found.is_full() {
            break;
        }
    }
    found
}

fn main() {
    // A word limits it to one game: the two can be made side by side.
    let wanted = std::env::args().nth(1);
    let wants = |game: &str| wanted.as_deref().is_none_or(|wanted| wanted == game);
    let mut found = Vec::new();
    if wants("amazons") {
        found.push(amazons(&mut Random::new(20_261_116)));
    }
    if wants("domineering") {
        found.push(domineering(&mut Random::new(20_261_115)));
    }
    let puzzles: Vec<Value> =
        found.into_iter().flat_map(|game| game.puzzles.into_iter().flatten()).collect();
    println!("{{\"puzzles\": [");
    for (i, puzzle) in puzzles.iter().enumerate() {
        println!("{puzzle}{}", if i + 1 < puzzles.len() { "," } else { "" });
    }
    println!("]}}");
}
