//! The boards that the thesis solved (section 5.4 and appendix C).

use crate::lab::start;
use crate::table::{Comparison, RowVerdict, TableResult, tables};
use crate::{Lab, LabError, Protocol, Rule};
use lastmove_amazons::{Move, Position, parse_move};
use lastmove_board::{Side, Size};
use lastmove_endgame::Databases;
use lastmove_solver::amazons::{AmazonsSolver, Settings};
use lastmove_solver::dfpn::Store;
use lastmove_solver::{Shares, Solver};
use std::path::Path;

tables! {
    "hensgens-4x4":
        "Hensgens' thesis, appendix C: the two-ply lines of 4x4; --output writes them all",
        FOUR, four;
    "hensgens-5x5": "Hensgens' thesis, section 5.4.2: 5x5 is won by White, with b1-b4/d4",
        FIVE, five;
}

const FOUR: Protocol = Protocol::new(
    "the number of two-ply lines of 4x4, and how many of them Black wins",
    Rule::Equal,
    "none, these are counts; a row that differs by a known slip of the source is marked",
);
const FIVE: Protocol = Protocol::new(
    "the winner of 5x5 from the start and after b1-b4/d4",
    Rule::Equal,
    "our solver searches by df-pn, the thesis by alpha-beta with one-sided widening; the winner does \
     not depend on it",
);

/// Memory of a search, in bytes: these boards are small.
const MEMORY: u64 = 1 << 27;

/// The rows computed from the start position of a board and a solver for it.
fn with_board(
    name: &str,
    rows: impl FnOnce(Position<u64>, &AmazonsSolver<'_, u64>) -> Result<Vec<Comparison>, LabError>,
) -> Result<TableResult, LabError> {
    let (geometry, position) = start(name)?;
    let databases = Databases::none();
    let shares = Shares::at_least(MEMORY, 1);
    let store = Store::new(&shares);
    let solver = AmazonsSolver::new(&geometry, &databases, Settings::default(), &store, shares);
    Ok(rows(position, &solver)?.into())
}

fn named(size: Size, mv: &str) -> Result<Move, LabError> {
    parse_move(size, mv).map_err(LabError::failed)
}

/// The number of Black's replies to a first move, and how many of them win.
fn replies(
    lab: &Lab<'_>,
    solver: &AmazonsSolver<'_, u64>,
    position: &Position<u64>,
    mv: Move,
) -> Result<(u64, u64), LabError> {
    let mut after = *position;
    after.play_unchecked(mv);
    let (results, _) = solver.moves(&after, &lab.budget(None), &mut |_| {}).map_err(|s| s.why)?;
    let won = results.iter().filter(|result| result.winner == Side::Black).count();
    Ok((results.len() as u64, won as u64))
}

fn four(lab: &Lab<'_>) -> Result<TableResult, LabError> {
    if let Some(folder) = &lab.settings.output {
        database(lab, folder)?;
    }
    with_board("4x4", |position, solver| {
        let (mut lines, mut wins) = (0, 0);
        for mv in position.moves(solver.geometry()) {
            let (all, won) = replies(lab, solver, &position, mv)?;
            lines += all;
            wins += won;
        }
        let row = |name: &str, published: (u64, u64), found: (u64, u64)| {
            let numbers = [("lines", published.0, found.0), ("black_wins", published.1, found.1)];
            Comparison::new(name, &numbers)
        };
        let mut all = row("all", (4332, 1566), (lines, wins));
        if (lines, wins) == (4336, 1566) {
            all = all.judged(RowVerdict::Slip, "appendix C prints 4,332 lines; there are 4,336");
        }
        let mut rows = vec![all];
        for (name, published) in [("d2-d1/b3", (52, 45)), ("b1-b3/c2", (27, 1))] {
            let mv = named(solver.geometry().size(), name)?;
            rows.push(row(name, published, replies(lab, solver, &position, mv)?));
        }
        Ok(rows)
    })
}

/// His database: every two-ply line with its winner, the plies of a won game, and the nodes of a
/// separate search.
fn database(lab: &Lab<'_>, folder: &Path) -> Result<(), LabError> {
    let (geometry, start) = start::<u64>("4x4")?;
    let size = geometry.size();
    let (shares, databases) = (Shares::at_least(MEMORY, 1), Databases::none());
    let mut text = "first\treply\twinner\tdepth\tnodes\n".to_owned();
    let firsts: Vec<Move> = start.moves(&geometry).collect();
    let stage = lab.stage("first moves", firsts.len());
    for first in firsts {
        lab.unless_cancelled()?;
        let mut after = start;
        after.play_unchecked(first);
        for reply in after.moves(&geometry) {
            let mut line = after;
            line.play_unchecked(reply);
            let store = Store::new(&shares);
            let solver =
                AmazonsSolver::new(&geometry, &databases, Settings::default(), &store, shares);
            let solved = solver.solve(&line, &lab.budget(None), &mut |_| {}).map_err(|s| s.why)?;
            let (winner, nodes) = (solved.winner.name(), solved.counters.nodes);
            let depth = plies(lab, &solver, line)?;
            let names = [first, reply].map(|mv| mv.display(size).to_string()).join("\t");
            text += &format!("{names}\t{winner}\t{depth}\t{nodes}\n");
        }
        stage.advance(1);
    }
    lab.write(folder, "hensgens-4x4.tsv", &text).map(|_| ())
}

/// The plies of a game in which the winner plays winning moves and the loser his first legal move.
fn plies(
    lab: &Lab<'_>,
    solver: &AmazonsSolver<'_, u64>,
    mut position: Position<u64>,
) -> Result<u32, LabError> {
    for ply in 0.. {
        let solved = solver.solve(&position, &lab.budget(None), &mut |_| {}).map_err(|s| s.why)?;
        let first = || position.moves(solver.geometry()).next();
        let Some(mv) = solved.best_move.or_else(first) else { return Ok(ply) };
        position.play_unchecked(mv);
    }
    Ok(0)
}

fn five(lab: &Lab<'_>) -> Result<TableResult, LabError> {
    with_board("5x5", |position, solver| {
        let mut after = position;
        after.play_unchecked(named(solver.geometry().size(), "b1-b4/d4")?);
        let row = |(name, position)| {
            let solution = solver.solve(&position, &lab.budget(None), &mut |_| {});
            let white = u64::from(solution.map_err(|s| s.why)?.winner == Side::White);
            Ok(Comparison::new(name, &[("white_wins", 1, white)]))
        };
        [("start", position), ("b1-b4/d4", after)].map(row).into_iter().collect()
    })
}
