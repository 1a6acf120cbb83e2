//! `lastmove db build`.

use crate::failure::Failure;
use crate::output::{self, Answer};
use crate::session::Session;
use lastmove_endgame::{BuildError, OpenError, Preset, build, cache_folder};
use lastmove_work::human;
use serde::Serialize;
use std::fmt;
use std::path::PathBuf;
use std::time::Instant;

const EXAMPLES: &str = "\
Examples:
  lastmove db build quick
  lastmove db build quick --dir databases --json

`quick` takes seconds; commands that want it build it by themselves. `standard` has all 241
databases of Song's thesis and more; expect a quarter of an hour on two cores, and 0.9 GB. A build that
was interrupted goes on where it stopped: run the same command again.";

#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// Which databases
    #[arg(value_parser = ["quick", "standard"])]
    preset: String,
    /// Build into this folder instead of the user's cache
    #[arg(long, value_name = "DIR")]
    dir: Option<PathBuf>,
}

#[derive(Serialize)]
struct Built {
    preset: &'static str,
    folder: String,
    made: usize,
    kept: usize,
    bytes: u64,
    seconds: f64,
}

/// Builds.
pub(crate) fn run(args: &Args, session: &Session) -> Result<(), Failure> {
    let preset = Preset::by_name(&args.preset)
        .ok_or_else(|| Failure::input(&args.preset, "expected quick or standard"))?;
    let folder = match args.dir.clone().or_else(|| cache_folder(preset)) {
        Some(folder) => folder,
        None => return Err(anyhow::Error::from(OpenError::NoCache).into()),
    };
    let started = Instant::now();
    let specs = preset.specs();
    let built = build(&folder, &specs, &*session.progress, &session.cancel);
    let built = built.map_err(|error| match error {
        BuildError::Stopped(stop) => {
            let there = lastmove_endgame::present(preset, &folder);
            let note = format!(
                "{there} of {} databases are complete and stay; run the same command again to go on",
                specs.len()
            );
            Failure::stopped(stop, note)
        }
        error => anyhow::Error::from(error).into(),
    })?;
    let length = |path: PathBuf| std::fs::metadata(path).map_or(0, |data| data.len());
    let answer = Built {
        preset: preset.name(),
        folder: folder.display().to_string(),
        made: built.made,
        kept: built.kept,
        bytes: specs.iter().map(|spec| length(folder.join(spec.file_name()))).sum(),
        seconds: started.elapsed().as_secs_f64(),
    };
    output::answer(session, &answer)
}

impl Answer for Built {
    fn text(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "{}: {} databases built, {} kept, {} bytes, {}",
            self.preset,
            self.made,
            self.kept,
            human::count(self.bytes),
            human::seconds(self.seconds)
        )?;
        writeln!(f, "in {}", self.folder)
    }
}
