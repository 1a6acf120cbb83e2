//! `lastmove farm collect`: the answer of a campaign.

use super::access::campaign;
use super::start::folder;
use super::{VERSION, desk, text};
use crate::flags::{DatabaseFlags, SearchFlags};
use crate::{Failure, Session, output};
use lastmove_farm::collect::{Certificates, collect, read};
use lastmove_farm::names::CampaignName;
use lastmove_farm::worker::check;
use lastmove_work::Limits;
use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples with a server:
  lastmove farm collect --campaign 5x6
  lastmove farm collect --campaign 5x6 --proof 5x6.proof

Run it where the coordinator ran: it reads the campaign's folder and needs no server. Certificates are
verified before they are joined.";

#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// The campaign
    #[arg(long, value_name = "NAME", value_parser = campaign)]
    campaign: CampaignName,
    /// Folder of the campaign's log and certificates [default: NAME.farm]
    #[arg(long, value_name = "DIR")]
    folder: Option<PathBuf>,
    /// Join the certificates into this file
    #[arg(long, value_name = "FILE")]
    proof: Option<PathBuf>,
    #[command(flatten)]
    search: SearchFlags,
    #[command(flatten)]
    databases: DatabaseFlags,
}

/// Collects.
pub(crate) fn run(args: &Args, session: &Session) -> Result<(), Failure> {
    let folder = folder(args.folder.as_ref(), &args.campaign);
    let (settings, _) = read(&folder, Certificates::Checked)?;
    let proof = args.proof.as_deref();
    let desk = desk(settings.game, &args.search, &args.databases, proof.is_some(), session)?;
    check(&settings, VERSION, &desk)?;
    let budget = session.budget(Limits::default());
    let answer = collect(&folder, &desk, proof, &budget, &*session.progress)?;
    if proof.is_some() && answer.proof.is_none() {
        let open: usize = answer.claims.iter().map(|claim| claim.open).sum();
        let line = format!(
            "campaign {}: {open} units are open, so there is nothing to prove yet; go on with \
             `lastmove farm start --campaign {}`",
            args.campaign, args.campaign
        );
        return Err(Failure::limit(line).with_partial(&answer));
    }
    output::answer(session, &answer, text::collected(&answer))
}
