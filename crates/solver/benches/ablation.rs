//! What each ingredient of the Amazons solver is worth: nodes, evaluations and time with it
//! switched off.
//!
//! `cargo bench -p lastmove-solver --bench ablation -- FOLDER` uses the databases in a folder,
//! without it there are none.

use lastmove_amazons::{Position, start};
use lastmove_board::Geometry;
use lastmove_endgame::Databases;
use lastmove_solver::amazons::{AmazonsSolver, SafeMoves, Settings, StartNumbers};
use lastmove_solver::dfpn::{Store, Tuning};
use lastmove_solver::{Shares, Solver};
use lastmove_work::{Budget, Cancel, Limits, Stopwatch, human};

/// Two boards and three positions from the middle of games on 6x6.
const POSITIONS: [(&str, &str); 5] = [
    ("4x6", "4x6"),
    ("5x5", "5x5"),
    ("6x6 a", "..*.q./..**Qq/**q*../.*.Q.*/.*.q.Q/Q..*.. w"),
    ("6x6 b", ".q.Q../.*..*q/.Q.q*./*..***/Q**..Q/.*.q.. w"),
    ("6x6 c", "*...q./q.Q.../*.Q.**/..*q*./...Q**/.Qq.*. b"),
];

/// Where an ingredient matters too much to wait for it.
const MOST_NODES: u64 = 1_000_000;

fn settings() -> Vec<(&'static str, Settings)> {
    let all = Settings::default();
    let tuning = Tuning::default();
    vec![
        ("everything", all),
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
        ("no history", Settings { tuning: Tuning { history: false, ..tuning }, ..all }),
    ]
}

fn row(name: &str, databases: &Databases, settings: Settings) {
    let mut cells = vec![name.to_owned()];
    for (_, text) in POSITIONS {
        let diagram = start::parse(text).expect("a position of ours");
        let geometry = Geometry::<u64>::new(diagram.size());
        let position = Position::from_diagram(&diagram).expect("a position of ours");
        let shares = Shares { table: 256 << 20, ..Shares::default() };
        let store = Store::new(&shares);
        let solver = AmazonsSolver::new(&geometry, databases, settings, &store, shares);
        let budget = Budget::new(Limits::nodes(MOST_NODES), Cancel::new());
        let watch = Stopwatch::start_all_threads();
        let result = solver.solve(&position, &budget, &mut |_| {});
        let seconds = watch.seconds();
        let nodes = match result {
            Ok(solution) => human::count(solution.counters.nodes),
            Err(stopped) => format!("> {}", human::count(stopped.counters.nodes)),
        };
        cells.push(format!("{nodes} ({seconds:.1} s)"));
    }
    println!("| {} |", cells.join(" | "));
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
}
