//! Certificates of small boards: positions, bytes, time to write and to verify.

use super::Args;
use super::measure::{Search, solve, start, table};
use super::report::{Measured, Report, rounded};
use crate::failure::Failure;
use crate::session::Session;
use lastmove_proof::{Claim, Game, Limits, WriteOptions, verify, write};
use lastmove_solver::amazons::{Certifier, Settings, Solver};
use lastmove_work::Stage;
use serde_json::{Value, json};
use std::io::Cursor;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

pub(super) const TABLE: Measured = Measured {
    name: "certificates",
    about: "Certificates of small boards: size, time to write, time to verify",
    measure,
};

const BOARDS: [&str; 8] = ["4x4", "5x4", "4x5", "4x6", "5x5", "4x7", "6x4", "5x6"];

fn measure(args: &Args, session: &Session) -> Result<Report, Failure> {
    let databases = args.databases.open(session)?;
    let time = args.time.unwrap_or(Duration::from_secs(10));
    let threads = args.search.threads();
    let mut report = Report { databases: databases.name().to_owned(), ..Report::default() };
    let boards = args.games.map_or(BOARDS.len(), |n| n as usize).min(BOARDS.len());
    let stage = Stage::new(&*session.progress, "boards", Some(boards as u64));
    for board in &BOARDS[..boards] {
        stage.message(*board);
        let (geometry, position) = start(board)?;
        let table = table(args);
        let solver = Solver::new(&geometry, &databases, Settings::default(), &table, threads);
        let begun = Instant::now();
        let search = solve(session, &solver, &position, time)?;
        let solved = begun.elapsed().as_secs_f64();
        stage.advance(1);
        let Search::Solved(solution) = search else {
            report.rows.push(vec![
                ("board", json!(board)),
                ("winner", Value::Null),
                ("solve_seconds", rounded(solved)),
                ("positions", Value::Null),
                ("bytes", Value::Null),
                ("write_seconds", Value::Null),
                ("verify_seconds", Value::Null),
            ]);
            continue;
        };
        let diagram = position.to_diagram(geometry.size());
        let claim = Claim::new(Game::Amazons, diagram, solution.winner.side())
            .map_err(anyhow::Error::from)?;
        let budget = session.budget(lastmove_work::Limits::default());
        let go_on = |_| match budget.check() {
            Ok(()) => ControlFlow::Continue(()),
            Err(_) => ControlFlow::Break(()),
        };
        let begun = Instant::now();
        let watch = Certifier::<u64>::watch(&budget);
        let mut strategy = Certifier::new(&solver, &watch, threads);
        let options = WriteOptions { threads, ..WriteOptions::default() };
        let mut file = Vec::new();
        let written = write(&mut file, &[claim], &mut strategy, options, go_on)
            .map_err(|e| anyhow::anyhow!("{board}: {e}"))?;
        let write_seconds = begun.elapsed().as_secs_f64();
        let begun = Instant::now();
        let limits = Limits { threads, ..Limits::default() };
        let checked = verify(Cursor::new(&file), None, limits, go_on)
            .map_err(|e| anyhow::anyhow!("{board}: {e}"))?;
        report.rows.push(vec![
            ("board", json!(board)),
            ("winner", json!(solution.winner.name())),
            ("solve_seconds", rounded(solved)),
            ("positions", json!(checked.positions)),
            ("bytes", json!(written.bytes)),
            ("write_seconds", rounded(write_seconds)),
            ("verify_seconds", rounded(begun.elapsed().as_secs_f64())),
        ]);
    }
    report.notes = vec![format!(
        "{threads} threads; boards that are not solved within {} s have no certificate; --games \
         takes the first so many boards",
        time.as_secs_f64()
    )];
    Ok(report)
}
