//! Two players finish a game of Amazons: `cargo run --release --example play 5x6`. It is printed as
//! SGF.

use lastmove::amazons::{sgf::GameRecord, start};
use lastmove::player::{Engine, EngineOptions, Level, MoveLimits};
use lastmove::work::Cancel;
use std::error::Error;
use std::time::Duration;

fn main() -> Result<(), Box<dyn Error>> {
    let board = std::env::args().nth(1).unwrap_or_else(|| "5x5".into());
    let start = start::parse(&board)?;
    let limits = MoveLimits { time: Some(Duration::from_millis(50)), ..MoveLimits::default() };
    let levels = [Level::BEGINNER, Level::FULL];
    let mut players =
        levels.map(|level| Engine::new(EngineOptions { level, ..EngineOptions::default() }));

    let mut record = GameRecord::new(&start)?;
    let mut last = GameRecord::ROOT;
    for ply in 0.. {
        let player = &mut players[ply % 2];
        player.set_position(start.size(), record.nodes()[last].position());
        let analysis = player.think(&limits, &Cancel::new(), &mut |_| {});
        let Some(best) = analysis.best else { break };
        last = record.add_move(last, best)?;
    }
    let loser = record.nodes()[last].position().to_move();
    record.set_comment(last, &format!("{loser} cannot move and loses"));
    print!("{record}");
    Ok(())
}
