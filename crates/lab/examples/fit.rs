//! Fits the evaluation's network to what a search makes of positions:
//! `cargo run --release -p lastmove-lab --example fit -- 20 FILE… > network.txt`.
//!
//! The files are those of `samples`; the first number is how often all of them are gone through. The
//! last tenth of each file is only looked at: are the numbers as good for games they were not fitted to?
//! `duel` takes the result as `strong@network.txt`; `crates/player/src/eval/network.txt` is the one in use.

use lastmove_amazons::Position;
use lastmove_board::{Diagram, Geometry};
use lastmove_player::eval::{BLOCKS, Evaluator, INPUTS, Judgement, LANES, Network};
use lastmove_work::Random;
use std::collections::HashMap;
use std::error::Error;

/// Samples of one step.
const BATCH: usize = 256;
/// The longest step along the slope, and the share of a weight that every step takes away.
const STEP: f64 = 0.002;
const DECAY: f32 = 1e-4;

struct Sample {
    inputs: [f32; INPUTS],
    /// what the weighed terms say
    weighed: f32,
    /// chance of the side to move, as the search sees it
    chance: f32,
    trust: f32,
}

impl Sample {
    fn miss(&self, network: &Network) -> f64 {
        let seen = chance(self.weighed + network.value(&self.inputs));
        let part = |p: f32, q: f32| {
            if p > 0.0 { f64::from(p) * f64::from(p / q.max(1e-6)).ln() } else { 0.0 }
        };
        f64::from(self.trust) * (part(self.chance, seen) + part(1.0 - self.chance, 1.0 - seen))
    }
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
            let evaluator = Evaluator::with(&geometry, judgement.clone());
            (geometry, evaluator)
        });
        let features = evaluator.features(geometry, &Position::from_diagram(&diagram)?);
        let weighed = evaluator.weigh(&features);
        samples.push(Sample {
            inputs: Network::inputs(&features, weighed),
            weighed,
            chance: chance.parse::<f32>()?.clamp(0.01, 0.99),
            trust: visits / (visits + 40.0),
        });
    }
    Ok(samples)
}

/// How much a network misses of what the search finds, in natural units of information.
fn loss(samples: &[Sample], network: &Network) -> f64 {
    let trust: f64 = samples.iter().map(|sample| f64::from(sample.trust)).sum();
    samples.iter().map(|sample| sample.miss(network)).sum::<f64>() / trust
}

/// Adds what one sample says to the slope of the loss.
fn learn(network: &Network, sample: &Sample, slope: &mut Network) {
    let hidden: [_; BLOCKS] = std::array::from_fn(|block| network.hidden(block, &sample.inputs));
    let seen = chance(sample.weighed + network.value(&sample.inputs));
    let error = sample.trust * (seen - sample.chance);
    for block in 0..BLOCKS {
        let mut back = [0.0f32; LANES];
        for lane in 0..LANES {
            let unit = hidden[block][lane];
            slope.second[block][lane] += error * unit.max(0.0);
            back[lane] = if unit > 0.0 { error * network.second[block][lane] } else { 0.0 };
            slope.bias[block][lane] += back[lane];
        }
        for (input, row) in sample.inputs.iter().zip(&mut slope.first[block]) {
            for (slope, back) in row.iter_mut().zip(&back) {
                *slope += input * back;
            }
        }
    }
}

/// A network that starts with corrections near nothing.
fn random(random: &mut Random) -> Network {
    let mut network = Network::NOTHING;
    let size = (2.0 / INPUTS as f64).sqrt();
    let mut fill = |weights: &mut [[f32; LANES]], size: f64| {
        weights.as_flattened_mut().iter_mut().for_each(|w| *w = (size * random.normal()) as f32);
    };
    fill(network.first.as_flattened_mut(), size);
    fill(&mut network.second, 0.05);
    network
}

/// Steps along the slope (Adam), ever shorter.
fn fit(samples: &[Sample], kept: &[Sample], rounds: usize) -> Network {
    let mut chances = Random::new(1);
    let mut network = random(&mut chances);
    let (mut mean, mut spread) = (Network::NOTHING, Network::NOTHING);
    let mut order: Vec<usize> = (0..samples.len()).collect();
    let steps = (rounds * samples.len().div_ceil(BATCH)) as f64;
    let mut done = 0;
    for round in 0..rounds {
        for i in (1..order.len()).rev() {
            order.swap(i, chances.below(i + 1));
        }
        for batch in order.chunks(BATCH) {
            let mut slope = Network::NOTHING;
            batch.iter().for_each(|&i| learn(&network, &samples[i], &mut slope));
            done += 1;
            let step = STEP * 0.5 * (1.0 + (std::f64::consts::PI * done as f64 / steps).cos());
            let warm = |rate: f64| 1.0 - rate.powi(done);
            let step = (step * warm(0.999).sqrt() / warm(0.9)) as f32;
            let moments = mean.numbers_mut().zip(spread.numbers_mut());
            for ((weight, slope), (mean, spread)) in
                network.numbers_mut().zip(slope.numbers_mut()).zip(moments)
            {
                let slope = *slope / batch.len() as f32;
                *mean = 0.9 * *mean + 0.1 * slope;
                *spread = 0.999 * *spread + 0.001 * slope * slope;
                *weight -= step * (*mean / (spread.sqrt() + 1e-8)) + step * DECAY * *weight;
            }
        }
        eprintln!("round {:2}: missed {:.5} of other games", round + 1, loss(kept, &network));
    }
    network
}

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let (Some(rounds), Some(paths)) = (args.first(), args.get(1..)) else {
        return Err("expected ROUNDS FILE…".into());
    };
    let (mut fitted, mut kept) = (Vec::new(), Vec::new());
    for path in paths {
        let mut samples = read(path)?;
        kept.extend(samples.split_off(samples.len() * 9 / 10));
        fitted.extend(samples);
    }
    let network = fit(&fitted, &kept, rounds.parse()?);
    let [before, after] = [&Network::NOTHING, &network].map(|network| loss(&kept, network));
    eprintln!(
        "{} positions; missed {before:.5} before, {after:.5} after",
        fitted.len() + kept.len()
    );
    print!("{network}");
    Ok(())
}
