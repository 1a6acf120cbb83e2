//! What the measured tables share: boards, databases, and searches with a limit.

use super::Args;
use crate::boards;
use crate::failure::Failure;
use crate::flags::Game;
use crate::session::Session;
use lastmove_amazons::Position;
use lastmove_board::Geometry;
use lastmove_endgame::Databases;
use lastmove_solver::Counters;
use lastmove_solver::amazons::{Settings, Solution, Solver};
use lastmove_solver::table::{Numbers, Table};
use lastmove_work::{Limits, Stop};
use std::time::Duration;

/// The start position of a board of at most 64 squares.
pub(super) fn start(name: &str) -> Result<(Geometry<u64>, Position<u64>), Failure> {
    let diagram = boards::read(Game::Amazons, name)?;
    Ok((Geometry::new(diagram.size()), boards::amazons(&diagram)?))
}

/// A new table.
pub(super) fn table(args: &Args) -> Table<Numbers> {
    Table::new(args.search.asked_memory().map_or(1 << 28, |bytes| bytes as usize))
}

/// A search that ran its course or into its limit.
pub(super) enum Search {
    /// who wins
    Solved(Box<Solution>),
    /// what was counted until the time was up
    Open(Counters),
}

impl Search {
    pub(super) fn counters(&self) -> Counters {
        match self {
            Self::Solved(solution) => solution.counters,
            Self::Open(counters) => *counters,
        }
    }
}

/// Ctrl-C ends a table; a limit does not.
pub(super) fn unless_cancelled(stop: Stop) -> Result<(), Failure> {
    match stop {
        Stop::Cancelled => Err(Failure::stopped(stop, "run it again")),
        _ => Ok(()),
    }
}

/// Solves a position within some time.
pub(super) fn solve(
    session: &Session,
    solver: &Solver<'_, u64>,
    position: &Position<u64>,
    time: Duration,
) -> Result<Search, Failure> {
    let budget = session.budget(Limits { time: Some(time), ..Limits::default() });
    match solver.solve(position, &budget, &mut |_| {}) {
        Ok(solution) => Ok(Search::Solved(Box::new(solution))),
        Err((stop, counters)) => unless_cancelled(stop).map(|()| Search::Open(counters)),
    }
}

/// Solves a position with a table of its own.
pub(super) fn solve_alone(
    args: &Args,
    session: &Session,
    geometry: &Geometry<u64>,
    databases: &Databases,
    position: &Position<u64>,
    time: Duration,
) -> Result<Search, Failure> {
    let table = table(args);
    let threads = args.search.threads_or_one();
    let solver = Solver::new(geometry, databases, Settings::default(), &table, threads);
    solve(session, &solver, position, time)
}
