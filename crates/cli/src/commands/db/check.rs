//! `lastmove db check`.

use crate::flags::DatabaseFlags;
use crate::{Failure, Session, output};
use lastmove_endgame::{CheckError, check};
use lastmove_work::human;
use schemars::JsonSchema;
use serde::Serialize;
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
    /// Seed of the random sample
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    #[command(flatten)]
    databases: DatabaseFlags,
}

/// What was checked.
#[derive(Serialize, JsonSchema)]
pub(crate) struct CheckedDatabases {
    valid: bool,
    /// which databases
    databases: String,
    count: usize,
    bytes: u64,
    /// positions whose values were computed again by search
    recomputed: u64,
    seconds: f64,
}

/// Checks.
pub(crate) fn run(args: &Args, session: &Session) -> Result<(), Failure> {
    let databases = args.databases.open(session)?;
    let started = Instant::now();
    let budget = session.budget(Default::default());
    let checked = check(&databases, args.samples, args.seed, &*session.progress, &budget);
    let checked = checked.map_err(|error| match error {
        CheckError::Stopped(stop) => {
            Failure::stopped(stop, "a check cannot be resumed, run it again")
        }
        error => anyhow::Error::from(error).into(),
    })?;
    let fields = CheckedDatabases {
        valid: true,
        databases: databases.name().to_owned(),
        count: checked.databases,
        bytes: checked.bytes,
        recomputed: checked.recomputed,
        seconds: started.elapsed().as_secs_f64(),
    };
    let numbers = [checked.databases as u64, checked.bytes, checked.recomputed];
    let [count, bytes, recomputed] = numbers.map(human::count);
    let text = format!(
        "{}: {count} databases, {bytes} bytes: all checksums fit\n\
         {recomputed} positions recomputed by search: all values agree\n",
        databases.name()
    );
    output::answer(session, &fields, text)
}
