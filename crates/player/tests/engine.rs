//! The engine's interface: legal moves, sound proofs, the same answer every time.

use lastmove_amazons::{Move, Position, start};
use lastmove_board::{Geometry, mix};
use lastmove_endgame::Databases;
use lastmove_player::{Analysis, Engine, EngineOptions, Level, MoveLimits, PlayerKind};
use lastmove_solver::amazons::{AmazonsSolver, Settings};
use lastmove_solver::dfpn::Store;
use lastmove_solver::{Shares, Solver};
use lastmove_work::{Budget, Cancel, Stopwatch};
use std::time::Duration;

fn nodes(nodes: u64) -> MoveLimits {
    MoveLimits { nodes: Some(nodes), ..MoveLimits::default() }
}

fn engine(kind: &str) -> Engine {
    let kind: PlayerKind = kind.parse().unwrap();
    Engine::new(EngineOptions { kind, ..EngineOptions::default() })
}

fn think(
    engine: &mut Engine,
    position: &Position<u128>,
    board: &str,
    limits: &MoveLimits,
) -> Analysis {
    engine.set_position(start::parse(board).unwrap().size(), position);
    engine.think(limits, &Cancel::new(), &mut |_| {})
}

/// A position after a number of random moves, or fewer if the game ends.
fn random_position(board: &str, seed: u64, plies: u64) -> (Geometry<u128>, Position<u128>) {
    let diagram = start::parse(board).unwrap();
    let geometry = Geometry::<u128>::new(diagram.size());
    let mut position = Position::<u128>::from_diagram(&diagram).unwrap();
    for ply in 0..plies {
        let moves: Vec<Move> = position.moves(&geometry).collect();
        if moves.is_empty() {
            break;
        }
        position.play_unchecked(moves[mix(seed << 16 | ply) as usize % moves.len()]);
    }
    (geometry, position)
}

const PLAYERS: [&str; 12] = [
    "strong",
    "strong:level=1",
    "strong:level=6",
    "classical",
    "classical:eval=mobility,width=full,rule=off",
    "classical:rewards=2/3/4/4/6,killers=on",
    "classical:eval=min-distance,history=on,width=full",
    "classical:eval=random,depth=2",
    "classical:eval=zero,depth=1,solo=off",
    "classical:eval=full,pvs=on,tt=on",
    "classical:statics=on,widening=on",
    "classical:random=20",
];

#[test]
fn every_player_plays_whole_games_of_legal_moves() {
    for (i, pair) in PLAYERS.chunks(2).enumerate() {
        let board = ["5x5", "6x6", "4x5", "10x10", "7x7", "8x8"][i];
        let (geometry, mut position) = random_position(board, 7, if i == 3 { 60 } else { 6 });
        let mut players = [engine(pair[0]), engine(pair[1])];
        while position.can_move(&geometry, position.to_move()) {
            let player = &mut players[position.to_move() as usize];
            let report = think(player, &position, board, &nodes(200));
            assert!((0.0..=1.0).contains(&report.win), "{report:?}");
            assert_eq!(report.ownership.len(), geometry.size().squares());
            assert_eq!(report.lines.first().map(|line| line.mv), report.best, "{pair:?}");
            position = position.play(&geometry, report.best.unwrap()).unwrap();
        }
        let report = think(&mut players[0], &position, board, &nodes(10));
        assert_eq!(
            (report.best, report.proven),
            (None, Some(position.to_move().opponent().side()))
        );
    }
}

#[test]
fn what_is_called_proven_is_true() {
    const CLASSICAL: &str = "classical:width=full,rule=off";
    let databases = Databases::none();
    let mut proofs = 0;
    for seed in 0..120 {
        let board = ["4x4", "4x5", "5x5"][seed as usize % 3];
        let (geometry, position) = random_position(board, seed, 5 + seed % 4);
        let shares = Shares::at_least(1 << 23, 1);
        let store = Store::new(&shares);
        let solver = AmazonsSolver::new(&geometry, &databases, Settings::default(), &store, shares);
        let budget = Budget::unlimited(Cancel::new());
        let Ok(solution) = solver.solve(&position, &budget, &mut |_| {}) else { continue };
        for kind in ["strong:solver=off,keep=1", "strong:solver=off", "strong", CLASSICAL] {
            let report = think(&mut engine(kind), &position, board, &nodes(300));
            if let Some(winner) = report.proven {
                proofs += 1;
                let text = position.to_diagram(geometry.size());
                assert_eq!(winner, solution.winner, "{kind} on {text}");
                let Some(mv) = report.best else { continue };
                // and its move keeps the proven result
                let after = position.play(&geometry, mv).unwrap();
                let next = solver.solve(&after, &budget, &mut |_| {}).unwrap();
                assert_eq!(next.winner, winner, "{kind} on {text}");
            }
        }
    }
    assert!(proofs > 300, "only {proofs} proofs: too few to mean something");
}

