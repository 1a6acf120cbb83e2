//! `lastmove gtp`: the engine for programs that speak the Go Text Protocol.

use crate::engines::{EngineFlags, MoveFlags};
use crate::{Failure, Session, boards, flags};
use lastmove_arena::{SessionSettings, gtp};
use lastmove_board::Game;
use lastmove_draw::BoardDrawing;
use lastmove_solver::with_game;
use lastmove_work::Stop;
use std::io::{BufReader, stdin, stdout};

const EXAMPLES: &str = "\
Examples:
  printf 'boardsize 5 6\\nplay w b1-b4/d4\\nshowboard\\nquit\\n' | lastmove gtp
  printf 'genmove w\\nquit\\n' | lastmove gtp --nodes 50
  printf 'kata-analyze w 50 ownership true\\nquit\\n' | lastmove gtp --board 6x6 --databases none
  printf 'lastmove-solve\\n' | lastmove gtp --board 4x4
  printf 'list_commands\\n' | lastmove gtp --points --level 3
  printf 'play v 1,1\\ngenmove h\\n' | lastmove gtp --game domineering --board 4x4

Without --time-per-move, --nodes, --depth or a clock (time_settings) a move takes 5 seconds. The
manual's chapter on protocols lists the commands.";

#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// Which game
    #[arg(long, default_value = "amazons", value_parser = flags::game())]
    game: Game,
    /// The board at the start: a size, or a position [default: 10x10, in Domineering 8x8]
    #[arg(long)]
    board: Option<String>,
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
    let settings = SessionSettings {
        points: args.points,
        ponder: args.ponder,
        ..settings(args.game, args.board.as_deref(), &args.engine, &args.limits, session)?
    };
    let (input, output, cancel) = (BufReader::new(stdin()), &mut stdout(), &session.cancel);
    gtp::serve(input, output, settings, cancel)?;
    ended(session)
}

/// The end of a protocol; after a signal this is a failure.
pub(super) fn ended(session: &Session) -> Result<(), Failure> {
    match session.cancel.is_cancelled() {
        true => Err(Failure::stopped(Stop::Cancelled, "the game is not kept")),
        false => Ok(()),
    }
}

/// The settings that both protocols begin with.
pub(super) fn settings(
    game: Game,
    board: Option<&str>,
    engine: &EngineFlags,
    limits: &MoveFlags,
    session: &Session,
) -> Result<SessionSettings, Failure> {
    let board = boards::read(game, board.unwrap_or(game.default_board()))?;
    with_game!(game, P => boards::position::<P>(&board).map(drop))?;
    engine.kind().check_plays(game).map_err(|e| Failure::input("--engine", e))?;
    Ok(SessionSettings {
        game,
        options: engine.options(session, limits)?,
        limits: limits.limits(),
        board,
        draw: |game, diagram| BoardDrawing::new(diagram, game).ascii(true).to_string(),
        ..SessionSettings::default()
    })
}

/// Refuses `--json`: a protocol has its own form of answers.
pub(super) fn refuse_json(protocol: &str, session: &Session) -> Result<(), Failure> {
    if session.json {
        let problem = format!("answers are in the form of {protocol}; run it without --json");
        return Err(Failure::input("--json", problem));
    }
    Ok(())
}
