//! `lastmove farm start`: coordinating a campaign.

use super::access::{AccessFlags, campaign};
use super::{VERSION, desk, say, text};
use crate::flags::{self, DatabaseFlags, SearchFlags, assumed_side};
use crate::{Failure, Session, boards, output};
use lastmove_board::{Diagram, Game, Side};
use lastmove_farm::coordinator::{self, Coordinator, CoordinatorHooks};
use lastmove_farm::log::Folder;
use lastmove_farm::messages::{CampaignSettings, CampaignState, Snapshot};
use lastmove_farm::names::CampaignName;
use lastmove_farm::worker::{check, fingerprint};
use lastmove_proof::CheckOptions;
use lastmove_report::units::{Head, with_plan};
use schemars::JsonSchema;
use serde::Serialize;
use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples with a server:
  lastmove farm start amazons 5x6 --campaign 5x6 --split 2 --assume black
  lastmove farm start domineering 8x9 --campaign 8x9 --server nats://lab:4222
  lastmove farm start --campaign 5x6

The last one goes on with a campaign. `lastmove farm up` starts a server; `lastmove farm work` on any
machine solves units. The coordinator ends when the winner is known.";

#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// The game; omit it to continue a campaign
    #[arg(value_name = "GAME", value_parser = flags::game())]
    game: Option<Game>,
    /// A board or a position. A Domineering board without a side is solved with each player first
    #[arg(value_name = "BOARD", requires = "game")]
    board: Option<String>,
    /// Name of the campaign: letters, digits and hyphens
    #[arg(long, value_name = "NAME", value_parser = campaign)]
    campaign: CampaignName,
    /// Folder of the campaign's log and certificates [default: NAME.farm]
    #[arg(long, value_name = "DIR")]
    folder: Option<PathBuf>,
    /// Moves from the board down to the first units; units that take long are split further
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u8).range(1..=12))]
    split: u8,
    /// The side that is assumed to win [default: the side to move]
    #[arg(long, value_name = "SIDE")]
    assume: Option<String>,
    /// The first move of the side that is assumed to win; the units come after it (Amazons)
    #[arg(long, value_name = "MOVE")]
    first_move: Option<String>,
    /// Have workers write no certificates; the answer is then `unverified`
    #[arg(long)]
    no_certificates: bool,
    #[command(flatten)]
    access: AccessFlags,
    #[command(flatten)]
    search: SearchFlags,
    #[command(flatten)]
    databases: DatabaseFlags,
}

/// The folder of a campaign.
pub(super) fn folder(given: Option<&PathBuf>, campaign: &CampaignName) -> Folder {
    let default = || PathBuf::from(format!("{campaign}.farm"));
    Folder::at(&given.cloned().unwrap_or_else(default))
}

/// How a campaign ended.
#[derive(Serialize, JsonSchema)]
pub(crate) struct EndedCampaign {
    campaign: String,
    game: Game,
    board: String,
    folder: PathBuf,
    /// whether the winner is known
    finished: bool,
    /// of each root
    winners: Vec<Option<Side>>,
    /// results that count without a checked certificate
    unverified: u64,
    snapshot: Snapshot,
}

/// Runs the coordinator.
pub(crate) fn run(args: &Args, session: &Session) -> Result<(), Failure> {
    let folder = folder(args.folder.as_ref(), &args.campaign);
    let place = format!("campaign {}", args.campaign);
    let earlier = coordinator::settings(&folder)?;
    let game = match (&earlier, args.game) {
        (Some(earlier), None) => earlier.game,
        (_, Some(game)) => game,
        (None, None) => {
            let problem = format!(
                "there is none in {}; name a game and a board to begin it, or its --folder",
                folder.path().display()
            );
            return Err(Failure::input(place, problem));
        }
    };
    let access = args.access.access(false)?;
    let desk = desk(game, &args.search, &args.databases, false, session)?;
    let asked = match &args.board {
        Some(board) => Some(heads(args, game, board, &desk)?),
        None if earlier.is_some() => None,
        None => return Err(Failure::input(place, "name a board to begin it")),
    };
    let settings = match earlier {
        Some(earlier) => {
            if asked.is_some_and(|asked| asked != earlier.roots) {
                let problem = format!(
                    "it exists in {} and is about {} {} with other settings; leave the board out \
                     to go on with it, or choose another name",
                    folder.path().display(),
                    earlier.game,
                    earlier.board
                );
                return Err(Failure::input(place, problem));
            }
            check(&earlier, VERSION, &desk)?;
            earlier
        }
        None => {
            let roots = asked.unwrap_or_default();
            let path = std::path::absolute(folder.path()).unwrap_or(folder.path().to_owned());
            CampaignSettings {
                campaign: args.campaign.to_string(),
                id: coordinator::draw_id(),
                version: VERSION.to_owned(),
                game,
                board: roots[0].board.clone(),
                databases: desk.databases_of(game).to_owned(),
                fingerprint: fingerprint(game, &desk),
                certificates: !args.no_certificates,
                host: lastmove_farm::host(),
                folder: path.display().to_string(),
                roots,
            }
        }
    };
    let say = say(session);
    let beside =
        CoordinatorHooks { cancel: &session.cancel, progress: &*session.progress, say: &say };
    let coordinator = Coordinator::open(&access, &folder, settings.clone(), &beside)?;
    session.keeps(&folder.path().join("log"));
    say(format!("campaign {}: {} {}", settings.campaign, settings.game, settings.board));
    say(format!("join it on any machine with `lastmove farm work --server {}`", access.server));
    let shares = desk.shares();
    let checks = CheckOptions { threads: shares.threads, memory: shares.writer };
    let run = with_plan(&desk, &settings.roots, |plan| coordinator.run(plan, checks, &beside))?;
    let snapshot = run?;
    let fields = EndedCampaign {
        campaign: settings.campaign.clone(),
        game: settings.game,
        board: settings.board.clone(),
        folder: folder.path().to_owned(),
        finished: snapshot.state == CampaignState::Finished,
        winners: snapshot.winners.clone(),
        unverified: snapshot.unverified,
        snapshot: snapshot.clone(),
    };
    output::answer(session, &fields, text::ended(&settings, &snapshot, &folder))
}

/// The roots of a campaign: two for a Domineering board without a side.
fn heads(
    args: &Args,
    game: Game,
    board: &str,
    desk: &lastmove_report::solve::SearchResources,
) -> Result<Vec<Head>, Failure> {
    let diagram = boards::read(game, board)?;
    let assumed = args.assume.as_deref().map(|text| assumed_side(game, text)).transpose()?;
    let diagrams = match (game, diagram.side()) {
        (Game::Domineering, None) => {
            game.sides().map(|side| diagram.clone().with_side(Some(side))).to_vec()
        }
        _ => vec![diagram],
    };
    let head = |diagram: &Diagram| {
        let head = Head::new(desk, game, diagram, assumed, args.split.into())?;
        match &args.first_move {
            Some(_) if game == Game::Domineering => {
                Err(Failure::input("--first-move", "is for Amazons; Domineering does not know it"))
            }
            Some(text) => Ok(head.with_first_move(boards::first_move(diagram, text)?.0)?),
            None => Ok(head),
        }
    };
    diagrams.iter().map(head).collect()
}
