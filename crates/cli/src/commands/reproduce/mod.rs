//! `lastmove reproduce`: published tables computed anew. A new table is a file here and a line in
//! `TABLES`.

mod bullock;
mod bullock_ablation;
mod certificates;
mod early;
mod evolution;
mod games;
mod hensgens;
mod measure;
mod muller_tegos;
mod replies;
mod report;
mod song;
mod song_1;
mod subsets;

use crate::failure::Failure;
use crate::flags::{DatabaseFlags, SearchFlags};
use crate::output::{self, Answer};
use crate::session::Session;
use lastmove_work::human;
use report::Measured;
use serde::Serialize;
use std::fmt;
use std::path::PathBuf;
use std::time::{Duration, Instant};

const EXAMPLES: &str = "\
Examples:
  lastmove reproduce
  lastmove reproduce song-b1
  lastmove reproduce song-b2 --json
  lastmove reproduce muller-tegos-19
  lastmove reproduce song-table-1 --time 1s --databases none
  lastmove reproduce song-tables-2-3 --games 1 --time 10ms --databases none
  lastmove reproduce song-table-5.2 --games 2 --databases none --output charts
  lastmove reproduce song-13 --time 10ms --databases none --json
  lastmove reproduce song-5x6 --games 3 --time 100ms --results 5x6.results --databases none
  lastmove reproduce song-c2 --games 3 --time 100ms --databases none
  lastmove reproduce hensgens-4x4
  lastmove reproduce bullock-6.1 --time 100ms
  lastmove reproduce bullock-5.1 --time 100ms --json
  lastmove reproduce bullock-6.4 --time 100ms
  lastmove reproduce bullock-8 --time 50ms --output charts
  lastmove reproduce hensgens-4 --games 1 --time-per-move 0.01

Small defaults: full tables take `--games 100` and more `--time`.";

#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// Which table; without it the tables are listed
    table: Option<String>,
    /// How many games a board, or replies, where a table is measured on such
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=100_000))]
    games: Option<u32>,
    /// Time for each search of a measured table, such as 5s
    #[arg(long, value_name = "TIME", value_parser = human::parse_time)]
    time: Option<Duration>,
    /// Which games
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// A folder for the charts of a measured table
    #[arg(short, long, value_name = "FOLDER")]
    output: Option<PathBuf>,
    /// Keep results of song-5x6 in a file, and go on from there
    #[arg(long, value_name = "FILE")]
    results: Option<PathBuf>,
    #[command(flatten)]
    databases: DatabaseFlags,
    #[command(flatten)]
    search: SearchFlags,
    /// Seconds for the slower player's move in a table of matches
    #[arg(long, value_name = "SECONDS", default_value_t = 0.1, value_parser = seconds)]
    time_per_move: f64,
}

fn seconds(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(seconds) if (0.001..=3600.0).contains(&seconds) => Ok(seconds),
        _ => Err("expected seconds from 0.001 to 3600".to_owned()),
    }
}

/// A published table.
struct Table {
    name: &'static str,
    about: &'static str,
    compare: fn(&Session, &Args) -> Result<Vec<Row>, Failure>,
}

const TABLES: &[Table] = &[
    song::B1,
    song::B2,
    song::B3,
    muller_tegos::T1,
    muller_tegos::T2,
    muller_tegos::F19,
    hensgens::FOUR,
    hensgens::FIVE,
    hensgens::T1,
    hensgens::T2,
    hensgens::T3,
    hensgens::T4,
    hensgens::T5,
    hensgens::T6,
    hensgens::T7,
    hensgens::T8,
];

/// Tables that are measured rather than compared.
const MEASURED: &[Measured] = &[
    song_1::TABLE,
    early::TABLE,
    evolution::TABLE,
    subsets::TABLE,
    replies::REPLIES,
    replies::C1,
    replies::C2,
    replies::C3,
    replies::C4,
    replies::C5,
    certificates::TABLE,
    hensgens::COMPLEXITY,
    bullock::F46,
    bullock_ablation::F47,
    bullock::F51,
    bullock::F61,
    bullock::F62,
    bullock::F63,
    bullock_ablation::F64,
    bullock::F8,
];

