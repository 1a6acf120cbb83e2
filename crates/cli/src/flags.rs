//! Arguments that several commands take.

use crate::{Failure, Session, style};
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Arg, Args, Command};
use lastmove_board::{Game, Side};
use lastmove_endgame::{Choice, Databases, OpenError};
use lastmove_report::solve::CertificateFile;
use lastmove_solver::Shares;
use lastmove_values::{AppraisalLimits, DEFAULT_APPRAISED_POSITIONS, DEFAULT_MAX_FORMS};
use lastmove_work::{Budget, Limits, Stop, human, memory_is_there};
use std::ffi::OsStr;
use std::io::IsTerminal;
use std::time::Duration;

/// Reads the name of a game.
pub(crate) fn game() -> impl TypedValueParser<Value = Game> {
    PossibleValuesParser::new([
        PossibleValue::new("amazons").help("boards are width x height; White starts"),
        PossibleValue::new("domineering").help("boards are rows x columns; Vertical is Left"),
    ])
    .try_map(|name| name.parse::<Game>())
}

/// A reader of a value, with the values that completions suggest. Others are read too.
#[derive(Clone, Debug)]
pub(crate) struct Suggesting<P> {
    read: P,
    names: Vec<&'static str>,
}

/// A reader of a value for which completions suggest `names`.
pub(crate) fn suggesting<P: TypedValueParser>(
    names: impl IntoIterator<Item = &'static str>,
    read: P,
) -> Suggesting<P> {
    Suggesting { read, names: names.into_iter().collect() }
}

impl<P: TypedValueParser> TypedValueParser for Suggesting<P> {
    type Value = P::Value;

    fn parse_ref(
        &self,
        command: &Command,
        argument: Option<&Arg>,
        value: &OsStr,
    ) -> Result<P::Value, clap::Error> {
        self.read.parse_ref(command, argument, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(self.names.iter().map(PossibleValue::new)))
    }
}

/// Reads the databases of `--databases`.
fn databases() -> impl TypedValueParser<Value = Choice> {
    suggesting(["none", "quick", "standard"], |text: &str| text.parse::<Choice>())
}

/// Reads the side of `--assume`.
pub(crate) fn assumed_side(game: Game, text: &str) -> Result<Side, Failure> {
    let sides = game.sides();
    let side = sides.into_iter().find(|side| side.name().eq_ignore_ascii_case(text));
    side.ok_or_else(|| {
        let expected = sides.map(Side::name).join(" or ");
        Failure::input(format!("--assume {text}"), format!("expected {expected}"))
    })
}

/// `--time` and `--nodes`.
#[derive(Clone, Copy, Debug, Args)]
#[command(next_help_heading = "Limits of the whole command")]
pub(crate) struct LimitFlags {
    /// Stop after this time, such as 30s, 5m or 2h (exit code 3)
    #[arg(long, value_name = "TIME", value_parser = human::parse_time, allow_negative_numbers = true)]
    time: Option<Duration>,
    /// Stop after this many nodes, such as 500k or 20M (exit code 3)
    #[arg(long, value_name = "N", value_parser = human::parse_count, allow_negative_numbers = true)]
    nodes: Option<u64>,
}

impl LimitFlags {
    /// The limits that were asked for.
    pub(crate) fn limits(&self) -> Limits {
        Limits { time: self.time, nodes: self.nodes }
    }
}

/// Limits on the computation of values.
#[derive(Clone, Copy, Debug, Args)]
#[command(next_help_heading = "Limits of the whole command")]
pub(crate) struct ValueFlags {
    /// How many canonical forms to keep, such as 500k or 5M; where a form would need more, the
    /// thermograph is still computed
    #[arg(long, value_name = "N", value_parser = human::parse_count,
        default_value_t = DEFAULT_MAX_FORMS as u64)]
    max_forms: u64,
    /// How many positions to remember
    #[arg(long, value_name = "N", value_parser = human::parse_count,
        default_value_t = DEFAULT_APPRAISED_POSITIONS as u64)]
    max_positions: u64,
    /// Stop after this time, such as 30s, 5m or 2h (exit code 3)
    #[arg(long, value_name = "TIME", value_parser = human::parse_time, allow_negative_numbers = true)]
    time: Option<Duration>,
}

impl ValueFlags {
    /// The limits, and the budget that ends with the time and with Ctrl-C.
    pub(crate) fn limits(&self, session: &Session) -> (AppraisalLimits, Budget) {
        let budget = session.budget(Limits { time: self.time, ..Limits::default() });
        let count = |n: u64| usize::try_from(n).unwrap_or(usize::MAX);
        let limits = AppraisalLimits {
            max_forms: count(self.max_forms),
            max_positions: count(self.max_positions),
            budget: Some(budget.clone()),
            ..AppraisalLimits::default()
        };
        (limits, budget)
    }
}

