//! `lastmove db`: endgame databases, and Domineering's region values.

pub(crate) mod build;
pub(crate) mod check;
pub(crate) mod list;
pub(crate) mod query;
pub(crate) mod regions;

use crate::{Failure, Session};
use clap::Subcommand;

#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Build the databases that are missing
    Build(build::Args),
    /// List the databases that are built
    List(list::Args),
    /// Look up the value, thermograph and best moves of small areas
    Query(query::Args),
    /// Verify all checksums and recompute a random sample by search
    Check(check::Args),
    /// Show which values of Domineering regions ship with the program, or build them anew
    Regions(regions::Args),
}

/// Runs a subcommand.
pub(crate) fn run(args: &Args, session: &Session) -> Result<(), Failure> {
    match &args.command {
        Command::Build(args) => build::run(args, session),
        Command::List(args) => list::run(args, session),
        Command::Query(args) => query::run(args, session),
        Command::Check(args) => check::run(args, session),
        Command::Regions(args) => regions::run(args, session),
    }
}
