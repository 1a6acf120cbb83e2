//! The kinds of areas over the course of a game: the thesis' figures 5.1 to 5.4 and table 5.2.

use super::Args;
use super::games::{Chance, play};
use super::measure::start;
use super::report::{Measured, Report, rounded};
use crate::failure::Failure;
use crate::pictures;
use crate::session::Session;
use lastmove_draw::{LineChart, Series};
use lastmove_solver::amazons::{AreaKind, Census, Evaluator, Settings, Tally};
use lastmove_work::Stage;
use serde_json::{Value, json};

pub(super) const TABLE: Measured = Measured {
    name: "song-table-5.2",
    about: "Song's thesis, table 5.2: the kinds of areas over the course of a game",
    measure,
};

const BOARDS: [&str; 4] = ["5x5", "5x6", "6x5", "6x6"];

/// Name, meaning, published for the four boards.
const POINTS: [(&str, &str, [f64; 4]); 13] = [
    ("avl", "average length", [15.98, 21.08, 21.6, 26.54]),
    ("a1l", "moves with one active area, not in a database", [9.0, 10.0, 10.0, 15.0]),
    ("tip", "the number of areas begins to rise", [4.0, 9.0, 5.0, 7.0]),
    ("tdp", "the number of areas is largest", [12.0, 18.0, 17.0, 19.0]),
    ("tpv", "that number", [2.73, 2.2, 2.38, 3.46]),
    ("sip", "simple territories begin", [8.0, 12.0, 11.0, 9.0]),
    ("sdp", "simple territories are most", [16.0, 21.0, 20.0, 24.0]),
    ("bip", "blocker territories begin", [4.0, 11.0, 5.0, 6.0]),
    ("bdp", "blocker territories are most", [8.0, 14.0, 14.0, 19.0]),
    ("sbp", "more simple than blocker territories", [14.0, 15.0, 20.0, 20.0]),
    ("aip", "active areas in a database begin", [9.0, 9.0, 8.0, 9.0]),
    ("adp", "active areas in a database are most", [15.0, 16.0, 17.0, 18.0]),
    ("ahp", "more active areas in a database than not", [13.0, 11.0, 15.0, 19.0]),
];

/// Averages at or below this count as nothing.
const NOTHING: f64 = 0.02;