#[test]
fn one_thread_says_the_same_every_time_and_two_say_something() {
    let (geometry, position) = random_position("8x8", 3, 4);
    let answers: Vec<Analysis> = (0..2)
        .map(|_| Analysis {
            seconds: 0.0,
            ..think(&mut engine("strong"), &position, "8x8", &nodes(150))
        })
        .collect();
    assert_eq!(answers[0], answers[1]);
    assert_eq!(answers[0].nodes, 150);
    let mut two = Engine::new(EngineOptions { threads: 2, ..EngineOptions::default() });
    let report = think(&mut two, &position, "8x8", &nodes(150));
    assert!(report.nodes >= 150 && position.play(&geometry, report.best.unwrap()).is_ok());
}

#[test]
fn limits_of_nodes_alone_bound_the_solver_and_say_the_same_every_time() {
    for seed in 0..6 {
        let (geometry, position) = random_position("10x10", seed, 62 + seed);
        let limits = nodes(40);
        let mut answers = (0..2).map(|_| Analysis {
            seconds: 0.0,
            ..think(&mut engine("strong"), &position, "10x10", &limits)
        });
        let (one, two) = (answers.next().unwrap(), answers.next().unwrap());
        assert_eq!(one, two, "{}", position.to_diagram(geometry.size()));
    }
}

#[test]
fn the_tree_is_kept_from_move_to_move() {
    let (geometry, position) = random_position("8x8", 5, 4);
    let mut strong = engine("strong");
    let report = think(&mut strong, &position, "8x8", &nodes(400));
    let [first, second] = report.lines[0].pv[..2] else { panic!("{report:?}") };
    let next = position.play(&geometry, first).unwrap().play(&geometry, second).unwrap();
    let kept = think(&mut strong, &next, "8x8", &nodes(1));
    let visits: u64 = kept.lines.iter().map(|line| line.visits).sum();
    assert!(kept.nodes <= 1 && visits > 5, "{visits} visits were kept");
    // an unrelated position starts a new search
    let (_, other) = random_position("8x8", 6, 4);
    let fresh = think(&mut strong, &other, "8x8", &nodes(1));
    assert_eq!(fresh.lines.iter().map(|line| line.visits).sum::<u64>(), 0);
}

#[test]
fn thinking_ends_when_cancelled_or_late() {
    let (_, position) = random_position("10x10", 1, 2);
    for kind in ["strong", "classical", "classical:eval=full,width=full,rule=off"] {
        let mut engine = engine(kind);
        engine.set_position(start::parse("10x10").unwrap().size(), &position);
        let cancel = Cancel::new();
        cancel.cancel();
        let report = engine.think(&MoveLimits::default(), &cancel, &mut |_| {});
        assert!(report.best.is_some(), "{kind} has a move even when stopped at once");
        let time = Some(Duration::from_millis(100));
        let watch = Stopwatch::start(); // on its core: the machine may be busy
        let limits = MoveLimits { time, ..MoveLimits::default() };
        let report = engine.think(&limits, &Cancel::new(), &mut |_| {});
        assert!(report.best.is_some());
        assert!(watch.seconds() < 2.0, "{kind}: {}", watch.seconds());
    }
}

#[test]
fn higher_levels_look_at_more_and_misjudge_less() {
    let levels: Vec<Level> = (1..=10).map(|n| Level::new(n).unwrap()).collect();
    for pair in levels.windows(2) {
        assert!(pair[0].nodes().unwrap() < pair[1].nodes().unwrap_or(u64::MAX));
        assert!(pair[0].noise() > pair[1].noise());
    }
}

/// The limit of nodes that `match --nodes` promises for every move.
#[test]
fn no_engine_enters_more_nodes_than_it_may() {
    for seed in 0..40 {
        let board = ["4x4", "5x5", "6x6", "8x8"][seed as usize % 4];
        let (_, position) = random_position(board, seed, 2 + 3 * (seed % 5));
        for kind in ["strong", "strong:solver=off", "classical", "classical:width=full"] {
            for most in [1, 2, 30, 257, 1000] {
                let report = think(&mut engine(kind), &position, board, &nodes(most));
                assert!(report.nodes <= most, "{kind} on {board} {seed}: {}", report.nodes);
            }
        }
    }
    for most in [1, 5, 100, 3000] {
        let mut engine = Engine::new(EngineOptions::default());
        let start = lastmove_domineering::board::parse("8x8").unwrap();
        let position = lastmove_domineering::Position::with_side(
            &start,
            lastmove_domineering::Orientation::Vertical,
        );
        engine.set_position(start.size(), &position.unwrap());
        let report = engine.think(&nodes(most), &Cancel::new(), &mut |_| {});
        assert!(report.nodes <= most && report.best.is_some(), "{most}: {}", report.nodes);
    }
}
