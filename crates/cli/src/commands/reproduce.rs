//! `lastmove reproduce`: published tables computed anew, by the crate `lab`.

use crate::flags::{DatabaseFlags, SearchFlags, suggesting, warn};
use crate::{Failure, Session, output};
use clap::builder::{PossibleValuesParser, TypedValueParser};
use lastmove_lab::{
    Games, Item, Lab, LabError, LabSettings, PlayedBy, PublishedTable, Recorded,
    ReproductionFolder, TableResult, find, items, switches_without, tables,
};
use lastmove_solver::domineering::Switches;
use lastmove_work::{Count, human};
use schemars::JsonSchema;
use serde::Serialize;
use std::convert::Infallible;
use std::fmt;
use std::path::{Path, PathBuf};
use std::time::Duration;

const EXAMPLES: &str = "\
Examples:
  lastmove reproduce
  lastmove reproduce --list
  lastmove reproduce --all --output results --hours 0
  lastmove reproduce --all --only song-b1,song-b2 --output results
  lastmove reproduce hensgens-4x4 --output tables
  lastmove reproduce hensgens-lines --time 20ms --databases none
  lastmove reproduce hensgens-widening --time 100ms
  lastmove reproduce song-b1
  lastmove reproduce song-6.3
  lastmove reproduce song-b2 --json
  lastmove reproduce muller-tegos-19
  lastmove reproduce song-table-1 --time 1s --databases none
  lastmove reproduce song-tables-2-3 --games 1 --time 10ms --databases none
  lastmove reproduce song-table-5.2 --games 2 --databases none --output charts
  lastmove reproduce song-13 --time 10ms --databases none --json
  lastmove reproduce song-13 --time 5ms --player strong --time-per-move 0.002 --databases none
  lastmove reproduce song-5x6 --games 3 --time 100ms --results 5x6.results --databases none
  lastmove reproduce song-c2 --games 3 --time 100ms --databases none
  lastmove reproduce bullock-6.1 --time 100ms
  lastmove reproduce bullock-5.1 --time 100ms --json
  lastmove reproduce bullock-6.4 --time 100ms
  lastmove reproduce bullock-6.1 --time 100ms --without cuts,symmetries
  lastmove reproduce bullock-4.3 --time 100ms --schemes FindFirst,TwoBig
  lastmove reproduce bullock-6.5
  lastmove reproduce bullock-8 --time 50ms --output charts
  lastmove reproduce hensgens-4 --games 1 --time-per-move 0.01
  lastmove reproduce hensgens-complexity --games 1 --time-per-move 0.002 --count cpu

--all computes every table, the cheapest first. It keeps each in the folder as soon as it is done,
goes on from there the next time, and writes a page that sums them up.

The defaults are small; full tables need `--games published` and more `--time`. --time is for
each search. Games are played one after another, or as many at a time as --threads says.";

