//! Fits the weights of the evaluation to what its own search finds:
//! `cargo run --release -p lastmove-lab --example tune -- 10x10 100 400 FILE [WEIGHTS]`.
//!
//! Plays so many games of the strong player against itself with so many nodes a move, and notes
//! every move that the search looked at closely: the terms of the position after it, and what the
//! search made of it. FILE collects these; the weights are fitted to all of it, so that the
//! evaluation foresees the search, and printed. `duel` takes them as `strong@WEIGHTS`, and so does
//! the next round here.
//!
//! To fit the evaluation to results of games instead does not work: the positions of good games
//! say little about the bad moves that a search has to tell from the good ones.

use lastmove_amazons::{Position, start};
use lastmove_board::{Geometry, mix};
use lastmove_player::eval::{Evaluator, KNOTS, TERMS, Weights};
use lastmove_player::{Engine, Kind, MoveLimits, Options, StrongSettings};
use lastmove_work::Cancel;
use std::error::Error;
use std::fs::{OpenOptions, read_to_string};
use std::io::Write;

/// A move counts if the search came to it so often.
const VISITS: u64 = 10;
/// One move in so many is a random one, so that games differ.
const RANDOM: u64 = 40;
/// How strongly the weights are held to where they were, in positions.
const HOLD: f64 = 5.0;
const ROUNDS: usize = 300;

struct Sample {
    terms: [f32; TERMS],
    w: f32,
    /// chance of the side to move, as the search sees it
    chance: f32,
    trust: f32,
}

impl Sample {
    /// What was written as a line.
    fn parse(line: &str) -> Option<Self> {
        let numbers: Vec<f32> = line.split(' ').map(|n| n.parse().ok()).collect::<Option<_>>()?;
        let (terms, rest) = numbers.split_at_checked(TERMS)?;
        let &[w, chance, visits] = rest else { return None };
        let trust = (visits / (visits + 30.0)).max(0.25);
        Some(Self { terms: terms.try_into().ok()?, w, chance, trust })
    }

    fn foreseen(&self, weights: &Weights) -> f32 {
        let (i, share) = Weights::place(self.w);
        let (low, high) = (&weights.0[i], &weights.0[i + 1]);
        let weighed = |t: usize| self.terms[t] * (low[t] + share * (high[t] - low[t]));
        1.0 / (1.0 + (-(0..TERMS).map(weighed).sum::<f32>()).exp())
    }
}

fn play(board: &str, games: u64, nodes: u64, weights: &Weights, mut out: impl Write) {
    let diagram = start::parse(board).expect("a board");
    let geometry = Geometry::<u128>::new(diagram.size());
    let evaluator = Evaluator::new(&geometry, weights.clone());
    let salt = std::time::UNIX_EPOCH.elapsed().map_or(0, |t| t.as_nanos() as u64);
    let settings = StrongSettings { weights: Box::new(weights.clone()), ..Default::default() };
    let mut engine = Engine::new(Options { kind: Kind::Strong(settings), ..Options::default() });
    let limits = MoveLimits { nodes: Some(nodes), ..MoveLimits::default() };
    for game in 0..games {
        let mut position = Position::<u128>::from_diagram(&diagram).expect("a position");
        let opening = mix(salt ^ game) % 7;
        for ply in 0.. {
            let moves: Vec<_> = position.moves(&geometry).collect();
            let chance = mix(salt ^ game << 16 ^ ply << 8);
            if ply < opening || chance.is_multiple_of(RANDOM) {
                let Some(choice) = mix(chance).checked_rem(moves.len() as u64) else { break };
                position.play_unchecked(moves[choice as usize]);
                continue;
            }
            engine.set_position(diagram.size(), &position);
            let report = engine.think(&limits, &Cancel::new(), &mut |_| {});
            let (None, Some(best)) = (report.proven, report.best) else { break };
            for line in report.lines.iter().filter(|line| line.visits >= VISITS) {
                let mut after = position;
                after.play_unchecked(line.mv);
                let features = evaluator.features(&geometry, &after);
                let terms = Weights::terms(&features).map(|t| t.to_string()).join(" ");
                let (win, visits) = (1.0 - line.win, line.visits);
                writeln!(out, "{terms} {} {win:.4} {visits}", features.w)
                    .expect("a place to write");
            }
            position.play_unchecked(best);
        }
    }
}

