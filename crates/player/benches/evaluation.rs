//! Full evaluations a second on one core: `cargo bench -p lastmove-player --bench evaluation`.
//!
//! The positions are those of fixed games of random moves, taken at every fourth ply.

use lastmove_amazons::{Position, start};
use lastmove_board::{Bits, Geometry, mix};
use lastmove_player::eval::PositionEvaluator;
use std::hint::black_box;
use std::time::Instant;

fn measure<B: Bits>(board: &str, plies: std::ops::Range<usize>) {
    let diagram = start::parse(board).expect("a board's name");
    let geometry = Geometry::<B>::new(diagram.size());
    let evaluator = PositionEvaluator::new(&geometry);
    let mut positions = Vec::new();
    for game in 0..50u64 {
        let mut position = Position::<B>::from_diagram(&diagram).expect("a start position");
        for ply in 0..plies.end {
            let moves: Vec<_> = position.moves(&geometry).collect();
            if moves.is_empty() {
                break;
            }
            if plies.contains(&ply) && ply.is_multiple_of(4) {
                positions.push(position);
            }
            let choice = mix(game << 8 | ply as u64) as usize % moves.len();
            position.play_unchecked(moves[choice]);
        }
    }
    let started = Instant::now();
    let mut done = 0u64;
    while started.elapsed().as_secs_f64() < 1.0 {
        for position in &positions {
            black_box(evaluator.value(&geometry, black_box(position)));
        }
        done += positions.len() as u64;
    }
    let rate = done as f64 / started.elapsed().as_secs_f64();
    println!(
        "{board:>6}, plies {:2} to {:2}: {rate:>10.0} evaluations a second",
        plies.start, plies.end
    );
}

fn main() {
    measure::<u128>("10x10", 0..20);
    measure::<u128>("10x10", 20..50);
    measure::<u128>("10x10", 0..80);
    measure::<u64>("8x8", 0..50);
    measure::<u64>("6x6", 0..26);
}
