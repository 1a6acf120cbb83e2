//! Full evaluations of the Amazons player on one core, over positions of fixed random games.

use super::{Conditions, Entry};
use crate::Failure;
use lastmove_amazons::{Position, start};
use lastmove_board::{Bits, Geometry, mix};
use lastmove_player::eval::PositionEvaluator;
use std::hint::black_box;
use std::time::Instant;

/// Games whose positions are evaluated.
const GAMES: u64 = 20;

pub(super) fn run(conditions: &Conditions<'_>) -> Result<Vec<Entry>, Failure> {
    let rounds = if conditions.quick { 20 } else { 500 };
    Ok(vec![measure::<u128>("10x10", rounds)?, measure::<u64>("8x8", rounds)?])
}

fn measure<B: Bits>(board: &str, rounds: u64) -> Result<Entry, Failure> {
    let diagram = start::parse(board).map_err(|error| Failure::input(board, error))?;
    let first =
        Position::<B>::from_diagram(&diagram).map_err(|error| Failure::input(board, error))?;
    let geometry = Geometry::<B>::new(diagram.size());
    let evaluator = PositionEvaluator::new(&geometry);
    let mut positions = Vec::new();
    for game in 0..GAMES {
        let mut position = first;
        for ply in 0.. {
            let moves: Vec<_> = position.moves(&geometry).collect();
            if moves.is_empty() {
                break;
            }
            positions.push(position);
            position.play_unchecked(moves[mix(game << 8 | ply) as usize % moves.len()]);
        }
    }
    let started = Instant::now();
    for _ in 0..rounds {
        for position in &positions {
            black_box(evaluator.value(&geometry, black_box(position)));
        }
    }
    let seconds = started.elapsed().as_secs_f64();
    Ok(Entry { name: format!("amazons {board}"), nodes: rounds * positions.len() as u64, seconds })
}
