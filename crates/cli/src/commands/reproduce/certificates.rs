//! Certificates of small boards: positions, bytes, time to write and to verify.

use super::Args;
use super::measure::{Search, solve, start, table, unless_cancelled};
use super::report::{Measured, Report, Row, rounded};
use crate::failure::Failure;
use crate::session::Session;
use lastmove_board::{Bits, Size};
use lastmove_domineering::{Player, Position};
use lastmove_endgame::Databases;
use lastmove_proof::{Claim, Game, Limits, Strategy, WriteOptions, verify, write};
use lastmove_solver::amazons::{Certifier, Settings, Solver};
use lastmove_solver::domineering::{self, Class};
use lastmove_solver::{Limits as SearchLimits, Watch};
use lastmove_work::{Budget, Stage, Stop};
use serde_json::{Value, json};
use std::io::Cursor;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

pub(super) const TABLE: Measured = Measured {
    name: "certificates",
    about: "Certificates of small boards: size, time to write, time to verify",
    measure,
};

const AMAZONS: [&str; 8] = ["4x4", "5x4", "4x5", "4x6", "5x5", "4x7", "6x4", "5x6"];
/// Squares on a side.
const DOMINEERING: [usize; 3] = [6, 7, 8];

/// The table in the making.
struct Table<'a> {
    args: &'a Args,
    session: &'a Session,
    time: Duration,
    report: Report,
}

fn measure(args: &Args, session: &Session) -> Result<Report, Failure> {
    let databases = args.databases.open(session)?;
    let time = args.time.unwrap_or(Duration::from_secs(10));
    let report = Report { databases: databases.name().to_owned(), ..Report::default() };
    let mut table = Table { args, session, time, report };
    let all = AMAZONS.len() + DOMINEERING.len();
    let boards = args.games.map_or(all, |n| n as usize).min(all);
    let stage = Stage::new(&*session.progress, "boards", Some(boards as u64));
    for board in AMAZONS.iter().take(boards) {
        stage.message(format!("amazons {board}"));
        table.amazons(board, &databases)?;
        stage.advance(1);
    }
    for &side in DOMINEERING.iter().take(boards.saturating_sub(AMAZONS.len())) {
        stage.message(format!("domineering {side}x{side}"));
        table.domineering(side)?;
        stage.advance(1);
    }
    table.report.notes = vec![format!(
        "{} threads; boards that are not solved within {} s have no certificate; --games takes \
         the first so many boards; in Domineering with either player first, in one file",
        args.search.threads(),
        time.as_secs_f64()
    )];
    Ok(table.report)
}

impl Table<'_> {
    fn amazons(&mut self, board: &str, databases: &Databases) -> Result<(), Failure> {
        let threads = self.args.search.threads();
        let (geometry, position) = start(board)?;
        let table = table(self.args);
        let solver = Solver::new(&geometry, databases, Settings::default(), &table, threads);
        let begun = Instant::now();
        let Search::Solved(solution) = solve(self.session, &solver, &position, self.time)? else {
            self.unsolved("amazons", board, begun);
            return Ok(());
        };
        let solved = begun.elapsed();
        let diagram = position.to_diagram(geometry.size());
        let claim = Claim::new(Game::Amazons, diagram, solution.winner.side())
            .map_err(anyhow::Error::from)?;
        let budget = self.session.budget(lastmove_work::Limits::default());
        let watch = Certifier::<u64>::watch(&budget);
        let mut strategy = Certifier::new(&solver, &watch, threads);
        let winner = solution.winner.name().to_owned();
        self.certify(board, winner, solved, &[claim], &mut strategy, &budget)
    }

    fn domineering(&mut self, side: usize) -> Result<(), Failure> {
        let threads = self.args.search.threads();
        let board = format!("{side}x{side}");
        let size = Size::new(side, side).map_err(anyhow::Error::from)?;
        let options = domineering::Options { threads, memory: self.args.search.memory() };
        let solver = domineering::Solver::<u64>::new(size, &options);
        let begun = Instant::now();
        let cancel = Some(self.session.cancel.flag());
        let deadline = Some(begun + self.time);
        let (mut claims, mut winners) = (Vec::new(), Vec::new());
        for first in Player::BOTH {
            let position = Position::new(u64::first_n(size.squares()), first);
            let limits = SearchLimits { nodes: None, deadline, cancel };
            let Ok(outcome) = solver.solve(&position, limits) else {
                if self.session.cancel.is_cancelled() {
                    unless_cancelled(Stop::Cancelled)?;
                }
                self.unsolved("domineering", &board, begun);
                return Ok(());
            };
            winners.push(outcome.winner);
            let diagram = position.to_diagram(size);
            let claim = Claim::new(Game::Domineering, diagram, outcome.winner.side());
            claims.push(claim.map_err(anyhow::Error::from)?);
        }
        let solved = begun.elapsed();
        let class = Class::of(winners[0], winners[1]).to_string();
        let budget = self.session.budget(lastmove_work::Limits::default());
        let watch = Watch::new(SearchLimits { cancel, ..SearchLimits::default() });
        let mut strategy = domineering::Certifier::new(&solver, &watch, threads);
        self.certify(&board, class, solved, &claims, &mut strategy, &budget)
    }

    /// A board that was not solved in time.
    fn unsolved(&mut self, game: &str, board: &str, begun: Instant) {
        let solved = begun.elapsed();
        self.report.rows.push(row(game, board, Value::Null, solved, [const { Value::Null }; 4]));
    }

    /// Writes and verifies a certificate.
    fn certify(
        &mut self,
        board: &str,
        winner: String,
        solved: Duration,
        claims: &[Claim],
        strategy: &mut (impl Strategy + Send),
        budget: &Budget,
    ) -> Result<(), Failure> {
        let go_on = |_| match budget.check() {
            Ok(()) => ControlFlow::Continue(()),
            Err(_) => ControlFlow::Break(()),
        };
        let game = claims[0].game();
        let fail = |error: String| match budget.check() {
            Err(stop) => Failure::stopped(stop, "run it again"),
            Ok(()) => anyhow::anyhow!("{game} {board}: {error}").into(),
        };
        let threads = self.args.search.threads();
        let begun = Instant::now();
        let options = WriteOptions { threads, ..WriteOptions::of(game) };
        let mut file = Vec::new();
        let written = write(&mut file, claims, strategy, options, go_on)
            .map_err(|error| fail(error.to_string()))?;
        let write_seconds = begun.elapsed().as_secs_f64();
        let begun = Instant::now();
        let limits = Limits { threads, ..Limits::default() };
        let checked = verify(Cursor::new(&file), None, limits, go_on)
            .map_err(|error| fail(error.to_string()))?;
        let figures = [
            json!(checked.positions),
            json!(written.bytes),
            rounded(write_seconds),
            rounded(begun.elapsed().as_secs_f64()),
        ];
        self.report.rows.push(row(game.name(), board, json!(winner), solved, figures));
        Ok(())
    }
}

fn row(game: &str, board: &str, winner: Value, solved: Duration, figures: [Value; 4]) -> Row {
    let [positions, bytes, write_seconds, verify_seconds] = figures;
    vec![
        ("game", json!(game)),
        ("board", json!(board)),
        ("winner", winner),
        ("solve_seconds", rounded(solved.as_secs_f64())),
        ("positions", positions),
        ("bytes", bytes),
        ("write_seconds", write_seconds),
        ("verify_seconds", verify_seconds),
    ]
}