/// The averages of one board, by number of moves.
struct Evolution {
    length: f64,
    lines: Vec<(&'static str, Vec<f64>)>,
}

fn measure(args: &Args, session: &Session) -> Result<Report, Failure> {
    let databases = args.databases.open(session)?;
    let games = args.games.unwrap_or(100);
    let mut report = Report { databases: databases.name().to_owned(), ..Report::default() };
    let mut boards = Vec::new();
    for board in BOARDS {
        let (geometry, start) = start(board)?;
        let mut evaluator = Evaluator::new(&geometry, &databases, Settings::default());
        let mut by_move: Vec<Census> = Vec::new();
        let mut moves = 0;
        let stage = Stage::new(&*session.progress, board, Some(games.into()));
        for game in 0..games {
            if session.cancel.is_cancelled() {
                super::measure::unless_cancelled(lastmove_work::Stop::Cancelled)?;
            }
            let mut chance = Chance::new(args.seed.wrapping_add(u64::from(game) << 32));
            let positions = play(&geometry, &start, &mut chance);
            moves += positions.len() - 1;
            for (i, position) in positions.iter().enumerate() {
                if by_move.len() <= i {
                    by_move.push(Census::default());
                }
                let sides = [position.white(), position.black()];
                by_move[i].add(&mut evaluator, sides, position.empty());
            }
            stage.advance(1);
        }
        drop(stage);
        let evolution = Evolution::of(&by_move, games, moves);
        if let Some(folder) = &args.output {
            pictures::make_folder(folder)?;
            for (part, names) in [("areas", SUMMARY), ("active", ACTIVE)] {
                let path = folder.join(format!("{part}-{board}.svg"));
                pictures::write(&path, &evolution.chart(board, games, names).svg())?;
                report.charts.push(path.display().to_string());
            }
        }
        boards.push(evolution.points());
    }
    for (i, (name, meaning, published)) in POINTS.into_iter().enumerate() {
        let mut row = vec![("point", json!(name)), ("meaning", json!(meaning))];
        let columns =
            [("5x5", "pub_5x5"), ("5x6", "pub_5x6"), ("6x5", "pub_6x5"), ("6x6", "pub_6x6")];
        for (board, (ours, theirs)) in columns.into_iter().enumerate() {
            row.push((ours, boards[board][i].map_or(Value::Null, rounded)));
            row.push((theirs, rounded(published[board])));
        }
        report.rows.push(row);
    }
    report.notes = vec![
        format!(
            "{games} games a board by a one-ply player, seed {}; published: 100 games of Arrow 2.1",
            args.seed
        ),
        "averages over all games; a finished game has no areas. A line begins where its average \
         passes 0.02, or the number of areas 1.02; blocker territories are those of either side in \
         active areas that no database has"
            .into(),
    ];
    Ok(report)
}

const SUMMARY: &[&str] = &[
    "total",
    "simple, database",
    "simple, walked",
    "blocker, database",
    "blocker, walked",
    "active, database",
    "active, bounded",
];
const ACTIVE: &[&str] =
    &["active, database", "active, bounded", "numbers", "infinitesimals", "hot games"];

impl Evolution {
    fn of(by_move: &[Census], games: u32, moves: usize) -> Self {
        type Number = fn(&Tally) -> u64;
        let line = |name, kinds: &[AreaKind], number: Number| {
            let average = |census: &Census| {
                let sum = census.sum(|group| kinds.contains(&group.kind));
                number(&sum) as f64 / f64::from(games)
            };
            (name, by_move.iter().map(average).collect::<Vec<f64>>())
        };
        let (simple, blocker, active) =
            (&[AreaKind::SimpleTerritory], &[AreaKind::BlockerTerritory], &[AreaKind::Active]);
        let (queried, other): (Number, Number) = (|t| t.queried, |t| t.total - t.queried);
        let lines = vec![
            line("total", &AreaKind::ALL, |t| t.total),
            line("simple, database", simple, queried),
            line("simple, walked", simple, other),
            line("blocker, database", blocker, queried),
            line("blocker, walked", blocker, other),
            line("active, database", active, queried),
            line("active, bounded", active, other),
            line("numbers", active, |t| t.integers + t.fractions),
            line("infinitesimals", active, |t| t.infinitesimals),
            line("hot games", active, |t| t.hot),
        ];
        Self { length: moves as f64 / f64::from(games), lines }
    }

    fn line(&self, name: &str) -> Vec<f64> {
        let found = self.lines.iter().find(|(line, _)| *line == name);
        found.map_or(Vec::new(), |(_, values)| values.clone())
    }

    /// The data points in the order of [`POINTS`].
    fn points(&self) -> Vec<Option<f64>> {
        let add = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a + b).collect::<Vec<f64>>();
        let total = self.line("total");
        let simple = add(&self.line("simple, database"), &self.line("simple, walked"));
        let blocker = add(&self.line("blocker, database"), &self.line("blocker, walked"));
        let (known, bounded) = (self.line("active, database"), self.line("active, bounded"));
        let first = |values: &[f64], least: f64| {
            values.iter().position(|&value| value > least).map(|i| i as f64)
        };
        let peak = |values: &[f64]| {
            let most = values.iter().copied().fold(0.0, f64::max);
            values.iter().position(|&value| value == most).map(|i| i as f64)
        };
        let passes = |a: &[f64], b: &[f64]| {
            let at = a.iter().zip(b).position(|(a, b)| a > b && *a > NOTHING);
            at.map(|i| i as f64)
        };
        let alone = bounded.iter().position(|&value| (value - 1.0).abs() > 0.02);
        vec![
            Some(self.length),
            alone.map(|i| i.saturating_sub(1) as f64),
            first(&total, 1.0 + NOTHING),
            peak(&total),
            total.iter().copied().reduce(f64::max),
            first(&simple, NOTHING),
            peak(&simple),
            first(&blocker, NOTHING),
            peak(&blocker),
            passes(&simple, &blocker),
            first(&known, NOTHING),
            peak(&known),
            passes(&known, &bounded),
        ]
    }

    fn chart(&self, board: &str, games: u32, names: &[&'static str]) -> LineChart {
        let series = names.iter().map(|&name| Series {
            name: name.to_owned(),
            points: self.line(name).iter().enumerate().map(|(x, &y)| (x as f64, y)).collect(),
        });
        LineChart {
            title: format!("Areas over the course of {games} games on {board}"),
            x_label: "moves played".to_owned(),
            y_label: "areas a position".to_owned(),
            logarithmic: false,
            series: series.collect(),
        }
    }
}
