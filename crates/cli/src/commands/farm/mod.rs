//! `lastmove farm`: many machines on one board.

mod access;
mod collect;
pub(crate) mod start;
mod status;
pub(crate) mod stop;
mod text;
pub(crate) mod up;
mod work;

use crate::flags::{DatabaseFlags, SearchFlags, shares};
use crate::{Failure, Session};
use clap::Subcommand;
use lastmove_board::Game;
use lastmove_endgame::Databases;
use lastmove_farm::FarmError;
use lastmove_report::solve::SearchResources;
use lastmove_work::Stop;
use std::sync::Arc;

/// The version on which all machines must agree; the processor that they were built for may differ.
const VERSION: &str = env!("CARGO_PKG_VERSION");

#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Begin or continue a campaign: hand out units, collect results
    Start(Box<start::Args>),
    /// Solve units of a campaign
    Work(Box<work::Args>),
    /// Show the status of a campaign
    Status(status::Args),
    /// Print the answer of a campaign, and join its certificates
    Collect(collect::Args),
    /// Stop a campaign, for good or until it is started again
    Stop(stop::Args),
    /// Start a server on this machine
    Up(up::Args),
}

/// Runs a subcommand.
pub(crate) fn run(args: &Args, session: &Session) -> Result<(), Failure> {
    match &args.command {
        Command::Start(args) => start::run(args, session),
        Command::Work(args) => work::run(args, session),
        Command::Status(args) => status::run(args, session),
        Command::Collect(args) => collect::run(args, session),
        Command::Stop(args) => stop::run(args, session),
        Command::Up(args) => up::run(args, session),
    }
}

/// A solver for a game, which also writes certificates if they are wanted.
fn desk(
    game: Game,
    search: &SearchFlags,
    databases: &DatabaseFlags,
    certificates: bool,
    session: &Session,
) -> Result<SearchResources, Failure> {
    let shares = shares(search.memory(), search.threads(), certificates)?;
    let databases = match game {
        Game::Amazons => databases.open(session)?,
        Game::Domineering => Databases::none(),
    };
    Ok(SearchResources::new(Arc::new(databases), shares))
}

/// Prints a message as one line on standard error.
fn say(session: &Session) -> impl Fn(String) {
    let quiet = session.quiet;
    move |line| {
        if !quiet {
            eprintln!("lastmove: {line}");
        }
    }
}

impl From<FarmError> for Failure {
    fn from(error: FarmError) -> Self {
        match error {
            FarmError::Input(line) => Self::input_line(line),
            FarmError::Stopped(stop) => Self::stopped(stop, how_to_go_on(stop)),
            FarmError::Units(error) => error.into(),
            error => anyhow::Error::from(error).into(),
        }
    }
}

fn how_to_go_on(stop: Stop) -> &'static str {
    match stop {
        Stop::Cancelled => "nothing is lost; run the same command again to go on",
        _ => "run it again with more",
    }
}
