//! Fits the evaluation to the results of searches: `cargo run --release -p lastmove-lab --example
//! fit -- network 2 FILE… > network.txt`.
//!
//! The files come from `samples`; the number is the number of passes over all of them. `weights` in
//! place of `network` fits the weights of the terms, for an evaluation without a network. The last
//! tenth of each file is not fitted to, and shows whether the numbers are as good for other games.
//! `duel` reads the result as `strong@network.txt`; the player uses
//! `crates/player/src/eval/network.txt`.

use lastmove_amazons::Position;
use lastmove_board::{Diagram, Geometry};
use lastmove_player::eval::{
    BLOCKS, INPUTS, Judgement, LANES, Network, PositionEvaluator, TERMS, Weights,
};
use lastmove_work::Random;
use std::collections::HashMap;
use std::error::Error;
use std::fmt::Display;

/// Samples of one step.
const BATCH: usize = 256;
/// The longest step along the slope; below, the share of each number that every step removes.
const STEP: f64 = 0.002;
const DECAY: f32 = 1e-4;

struct Sample {
    /// the inputs of the weights
    terms: [f32; TERMS],
    w: f32,
    /// the result of the current weights for these
    weighed: f32,
    /// the inputs of the network
    inputs: [f32; INPUTS],
    /// chance of the side to move, by the search
    chance: f32,
    trust: f32,
}

/// A model that can be fitted.
trait Model: Clone + Display {
    /// All numbers zero.
    const ZERO: Self;

    /// The log odds of a sample.
    fn log_odds(&self, sample: &Sample) -> f32;

    /// Adds the contribution of a sample, whose odds are wrong by `error`, to the slope of the
    /// loss.
    fn learn(&self, sample: &Sample, error: f32, slope: &mut Self);

    fn numbers_mut(&mut self) -> impl Iterator<Item = &mut f32>;
}

impl Model for Weights {
    const ZERO: Self = Self([[0.0; TERMS]; _]);

    fn log_odds(&self, sample: &Sample) -> f32 {
        let (i, share) = Self::place(sample.w);
        let weigh = |t: usize| self.0[i][t] + share * (self.0[i + 1][t] - self.0[i][t]);
        (0..TERMS).map(|t| sample.terms[t] * weigh(t)).sum()
    }

    fn learn(&self, sample: &Sample, error: f32, slope: &mut Self) {
        let (i, share) = Self::place(sample.w);
        for t in 0..TERMS {
            slope.0[i][t] += error * sample.terms[t] * (1.0 - share);
            slope.0[i + 1][t] += error * sample.terms[t] * share;
        }
    }

    fn numbers_mut(&mut self) -> impl Iterator<Item = &mut f32> {
        self.0.as_flattened_mut().iter_mut()
    }
}

impl Model for Network {
    const ZERO: Self = Self::NOTHING;

    fn log_odds(&self, sample: &Sample) -> f32 {
        sample.weighed + self.value(&sample.inputs)
    }

    fn learn(&self, sample: &Sample, error: f32, slope: &mut Self) {
        for block in 0..BLOCKS {
            let hidden = self.hidden(block, &sample.inputs);
            let mut back = [0.0f32; LANES];
            for lane in 0..LANES {
                slope.second[block][lane] += error * hidden[lane].max(0.0);
                back[lane] =
                    if hidden[lane] > 0.0 { error * self.second[block][lane] } else { 0.0 };
                slope.bias[block][lane] += back[lane];
            }
            for (input, row) in sample.inputs.iter().zip(&mut slope.first[block]) {
                for (slope, back) in row.iter_mut().zip(&back) {
                    *slope += input * back;
                }
            }
        }
    }

    fn numbers_mut(&mut self) -> impl Iterator<Item = &mut f32> {
        self.numbers_mut()
    }
}

/// A network with random corrections close to zero.
fn random_network() -> Network {
    let (mut random, mut network) = (Random::new(1), Network::NOTHING);
    let mut fill = |weights: &mut [[f32; LANES]], size: f64| {
        weights.as_flattened_mut().iter_mut().for_each(|w| *w = (size * random.normal()) as f32);
    };
    fill(network.first.as_flattened_mut(), (2.0 / INPUTS as f64).sqrt());
    fill(&mut network.second, 0.05);
    network
}

fn chance(log_odds: f32) -> f32 {
    1.0 / (1.0 + (-log_odds).exp())
}

