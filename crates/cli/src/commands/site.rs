//! `lastmove site`: the page as a folder, for any web host.

use crate::{Failure, Session, output};
use lastmove_solver::domineering::RegionTable;
use lastmove_web::{Site, SiteError};
use schemars::JsonSchema;
use serde::Serialize;
use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  lastmove site public --engine lastmove_engine.wasm

`tools/site.sh DIR` in the source folder builds the engine and calls this. Any web host can serve
the folder, from any path and without special headers; visitors can install the page and use it
without a network.";

#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// The folder to write; files of an earlier version are replaced
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// The engine in WebAssembly, as tools/site.sh builds it
    #[arg(long, value_name = "FILE")]
    engine: PathBuf,
}

/// What was written.
#[derive(Serialize, JsonSchema)]
pub(crate) struct WrittenSite {
    folder: PathBuf,
    /// changes with every change of a file
    version: String,
    files: usize,
    bytes: usize,
}

/// Writes the folder.
pub(crate) fn run(args: &Args, session: &Session) -> Result<(), Failure> {
    let place = format!("--engine {}", args.engine.display());
    let engine = std::fs::read(&args.engine)
        .map_err(|e| Failure::input(&place, format!("{e}; tools/site.sh builds one")))?;
    let regions = RegionTable::shipped().to_bytes();
    let site = Site::new(&engine, &regions).map_err(|e| Failure::input(&place, e))?;
    site.write(&args.folder).map_err(|error| match error {
        SiteError::NoEngine => Failure::input(&place, error),
        SiteError::Write(..) => anyhow::Error::from(error).into(),
    })?;
    let files = site.files().count();
    let bytes: usize = site.files().map(|(_, bytes)| bytes.len()).sum();
    let version = site.version().to_owned();
    let fields = WrittenSite { folder: args.folder.clone(), version, files, bytes };
    let folder = args.folder.display();
    let text = format!("{folder}: {files} files, {bytes} bytes, version {}\n", site.version());
    output::answer(session, &fields, text)
}
