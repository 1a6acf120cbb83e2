//! `lastmove gtp`: the engine for programs that speak the Go Text Protocol.

use crate::engines::{EngineFlags, MoveFlags};
use crate::{Failure, Session, boards};
use lastmove_board::Diagram;
use lastmove_draw::{Labels, TextDrawing};
use lastmove_player::gtp;
use lastmove_report::Game;
use std::io::{BufReader, stdin, stdout};

const EXAMPLES: &str = "\
Examples:
  printf 'boardsize 5 6\\nplay w b1-b4/d4\\nshowboard\\nquit\\n' | lastmove gtp
  printf 'genmove w\\nquit\\n' | lastmove gtp --nodes 50
  printf 'kata-analyze w 50 ownership true\\nquit\\n' | lastmove gtp --board 6x6 --databases none
  printf 'lastmove-solve\\n' | lastmove gtp --board 4x4
  printf 'list_commands\\n' | lastmove gtp --points --level 3

Without --time-per-move, --nodes, --depth or a clock (time_settings) a move takes 5 seconds. The
manual's chapter on protocols lists the commands.";

#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// The board at the start: a size such as 10x10, or a position
    #[arg(long, default_value = "10x10")]
    board: String,
    /// Answer genmove with one point of the turn at a time, as GoGui expects
    #[arg(long)]
    points: bool,
    /// Think on the opponent's time
    #[arg(long)]
    ponder: bool,
    #[command(flatten)]
    engine: EngineFlags,
    #[command(flatten)]
    limits: MoveFlags,
}

/// Speaks the protocol.
pub(crate) fn run(args: &Args, session: &Session) -> Result<(), Failure> {
    refuse_json("GTP", session)?;
    let board = boards::read(Game::Amazons, &args.board)?;
    boards::amazons::<u128>(&board)?;
    let settings = gtp::Settings {
        options: args.engine.options(session)?,
        limits: args.limits.limits(),
        board,
        points: args.points,
        ponder: args.ponder,
        draw,
    };
    Ok(gtp::serve(BufReader::new(stdin()), &mut stdout(), settings, &session.cancel)?)
}

/// A protocol has its own form of answers.
pub(super) fn refuse_json(protocol: &str, session: &Session) -> Result<(), Failure> {
    if session.json {
        let problem = format!("answers are in the form of {protocol}; run it without --json");
        return Err(Failure::input("--json", problem));
    }
    Ok(())
}

/// The board for `showboard` and `d`.
pub(super) fn draw(diagram: &Diagram) -> String {
    TextDrawing::new(diagram, Labels::Amazons).ascii(true).to_string()
}
