//! What each ingredient of the Amazons solver is worth: nodes, evaluations and time with it
//! switched off.
//!
//! `cargo bench -p lastmove-solver --bench ablation -- FOLDER` uses the databases in a folder,
//! without it there are none.

use lastmove_amazons::{Position, parse_move, start};
use lastmove_board::{Geometry, Size};
use lastmove_endgame::Databases;
use lastmove_solver::amazons::{AmazonsSolver, SafeMoves, Settings, StartNumbers};
use lastmove_solver::dfpn::{Store, Tuning};
use lastmove_solver::{Shares, Solver};
use lastmove_work::{Budget, Cancel, Limits, Stopwatch, human};

/// Three boards and three positions from the middle of games on 6x6.
const POSITIONS: [(&str, &str); 6] = [
    ("4x6", "4x6"),
    ("5x5", "5x5"),
    ("4x7", "4x7"),
    ("6x6 a", "..*.q./..**Qq/**q*../.*.Q.*/.*.q.Q/Q..*.. w"),
    ("6x6 b", ".q.Q../.*..*q/.Q.q*./*..***/Q**..Q/.*.q.. w"),
    ("6x6 c", "*...q./q.Q.../*.Q.**/..*q*./...Q**/.Qq.*. b"),
];

/// Replies to b1-b4/b3 on 6x5, drawn at random from the 250 that one node does not decide (which
/// is all of them). For comparing and tuning; tests of a tuned search need other ones.
const REPLIES: [&str; 20] = [
    "e5-c3/c2", "e5-c3/d2", "e5-e4/f3", "b5-c4/d3", "b5-c5/c2", "b5-c5/c4", "f4-f3/e4", "e5-d5/c4",
    "e5-d4/e3", "f4-f3/d3", "f4-e4/d3", "b5-f1/b5", "b5-d3/e2", "f4-e4/e2", "e5-e4/e3", "e5-c3/c4",
    "e5-d4/c4", "e5-e4/c2", "b5-c5/a5", "f4-d4/c5",
];

/// Replies are hard: this many nodes of each are enough to compare.
const MOST_NODES_OF_REPLIES: u64 = 100_000;

/// Where an ingredient matters too much to wait for it.
const MOST_NODES: u64 = 1_000_000;

fn settings() -> Vec<(&'static str, Settings)> {
    let all = Settings::default();
    let tuning = Tuning::default();
    vec![
        ("nothing", all),
        ("one safe move a zone", Settings { safe_moves: SafeMoves::One, ..all }),
        ("no safe moves", Settings { safe_moves: SafeMoves::None, ..all }),
        ("no blockers", Settings { blockers: false, ..all }),
        ("no stops, whole numbers only", Settings { stops: false, ..all }),
        ("no reduction", Settings { reduction: false, ..all }),
        ("local search of zones to 3 squares", Settings { local_search: 3, ..all }),
        ("numbers from bounds", Settings { start_numbers: StartNumbers::Bounds, ..all }),
        ("numbers from the race", Settings { start_numbers: StartNumbers::Race, ..all }),
        ("numbers alike", Settings { start_numbers: StartNumbers::Alike, ..all }),
        ("plain sums", Settings { tuning: Tuning { share: 1, ..tuning }, ..all }),
        ("no 1+ε", Settings { tuning: Tuning { room: 0, ..tuning }, ..all }),
        ("no guess at moves not seen", Settings { tuning: Tuning { unseen: 0, ..tuning }, ..all }),
        ("no history", Settings { tuning: Tuning { history: false, ..tuning }, ..all }),
    ]
}

/// The effort for one position.
struct Effort {
    nodes: u64,
    evaluations: u64,
    seconds: f64,
    solved: bool,
}

fn effort(position: &Position<u64>, size: Size, most: u64, with: (&Databases, Settings)) -> Effort {
    let geometry = Geometry::<u64>::new(size);
    let shares = Shares { table: 256 << 20, ..Shares::default() };
    let store = Store::new(&shares);
    let solver = AmazonsSolver::new(&geometry, with.0, with.1, &store, shares);
    let budget = Budget::new(Limits::nodes(most), Cancel::new());
    let watch = Stopwatch::start_all_threads();
    let result = solver.solve(position, &budget, &mut |_| {});
    let seconds = watch.seconds();
    let solved = result.is_ok();
    let counters = result.map_or_else(|stopped| stopped.counters, |solution| solution.counters);
    Effort { nodes: counters.nodes, evaluations: counters.evaluations, seconds, solved }
}

/// Nodes, evaluations and processor seconds.
fn cell(effort: &Effort) -> String {
    let more = if effort.solved { "" } else { "> " };
    let count = |n| format!("{more}{}", human::count(n));
    format!("{}, {}, {:.1} s", count(effort.nodes), count(effort.evaluations), effort.seconds)
}

fn row(name: &str, databases: &Databases, settings: Settings) {
    let mut cells = vec![name.to_owned()];
    for (_, text) in POSITIONS {
        let diagram = start::parse(text).expect("a position of ours");
        let position = Position::from_diagram(&diagram).expect("a position of ours");
        let with = (databases, settings);
        cells.push(cell(&effort(&position, diagram.size(), MOST_NODES, with)));
    }
    println!("| {} |", cells.join(" | "));
}

/// Every reply on 6x5 by itself, and the geometric means.
fn replies(databases: &Databases, settings: Settings) {
    let diagram = start::parse("6x5").expect("a board");
    let (size, geometry) = (diagram.size(), Geometry::<u64>::new(diagram.size()));
    let root = Position::from_diagram(&diagram).expect("a board");
    let play = |position: &Position<u64>, text| {
        let mv = parse_move(size, text).expect("a move");
        position.play(&geometry, mv).expect("a legal move")
    };
    let after = play(&root, "b1-b4/b3");
    println!("\n| reply | nodes, evaluations, time |\n| --- | ---: |");
    let mut logarithms = [0.0; 3];
    for reply in REPLIES {
        let with = (databases, settings);
        let found = effort(&play(&after, reply), size, MOST_NODES_OF_REPLIES, with);
        println!("| {reply} | {} |", cell(&found));
        let numbers = [found.nodes as f64, found.evaluations as f64, found.seconds];
        logarithms.iter_mut().zip(numbers).for_each(|(sum, n)| *sum += n.ln());
    }
    let [nodes, evaluations, seconds] = logarithms.map(|sum| (sum / REPLIES.len() as f64).exp());
    println!("| geometric mean | {nodes:.0}, {evaluations:.0}, {seconds:.2} s |");
}

fn main() {
    let folder = std::env::args().skip(1).find(|arg| !arg.starts_with('-'));
    let none = Databases::none();
    let databases = match folder {
        Some(folder) => Databases::open("folder", folder.as_ref()).expect("a folder of databases"),
        None => Databases::none(),
    };
    let names: Vec<_> = POSITIONS.iter().map(|(name, _)| *name).collect();
    println!("| switched off | {} |", names.join(" | "));
    println!("| --- |{}", " ---: |".repeat(names.len()));
    for (name, settings) in settings() {
        row(name, &databases, settings);
    }
    row("no databases", &none, Settings::default());
    replies(&databases, Settings::default());
}
