//! `lastmove farm stop`: stops a campaign, for now or for good.

use super::access::{AccessFlags, campaign};
use crate::{Failure, Session, output};
use lastmove_farm::names::CampaignName;
use lastmove_farm::status::Watcher;
use schemars::JsonSchema;
use serde::Serialize;

const EXAMPLES: &str = "\
Examples with a server:
  lastmove farm stop
  lastmove farm stop --campaign 5x6 --remove

Coordinator and workers end. `lastmove farm start --campaign NAME` goes on with the campaign.";

#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// The campaign [default: the only one on the server]
    #[arg(long, value_name = "NAME", value_parser = campaign)]
    campaign: Option<CampaignName>,
    /// Take the campaign off the server; its folder with log and certificates stays
    #[arg(long)]
    remove: bool,
    #[command(flatten)]
    access: AccessFlags,
}

/// What was stopped.
#[derive(Serialize, JsonSchema)]
pub(crate) struct StoppedCampaign {
    campaign: String,
    /// whether a coordinator was running
    coordinator: bool,
    /// whether it was taken off the server
    removed: bool,
}

/// Stops it.
pub(crate) fn run(args: &Args, session: &Session) -> Result<(), Failure> {
    let watcher = Watcher::open(&args.access.access(false)?, args.campaign.as_ref())?;
    let name = watcher.status()?.settings.campaign;
    let coordinator = watcher.stop(args.remove)?;
    let fields = StoppedCampaign { campaign: name.clone(), coordinator, removed: args.remove };
    let who = if coordinator { "" } else { " (no coordinator was running)" };
    let gone = if args.remove { " and taken off the server" } else { "" };
    let text = format!("campaign {name} is stopped{gone}{who}; its folder has all results\n");
    output::answer(session, &fields, text)
}
