//! Fits the weights of the evaluation to games of the engine against itself:
//! `cargo run --release -p lastmove-player --example tune -- 10x10 100 60 [FILE]`.
//!
//! Plays so many games with so many nodes a move, each from a random opening, adds every position
//! with its final result to FILE, and fits weights to all of FILE by logistic regression, held near
//! the present ones.

use lastmove_amazons::{Colour, Position, start};
use lastmove_board::{Geometry, mix};
use lastmove_player::eval::{Evaluator, Features, KNOTS, TERMS, Weights};
use lastmove_player::{Engine, Limits, Options};
use lastmove_work::Cancel;
use std::io::Write;

/// How strongly the weights are held to where they were.
const HOLD: f64 = 3.0;
const ROUNDS: usize = 1500;

struct Sample {
    terms: [f32; TERMS],
    w: f32,
    won: f32,
}

fn play(board: &str, games: u64, nodes: u64, mut out: impl Write) -> std::io::Result<()> {
    let diagram = start::parse(board).expect("a board");
    let geometry = Geometry::<u128>::new(diagram.size());
    let evaluator = Evaluator::new(&geometry, Weights::default());
    let salt = std::time::UNIX_EPOCH.elapsed().map_or(0, |t| t.as_nanos() as u64);
    let mut engine = Engine::new(Options::default());
    for game in 0..games {
        let mut position = Position::<u128>::from_diagram(&diagram).expect("a position");
        let mut seen: Vec<(Features, Colour)> = Vec::new();
        let plies = 2 + mix(salt ^ game) % 4;
        let winner = loop {
            let moves: Vec<_> = position.moves(&geometry).collect();
            if moves.is_empty() {
                break position.to_move().opponent();
            }
            let ply = seen.len() as u64;
            let features = evaluator.features(&geometry, &position);
            seen.push((features, position.to_move()));
            if ply < plies {
                let choice = mix(salt ^ game << 16 ^ ply << 8) % moves.len() as u64;
                position.play_unchecked(moves[choice as usize]);
                continue;
            }
            engine.set_position(diagram.size(), &position);
            let limits = Limits { nodes: Some(nodes), ..Limits::default() };
            let report = engine.think(&limits, &Cancel::new(), &mut |_| {});
            if let Some(winner) = report.proven {
                break winner;
            }
            position.play_unchecked(report.best.expect("a move"));
        };
        for (f, mover) in &seen[plies as usize..] {
            let terms = Weights::terms(f).map(|t| t.to_string()).join(" ");
            writeln!(out, "{terms} {} {}", f.w, u8::from(*mover == winner))?;
        }
        out.flush()?;
    }
    Ok(())
}

fn fit(samples: &[Sample]) -> Weights {
    let start = Weights::default();
    // Terms differ in size: steps are scaled to each.
    let mut scale = [0.0f64; TERMS];
    for sample in samples {
        for t in 0..TERMS {
            scale[t] += f64::from(sample.terms[t]).powi(2) / samples.len() as f64;
        }
    }
    let mut weights = start.clone();
    let mut momentum = [[0.0f64; TERMS]; KNOTS.len()];
    for round in 0..=ROUNDS {
        let mut gradient = [[0.0f64; TERMS]; KNOTS.len()];
        let mut loss = 0.0;
        for sample in samples {
            let (i, share) = Weights::place(sample.w);
            let mut sum = 0.0;
            for t in 0..TERMS {
                let (low, high) = (weights.0[i][t], weights.0[i + 1][t]);
                sum += sample.terms[t] * (low + share * (high - low));
            }
            let chance = 1.0 / (1.0 + f64::from(-sum).exp());
            let won = f64::from(sample.won);
            loss -= (won * chance.max(1e-9).ln() + (1.0 - won) * (1.0 - chance).max(1e-9).ln())
                / samples.len() as f64;
            let error = won - chance;
            for t in 0..TERMS {
                gradient[i][t] += error * f64::from(sample.terms[t] * (1.0 - share));
                gradient[i + 1][t] += error * f64::from(sample.terms[t] * share);
            }
        }
        for (k, row) in gradient.iter().enumerate() {
            for t in 0..TERMS {
                let held = HOLD * scale[t] * f64::from(start.0[k][t] - weights.0[k][t]);
                let slope = (row[t] + held) / samples.len() as f64 / scale[t].max(1e-6);
                momentum[k][t] = 0.9 * momentum[k][t] + slope;
                weights.0[k][t] += (0.15 * momentum[k][t]) as f32;
            }
        }
        if round.is_multiple_of(500) {
            eprintln!("round {round}: loss {loss:.5}");
        }
    }
    weights
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [board, games, nodes, ..] = args.as_slice() else {
        return Err("expected BOARD GAMES NODES [FILE]".into());
    };
    let path = args.get(3).map_or("tune.txt", String::as_str);
    let file = std::fs::OpenOptions::new().create(true).append(true).open(path)?;
    play(board, games.parse()?, nodes.parse()?, file)?;
    let mut samples = Vec::new();
    for line in std::fs::read_to_string(path)?.lines() {
        let numbers: Vec<f32> = line.split(' ').map(str::parse).collect::<Result<_, _>>()?;
        let (terms, rest) = numbers.split_at(TERMS);
        samples.push(Sample { terms: terms.try_into()?, w: rest[0], won: rest[1] });
    }
    eprintln!("{} positions", samples.len());
    for (knot, row) in KNOTS.iter().zip(fit(&samples).0) {
        let row = row.map(|weight| format!("{weight:.4}")).join(", ");
        println!("            [{row}], // {knot}");
    }
    Ok(())
}
