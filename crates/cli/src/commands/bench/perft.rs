//! Counting moves, with bulk counting at the last ply, on one core.

use super::{Conditions, Entry};
use crate::commands::perft::Counting;
use crate::{Failure, boards};
use lastmove_board::Game;
use lastmove_work::human;
use std::time::Instant;

const QUICK: [(Game, &str, u32); 3] =
    [(Game::Amazons, "5x6", 2), (Game::Amazons, "10x10", 2), (Game::Domineering, "8x8", 4)];
const FULL: [(Game, &str, u32); 4] = [
    (Game::Amazons, "6x6", 3),
    (Game::Amazons, "8x8", 3),
    (Game::Amazons, "10x10", 3),
    (Game::Domineering, "8x8", 6),
];

pub(super) fn run(conditions: &Conditions<'_>) -> Result<Vec<Entry>, Failure> {
    let list: &[_] = if conditions.quick { &QUICK } else { &FULL };
    list.iter().map(|&(game, board, depth)| measure(conditions, game, board, depth)).collect()
}

fn measure(
    conditions: &Conditions<'_>,
    game: Game,
    board: &str,
    depth: u32,
) -> Result<Entry, Failure> {
    let name = format!("{game} {board} depth {depth}");
    let diagram = boards::read(game, board)?;
    let before = conditions.budget.nodes();
    let started = Instant::now();
    let (budget, progress) = (conditions.budget, conditions.progress);
    let (_, parts) = Counting { game, diagram: &diagram, depth, budget, progress }.run()?;
    let seconds = started.elapsed().as_secs_f64();
    let nodes = conditions.budget.nodes() - before;
    match parts {
        Ok(_) => Ok(Entry { name, nodes, seconds }),
        Err(stop) => {
            let note = format!("{name} after {} leaves; run it again", human::count(nodes));
            Err(Failure::stopped(stop, note))
        }
    }
}
