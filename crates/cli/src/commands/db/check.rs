//! `lastmove db check`.

use crate::failure::Failure;
use crate::flags::DatabaseFlags;
use crate::output::{self, Answer};
use crate::session::Session;
use lastmove_endgame::{CheckError, check};
use lastmove_work::human;
use serde::Serialize;
use std::fmt;
use std::time::Instant;

const EXAMPLES: &str = "\
Examples:
  lastmove db check
  lastmove db check --databases quick --samples 500 --seed 7 --json";

#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// How many positions to recompute by search
    #[arg(long, value_name = "N", default_value = "1000", value_parser = human::parse_count)]
    samples: u64,
    /// Draw other positions
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    #[command(flatten)]
    databases: DatabaseFlags,
}

#[derive(Serialize)]
struct Sound {
    valid: bool,
    databases: String,
    count: usize,
    bytes: u64,
    recomputed: u64,
    seconds: f64,
}

/// Checks.
pub(crate) fn run(args: &Args, session: &Session) -> Result<(), Failure> {
    let databases = args.databases.open(session)?;
    let started = Instant::now();
    let checked = check(&databases, args.samples, args.seed, &*session.progress, &session.cancel);
    let checked = checked.map_err(|error| match error {
        CheckError::Stopped(stop) => {
            Failure::stopped(stop, "a check cannot be resumed, run it again")
        }
        error => anyhow::Error::from(error).into(),
    })?;
    let answer = Sound {
        valid: true,
        databases: databases.name().to_owned(),
        count: checked.databases,
        bytes: checked.bytes,
        recomputed: checked.recomputed,
        seconds: started.elapsed().as_secs_f64(),
    };
    output::answer(session, &answer)
}

impl Answer for Sound {
    fn text(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (count, bytes) = (human::count(self.count as u64), human::count(self.bytes));
        writeln!(f, "{}: {count} databases, {bytes} bytes: all checksums fit", self.databases)?;
        let recomputed = human::count(self.recomputed);
        writeln!(f, "{recomputed} positions recomputed by search: all values agree")
    }
}
