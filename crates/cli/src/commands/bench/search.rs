//! Boards solved by one thread with a new table each, without databases.

use super::{Conditions, Entry};
use crate::Failure;
use lastmove_board::Game;
use lastmove_endgame::Databases;
use lastmove_report::read;
use lastmove_report::solve::{Question, SearchHooks, SearchResources, SolveError};
use lastmove_solver::Shares;
use lastmove_work::Limits;
use std::sync::Arc;
use std::time::Instant;

/// Memory of a search; the nodes depend on it.
const MEMORY: u64 = 512 << 20;

const QUICK: [(Game, &str); 5] = [
    (Game::Amazons, "4x4"),
    (Game::Amazons, "4x5"),
    (Game::Amazons, "4x6"),
    (Game::Domineering, "6x6"),
    (Game::Domineering, "7x7"),
];
const MORE: [(Game, &str); 5] = [
    (Game::Amazons, "5x5"),
    (Game::Amazons, "4x7"),
    (Game::Domineering, "7x9"),
    (Game::Domineering, "8x8"),
    (Game::Domineering, "6x11"),
];

pub(super) fn run(conditions: &Conditions<'_>) -> Result<Vec<Entry>, Failure> {
    let more: &[_] = if conditions.quick { &[] } else { &MORE };
    QUICK.iter().chain(more).map(|&(game, board)| search(game, board, conditions)).collect()
}

fn search(game: Game, board: &str, conditions: &Conditions<'_>) -> Result<Entry, Failure> {
    let diagram = read(game, board).map_err(|error| Failure::input_line(error.to_string()))?;
    let started = Instant::now();
    let desk = SearchResources::new(Arc::new(Databases::none()), Shares::at_least(MEMORY, 1));
    let budget = conditions.budget.part(Limits::default());
    let solved = desk.solve(&Question::new(game, diagram), &budget, SearchHooks::new(&mut |_| {}));
    let solved = solved.map_err(|error| match error {
        SolveError::Stopped(stopped, _) => Failure::stopped(stopped.why, "the bench is not whole"),
        error => Failure::from(anyhow::anyhow!("{game} {board}: {error}")),
    })?;
    let seconds = started.elapsed().as_secs_f64();
    Ok(Entry { name: format!("{} {board}", game.name()), nodes: solved.nodes, seconds })
}
