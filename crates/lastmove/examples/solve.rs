//! Solves a board: `cargo run --release --example solve amazons 4x4`.

use lastmove::Game;
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let game: Game = arguments.next().as_deref().unwrap_or("domineering").parse()?;
    let board = arguments.next().unwrap_or_else(|| "4x5".into());

    let solved = lastmove::solve(game, &board)?;
    println!("{game} {} ({})", solved.board, solved.position);
    match solved.winner {
        Some(winner) => {
            println!("{} wins", winner.capital());
            println!("best play: {}", solved.pv.join(" "));
        }
        // Domineering without a side to move: the result with each player first.
        None => {
            for (first, opening) in solved.openings() {
                let best = opening.best_move.as_deref().unwrap_or("no move helps");
                println!("{} first: {} wins ({best})", first.capital(), opening.winner.capital());
            }
        }
    }
    println!("{} nodes, {:.1} s", solved.nodes, solved.seconds);
    Ok(())
}
