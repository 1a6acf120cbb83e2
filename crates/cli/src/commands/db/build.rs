//! `lastmove db build`.

use crate::{Failure, Session, output};
use lastmove_endgame::{BuildError, Built, OpenError, Preset, build, cache_folder};
use lastmove_work::human;
use schemars::JsonSchema;
use serde::Serialize;
use std::path::PathBuf;
use std::time::Instant;

const EXAMPLES: &str = "\
Examples:
  lastmove db build quick
  lastmove db build quick --dir databases --json

`quick` takes seconds, and commands that need it build it. `standard` has all 241 databases of
Song's thesis and more; it takes about a quarter of an hour on two cores and 0.9 GB on disk. An
interrupted build continues where it stopped when the same command runs again.";

#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// The set of databases
    #[arg(value_parser = ["quick", "standard"])]
    preset: String,
    /// Build into this folder instead of the user's cache
    #[arg(long, value_name = "DIR")]
    dir: Option<PathBuf>,
}

/// What was built.
#[derive(Serialize, JsonSchema)]
pub(crate) struct BuiltDatabases {
    preset: &'static str,
    folder: String,
    /// databases built now
    made: usize,
    /// databases that were there
    kept: usize,
    bytes: u64,
    seconds: f64,
}

/// Builds.
pub(crate) fn run(args: &Args, session: &Session) -> Result<(), Failure> {
    let preset = Preset::by_name(&args.preset)
        .ok_or_else(|| Failure::input(&args.preset, "expected quick or standard"))?;
    let folder = args.dir.clone().or_else(|| cache_folder(preset)).ok_or(OpenError::NoCache)?;
    let started = Instant::now();
    let specs = preset.specs();
    let built = build(&folder, &specs, &*session.progress, &session.budget(Default::default()));
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
    let bytes: u64 = specs.iter().map(|spec| length(folder.join(spec.file_name()))).sum();
    let (Built { made, kept }, seconds) = (built, started.elapsed().as_secs_f64());
    let (name, place) = (preset.name(), folder.display().to_string());
    let fields = BuiltDatabases { preset: name, folder: place.clone(), made, kept, bytes, seconds };
    let (bytes, time) = (human::count(bytes), human::seconds(seconds));
    let text =
        format!("{name}: {made} databases built, {kept} kept, {bytes} bytes, {time}\nin {place}\n");
    output::answer(session, &fields, text)
}
