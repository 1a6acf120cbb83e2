//! Plays a random game of Amazons and prints it as SGF: `cargo run --example random_game 5x6 7`.

use lastmove::amazons::{Move, sgf::Record, start};
use lastmove::board::{Geometry, mix};
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let board = arguments.next().unwrap_or_else(|| "5x6".into());
    let mut seed: u64 = arguments.next().as_deref().unwrap_or("1").parse()?;

    let start = start::parse(&board)?;
    let geometry = Geometry::<u128>::new(start.size());
    let mut record = Record::new(&start)?;
    let mut last = Record::ROOT;
    loop {
        let moves: Vec<Move> = record.nodes()[last].position().moves(&geometry).collect();
        if moves.is_empty() {
            break;
        }
        seed = mix(seed.wrapping_add(0x9e37_79b9_7f4a_7c15));
        last = record.add_move(last, moves[(seed % moves.len() as u64) as usize])?;
    }
    let loser = record.nodes()[last].position().to_move();
    record.set_comment(last, &format!("{loser} cannot move and loses"));
    print!("{record}");
    Ok(())
}
