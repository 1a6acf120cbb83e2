//! Measures the leaves that `perft` counts per second on one core: `cargo bench -p
//! lastmove-amazons`.
//!
//! The last ply is counted in bulk, so this is mainly the speed of `count_moves`.

use lastmove_amazons::{Position, perft, start};
use lastmove_board::{Bits, Geometry};
use std::hint::black_box;
use std::time::Instant;

fn main() {
    measure::<u64>("5x6", 4);
    measure::<u64>("6x6", 3);
    measure::<u64>("8x8", 3);
    measure::<u128>("10x10", 3);
}

fn measure<B: Bits>(board: &str, depth: u32) {
    let diagram = start::parse(board).expect("a board of ours");
    let geometry = Geometry::<B>::new(diagram.size());
    let position = Position::from_diagram(&diagram).expect("a board of ours");
    let started = Instant::now();
    let leaves = perft(&geometry, black_box(&position), depth);
    let seconds = started.elapsed().as_secs_f64();
    let rate = leaves as f64 / seconds / 1e9;
    println!(
        "perft amazons {board:>5} {depth}: {leaves:>14} leaves, {seconds:6.2} s, {rate:5.2} billion a second"
    );
}
