//! `lastmove solve`: who wins, and by which moves.

mod amazons;
mod certificate;
mod domineering;

use crate::failure::Failure;
use crate::flags::{DatabaseFlags, Game, LimitFlags, SearchFlags};
use crate::output::{self, Answer};
use crate::session::Session;
use crate::{batch, boards};
use serde::Serialize;
use std::fmt;
use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  lastmove solve amazons 4x4
  lastmove solve amazons \"1q2/4/4/2Q1 w\" --moves --json
  lastmove solve amazons 4x4 --first-move b1-b2/b1 --databases none
  lastmove solve amazons 4x4 --algorithm alphabeta
  lastmove solve amazons 4x4 --proof 4x4.proof
  lastmove solve domineering 6x6
  lastmove solve domineering \"3*/4/4 h\" --moves --json
  lastmove solve domineering 4x5 --proof 4x5.proof
  printf 'q1Q w\\nq2/3/2Q b\\n' | lastmove solve amazons --batch -

A batch has one board or position per line and gives one JSON object per line. Limits hold for
each line by itself.";

/// Which search to use.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Algorithm {
    /// depth-first proof-number search
    Dfpn,
    /// alpha-beta with two values, on one thread
    Alphabeta,
}

#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    game: Game,
    /// A board such as 4x5, or a position such as "1q2/4/4/2Q1 w"
    #[arg(required_unless_present = "batch")]
    board: Option<String>,
    /// Solve every line of a file (- for standard input)
    #[arg(long, value_name = "FILE", conflicts_with = "board")]
    batch: Option<PathBuf>,
    /// Write a certificate that `lastmove verify` can check
    #[arg(long, value_name = "FILE", conflicts_with = "batch")]
    proof: Option<PathBuf>,
    /// Find the result of every move
    #[arg(long)]
    moves: bool,
    /// Play this move first and solve what follows (Amazons)
    #[arg(long, value_name = "MOVE")]
    first_move: Option<String>,
    /// How to search (Amazons)
    #[arg(long, value_enum, default_value_t = Algorithm::Dfpn)]
    algorithm: Algorithm,
    /// Say what the search met
    #[arg(long)]
    stats: bool,
    #[command(flatten)]
    databases: DatabaseFlags,
    #[command(flatten)]
    search: SearchFlags,
    #[command(flatten)]
    limits: LimitFlags,
}

/// The answer for either game.
#[derive(Serialize)]
#[serde(untagged)]
enum Solved {
    Amazons(Box<amazons::Solved>),
    Domineering(Box<domineering::Solved>),
}

impl Answer for Solved {
    fn text(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Amazons(solved) => solved.text(f),
            Self::Domineering(solved) => solved.text(f),
        }
    }
}

/// What serves all lines of a batch.
enum Desk<'a> {
    Amazons(Box<amazons::Desk<'a>>),
    Domineering(domineering::Desk<'a>),
}

impl<'a> Desk<'a> {
    fn new(args: &'a Args, session: &'a Session) -> Result<Self, Failure> {
        match args.game {
            Game::Amazons => Ok(Self::Amazons(Box::new(amazons::Desk::new(args, session)?))),
            Game::Domineering => {
                if args.first_move.is_some() {
                    let what = "is for Amazons; Domineering does not know it";
                    return Err(Failure::input("--first-move", what));
                }
                Ok(Self::Domineering(domineering::Desk::new(args, session)))
            }
        }
    }

    fn solve(&self, game: Game, text: &str) -> Result<Solved, Failure> {
        let diagram = boards::read(game, text)?;
        match self {
            Self::Amazons(desk) => desk.solve(&diagram).map(Box::new).map(Solved::Amazons),
            Self::Domineering(desk) => desk.solve(&diagram).map(Box::new).map(Solved::Domineering),
        }
    }
}

/// Solves.
pub(crate) fn run(args: &Args, session: &Session) -> Result<(), Failure> {
    if let Some(path) = &args.batch {
        let desk = Desk::new(args, session)?;
        return batch::run(path, |line| desk.solve(args.game, line));
    }
    let board = args.board.as_deref().unwrap_or_default();
    boards::read(args.game, board)?; // before databases are built
    let desk = Desk::new(args, session)?;
    output::answer(session, &desk.solve(args.game, board)?)
}
