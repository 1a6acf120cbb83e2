//! `lastmove db regions`: the table of Domineering's region values.

use crate::{Failure, Session, output};
use lastmove_solver::domineering::RegionTable;
use lastmove_work::{Stage, file, human};
use schemars::JsonSchema;
use serde::Serialize;
use std::path::PathBuf;
use std::time::Instant;

const EXAMPLES: &str = "\
Examples:
  lastmove db regions
  lastmove db regions --json

With --build it takes about a minute.";

#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// Build the table anew and compare it with the one that ships with the program
    #[arg(long)]
    build: bool,
    /// Write the table that was built to this file, as it ships with the program
    #[arg(long, short, value_name = "FILE", requires = "build")]
    output: Option<PathBuf>,
}

/// The values of Domineering regions.
#[derive(Serialize, JsonSchema)]
pub(crate) struct RegionsAnswer {
    /// how many
    regions: usize,
    checksum: String,
    /// whether they were built anew
    built: bool,
    /// whether they are those of the program
    shipped: bool,
    seconds: f64,
}

/// Shows which values ship with the program, or builds them anew.
pub(crate) fn run(args: &Args, session: &Session) -> Result<(), Failure> {
    if let Some(path) = &args.output {
        file::check_place(path).map_err(anyhow::Error::from)?;
    }
    let started = Instant::now();
    let built = if args.build { Some(build(session)?) } else { None };
    if let (Some(table), Some(path)) = (&built, &args.output) {
        let packed = table.pack();
        file::replace(path, |out| out.write_all(&packed)).map_err(anyhow::Error::from)?;
    }
    let shipped = RegionTable::shipped();
    let table = built.as_ref().unwrap_or(shipped);
    let same = table == shipped;
    let (count, checksum) = (table.len(), table.checksum());
    let fields = RegionsAnswer {
        regions: count,
        checksum: format!("{checksum:016x}"),
        built: args.build,
        shipped: same,
        seconds: started.elapsed().as_secs_f64(),
    };
    let verdict = match (args.build, same) {
        (false, _) => "they ship with this program",
        (true, true) => "the same that ship with this program",
        (true, false) => "others than those that ship with this program",
    };
    let count = human::count(count as u64);
    output::answer(
        session,
        &fields,
        format!("{count} regions, checksum {checksum:016x}: {verdict}\n"),
    )
}

fn build(session: &Session) -> Result<RegionTable, Failure> {
    let budget = session.budget(Default::default());
    let stage = Stage::new(&*session.progress, "boards", None);
    RegionTable::build(&budget, &mut |_| stage.advance(1)).map_err(|stopped| {
        Failure::stopped(stopped.why, "the table cannot be resumed, build it again")
    })
}