/// One row: what was published and what was found.
#[derive(Serialize)]
struct Row {
    row: String,
    published: Vec<(&'static str, u64)>,
    found: Vec<(&'static str, u64)>,
    agree: bool,
}

impl Row {
    /// A row of numbers by name, each published and found.
    fn new(row: String, numbers: &[(&'static str, u64, u64)]) -> Self {
        Self {
            row,
            published: numbers.iter().map(|&(name, published, _)| (name, published)).collect(),
            found: numbers.iter().map(|&(name, _, found)| (name, found)).collect(),
            agree: numbers.iter().all(|(_, published, found)| published == found),
        }
    }
}

#[derive(Serialize)]
struct Comparison {
    table: &'static str,
    about: &'static str,
    agree: usize,
    differences: usize,
    #[serde(serialize_with = "as_objects")]
    rows: Vec<Row>,
}

/// Numbers by name are fields of an object.
fn as_objects<S: serde::Serializer>(rows: &[Row], serializer: S) -> Result<S::Ok, S::Error> {
    let object = |numbers: &[(&str, u64)]| -> serde_json::Map<String, serde_json::Value> {
        numbers.iter().map(|&(name, n)| (name.to_owned(), n.into())).collect()
    };
    serializer.collect_seq(rows.iter().map(|row| {
        serde_json::json!({
            "row": row.row,
            "published": object(&row.published),
            "found": object(&row.found),
            "agree": row.agree,
        })
    }))
}

/// Compares a table, or lists them all.
pub(crate) fn run(args: &Args, session: &Session) -> Result<(), Failure> {
    let Some(name) = &args.table else {
        return output::answer(session, &tables());
    };
    if let Some(table) = MEASURED.iter().find(|table| table.name == name) {
        let started = Instant::now();
        let mut report = (table.measure)(args, session)?;
        (report.table, report.about) = (table.name, table.about);
        report.seconds = started.elapsed().as_secs_f64();
        return output::answer(session, &report);
    }
    let Some(table) = TABLES.iter().find(|table| table.name == name) else {
        let names: Vec<_> = tables().tables.iter().map(|line| line.table).collect();
        return Err(Failure::input(name, format!("no such table; expected {}", names.join(", "))));
    };
    let rows = (table.compare)(session, args)?;
    let agree = rows.iter().filter(|row| row.agree).count();
    let comparison = Comparison {
        table: table.name,
        about: table.about,
        agree,
        differences: rows.len() - agree,
        rows,
    };
    if comparison.differences == 0 {
        return output::answer(session, &comparison);
    }
    if !session.json {
        output::answer(session, &comparison)?;
    }
    let error = anyhow::anyhow!("{}: {} rows differ", table.name, comparison.differences);
    Err(Failure::from(error).with_partial(&comparison))
}

/// Room for the longest name of a number.
const WIDTH: usize = 19;

impl Answer for Comparison {
    fn text(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}\n", self.about)?;
        if let Some(row) = self.rows.first() {
            write!(f, "{:20}", "")?;
            for (name, _) in &row.published {
                write!(f, " {:>WIDTH$} {:>14}", name.replace('_', " "), "found")?;
            }
            writeln!(f)?;
        }
        for row in &self.rows {
            write!(f, "{:20}", row.row)?;
            for ((_, published), (_, found)) in row.published.iter().zip(&row.found) {
                write!(f, " {published:>WIDTH$} {found:>14}")?;
            }
            writeln!(f, "{}", if row.agree { "" } else { "  differs" })?;
        }
        match self.differences {
            0 => writeln!(f, "\nall {} rows agree", self.agree),
            n => writeln!(f, "\n{n} of {} rows differ", self.rows.len()),
        }
    }
}

#[derive(Serialize)]
struct Tables {
    tables: Vec<Line>,
}

#[derive(Serialize)]
struct Line {
    table: &'static str,
    about: &'static str,
}

/// All tables.
fn tables() -> Tables {
    let compared = TABLES.iter().map(|table| (table.name, table.about));
    let measured = MEASURED.iter().map(|table| (table.name, table.about));
    let line = |(table, about)| Line { table, about };
    Tables { tables: compared.chain(measured).map(line).collect() }
}

impl Answer for Tables {
    fn text(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for line in &self.tables {
            writeln!(f, "{:19} {}", line.table, line.about)?;
        }
        writeln!(f, "\n`lastmove reproduce TABLE` computes one anew and compares row by row.")
    }
}
