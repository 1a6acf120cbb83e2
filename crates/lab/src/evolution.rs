//! The kinds of areas over the course of a game: the thesis' figures 5.1 to 5.4 and table 5.2.

use crate::lab::start;
use crate::table::{Measured, TableResult, published, rounded, tables};
use crate::{Lab, LabError, Protocol, Rule};
use lastmove_endgame::Databases;
use lastmove_solver::amazons::{Census, CensusKind, Evaluator, PartitionCensus, Settings, Tally};
use serde_json::json;

tables! {
    "song-table-5.2": "Song's thesis, table 5.2: the kinds of areas over the course of a game",
        PROTOCOL, measure;
}

const PROTOCOL: Protocol = Protocol::new(
    "where in a game the mean numbers of areas of each kind rise, peak and cross",
    Rule::Beside,
    "games of our own players, since those of Arrow 2.1 are lost; areas are counted after the improved \
     partition, as in the thesis, with those of the basic partition in columns headed basic (a record \
     without such columns is older and counts the basic partition only)",
);

const BOARDS: [&str; 4] = ["5x5", "5x6", "6x5", "6x6"];

/// Name, meaning, published for the four boards.
const POINTS: &str = include_str!("data/song_5_2.tsv");

/// Averages up to this value count as zero.
const NOTHING: f64 = 0.02;

/// The averages of one board, by number of moves.
struct Evolution {
    length: f64,
    lines: Vec<(&'static str, Vec<f64>)>,
}

fn measure(lab: &Lab<'_>) -> Result<TableResult, LabError> {
    let databases = lab.databases()?;
    let games = lab.settings.games_or(100, 100);
    let mut measured = Measured::with(databases.name());
    let mut boards = Vec::new();
    for board in BOARDS {
        let evolution = Evolutions::measure(lab, &databases, board, games)?;
        for (part, names) in [("areas", SUMMARY), ("active", ACTIVE)] {
            let file = format!("{part}-{board}.svg");
            let title = format!("Areas over the course of {games} games on {board}");
            let labels = ["moves played", "areas a position"];
            lab.draw(&mut measured, &file, title, labels, false, evolution.improved.curves(names))?;
        }
        boards.push([evolution.improved.points(), evolution.basic.points()]);
    }
    for (i, published) in published(POINTS).enumerate() {
        let mut row = json!({"point": published[0], "meaning": published[1]});
        for (board, name) in BOARDS.into_iter().enumerate() {
            let [improved, basic] =
                [0, 1].map(|partition| boards[board][partition][i].map(rounded));
            row[name] = json!(improved);
            row[format!("basic_{name}")] = json!(basic);
            row[format!("pub_{name}")] = published[2 + board].clone();
        }
        measured.rows.push(row);
    }
    measured.notes = vec![
        format!("{games} games a board {}; published: 100 games of Arrow 2.1", lab.played_by()),
        "averages over all games; a finished game has no areas. A line begins where its average \
         passes 0.02, or the number of areas 1.02. Areas after the improved partition, as the thesis \
         counts them; basic: areas of the basic partition, with the blocker territories of either \
         side in active areas that no database has"
            .into(),
    ];
    Ok(measured.into())
}

const SUMMARY: &[&str] = &[
    "total",
    "simple, database",
    "simple, walked",
    "blocker, database",
    "blocker, walked",
    "active, database",
    "active, bounded",
    "active, searched",
];
const ACTIVE: &[&str] = &[
    "active, database",
    "active, bounded",
    "active, searched",
    "numbers",
    "infinitesimals",
    "hot games",
];

/// The same after both partitions.
struct Evolutions {
    improved: Evolution,
    basic: Evolution,
}

impl Evolutions {
    fn measure(
        lab: &Lab<'_>,
        databases: &Databases,
        board: &str,
        games: u32,
    ) -> Result<Self, LabError> {
        let (geometry, _) = start::<u64>(board)?;
        let mut evaluator = Evaluator::new(&geometry, databases, Settings::default());
        let mut by_move: Vec<PartitionCensus> = Vec::new();
        let mut moves = 0;
        let samples = lab.games(board, games)?;
        let stage = lab.stage(board, samples.len());
        for positions in &samples {
            lab.unless_cancelled()?;
            moves += positions.len() - 1;
            by_move.resize_with(by_move.len().max(positions.len()), PartitionCensus::default);
            for (census, position) in by_move.iter_mut().zip(positions) {
                let sides = [position.white(), position.black()];
                census.add(&mut evaluator, sides, position.empty());
            }
            stage.advance(1);
        }
        let (basic, improved): (Vec<Census>, Vec<Census>) =
            by_move.into_iter().map(|census| (census.basic, census.improved)).unzip();
        let [improved, basic] = [improved, basic].map(|all| Evolution::of(&all, games, moves));
        Ok(Self { improved, basic })
    }
}

impl Evolution {
    fn of(by_move: &[Census], games: u32, moves: usize) -> Self {
        type Number = fn(&Tally) -> u64;
        let line = |name, kinds: &[CensusKind], number: Number| {
            let average = |census: &Census| {
                let sum = census.sum(|group| kinds.contains(&group.kind));
                number(&sum) as f64 / f64::from(games)
            };
            (name, by_move.iter().map(average).collect::<Vec<f64>>())
        };
        let (simple, blocker, active) = (
            &[CensusKind::SimpleTerritory],
            &[CensusKind::BlockerTerritory],
            &[CensusKind::Active],
        );
        let (queried, other): (Number, Number) =
            (|t| t.queried, |t| t.total - t.queried - t.searched);
        let lines = vec![
            line("total", &CensusKind::ALL, |t| t.total),
            line("simple, database", simple, queried),
            line("simple, walked", simple, other),
            line("blocker, database", blocker, queried),
            line("blocker, walked", blocker, other),
            line("active, database", active, queried),
            line("active, bounded", active, other),
            line("active, searched", active, |t| t.searched),
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

    fn curves(&self, names: &[&'static str]) -> Vec<(String, Vec<(f64, f64)>)> {
        let points =
            |name| self.line(name).iter().enumerate().map(|(x, &y)| (x as f64, y)).collect();
        names.iter().map(|&name| (name.to_owned(), points(name))).collect()
    }
}
