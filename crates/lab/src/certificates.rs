//! Certificates of small boards: positions, bytes, times to write and to verify.

use crate::lab::{empty_boards, start};
use crate::table::{Measured, TableResult, rounded, tables};
use crate::{Lab, LabError, Protocol, Rule};
use lastmove_board::{GamePosition, Size};
use lastmove_endgame::Databases;
use lastmove_proof::{CheckOptions, Claim, Game, WriteOptions, verify, write};
use lastmove_solver::amazons::{AmazonsSolver, Settings};
use lastmove_solver::dfpn::Store;
use lastmove_solver::domineering::{Class, DomineeringSolver};
use lastmove_solver::{Solution, Solver};
use lastmove_work::Moment;
use serde_json::{Value, json};
use std::io::Cursor;
use std::ops::ControlFlow;
use std::time::Duration;

tables! {
    "certificates": "Certificates of small boards: size, time to write, time to verify",
        PROTOCOL, measure;
}

const PROTOCOL: Protocol = Protocol::new(
    "positions and bytes of certificates, seconds to write and to verify",
    Rule::Beside,
    "no source has certificates; the table is our own",
);

const AMAZONS: [&str; 8] = ["4x4", "5x4", "4x5", "4x6", "5x5", "4x7", "6x4", "5x6"];
/// Squares on a side.
const DOMINEERING: [usize; 3] = [6, 7, 8];

fn measure(lab: &Lab<'_>) -> Result<TableResult, LabError> {
    let databases = lab.databases()?;
    let time = lab.time_or(10_000);
    let mut measured = Measured::with(databases.name());
    let all = AMAZONS.len() + DOMINEERING.len();
    let boards = lab.settings.at_most(all);
    let stage = lab.stage("boards", boards);
    for board in AMAZONS.iter().take(boards) {
        stage.message(format!("amazons {board}"));
        measured.rows.push(amazons(lab, board, &databases, time)?);
        stage.advance(1);
    }
    for &side in DOMINEERING.iter().take(boards.saturating_sub(AMAZONS.len())) {
        stage.message(format!("domineering {side}x{side}"));
        measured.rows.push(domineering(lab, side, time)?);
        stage.advance(1);
    }
    measured.notes = vec![format!(
        "{} threads; boards that are not solved within {} s have no certificate; --games takes \
         the first so many boards; in Domineering with either player first, in one file",
        lab.threads(),
        time.as_secs_f64()
    )];
    Ok(measured.into())
}

fn amazons(
    lab: &Lab<'_>,
    board: &str,
    databases: &Databases,
    time: Duration,
) -> Result<Value, LabError> {
    let (geometry, position) = start::<u64>(board)?;
    let shares = lab.shares(lab.threads());
    let store = Store::new(&shares);
    let solver = AmazonsSolver::new(&geometry, databases, Settings::default(), &store, shares);
    row(lab, Game::Amazons, board, &solver, &[position], time)
}

fn domineering(lab: &Lab<'_>, side: usize, time: Duration) -> Result<Value, LabError> {
    let size = Size::new(side, side).map_err(LabError::failed)?;
    let solver = DomineeringSolver::<u64>::new(size, lab.shares(lab.threads()));
    row(lab, Game::Domineering, &size.to_string(), &solver, &empty_boards(size), time)
}

/// Solves the positions of a board, and writes and verifies their certificate. If they were not
/// solved in time, the row has no figures.
fn row<S: Solver>(
    lab: &Lab<'_>,
    game: Game,
    board: &str,
    solver: &S,
    positions: &[S::Position],
    time: Duration,
) -> Result<Value, LabError> {
    let begun = Moment::now();
    let outcomes = lab.outcomes(solver, positions, time)?;
    let mut row = json!({
        "game": game.name(), "board": board, "winner": null,
        "solve_seconds": rounded(begun.seconds()), "positions": null, "bytes": null,
        "write_seconds": null, "verify_seconds": null,
    });
    let Some(outcomes) = outcomes else { return Ok(row) };
    row["winner"] = match &outcomes[..] {
        [vertical, horizontal] => Class::of(vertical.winner, horizontal.winner).to_string().into(),
        _ => outcomes[0].winner.name().into(),
    };
    let claim = |(position, outcome): (&S::Position, &Solution<_>)| {
        Claim::new(game, position.diagram(solver.geometry().size()), outcome.winner)
    };
    let claims = positions.iter().zip(&outcomes).map(claim);
    let claims: Vec<Claim> = claims.collect::<Result<_, _>>().map_err(LabError::failed)?;

    let budget = lab.budget(None);
    let go_on = |_| match budget.check() {
        Ok(()) => ControlFlow::Continue(()),
        Err(_) => ControlFlow::Break(()),
    };
    let fail = |error: String| match budget.check() {
        Err(stop) => stop.into(),
        Ok(()) => LabError::failed(format!("{game} {board}: {error}")),
    };
    let threads = lab.threads();
    let begun = Moment::now();
    let options = WriteOptions { threads, ..WriteOptions::default() };
    let mut file = Vec::new();
    let written = write(&mut file, &claims, &mut solver.strategy(&budget), options, go_on)
        .map_err(|error| fail(error.to_string()))?;
    row["write_seconds"] = rounded(begun.seconds()).into();
    let begun = Moment::now();
    let limits = CheckOptions { threads, ..CheckOptions::default() };
    let checked =
        verify(Cursor::new(&file), None, limits, go_on).map_err(|error| fail(error.to_string()))?;
    row["verify_seconds"] = rounded(begun.seconds()).into();
    row["positions"] = checked.positions.into();
    row["bytes"] = written.bytes.into();
    Ok(row)
}
