//! `lastmove reproduce`: published tables computed anew, by the crate `lab`.

use crate::flags::{DatabaseFlags, SearchFlags, warn};
use crate::{Failure, Session, output};
use lastmove_lab::{Error, Found, Lab, Settings, find, tables};
use lastmove_work::human;
use serde_json::json;
use std::path::PathBuf;
use std::time::Duration;

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
  lastmove reproduce bullock-6.5
  lastmove reproduce bullock-8 --time 50ms --output charts
  lastmove reproduce hensgens-4 --games 1 --time-per-move 0.01

The defaults are small; full tables need `--games 100` and more `--time`. --time is for each
search.";

#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// The table; without a name, all tables are listed
    table: Option<String>,
    /// How many games of each board, or how many replies, a measured table takes
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=100_000))]
    games: Option<u32>,
    /// Time limit of each search of a measured table, such as 5s
    #[arg(long, value_name = "TIME", value_parser = human::parse_time)]
    time: Option<Duration>,
    /// Seed of the random games
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// A folder for the charts of a measured table
    #[arg(short, long, value_name = "FOLDER")]
    output: Option<PathBuf>,
    /// Keep the results of song-5x6 in a file, and continue from there
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

/// Computes a table, or lists them all.
pub(crate) fn run(args: &Args, session: &Session) -> Result<(), Failure> {
    let Some(name) = &args.table else {
        let lines = tables().map(|table| format!("{:19} {}\n", table.name, table.about));
        let text = format!(
            "{}\n`lastmove reproduce TABLE` computes one anew and compares row by row.\n",
            lines.collect::<String>()
        );
        let fields = json!({"tables": tables().collect::<Vec<_>>()});
        return output::answer(session, &fields, text);
    };
    let settings = Settings {
        games: args.games,
        time: args.time,
        seed: args.seed,
        output: args.output.clone(),
        results: args.results.clone(),
        databases: args.databases.choice(),
        threads: args.search.asked_threads(),
        memory: args.search.memory,
        seconds_per_move: args.time_per_move,
    };
    let lab = Lab { settings, progress: &*session.progress, cancel: &session.cancel, warn: &warn };
    let computed = find(name)?.compute(&lab)?;
    let differences = match &computed.found {
        Found::Compared(compared) => compared.differences,
        Found::Measured(_) => 0,
    };
    if differences == 0 || !session.json {
        output::answer(session, &computed, &computed)?;
    }
    if differences == 0 {
        return Ok(());
    }
    let error = anyhow::anyhow!("{name}: {differences} rows differ");
    Err(Failure::from(error).with_partial(&computed))
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        match error {
            Error::NoTable { .. } => Self::input_line(error.to_string()),
            Error::Results { .. } => Self::input_line(format!("--results {error}")),
            Error::Stopped { stop, advice } => Self::stopped(stop, advice),
            Error::Databases(error) => error.into(),
            error => anyhow::Error::from(error).into(),
        }
    }
}
