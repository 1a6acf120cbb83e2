//! `lastmove uci`: the engine for programs that speak the Universal Chess Interface.

use super::gtp::{ended, refuse_json, settings};
use crate::engines::{EngineFlags, MoveFlags};
use crate::{Failure, Session, flags};
use lastmove_arena::uci;
use lastmove_board::Game;
use std::io::{BufReader, stdin, stdout};

const EXAMPLES: &str = "\
Examples:
  printf 'uci\\nisready\\nposition startpos moves d1d7,d7g7\\ngo nodes 50\\n' | lastmove uci
  printf 'setoption name MultiPV value 3\\ngo movetime 300\\n' | lastmove uci --board 6x6
  printf 'position fen 1q2/4/4/2Q1 w - - 0 1\\nd\\ngo infinite\\nstop\\nquit\\n' | lastmove uci
  printf 'go\\n' | lastmove uci --game domineering --board 4x4

The dialect is that of Fairy-Stockfish for the variant amazons: a move is d1d7,d7g7. A
move of Domineering is 2,3.";

#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// Which game
    #[arg(long, default_value = "amazons", value_parser = flags::game())]
    game: Game,
    /// The board that startpos means: a size, or a position [default: 10x10, in Domineering 8x8]
    #[arg(long)]
    board: Option<String>,
    #[command(flatten)]
    engine: EngineFlags,
    #[command(flatten)]
    limits: MoveFlags,
}

/// Speaks the protocol.
pub(crate) fn run(args: &Args, session: &Session) -> Result<(), Failure> {
    refuse_json("UCI", session)?;
    let settings = settings(args.game, args.board.as_deref(), &args.engine, &args.limits, session)?;
    let (input, output, cancel) = (BufReader::new(stdin()), stdout(), &session.cancel);
    uci::serve(input, output, settings, cancel)?;
    ended(session)
}