#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// The table; without a name, all tables are listed
    #[arg(value_parser = table(), hide_possible_values = true)]
    table: Option<String>,
    /// List every table and figure of the sources, with the table that computes it or why there is
    /// none
    #[arg(long, conflicts_with_all = ["table", "all"])]
    list: bool,
    /// Compute all tables, and store them in the folder of --output
    #[arg(long, conflicts_with = "table", requires = "output")]
    all: bool,
    /// Begin no further table of --all after this many core hours
    #[arg(long, value_name = "H", requires = "all", value_parser = hours)]
    hours: Option<f64>,
    /// Compute only these tables of --all, each with the settings of this run
    #[arg(long, value_name = "TABLE", requires = "all", value_delimiter = ',', value_parser = table(),
        hide_possible_values = true)]
    only: Vec<String>,
    /// How many games of each board, or how many replies, a measured table uses; published for as
    /// many games as the sources played
    #[arg(long, value_name = "N")]
    games: Option<Games>,
    /// Time limit of each search of a measured table, such as 5s
    #[arg(long, value_name = "TIME", value_parser = human::parse_time)]
    time: Option<Duration>,
    /// The time that limits apply to: clock, or cpu for the processor time of a search or a player,
    /// which is unaffected by other load
    #[arg(long, value_name = "TIME", default_value = "clock")]
    count: Count,
    /// Seed of the random games
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// A folder for charts and files of a table, or for all tables
    #[arg(short, long, value_name = "FOLDER")]
    output: Option<PathBuf>,
    /// Store the results of song-5x6 in a file, and continue from there
    #[arg(long, value_name = "FILE")]
    results: Option<PathBuf>,
    /// Who plays the games of song-13, song-table-5.2 and song-tables-2-3; games of the strong
    /// player are stored as SGF in the folder games of --output, and read from there the next time
    #[arg(long, default_value = "one-ply", value_parser = player())]
    player: PlayedBy,
    /// Seconds for a move: of the slower player in a table of matches [default: 0.1], and of
    /// --player strong, in processor time [default: 1]
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    time_per_move: Option<f64>,
    /// How many positions of each game song-13 takes, in a row up to 14 moves before the end
    /// [default: 8, 10, 12 and 14 moves before the end]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=14))]
    positions: Option<u32>,
    /// Parts of Domineering's evaluation and search that tables of boards (bullock-1.2, -6.1, -6.2,
    /// -8) do without, such as cuts,symmetries; one of protective, unavailable, protected, type1,
    /// options, cuts, order, symmetries each
    #[arg(long, value_name = "PARTS", value_parser = switches_without, conflicts_with = "all")]
    without: Option<Switches>,
    /// The replacement schemes of bullock-4.3; all unless given
    #[arg(long, value_name = "NAMES", value_delimiter = ',', conflicts_with = "all",
        value_parser = ["New", "Deep", "Big", "TwoBig", "TwoDeep", "FindFirst", "FindWorst", "own"])]
    schemes: Vec<String>,
    #[command(flatten)]
    databases: DatabaseFlags,
    #[command(flatten)]
    search: SearchFlags,
}

/// Reads the name of a table, which is checked later.
fn table() -> impl TypedValueParser<Value = String> {
    suggesting(tables().map(|table| table.name), |name: &str| Ok::<_, Infallible>(name.to_owned()))
}

/// Reads the name of a player of sample games.
fn player() -> impl TypedValueParser<Value = PlayedBy> {
    PossibleValuesParser::new(PlayedBy::NAMES).try_map(|name| name.parse::<PlayedBy>())
}

fn seconds(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(seconds) if (0.001..=3600.0).contains(&seconds) => Ok(seconds),
        _ => Err("expected seconds from 0.001 to 3600".to_owned()),
    }
}

fn hours(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(hours) if (0.0..=100_000.0).contains(&hours) => Ok(hours),
        _ => Err("expected hours from 0 to 100000, such as 0.5".to_owned()),
    }
}

impl Args {
    fn settings(&self) -> LabSettings {
        LabSettings {
            games: self.games,
            time: self.time,
            count: self.count,
            seed: self.seed,
            output: self.output.clone(),
            results: self.results.clone(),
            rows: None,
            series: None,
            databases: self.databases.choice(),
            threads: self.search.asked_threads(),
            memory: self.search.memory,
            seconds_per_move: self.time_per_move,
            player: self.player,
            games_folder: self.output.as_ref().map(|folder| folder.join("games")),
            positions: self.positions,
            switches: self.without,
            schemes: self.schemes.clone(),
        }
    }
}

/// What `--list` answers.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Items<'a> {
    items: &'a [Item],
    tables: Vec<&'static PublishedTable>,
}

/// The tables that can be computed.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Tables {
    tables: Vec<&'static PublishedTable>,
}

/// What `--all` answers.
#[derive(Serialize, JsonSchema)]
pub(crate) struct KeptTables<'a> {
    tables: Vec<KeptAnswer>,
    /// tables that are not computed yet
    remaining: &'a [&'static str],
    /// the page that sums them up
    page: &'a Path,
}

