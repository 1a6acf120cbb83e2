//! Makes the puzzles of the page: positions with exactly one winning move, found by playing at
//! random and solving every move, graded by the nodes that took.
//!
//!     cargo run --release -p lastmove-web --example puzzles > crates/web/page/data/puzzles.json
//!
//! The seed is fixed. The file in the page holds what several runs had found when they were stopped, with
//! other limits of the grades in some; a test proves each of them again.

use lastmove_amazons::{Colour, Position, start};
use lastmove_board::{Bits, Geometry};
use lastmove_domineering::{self as dominoes, Player};
use lastmove_endgame::Databases;
use lastmove_solver::amazons::{Settings, Solver};
use lastmove_solver::domineering;
use lastmove_solver::table::Table;
use lastmove_work::{Budget, Cancel, Limits};
use serde_json::{Value, json};

/// Puzzles of each grade and game.
const EACH: usize = 4;
/// The most nodes of each grade. Domineering's solver sees more at a glance.
const AMAZONS: [u64; 5] = [12, 100, 1_000, 5_000, 40_000];
const DOMINEERING: [u64; 5] = [8, 12, 20, 40, 20_000];

/// A generator of numbers that look random (splitmix64).
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        (lastmove_board::mix(self.0) % n as u64) as usize
    }
}

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

    fn grade(&self, nodes: u64) -> Option<usize> {
        self.grades.iter().position(|&most| nodes <= most)
    }

    fn wants(&self, nodes: u64) -> bool {
        self.grade(nodes).is_some_and(|grade| self.puzzles[grade].len() < EACH)
    }

    fn is_full(&self) -> bool {
        self.puzzles.iter().all(|found| found.len() == EACH)
    }

    fn add(
        &mut self,
        position: String,
        solution: String,
        squares: &[u8],
        moves: usize,
        nodes: u64,
    ) {
        let Some(grade) = self.grade(nodes) else { return };
        let id = format!("{}-{}-{}", self.game, grade + 1, self.puzzles[grade].len() + 1);
        eprintln!("{id}: {position} {solution}, {moves} moves, {nodes} nodes");
        self.puzzles[grade].push(json!({
            "id": id, "game": self.game, "position": position, "grade": grade + 1,
            "solution": solution, "squares": squares, "moves": moves, "nodes": nodes,
        }));
    }
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
        let (table, databases) = (Table::new(1 << 24), Databases::none());
        let solver = Solver::new(&geometry, &databases, Settings::default(), &table, 1);
        let limits = Limits { nodes: Some(10_000), ..Limits::default() };
        let wins = |position: &Position<u64>| {
            let budget = Budget::new(limits, Cancel::new());
            let solution = solver.solve(position, &budget, &mut |_| {}).ok()?;
            Some((solution.winner == position.to_move(), solution.counters.nodes))
        };
        let Some((true, mut nodes)) = wins(&position) else { continue };
        let (mut winning, mut known) = (Vec::new(), true);
        for mv in position.moves(&geometry) {
            let mut after = position;
            after.play_unchecked(mv);
            match wins(&after) {
                Some((lost, more)) => {
                    nodes += more;
                    if !lost {
                        winning.push(mv);
                    }
                }
                None => known = false,
            }
            if !known || winning.len() > 1 {
                break;
            }
        }
        if let [mv] = winning[..]
            && known
            && found.wants(nodes)
        {
            let text = position.to_diagram(size).to_string();
            let squares = [mv.from, mv.to, mv.arrow];
            found.add(text, mv.display(size).to_string(), &squares, count as usize, nodes);
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
        let moves: Vec<_> = position.moves(&geometry).collect();
        if moves.len() < 6 {
            continue;
        }
        let options = domineering::Options { threads: 1, memory: 1 << 22 };
        let solver = domineering::Solver::<u64>::new(size, &options);
        let (mut nodes, mut winning) = (0, Vec::new());
        for &mv in &moves {
            let mut after = position;
            after.play_unchecked(&geometry, mv);
            let limits = lastmove_solver::Limits { nodes: Some(10_000), ..Default::default() };
            let Ok(outcome) = solver.solve(&after, limits) else {
                winning.clear();
                break;
            };
            nodes += outcome.counters.nodes;
            if outcome.winner == position.to_move() {
                winning.push(mv);
            }
            if winning.len() > 1 {
                break;
            }
        }
        if let [only] = winning[..]
            && found.wants(nodes)
        {
            let mut squares: Vec<u8> =
                only.domino(&geometry, position.to_move()).squares().collect();
            squares.sort_unstable();
            let text = position.to_diagram(size).to_string();
            found.add(text, only.display(size).to_string(), &squares, moves.len(), nodes);
        }
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
        found.push(amazons(&mut Random(20_261_116)));
    }
    if wants("domineering") {
        found.push(domineering(&mut Random(20_261_115)));
    }
    let puzzles: Vec<Value> =
        found.into_iter().flat_map(|game| game.puzzles.into_iter().flatten()).collect();
    println!("{{\"puzzles\": [");
    for (i, puzzle) in puzzles.iter().enumerate() {
        println!("{puzzle}{}", if i + 1 < puzzles.len() { "," } else { "" });
    }
    println!("]}}");
}
