//! `lastmove farm status`: the status of a campaign.

use super::access::{AccessFlags, campaign};
use super::text;
use crate::{Failure, Session, output};
use lastmove_farm::messages::CampaignState;
use lastmove_farm::names::CampaignName;
use lastmove_farm::status::Watcher;
use lastmove_work::Stop;
use std::io::IsTerminal;
use std::time::Duration;

const EXAMPLES: &str = "\
Examples with a server:
  lastmove farm status
  lastmove farm status --watch
  lastmove farm status --campaign 5x6 --json";

#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// The campaign [default: the only one on the server]
    #[arg(long, value_name = "NAME", value_parser = campaign)]
    campaign: Option<CampaignName>,
    /// Show it again every two seconds, until the campaign ends
    #[arg(long)]
    watch: bool,
    #[command(flatten)]
    access: AccessFlags,
}

/// Prints the status.
pub(crate) fn run(args: &Args, session: &Session) -> Result<(), Failure> {
    let watcher = Watcher::open(&args.access.access(false)?, args.campaign.as_ref())?;
    loop {
        let status = watcher.status()?;
        let over = status.snapshot.as_ref().is_some_and(|s| s.state != CampaignState::Running);
        if !args.watch || over {
            return output::answer(session, &status, text::status(&status));
        }
        if !session.json {
            let clear = if std::io::stdout().is_terminal() { "\x1b[2J\x1b[H" } else { "" };
            output::print(&format!("{clear}{}\n", text::status(&status)))?;
        }
        for _ in 0..20 {
            if session.cancel.is_cancelled() {
                return Err(Failure::stopped(Stop::Cancelled, "the campaign goes on"));
            }
            std::thread::sleep(Duration::from_millis(100));
        }
    }
}
