//! `lastmove farm work`: a worker.

use super::access::{AccessFlags, campaign};
use super::{VERSION, desk, say, text};
use crate::flags::{DatabaseFlags, SearchFlags};
use crate::{Failure, Session, output};
use lastmove_farm::names::CampaignName;
use lastmove_farm::worker::{Worker, WorkerHooks, WorkerOptions};
use lastmove_work::{Limits, human};
use std::path::PathBuf;
use std::time::Duration;

const EXAMPLES: &str = "\
Examples with a server:
  lastmove farm work
  lastmove farm work --server nats://lab:4222 --token-file worker-token --memory 8G
  lastmove farm work --campaign 5x6 --threads 4 --time-per-unit 30m

A worker takes one unit at a time. It can be stopped or killed at any moment; another one then takes
its unit. It ends when the campaign does.";

#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// The campaign [default: the only one on the server]
    #[arg(long, value_name = "NAME", value_parser = campaign)]
    campaign: Option<CampaignName>,
    /// A unit that takes longer is split into smaller ones
    #[arg(long, value_name = "TIME", default_value = "10m", value_parser = human::parse_time)]
    time_per_unit: Duration,
    /// A unit that takes more nodes is split into smaller ones
    #[arg(long, value_name = "N", value_parser = human::parse_count)]
    nodes_per_unit: Option<u64>,
    /// End after this many units
    #[arg(long, value_name = "N", value_parser = human::parse_count)]
    units: Option<u64>,
    /// Folder for certificates on their way [default: the system's folder for such files]
    #[arg(long, value_name = "DIR")]
    scratch: Option<PathBuf>,
    #[command(flatten)]
    access: AccessFlags,
    #[command(flatten)]
    search: SearchFlags,
    #[command(flatten)]
    databases: DatabaseFlags,
}

/// Runs the worker.
pub(crate) fn run(args: &Args, session: &Session) -> Result<(), Failure> {
    let say = say(session);
    let beside = WorkerHooks { cancel: &session.cancel, progress: &*session.progress, say: &say };
    let worker = Worker::join(&args.access.access(true)?, args.campaign.as_ref(), &beside)?;
    let settings = worker.settings().clone();
    let desk = desk(settings.game, &args.search, &args.databases, settings.certificates, session)?;
    worker.check(VERSION, &desk)?;
    say(format!("campaign {}: {} {}", settings.campaign, settings.game, settings.board));
    let scratch = args.scratch.clone().unwrap_or_else(std::env::temp_dir);
    let options = WorkerOptions {
        scratch: scratch.join(format!("lastmove-work-{}", std::process::id())),
        limits: Limits { time: Some(args.time_per_unit), nodes: args.nodes_per_unit },
        units: args.units,
    };
    let worked = worker.work(&desk, &options, &beside)?;
    output::answer(session, &worked, text::worked(&worked))
}
