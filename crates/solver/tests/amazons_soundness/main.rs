//! The Amazons evaluation and searches never contradict brute force.
//!
//! The heavy tier runs as many positions as the design asks for:
//!
//! ```text
//! cargo test --release -p lastmove-solver --test amazons_soundness -- --ignored --nocapture
//! ```

mod bounds;
mod figures;
mod positions;
#[path = "../quick/mod.rs"]
mod quick;
mod symmetry;

use lastmove_amazons::{Colour, Position, start};
use lastmove_board::{Bits, Geometry, Side, Size};
use lastmove_endgame::Databases;
use lastmove_oracle::amazons::{Oracle, PARTS, Plain};
use lastmove_solver::amazons::{AmazonsGame, AmazonsSolver, Evaluator, Reduced, Settings};
use lastmove_solver::dfpn::{Dfpn, Store, Tuning};
use lastmove_solver::{Bound, Shares, Solver, Verdict};
use lastmove_values::End;
use lastmove_work::{Budget, Cancel, Limits, Random};
use positions::{Distribution, Source};
use quick::databases;
use std::collections::HashSet;
use std::sync::Arc;

fn coloured(position: Plain) -> Position<u64> {
    Position::new(position.mover, position.other, position.empty, Colour::White)
}

fn text(size: Size, position: Plain) -> String {
    coloured(position).to_diagram(size).to_string()
}

/// A number from the environment.
fn number(name: &str, or: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(or)
}

fn passed(Plain { mover, other, empty }: Plain) -> Plain {
    Plain { mover: other, other: mover, empty }
}

/// Everything that is tested on one board.
struct Bench<'a> {
    geometry: &'a Geometry<u64>,
    oracle: Oracle,
    /// the evaluators with their names
    evaluators: Vec<(String, Evaluator<'a, u64>)>,
    /// verdicts given and withheld
    decided: Vec<[u64; 2]>,
    contradictions: Vec<String>,
}

impl<'a> Bench<'a> {
    fn new(geometry: &'a Geometry<u64>, configurations: &[(&'a Databases, u32)]) -> Self {
        let evaluators: Vec<_> = configurations
            .iter()
            .map(|&(databases, local_search)| {
                let name = format!("databases {}, local search {local_search}", databases.name());
                let settings = Settings { local_search, ..Settings::default() };
                (name, Evaluator::new(geometry, databases, settings))
            })
            .collect();
        let decided = vec![[0; 2]; evaluators.len()];
        let size = geometry.size();
        Self {
            geometry,
            oracle: Oracle::new(size.width(), size.height()),
            evaluators,
            decided,
            contradictions: Vec::new(),
        }
    }

    /// Holds every evaluation of a position, either side to move, against brute force.
    fn check(&mut self, position: Plain) {
        for position in [position, passed(position)] {
            let win = self.oracle.wins(position);
            for (i, (name, evaluator)) in self.evaluators.iter_mut().enumerate() {
                let reduced = Reduced::new(evaluator, &coloured(position));
                let verdict = evaluator.assess(&reduced).verdict;
                self.decided[i][usize::from(verdict == Verdict::Unknown)] += 1;
                let wrong = if win { Verdict::Loss } else { Verdict::Win };
                if verdict == wrong {
                    let shown = text(self.geometry.size(), position);
                    let truth = if win { "wins" } else { "loses" };
                    let line = format!("{shown}: the mover {truth}, {name} says {verdict:?}");
                    println!("{line}");
                    self.contradictions.push(line);
                }
            }
        }
        self.check_bounds(position);
        self.oracle.tidy();
    }

    /// Plays out the position minus the best bounds that any evaluation gives.
    fn check_bounds(&mut self, position: Plain) {
        let all = self.evaluators.iter_mut().map(|(_, evaluator)| {
            let [lower, upper] = evaluator.explain(&coloured(position)).bounds;
            [lower, Bound { value: -upper.value, ..upper }]
        });
        let best = all.reduce(|one, other| {
            let rank = |bound: &Bound| (bound.value, bound.end != End::Relaxed, bound.end);
            [0, 1].map(|i| if rank(&other[i]) > rank(&one[i]) { other[i] } else { one[i] })
        });
        let [lower, upper] = best.expect("an evaluation");
        if !bounds::hold(&mut self.oracle, position, [lower, upper]) {
            let shown = text(self.geometry.size(), position);
            let line = format!("{shown}: Black has {lower:?}, White {upper:?}");
            println!("{line}");
            self.contradictions.push(line);
        }
    }
}

