//! The speed of values on real boards, one thread each: CPU seconds and peak memory.
//!
//! `cargo bench -p lastmove --bench values [-- CASE]`; every case runs in a process of its own, so
//! that peak memory is its own. CPU time and memory are read from `/proc`, so on Linux only.

use lastmove::amazons::AmazonsRules;
use lastmove::board::Diagram;
use lastmove::domineering::{DomineeringRules, board};
use lastmove::values::{FormEvaluator, Forms, Rules, ThermographEvaluator, ThermographStore};
use lastmove::work::Stopwatch;
use std::process::Command;

/// Name, and seconds allowed: 1/40 of what the `cgt` crate 0.11 takes.
const CASES: [(&str, f64); 5] = [
    ("domineering 4x6", 0.06),
    ("domineering 5x5", 0.1175),
    ("amazons q6/Q6", 0.525),
    ("amazons q3/4/3Q", 0.29),
    ("thermograph q3/4/4/3Q", 5.0),
];

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|a| a != "--bench").collect();
    match &arguments[..] {
        [flag, name] if flag == "--only" => run(name),
        _ => {
            println!(
                "{:<24}{:>10}{:>10}{:>12}{:>12}{:>10}",
                "case", "seconds", "allowed", "positions", "forms", "MiB"
            );
            let chosen =
                |name: &str| arguments.is_empty() || arguments.iter().any(|a| name.contains(a));
            for (name, _) in CASES.iter().filter(|(name, _)| chosen(name)) {
                let program = std::env::current_exe().expect("path of this program");
                let status = Command::new(program).args(["--only", name]).status();
                assert!(status.is_ok_and(|s| s.success()), "{name} failed");
            }
        }
    }
}

fn run(name: &str) {
    let (kind, what) = name.split_once(' ').expect("kind and position");
    let watch = Stopwatch::start_all_threads();
    let (positions, forms) = match kind {
        "domineering" => {
            let diagram = board::parse(what).expect("a board");
            let rules = DomineeringRules::<u64>::for_board(diagram.size()).expect("small");
            let region = rules.region(&diagram).expect("a position");
            value(rules, &region)
        }
        _ => {
            let diagram: Diagram = what.parse().expect("a position");
            let rules = AmazonsRules::<u64>::for_board(diagram.size()).expect("small");
            let area = rules.area(&diagram).expect("a position");
            if kind == "amazons" { value(rules, &area) } else { thermograph(rules, &area) }
        }
    };
    let seconds = watch.seconds();
    let allowed = CASES.iter().find(|case| case.0 == name).map_or(f64::NAN, |case| case.1);
    println!(
        "{name:<24}{seconds:>10.3}{allowed:>10.3}{positions:>12}{forms:>12}{:>10.1}",
        peak_mebibytes()
    );
}

fn value<R: Rules>(rules: R, position: &R::Position) -> (usize, usize) {
    let mut evaluator = FormEvaluator::new(rules, Forms::new());
    evaluator.value(position).expect("within the limits");
    (evaluator.positions(), evaluator.forms().len())
}

fn thermograph<R: Rules>(rules: R, position: &R::Position) -> (usize, usize) {
    let mut evaluator = ThermographEvaluator::new(rules, ThermographStore::new());
    evaluator.thermograph(position).expect("within the limits");
    (evaluator.positions(), evaluator.store().len())
}

fn peak_mebibytes() -> f64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kibibytes = line.and_then(|l| l.split_whitespace().next()?.parse::<f64>().ok());
    kibibytes.map_or(f64::NAN, |k| k / 1024.0)
}
