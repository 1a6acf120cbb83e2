//! Two players against each other, in pairs with colours exchanged, from openings of random moves:
//! `cargo run --release -p lastmove-lab --example duel -- 10x10 20 200n strong strong:mix=0`.
//!
//! The third argument is the limit for one move: `200n` nodes, or `100` milliseconds; `400n/100n`
//! gives each player its own.

use lastmove_amazons::{Colour, Position, start};
use lastmove_board::Geometry;
use lastmove_lab::duel::{self, Duellist};
use lastmove_player::{Engine, EngineOptions, MoveLimits, PlayerKind};
use lastmove_work::Cancel;
use std::time::Duration;

/// Random plies before the players take over, by default.
const OPENING: u64 = 3;

fn limits(text: &str) -> MoveLimits {
    match text.strip_suffix('n') {
        Some(nodes) => MoveLimits { nodes: nodes.parse().ok(), ..MoveLimits::default() },
        None => MoveLimits {
            time: text.parse().ok().map(Duration::from_millis),
            ..MoveLimits::default()
        },
    }
}

/// A player by name; `strong@FILE` takes the weights or the network of the evaluation from a file.
fn player(text: &str) -> PlayerKind {
    let (name, file) = text.split_once('@').map_or((text, None), |(name, file)| (name, Some(file)));
    let mut kind: PlayerKind = name.parse().unwrap_or_else(|error| panic!("{error}"));
    if let (PlayerKind::Strong(settings), Some(file)) = (&mut kind, file) {
        let text = std::fs::read_to_string(file).expect("a file of numbers");
        match text.parse() {
            Ok(weights) => settings.judgement.weights = weights,
            Err(_) => {
                let network = text.parse().unwrap_or_else(|error| panic!("{file}: {error}"));
                settings.judgement.network = network;
            }
        }
    }
    kind
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [board, pairs, per_move, first, second, ..] = args.as_slice() else {
        eprintln!("expected BOARD PAIRS LIMIT PLAYER PLAYER [SEED] [OPENING_PLIES]");
        std::process::exit(2);
    };
    let seed: u64 = args.get(5).and_then(|s| s.parse().ok()).unwrap_or(1);
    let opening: u64 = args.get(6).and_then(|s| s.parse().ok()).unwrap_or(OPENING);
    let diagram = start::parse(board).expect("a board");
    let geometry = Geometry::<u128>::new(diagram.size());
    let (one, two) = per_move.split_once('/').unwrap_or((per_move, per_move));
    let mut duellists = [(first, one), (second, two)].map(|(kind, per_move)| {
        let kind = player(kind);
        Duellist::new(
            Engine::new(EngineOptions { kind, seed, ..EngineOptions::default() }),
            limits(per_move),
        )
    });
    let mut wins = [0u32; 2];
    for pair in 0..pairs.parse::<u64>().expect("a number of pairs") {
        let mut position = Position::<u128>::from_diagram(&diagram).expect("a position");
        duel::random_moves(&geometry, &mut position, opening, seed << 32 | pair << 8);
        for white in 0..2 {
            let game =
                duel::play(&geometry, &position, &mut duellists, white, true, &Cancel::new());
            let winner = game.expect("nobody cancels").winner;
            wins[if winner == Colour::White { white } else { 1 - white }] += 1;
        }
        let n = f64::from(wins[0] + wins[1]);
        let rate = f64::from(wins[0]) / n;
        let error = (rate * (1.0 - rate) / n).sqrt();
        println!("{first} {} : {} {second}   {rate:.3} ± {error:.3}", wins[0], wins[1]);
    }
    for duellist in &duellists {
        let mean = duellist.seconds / duellist.moves.max(1) as f64;
        println!("mean {mean:.3} s a move, slowest {:.3} s", duellist.slowest);
    }
}