/// A table in the folder.
#[derive(Serialize, JsonSchema)]
struct KeptAnswer {
    table: String,
    rows: usize,
    /// rows that agree, of a table that is compared
    agree: Option<usize>,
    differences: Option<usize>,
    slips: Option<usize>,
    too_few: Option<usize>,
    core_hours: f64,
}

/// Every table and figure of the sources.
fn list(session: &Session) -> Result<(), Failure> {
    let all: Vec<Item> = items().collect();
    let text = fmt::from_fn(|f| {
        let mut source = "";
        for item in &all {
            if item.source != source {
                source = item.source;
                writeln!(f, "{source}")?;
            }
            let target = item.target.unwrap_or("-");
            writeln!(f, "  {:28} {target:21} {}", item.item, item.about)?;
            item.why.map_or(Ok(()), |why| writeln!(f, "  {:28} {:21} ({why})", "", ""))?;
        }
        writeln!(f, "\nHow the tables are judged")?;
        for table in tables() {
            writeln!(f, "  {}", table.name)?;
            table.protocol.sentences().iter().try_for_each(|text| writeln!(f, "    {text}"))?;
        }
        Ok(())
    });
    output::answer(session, &Items { items: &all, tables: tables().collect() }, &text)
}

/// Computes the tables that are not stored yet, and prints a summary.
fn all(args: &Args, lab: &Lab<'_>, session: &Session) -> Result<(), Failure> {
    let folder = args.output.as_deref().unwrap_or(Path::new("."));
    let (done, left) =
        ReproductionFolder { folder, hours: args.hours, only: &args.only }.run(lab)?;
    let page = folder.join("README.md");
    let text = fmt::from_fn(|f| {
        for kept in &done {
            let rows = kept.rows;
            let said = kept.agree.map(|agree| format!("{agree} of {rows} rows agree"));
            writeln!(f, "{:21} {}", kept.table, said.unwrap_or(format!("{rows} rows measured")))?;
        }
        let (done, left) = (done.len(), left.len());
        writeln!(f, "{done} tables are kept, {left} remain; {} sums them up", page.display())
    });
    let kept = |kept: &Recorded| KeptAnswer {
        table: kept.table.clone(),
        rows: kept.rows,
        agree: kept.agree,
        differences: kept.differences,
        slips: kept.slips,
        too_few: kept.too_few,
        core_hours: kept.core_hours,
    };
    let fields =
        KeptTables { tables: done.iter().map(kept).collect(), remaining: &left, page: &page };
    output::answer(session, &fields, &text)
}

/// Computes a table, or lists them all.
pub(crate) fn run(args: &Args, session: &Session) -> Result<(), Failure> {
    if args.list {
        return list(session);
    }
    let settings = args.settings();
    let lab = Lab { settings, progress: &*session.progress, cancel: &session.cancel, warn: &warn };
    if args.all {
        return all(args, &lab, session);
    }
    let Some(name) = &args.table else {
        let lines = tables().map(|table| format!("{:21} {}\n", table.name, table.about));
        let text = format!(
            "{}\n`lastmove reproduce TABLE` computes one anew and compares row by row.\n",
            lines.collect::<String>()
        );
        let fields = Tables { tables: tables().collect() };
        return output::answer(session, &fields, text);
    };
    let computed = find(name)?.compute(&lab)?;
    let differences = match &computed.found {
        TableResult::Compared(compared) => compared.differences,
        TableResult::Measured(_) => 0,
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

impl From<LabError> for Failure {
    fn from(error: LabError) -> Self {
        match error {
            LabError::NoTable { .. } => Self::input_line(error.to_string()),
            LabError::Results { .. } => Self::input_line(error.to_string()),
            LabError::Stopped { stop, advice } => Self::stopped(stop, advice),
            LabError::Databases(error) => error.into(),
            LabError::Write(error) => error.into(),
            LabError::Failed(problem) => anyhow::Error::msg(problem).into(),
        }
    }
}
