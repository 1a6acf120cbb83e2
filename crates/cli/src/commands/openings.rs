//! `lastmove openings`: balanced openings for matches, made by our own search.

use crate::engines::SharedFlags;
use crate::{Failure, Session, boards, flags, output};
use lastmove_arena::History;
use lastmove_arena::matches::OpeningMaker;
use lastmove_board::{Diagram, Game};
use lastmove_player::Playable;
use lastmove_solver::with_game;
use lastmove_work::{Stage, Stop, human};
use schemars::JsonSchema;
use serde::Serialize;
use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  lastmove openings amazons 6x6 --count 3 --nodes 100
  lastmove openings amazons 8x8 --count 2 --nodes 50 -o suite.txt
  lastmove openings domineering 6x6 --count 2 --plies 4 --nodes 20 --balance 0.4 --json

The moves of an opening are drawn from those that a short search likes. It is kept if a longer search
gives both sides nearly the same chance, and if it is no mirror image of another one. A match takes
the file with --openings. The suites that come with the program (6x6, 8x8 and 10x10) are what this
command prints with --databases none.";

#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// Which game
    #[arg(value_parser = flags::game())]
    game: Game,
    /// A board such as 10x10, or a position
    board: String,
    /// How many openings
    #[arg(long, value_name = "N", default_value_t = 40, value_parser = clap::value_parser!(u16).range(1..))]
    count: u16,
    /// Moves of each opening
    #[arg(long, value_name = "N", default_value_t = 4)]
    plies: u16,
    /// Nodes of the search that judges an opening
    #[arg(long, value_name = "N", value_parser = human::parse_count, default_value = "1k")]
    nodes: u64,
    /// How far the chance of the side to move may be from one half
    #[arg(long, value_name = "CHANCE", default_value_t = 0.05)]
    balance: f64,
    /// Write the openings to this file
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    #[command(flatten)]
    shared: SharedFlags,
}

/// The openings that were made.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Openings {
    game: Game,
    board: String,
    openings: Vec<Opening>,
    /// the file of the openings
    output: Option<PathBuf>,
}

#[derive(Serialize, JsonSchema)]
struct Opening {
    /// a line such as `6x6 moves d1-d4/d2`
    opening: String,
    /// of the side to move to win
    chance: f64,
}

/// Makes the openings.
pub(crate) fn run(args: &Args, session: &Session) -> Result<(), Failure> {
    let board = boards::read(args.game, &args.board)?;
    with_game!(args.game, P => make::<P>(args, &board, session))
}

fn make<P: Playable>(args: &Args, board: &Diagram, session: &Session) -> Result<(), Failure> {
    let maker = OpeningMaker {
        count: usize::from(args.count),
        plies: usize::from(args.plies),
        nodes: args.nodes,
        balance: args.balance,
        seed: args.shared.seed,
        options: args.shared.options(session, 1)?,
    };
    let stage = Stage::new(&*session.progress, "making openings", Some(args.count.into()));
    let mut lines: Vec<(String, f64)> = Vec::new();
    let mut made = |game: &History<P>, chance: f64| {
        // Named boards are easier to read by their name.
        let moves = game.move_names().join(" ");
        lines.push((format!("{} moves {moves}", args.board), chance));
        stage.advance(1);
    };
    maker.run::<P>(board, &session.cancel, &mut made).map_err(|e| boards::bad(&args.board, e))?;
    let head = format!(
        "; {} openings of {} on {}: {} plies, chance of the side to move within {} of one half after \
         {} nodes\n",
        lines.len(),
        args.game,
        args.board,
        args.plies,
        args.balance,
        args.nodes
    );
    let text: String = lines.iter().fold(head, |text, (line, _)| text + line + "\n");
    let opening =
        |(line, chance): &(String, f64)| Opening { opening: line.clone(), chance: *chance };
    let fields = Openings {
        game: args.game,
        board: args.game.board_name(board),
        openings: lines.iter().map(opening).collect(),
        output: args.output.clone(),
    };
    if session.cancel.is_cancelled() {
        let note = "openings cannot be resumed, run it again";
        return Err(Failure::stopped(Stop::Cancelled, note).with_partial(&fields));
    }
    if lines.len() < maker.count {
        let found = lines.len();
        let more = "allow more with --plies or --balance";
        return Err(
            Failure::limit(format!("{found} openings were found, {more}")).with_partial(&fields)
        );
    }
    match &args.output {
        Some(path) => {
            lastmove_work::file::replace(path, |out| out.write_all(text.as_bytes()))?;
            let said = format!("{} openings in {}\n", lines.len(), path.display());
            output::answer(session, &fields, said)
        }
        None => output::answer(session, &fields, text),
    }
}
