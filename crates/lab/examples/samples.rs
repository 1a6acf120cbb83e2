//! Positions with their evaluation by a search, for `fit`: `cargo run --release -p lastmove-lab
//! --example samples -- 10x10 100 800 FILE [SEED]`.
//!
//! This plays 100 games of the strong player against itself with 800 nodes a move, and appends to
//! FILE every position that the search visited often enough, one a line: the position, the chance
//! of its side to move, and the visits.
//!
//! The positions are those of the search's tree, not only those of the game: positions of good
//! games say little about the bad moves that a search must distinguish from the good ones.

use lastmove_amazons::{Position, start};
use lastmove_board::Geometry;
use lastmove_player::{Deadline, EngineOptions, MoveLimits, Strong, StrongSettings};
use lastmove_work::{Cancel, Random};
use std::error::Error;
use std::fs::OpenOptions;
use std::io::{BufWriter, Write};

/// Positions with fewer visits are not used.
const VISITS: u32 = 20;
/// A game begins with fewer random moves than this.
const OPENING: usize = 7;
/// One move in this many is random, so that games differ.
const RANDOM: usize = 40;

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [board, games, nodes, path, ..] = args.as_slice() else {
        return Err("expected BOARD GAMES NODES FILE [SEED]".into());
    };
    let seed = args.get(4).map_or(Ok(1), |seed| seed.parse())?;
    let diagram = start::parse(board)?;
    let (size, geometry) = (diagram.size(), Geometry::<u128>::new(diagram.size()));
    let mut file = BufWriter::new(OpenOptions::new().create(true).append(true).open(path)?);
    let limits = MoveLimits { nodes: Some(nodes.parse()?), ..MoveLimits::default() };
    let (mut random, mut options) = (Random::new(seed), EngineOptions::default());
    for _ in 0..games.parse::<u64>()? {
        let mut position = Position::<u128>::from_diagram(&diagram)?;
        let opening = random.below(OPENING);
        let seed = options.seed + 1;
        options = EngineOptions { seed, ..options };
        let board = Geometry::new(size);
        let mut player = Strong::new(board, position, StrongSettings::default(), &options);
        for ply in 0.. {
            if ply < opening || random.below(RANDOM) == 0 {
                let moves: Vec<_> = position.moves(&geometry).collect();
                if moves.is_empty() {
                    break;
                }
                position.play_unchecked(random.pick(&moves));
                continue;
            }
            player.set_position(&position);
            let deadline = Deadline::new(&limits, &Cancel::new(), options.count);
            let report = player.think(&deadline, &mut |_| {});
            let (None, Some(best)) = (report.proven, report.best) else { break };
            let mut written = Ok(());
            player.for_each_position(VISITS, &mut |position, chance, visits| {
                if written.is_ok() {
                    written = writeln!(file, "{} {chance:.4} {visits}", position.to_diagram(size));
                }
            });
            written?;
            position.play_unchecked(best);
        }
        file.flush()?;
    }
    Ok(())
}
