//! The boards that the thesis solved (section 5.4 and appendix B).

use super::super::{Args, Row, Table};
use crate::failure::Failure;
use crate::session::Session;
use lastmove_amazons::{Colour, Move, Position, parse_move, start};
use lastmove_board::{Geometry, Size};
use lastmove_endgame::Databases;
use lastmove_solver::Counters;
use lastmove_solver::amazons::{Settings, Solver};
use lastmove_solver::table::{Numbers, Table as Transpositions};
use lastmove_work::Stop;

pub(in super::super) const FOUR: Table = Table {
    name: "hensgens-4x4",
    about: "Hensgens' thesis, appendix B: the two-ply lines of 4x4 (4,336 lines; printed as 4,332)",
    compare: four,
};

pub(in super::super) const FIVE: Table = Table {
    name: "hensgens-5x5",
    about: "Hensgens' thesis, section 5.4.2: 5x5 is won by White, with b1-b4/d4",
    compare: five,
};

/// Bytes of the table: these boards are small.
const MEMORY: usize = 1 << 26;

fn stopped((stop, _): (Stop, Counters)) -> Failure {
    Failure::stopped(stop, "run it again")
}

/// A board with its start position and a solver for it.
fn with_board<T>(
    name: &str,
    body: impl FnOnce(Size, Position<u64>, &Solver<'_, u64>) -> Result<T, Failure>,
) -> Result<T, Failure> {
    let diagram = start::parse(name).map_err(|error| Failure::input(name, error))?;
    let position = Position::from_diagram(&diagram).map_err(|error| Failure::input(name, error))?;
    let geometry = Geometry::new(diagram.size());
    let (databases, table) = (Databases::none(), Transpositions::<Numbers>::new(MEMORY));
    let solver = Solver::new(&geometry, &databases, Settings::default(), &table, 1);
    body(diagram.size(), position, &solver)
}

/// Replies of Black to a first move, and how many of them win.
fn replies(
    solver: &Solver<'_, u64>,
    position: &Position<u64>,
    mv: Move,
    session: &Session,
) -> Result<(u64, u64), Failure> {
    let mut after = *position;
    after.play_unchecked(mv);
    let budget = session.budget(lastmove_work::Limits::default());
    let (results, _) = solver.moves(&after, &budget, &mut |_| {}).map_err(stopped)?;
    let won = results.iter().filter(|result| result.winner == Colour::Black).count();
    Ok((results.len() as u64, won as u64))
}

fn four(session: &Session, _: &Args) -> Result<Vec<Row>, Failure> {
    with_board("4x4", |size, position, solver| {
        let (mut lines, mut wins) = (0, 0);
        for mv in position.moves(solver.geometry()) {
            let (all, won) = replies(solver, &position, mv, session)?;
            lines += all;
            wins += won;
        }
        let row = |name: &str, published: (u64, u64), found: (u64, u64)| {
            let numbers = [("lines", published.0, found.0), ("black_wins", published.1, found.1)];
            Row::new(name.to_owned(), &numbers)
        };
        let mut rows = vec![row("all", (4336, 1566), (lines, wins))];
        for (name, published) in [("d2-d1/b3", (52, 45)), ("b1-b3/c2", (27, 1))] {
            let mv = parse_move(size, name).map_err(|error| Failure::input(name, error))?;
            rows.push(row(name, published, replies(solver, &position, mv, session)?));
        }
        Ok(rows)
    })
}

fn five(session: &Session, _: &Args) -> Result<Vec<Row>, Failure> {
    with_board("5x5", |size, position, solver| {
        let mv = parse_move(size, "b1-b4/d4").map_err(|error| Failure::input("5x5", error))?;
        let mut after = position;
        after.play_unchecked(mv);
        let mut rows = Vec::new();
        for (name, position) in [("start", position), ("b1-b4/d4", after)] {
            let budget = session.budget(lastmove_work::Limits::default());
            let solution = solver.solve(&position, &budget, &mut |_| {}).map_err(stopped)?;
            let white = u64::from(solution.winner == Colour::White);
            rows.push(Row::new(name.to_owned(), &[("white_wins", 1, white)]));
        }
        Ok(rows)
    })
}