/// Random positions with at most 12 empty squares against brute force.
fn static_evaluation(positions: u64, seed: u64) {
    let none = Databases::none();
    let configurations = [(&none, 0), (&none, 4), (databases(), 0), (databases(), 4)];
    let mut random = Random::new(seed);
    let mut met = Distribution::default();
    let mut decided: Vec<(String, [u64; 2])> = Vec::new();
    let mut contradictions = Vec::new();
    let sizes = positions::sizes();
    for (i, &size) in sizes.iter().enumerate() {
        let geometry = Geometry::<u64>::new(size);
        let mut bench = Bench::new(&geometry, &configurations);
        let share =
            positions / sizes.len() as u64 + u64::from(i == 0) * (positions % sizes.len() as u64);
        let mut made = 0;
        while made < share {
            let source = Source::any(&mut random);
            // three of four with 8 or more empty squares, few of them with 11 or 12
            let empty = match random.below(16) {
                0..=3 => 1 + random.below(7),
                4..=8 => 8,
                9..=12 => 9,
                13 | 14 => 10,
                _ => 11 + random.below(2),
            };
            let Some(position) = positions::position(&mut random, &geometry, source, empty) else {
                continue;
            };
            // positions without contest are easy: one in eight is enough
            if !positions::is_contested(&geometry, position) && random.below(8) > 0 {
                continue;
            }
            bench.check(position);
            met.add(&geometry, source, position);
            made += 1;
        }
        println!("{size}: {share} positions, {} contradictions", bench.contradictions.len());
        contradictions.extend(bench.contradictions);
        for (i, ((name, _), counts)) in bench.evaluators.iter().zip(&bench.decided).enumerate() {
            if decided.len() <= i {
                decided.push((name.clone(), [0; 2]));
            }
            decided[i].1[0] += counts[0];
            decided[i].1[1] += counts[1];
        }
    }
    met.print();
    for (name, [known, unknown]) in decided {
        let share = 100.0 * known as f64 / (known + unknown) as f64;
        println!("  {name}: {known} verdicts, {share:.1} % decided");
    }
    println!("  {} contradictions", contradictions.len());
    met.check();
    assert!(contradictions.is_empty(), "{contradictions:#?}");
}

#[test]
fn static_evaluation_never_contradicts_brute_force() {
    static_evaluation(600, 1);
}

#[test]
#[ignore = "heavy"]
fn static_evaluation_never_contradicts_brute_force_on_200_000_positions() {
    static_evaluation(number("LASTMOVE_POSITIONS", 200_000), number("LASTMOVE_SEED", 2));
}

/// The positions that arise on 4x4, up to symmetry, with at most this many empty squares; of
/// each ply at most so many are followed up.
fn small_board(most_empty: u32, most: usize, local_search: u32) {
    let diagram = start::parse("4x4").unwrap();
    let geometry = Geometry::<u64>::new(diagram.size());
    let none = Databases::none();
    let mut bench =
        Bench::new(&geometry, &[(&none, 0), (databases(), 0), (databases(), local_search)]);
    let root = Position::<u64>::from_diagram(&diagram).unwrap();
    let mut level = vec![Plain { mover: root.white(), other: root.black(), empty: root.empty() }];
    let mut checked = 0;
    while !level.is_empty() {
        let mut next = HashSet::new();
        for &position in &level {
            bench.oracle.children(position, |child| {
                let form = coloured(child).normal_form(&geometry);
                next.insert((form.white(), form.black(), form.empty()));
                false
            });
        }
        let mut next: Vec<_> = next.into_iter().collect();
        next.sort_unstable();
        let step = next.len().div_ceil(most).max(1);
        level = next
            .into_iter()
            .step_by(step)
            .map(|(mover, other, empty)| Plain { mover, other, empty })
            .collect();
        for &position in &level {
            if position.empty.count() <= most_empty {
                bench.check(position);
                checked += 1;
            }
        }
    }
    println!("4x4: {checked} positions with at most {most_empty} empty squares");
    for ((name, _), [known, unknown]) in bench.evaluators.iter().zip(&bench.decided) {
        let share = 100.0 * *known as f64 / (known + unknown) as f64;
        println!("  {name}: {share:.1} % decided");
    }
    assert!(checked > 1_000, "{checked}");
    assert!(bench.contradictions.is_empty(), "{} contradictions", bench.contradictions.len());
}

#[test]
fn positions_of_4x4_never_contradict_brute_force() {
    small_board(6, 300, 3);
}

#[test]
#[ignore = "heavy"]
fn all_positions_of_4x4_never_contradict_brute_force() {
    small_board(6, usize::MAX, 4);
}

/// Small random positions of all boards for the searches.
fn for_searches(
    count: usize,
    seed: u64,
    mut visit: impl FnMut(&Geometry<u64>, &mut Oracle, Plain),
) {
    let mut random = Random::new(seed);
    let sizes = positions::sizes();
    let boards: Vec<Geometry<u64>> = sizes.iter().map(|&size| Geometry::new(size)).collect();
    let mut oracles: Vec<Oracle> =
        sizes.iter().map(|size| Oracle::new(size.width(), size.height())).collect();
    let mut made = 0;
    while made < count {
        let i = random.below(boards.len());
        let source = Source::any(&mut random);
        let empty = 4 + random.below(6);
        let found = positions::position(&mut random, &boards[i], source, empty);
        let Some(position) = found.filter(|&p| positions::is_contested(&boards[i], p)) else {
            continue;
        };
        visit(&boards[i], &mut oracles[i], position);
        oracles[i].tidy();
        made += 1;
    }
}

