//! Counts the moves of both games a few plies deep: `cargo run --example count_moves`.

use lastmove::board::Geometry;
use lastmove::work::human;
use lastmove::{amazons, domineering};

fn main() {
    let start = amazons::start::parse("6x6").expect("a board");
    let geometry = Geometry::<u64>::new(start.size());
    let position = amazons::Position::from_diagram(&start).expect("a position");
    for depth in 1..=2 {
        let leaves = amazons::perft(&geometry, &position, depth);
        println!("Amazons 6x6, depth {depth}: {}", human::count(leaves));
    }

    let start = domineering::board::parse("8x8").expect("a board");
    let geometry = Geometry::<u64>::new(start.size());
    let vertical = domineering::Player::Vertical;
    let position = domineering::Position::with_side(&start, vertical).expect("a position");
    for depth in 1..=4 {
        let leaves = domineering::perft(&geometry, &position, depth);
        println!("Domineering 8x8, depth {depth}: {}", human::count(leaves));
    }
}
