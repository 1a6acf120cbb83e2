//! `lastmove uci`: the engine for programs that speak the Universal Chess Interface.

use super::gtp::{draw, refuse_json};
use crate::engines::{EngineFlags, MoveFlags};
use crate::{Failure, Session, boards};
use lastmove_player::uci;
use lastmove_report::Game;
use std::io::{BufReader, stdin, stdout};

const EXAMPLES: &str = "\
Examples:
  printf 'uci\\nisready\\nposition startpos moves d1d7,d7g7\\ngo nodes 50\\n' | lastmove uci
  printf 'setoption name MultiPV value 3\\ngo movetime 300\\n' | lastmove uci --board 6x6
  printf 'position fen 1q2/4/4/2Q1 w - - 0 1\\nd\\ngo infinite\\nstop\\nquit\\n' | lastmove uci

The dialect is that of Fairy-Stockfish for the variant amazons: a move is d1d7,d7g7.";

#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// The board that startpos means: a size such as 10x10, or a position
    #[arg(long, default_value = "10x10")]
    board: String,
    #[command(flatten)]
    engine: EngineFlags,
    #[command(flatten)]
    limits: MoveFlags,
}

/// Speaks the protocol.
pub(crate) fn run(args: &Args, session: &Session) -> Result<(), Failure> {
    refuse_json("UCI", session)?;
    let board = boards::read(Game::Amazons, &args.board)?;
    boards::amazons::<u128>(&board)?;
    let settings = uci::Settings {
        options: args.engine.options(session)?,
        limits: args.limits.limits(),
        board,
        draw,
        ..uci::Settings::default()
    };
    Ok(uci::serve(BufReader::new(stdin()), stdout(), settings, &session.cancel)?)
}
