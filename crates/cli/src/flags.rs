//! Arguments that several commands take.

use crate::failure::Failure;
use crate::session::Session;
use clap::{Args, ValueEnum};
use lastmove_endgame::{Choice, Databases, OpenError};
use lastmove_values::{AppraisalLimits, DEFAULT_MAX_FORMS, DEFAULT_MAX_POSITIONS};
use lastmove_work::{Budget, Cancel, Limits, Stop, human};
use serde::Serialize;
use std::fmt;
use std::io::IsTerminal;
use std::sync::Arc;
use std::sync::mpsc::RecvTimeoutError;
use std::time::Duration;

/// A game with a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Game {
    /// boards are width x height; White starts
    Amazons,
    /// boards are rows x columns; Vertical is Left
    Domineering,
}

impl From<Game> for lastmove_report::Game {
    fn from(game: Game) -> Self {
        match game {
            Game::Amazons => Self::Amazons,
            Game::Domineering => Self::Domineering,
        }
    }
}

impl fmt::Display for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Amazons => "Amazons",
            Self::Domineering => "Domineering",
        })
    }
}

/// `--time` and `--nodes`.
#[derive(Clone, Copy, Debug, Args)]
#[command(next_help_heading = "Limits")]
pub(crate) struct LimitFlags {
    /// Stop after so much time, such as 30s, 5m or 2h (exit code 3)
    #[arg(long, value_name = "TIME", value_parser = human::parse_time, allow_negative_numbers = true)]
    time: Option<Duration>,
    /// Stop after so many nodes, such as 500k or 20M (exit code 3)
    #[arg(long, value_name = "N", value_parser = human::parse_count, allow_negative_numbers = true)]
    nodes: Option<u64>,
}

impl LimitFlags {
    /// The limits that were asked for.
    pub(crate) fn limits(&self) -> Limits {
        Limits { time: self.time, nodes: self.nodes, memory: None }
    }
}

/// Limits on the computation of values.
#[derive(Clone, Copy, Debug, Args)]
#[command(next_help_heading = "Limits")]
pub(crate) struct ValueFlags {
    /// How many canonical forms to keep, such as 500k or 5M; where a form would need more, the
    /// thermograph still comes
    #[arg(long, value_name = "N", value_parser = human::parse_count,
        default_value_t = DEFAULT_MAX_FORMS as u64)]
    max_forms: u64,
    /// How many positions to remember
    #[arg(long, value_name = "N", value_parser = human::parse_count,
        default_value_t = DEFAULT_MAX_POSITIONS as u64)]
    max_positions: u64,
    /// Stop after so much time, such as 30s, 5m or 2h (exit code 3)
    #[arg(long, value_name = "TIME", value_parser = human::parse_time, allow_negative_numbers = true)]
    time: Option<Duration>,
}

impl ValueFlags {
    /// The limits, with a stop signal that looks at the clock and at Ctrl-C.
    pub(crate) fn limits(&self, session: &Session) -> (AppraisalLimits, Arc<Budget>) {
        let budget = session.budget(Limits { time: self.time, ..Limits::default() });
        let budget = Arc::new(budget);
        let watched = Arc::clone(&budget);
        let count = |n: u64| usize::try_from(n).unwrap_or(usize::MAX);
        let limits = AppraisalLimits {
            max_forms: count(self.max_forms),
            max_positions: count(self.max_positions),
            stop: Some(Arc::new(move || watched.check().is_err())),
            ..AppraisalLimits::default()
        };
        (limits, budget)
    }
}

/// `--time` and `--threads` of commands that count: all or nothing.
#[derive(Clone, Copy, Debug, Args)]
#[command(next_help_heading = "Limits")]
pub(crate) struct CountFlags {
    /// Stop after so much time, such as 30s, 5m or 2h (exit code 3)
    #[arg(long, value_name = "TIME", value_parser = human::parse_time, allow_negative_numbers = true)]
    time: Option<Duration>,
    /// Threads [default: all cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
}

impl CountFlags {
    /// Counts with so many threads until it is done, time is up, or Ctrl-C.
    pub(crate) fn run<T: Send>(
        &self,
        session: &Session,
        count: impl FnOnce(&Cancel) -> Result<T, Stop> + Send,
    ) -> Result<T, Failure> {
        if let Some(threads) = self.threads {
            // It can be built only once, and nothing else has asked for it before.
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads.into());
            pool.build_global().map_err(anyhow::Error::from)?;
        }
        let cancel = &session.cancel;
        let (done, ended) = std::sync::mpsc::channel::<()>();
        let (counted, late) = std::thread::scope(|scope| {
            let watch = self.time.map(|time| {
                scope.spawn(move || {
                    let late = ended.recv_timeout(time) == Err(RecvTimeoutError::Timeout);
                    if late {
                        cancel.cancel();
                    }
                    late
                })
            });
            let counted = count(cancel);
            drop(done);
            (counted, watch.is_some_and(|watch| watch.join().unwrap_or(false)))
        });
        counted.map_err(|stop| {
            let stop = if late { Stop::Time } else { stop };
            Failure::stopped(stop, "a count cannot be resumed, run it again")
        })
    }
}

/// How boards are drawn.
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
    #[arg(long, value_name = "SET")]
    databases: Option<Choice>,
}

impl DatabaseFlags {
    /// What was chosen.
    pub(crate) fn choice(&self) -> Choice {
        self.databases.clone().unwrap_or_default()
    }

    /// Opens the databases; the quick ones are built when first wanted.
    pub(crate) fn open(&self, session: &Session) -> Result<Databases, Failure> {
        let mut warn = |text: String| eprintln!("lastmove: warning: {text}");
        let opened = self.choice().open(&*session.progress, &session.cancel, &mut warn);
        opened.map_err(|error| match error {
            OpenError::Stopped(stop) => {
                Failure::stopped(stop, "run the same command again to go on building")
            }
            error => anyhow::Error::from(error).into(),
        })
    }
}

/// `--memory` and `--threads`.
#[derive(Clone, Copy, Debug, Args)]
#[command(next_help_heading = "Limits")]
pub(crate) struct SearchFlags {
    /// Size of the table, such as 512M or 4G [default: 1G]
    #[arg(long, value_name = "BYTES", value_parser = human::parse_bytes, allow_negative_numbers = true)]
    memory: Option<u64>,
    /// Threads; with one the same command does the same nodes every time [default: all cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
}

impl SearchFlags {
    /// The bytes of the table, if somebody asked.
    pub(crate) fn asked_memory(&self) -> Option<u64> {
        self.memory
    }

    /// The bytes of the table.
    pub(crate) fn memory(&self) -> usize {
        self.memory.map_or(1 << 30, |bytes| usize::try_from(bytes).unwrap_or(usize::MAX))
    }

    /// How many threads, if somebody asked; else one, so that counts are the same every time.
    pub(crate) fn threads_or_one(&self) -> usize {
        self.threads.map_or(1, usize::from)
    }

    /// How many threads.
    pub(crate) fn threads(&self) -> usize {
        let cores = || std::thread::available_parallelism().map_or(1, usize::from);
        self.threads.map_or_else(cores, usize::from)
    }
}