#[test]
fn reduction_keeps_the_winner() {
    let none = Databases::none();
    let mut settled = 0;
    for_searches(400, 3, |geometry, oracle, position| {
        for databases in [&none, databases()] {
            let mut evaluator = Evaluator::new(geometry, databases, Settings::default());
            for position in [position, passed(position)] {
                let reduced = Reduced::new(&mut evaluator, &coloured(position));
                let Reduced { mover, other, empty, balance, .. } = reduced;
                assert_eq!(
                    (mover | other | empty) & !(position.mover | position.other | position.empty),
                    0
                );
                let number = i32::from(balance) * PARTS;
                let win = oracle.wins_with(Plain { mover, other, empty }, number);
                settled += u64::from(balance != 0);
                let shown = text(geometry.size(), position);
                assert_eq!(win, oracle.wins(position), "{shown}: {reduced:?}");
            }
        }
    });
    assert!(settled > 100, "{settled}");
}

/// The driver, with one thread and with two: winner, winning move, and a line of legal moves.
#[test]
fn the_driver_answers_with_moves_that_win() {
    let store = Store::small(1 << 22);
    for_searches(60, 5, |geometry, oracle, position| {
        for (threads, position) in [(1, position), (2, passed(position))] {
            let settings = Settings::default();
            let shares = Shares::of(1 << 22 << threads, threads).unwrap();
            let solver = AmazonsSolver::new(geometry, databases(), settings, &store, shares);
            let real = coloured(position);
            let budget = Budget::unlimited(Cancel::new());
            let solution = solver.solve(&real, &budget, &mut |_| {}).unwrap();
            let shown = text(geometry.size(), position);
            let win = oracle.wins(position);
            assert_eq!(solution.winner == Side::White, win, "{shown}");
            assert_eq!(solution.best_move.is_some(), win, "{shown}");
            let other = solver.solve_depth_first(&real, &budget, &mut |_| {}).unwrap();
            assert_eq!(other.winner, solution.winner, "{shown}");
            assert_eq!(other.best_move.is_some(), win, "{shown}");
            if let Some(mv) = other.best_move {
                let after = real.play(geometry, mv).unwrap();
                let (mover, other) = (after.black(), after.white());
                assert!(!oracle.wins(Plain { mover, other, empty: after.empty() }), "{shown}");
            }
            let mut at = real;
            for (i, &mv) in solution.pv.iter().enumerate() {
                at = at.play(geometry, mv).unwrap();
                let white = at.to_move() == Colour::White;
                let (mover, other) =
                    if white { (at.white(), at.black()) } else { (at.black(), at.white()) };
                // every move of the winner keeps the win
                let wins = oracle.wins(Plain { mover, other, empty: at.empty() });
                assert_eq!(wins, at.to_move().side() == solution.winner, "{shown}, move {}", i + 1);
            }
            if win {
                assert_eq!(solution.pv.first(), solution.best_move.as_ref(), "{shown}");
            }
        }
    });
}

#[test]
fn df_pn_finds_what_brute_force_finds() {
    let none = Databases::none();
    let mut searched = 0;
    for_searches(100, 4, |geometry, oracle, position| {
        for (databases, local_search) in [(&none, 0), (databases(), 4)] {
            let settings = Settings { local_search, ..Settings::default() };
            let game = AmazonsGame::new(geometry, databases, settings, Arc::default());
            let store = Store::small(1 << 22);
            let budget = Budget::unlimited(Cancel::new());
            let mut search = Dfpn::new(&game, Tuning::default(), &store, &budget, None);
            for position in [position, passed(position)] {
                let reduced = Reduced::new(search.worker(), &coloured(position));
                let win = search.solve(&reduced).unwrap();
                let shown = text(geometry.size(), position);
                assert_eq!(win, oracle.wins(position), "{shown}, {}", databases.name());
            }
            searched += search.counters().nodes;
        }
    });
    println!("{searched} nodes");
}

#[test]
fn one_thread_stops_at_exactly_the_limit_of_nodes() {
    let diagram = start::parse("4x5").unwrap();
    let geometry = Geometry::<u64>::new(diagram.size());
    let none = Databases::none();
    let position = Position::from_diagram(&diagram).unwrap();
    for most in [1, 100, 1024, 3000] {
        let shares = Shares::of(1 << 22, 1).unwrap();
        let store = Store::new(&shares);
        let solver = AmazonsSolver::new(&geometry, &none, Settings::default(), &store, shares);
        let budget = Budget::new(Limits::nodes(most), Cancel::new());
        let stopped = solver.solve(&position, &budget, &mut |_| {}).unwrap_err();
        assert_eq!((stopped.counters.nodes, budget.nodes()), (most, most));
    }
}