/// How much the weights miss of what the search finds, in natural units of information.
fn loss(samples: &[Sample], weights: &Weights) -> f64 {
    let entropy = |chance: f64, seen: f64| {
        let part = |p: f64, q: f64| if p > 0.0 { p * (p / q.max(1e-9)).ln() } else { 0.0 };
        part(chance, seen) + part(1.0 - chance, 1.0 - seen)
    };
    let miss = |s: &Sample| {
        f64::from(s.trust) * entropy(f64::from(s.chance), f64::from(s.foreseen(weights)))
    };
    let trust: f64 = samples.iter().map(|s| f64::from(s.trust)).sum();
    samples.iter().map(miss).sum::<f64>() / trust
}

/// Weights near `start` that miss least, by steps along the gradient (Adam).
fn fit(samples: &[Sample], start: &Weights) -> Weights {
    // Terms differ in size: steps are scaled to each.
    let squares = |t: usize| samples.iter().map(|s| f64::from(s.terms[t]).powi(2)).sum::<f64>();
    let size: [f64; TERMS] =
        std::array::from_fn(|t| (squares(t) / samples.len() as f64).sqrt().max(1e-3));
    let mut weights = start.clone();
    let mut mean = [[0.0f64; TERMS]; KNOTS.len()];
    let mut spread = mean;
    for round in 0..ROUNDS {
        let mut gradient = [[0.0f64; TERMS]; KNOTS.len()];
        for sample in samples {
            let (i, share) = Weights::place(sample.w);
            let error = sample.trust * (sample.chance - sample.foreseen(&weights));
            for t in 0..TERMS {
                gradient[i][t] += f64::from(error * sample.terms[t] * (1.0 - share));
                gradient[i + 1][t] += f64::from(error * sample.terms[t] * share);
            }
        }
        let step = 0.03 / (1.0 + round as f64 / 100.0);
        for (k, row) in gradient.iter().enumerate() {
            for t in 0..TERMS {
                let from = f64::from(start.0[k][t] - weights.0[k][t]);
                let slope = (row[t] / size[t] + HOLD * size[t] * from) / samples.len() as f64;
                mean[k][t] = 0.9 * mean[k][t] + 0.1 * slope;
                spread[k][t] = 0.99 * spread[k][t] + 0.01 * slope * slope;
                let by = step * mean[k][t] / (spread[k][t].sqrt() + 1e-6) / size[t];
                weights.0[k][t] += by as f32;
            }
        }
    }
    weights
}

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [board, games, nodes, path, ..] = args.as_slice() else {
        return Err("expected BOARD GAMES NODES FILE [WEIGHTS]".into());
    };
    let weights = match args.get(4) {
        Some(path) => read_to_string(path)?.parse()?,
        None => Weights::default(),
    };
    let file = OpenOptions::new().create(true).append(true).open(path)?;
    play(board, games.parse()?, nodes.parse()?, &weights, file);
    let text = read_to_string(path)?;
    let samples: Vec<Sample> = text.lines().filter_map(Sample::parse).collect();
    // The last tenth is only looked at: are the weights as good for games they were not fitted to?
    let (fitted, kept) = samples.split_at(samples.len() * 9 / 10);
    let better = fit(fitted, &weights);
    let [before, after] = [&weights, &better].map(|weights| loss(kept, weights));
    eprintln!("{} positions; missed {before:.5} before, {after:.5} after", samples.len());
    print!("{better}");
    Ok(())
}