/// `--time` and `--threads` of commands that count.
#[derive(Clone, Copy, Debug, Args)]
#[command(next_help_heading = "Limits of the whole command")]
pub(crate) struct CountFlags {
    /// Stop after this time, such as 30s, 5m or 2h (exit code 3)
    #[arg(long, value_name = "TIME", value_parser = human::parse_time, allow_negative_numbers = true)]
    time: Option<Duration>,
    /// Threads [default: all cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
}

impl CountFlags {
    /// Counts with so many threads until it is done, time is up, or Ctrl-C.
    pub(crate) fn run<T>(
        &self,
        session: &Session,
        count: impl FnOnce(&Budget) -> Result<T, Stop>,
    ) -> Result<T, Failure> {
        if let Some(threads) = self.threads {
            // It can be built only once, and nothing else has asked for it before.
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads.into());
            pool.build_global().map_err(anyhow::Error::from)?;
        }
        let budget = session.budget(Limits { time: self.time, ..Limits::default() });
        let again = |stop| Failure::stopped(stop, "a count cannot be resumed, run it again");
        count(&budget).map_err(again)
    }
}

/// The style of drawings.
#[derive(Clone, Copy, Debug, Args)]
#[command(next_help_heading = "Drawing")]
pub(crate) struct DrawingFlags {
    /// Draw with ASCII characters (the default where output is not a terminal)
    #[arg(long, conflicts_with = "unicode")]
    ascii: bool,
    /// Draw with Unicode characters (the default on a terminal)
    #[arg(long)]
    unicode: bool,
}

impl DrawingFlags {
    /// Whether to keep to ASCII.
    pub(crate) fn ascii(&self) -> bool {
        self.ascii || !self.unicode && !std::io::stdout().is_terminal()
    }
}

/// `--databases`.
#[derive(Clone, Debug, Args)]
pub(crate) struct DatabaseFlags {
    /// Endgame databases: none, quick, standard or a folder [default: standard if built, else
    /// quick]
    #[arg(long, value_name = "SET", value_parser = databases(), hide_possible_values = true)]
    databases: Option<Choice>,
}

impl DatabaseFlags {
    /// The databases of the arguments.
    pub(crate) fn choice(&self) -> Choice {
        self.databases.clone().unwrap_or_default()
    }

    /// Whether the arguments name databases.
    pub(crate) fn is_given(&self) -> bool {
        self.databases.is_some()
    }

    /// Opens the databases; the quick ones are built on first use.
    pub(crate) fn open(&self, session: &Session) -> Result<Databases, Failure> {
        Ok(self.choice().open(&*session.progress, &session.budget(Limits::default()), &mut warn)?)
    }
}

/// Refuses an amount of memory that the system cannot give.
pub(crate) fn check_memory(bytes: u64) -> Result<(), Failure> {
    if memory_is_there(bytes) {
        return Ok(());
    }
    let place = format!("--memory {}", human::bytes(bytes));
    Err(Failure::input(place, "this machine does not have so much; ask for less"))
}

/// Memory divided among threads, and the writer of certificates if one is wanted.
pub(crate) fn shares(memory: u64, threads: usize, certificate: bool) -> Result<Shares, Failure> {
    check_memory(memory)?;
    let place = || format!("--memory {}", human::bytes(memory));
    let shares = Shares::of(memory, threads).map_err(|e| Failure::input(place(), e))?;
    if certificate {
        CertificateFile::check_memory(&shares).map_err(|e| Failure::input(place(), e))?;
    }
    Ok(shares)
}

/// Prints a warning.
pub(crate) fn warn(text: String) {
    eprintln!("{} {text}", style::warning("lastmove: warning:"));
}

impl From<OpenError> for Failure {
    fn from(error: OpenError) -> Self {
        match error {
            OpenError::Stopped(stop) => {
                Self::stopped(stop, "run the same command again to go on building")
            }
            error => anyhow::Error::from(error).into(),
        }
    }
}

/// `--memory` and `--threads`.
#[derive(Clone, Copy, Debug, Args)]
#[command(next_help_heading = "Memory and threads")]
pub(crate) struct SearchFlags {
    /// Memory of the whole command without database files, such as 512M or 4G [default: 1G]
    #[arg(long, value_name = "BYTES", value_parser = human::parse_bytes, allow_negative_numbers = true)]
    pub(crate) memory: Option<u64>,
    /// Threads; with one thread the same command searches the same nodes every time [default: all
    /// cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
}

impl SearchFlags {
    /// The memory of the command, in bytes.
    pub(crate) fn memory(&self) -> u64 {
        self.memory.unwrap_or(1 << 30)
    }

    /// The number of threads of the arguments, if given.
    pub(crate) fn asked_threads(&self) -> Option<usize> {
        self.threads.map(usize::from)
    }

    /// The number of threads.
    pub(crate) fn threads(&self) -> usize {
        self.threads.map_or_else(cores, usize::from)
    }
}

/// The number of cores of the machine.
pub(crate) fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}
