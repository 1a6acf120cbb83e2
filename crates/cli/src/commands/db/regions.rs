//! `lastmove db regions`: the table of Domineering's region values, made anew.

use crate::{Failure, Session, output};
use lastmove_solver::domineering::RegionTable;
use lastmove_work::{Stage, file, human};
use serde_json::json;
use std::path::PathBuf;
use std::time::Instant;

const EXAMPLES: &str = "\
Examples:
  lastmove db regions
  lastmove db regions --output regions.zst";

#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// Write the table to this file, as it ships with the program
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// Builds the table and compares it with the one that ships with the program.
pub(crate) fn run(args: &Args, session: &Session) -> Result<(), Failure> {
    if let Some(path) = &args.output {
        file::check_place(path).map_err(anyhow::Error::from)?;
    }
    let started = Instant::now();
    let budget = session.budget(Default::default());
    let stage = Stage::new(&*session.progress, "boards", None);
    let table = RegionTable::build(&budget, &mut |_| stage.advance(1)).map_err(|stopped| {
        Failure::stopped(stopped.why, "the table cannot be resumed, build it again")
    })?;
    if let Some(path) = &args.output {
        let packed = table.pack();
        file::replace(path, |out| out.write_all(&packed)).map_err(anyhow::Error::from)?;
    }
    let (count, checksum) = (table.len(), table.checksum());
    let same = table == *RegionTable::shipped();
    let fields = json!({
        "regions": count,
        "checksum": format!("{checksum:016x}"),
        "shipped": same,
        "seconds": started.elapsed().as_secs_f64(),
    });
    let verdict = if same { "the table that ships with this program" } else { "another table" };
    let text =
        format!("{} regions, checksum {checksum:016x}: {verdict}\n", human::count(count as u64));
    output::answer(session, &fields, text)
}