/// The samples of a file.
fn read(path: &str) -> Result<Vec<Sample>, Box<dyn Error>> {
    let judgement = Judgement { network: Network::NOTHING, ..Judgement::default() };
    let mut boards = HashMap::new();
    let mut samples = Vec::new();
    for line in std::fs::read_to_string(path)?.lines() {
        let mut words = line.rsplitn(3, ' ');
        let (Some(visits), Some(chance), Some(position)) =
            (words.next(), words.next(), words.next())
        else {
            return Err(
                format!("{path}: '{line}': expected a position, a chance and visits").into()
            );
        };
        let (visits, diagram) = (visits.parse::<f32>()?, position.parse::<Diagram>()?);
        let (geometry, evaluator) = boards.entry(diagram.size()).or_insert_with(|| {
            let geometry = Geometry::<u128>::new(diagram.size());
            let evaluator = PositionEvaluator::with(&geometry, judgement.clone());
            (geometry, evaluator)
        });
        let features = evaluator.features(geometry, &Position::from_diagram(&diagram)?);
        let weighed = evaluator.weigh(&features);
        samples.push(Sample {
            terms: Weights::terms(&features),
            w: features.w,
            weighed,
            inputs: Network::inputs(&features, weighed),
            chance: chance.parse::<f32>()?.clamp(0.01, 0.99),
            trust: visits / (visits + 40.0),
        });
    }
    Ok(samples)
}

/// The information about the search's results that a model lacks, in nats.
fn loss(samples: &[Sample], model: &impl Model) -> f64 {
    let part = |p: f32, q: f32| f64::from(p) * f64::from(p / q.max(1e-6)).ln();
    let miss = |sample: &Sample| {
        let seen = chance(model.log_odds(sample));
        f64::from(sample.trust)
            * (part(sample.chance, seen) + part(1.0 - sample.chance, 1.0 - seen))
    };
    let trust: f64 = samples.iter().map(|sample| f64::from(sample.trust)).sum();
    samples.iter().map(miss).sum::<f64>() / trust
}

/// Gradient descent by Adam, with decreasing steps.
fn fit<M: Model>(mut model: M, samples: &[Sample], kept: &[Sample], rounds: usize) -> M {
    let mut random = Random::new(2);
    let (mut mean, mut spread) = (M::ZERO, M::ZERO);
    let mut order: Vec<usize> = (0..samples.len()).collect();
    let steps = (rounds * samples.len().div_ceil(BATCH)) as f64;
    let mut done = 0;
    for round in 0..rounds {
        for i in (1..order.len()).rev() {
            order.swap(i, random.below(i + 1));
        }
        for batch in order.chunks(BATCH) {
            let mut slope = M::ZERO;
            for sample in batch.iter().map(|&i| &samples[i]) {
                let error = sample.trust * (chance(model.log_odds(sample)) - sample.chance);
                model.learn(sample, error, &mut slope);
            }
            done += 1;
            let step = STEP * 0.5 * (1.0 + (std::f64::consts::PI * f64::from(done) / steps).cos());
            let warm = |rate: f64| 1.0 - rate.powi(done);
            let step = (step * warm(0.999).sqrt() / warm(0.9)) as f32;
            let moments = mean.numbers_mut().zip(spread.numbers_mut());
            for ((number, slope), (mean, spread)) in
                model.numbers_mut().zip(slope.numbers_mut()).zip(moments)
            {
                let slope = *slope / batch.len() as f32;
                *mean = 0.9 * *mean + 0.1 * slope;
                *spread = 0.999 * *spread + 0.001 * slope * slope;
                *number -= step * (*mean / (spread.sqrt() + 1e-8)) + step * DECAY * *number;
            }
        }
        eprintln!("round {:2}: missed {:.5} of other games", round + 1, loss(kept, &model));
    }
    model
}

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [what, rounds, paths @ ..] = args.as_slice() else {
        return Err("expected network or weights, ROUNDS and FILE…".into());
    };
    let rounds = rounds.parse()?;
    let (mut fitted, mut kept) = (Vec::new(), Vec::new());
    for path in paths {
        let mut samples = read(path)?;
        kept.extend(samples.split_off(samples.len() * 9 / 10));
        fitted.extend(samples);
    }
    eprintln!("{} positions", fitted.len() + kept.len());
    eprintln!("missed {:.5} by the weights in use alone", loss(&kept, &Network::NOTHING));
    match what.as_str() {
        "network" => print!("{}", fit(random_network(), &fitted, &kept, rounds)),
        "weights" => print!("{}", fit(Weights::default(), &fitted, &kept, rounds)),
        _ => return Err(format!("'{what}': expected network or weights").into()),
    }
    Ok(())
}
