//! `lastmove solve`: who wins, and by which moves.

mod amazons;
mod certificate;
mod checkpoint;
mod domineering;
mod units;

use crate::failure::Failure;
use crate::flags::{DatabaseFlags, Game, LimitFlags, SearchFlags};
use crate::output::{self, Answer};
use crate::session::Session;
use crate::{batch, boards};
use checkpoint::{CheckpointFlags, Keeper};
use lastmove_endgame::Databases;
use serde::Serialize;
use std::fmt;
use std::path::{Path, PathBuf};
use units::UnitFlags;

const EXAMPLES: &str = "\
Examples:
  lastmove solve amazons 4x4
  lastmove solve amazons \"1q2/4/4/2Q1 w\" --moves --json
  lastmove solve amazons 4x4 --first-move b1-b2/b1 --databases none
  lastmove solve amazons 4x4 --algorithm alphabeta
  lastmove solve amazons 4x4 --proof 4x4.proof
  lastmove solve amazons 4x4 --checkpoint 4x4.checkpoint
  lastmove solve amazons --resume 4x4.checkpoint
  lastmove solve amazons 4x4 --assume black --split 2 --units 4x4.units
  lastmove solve --units 4x4.units --proof 4x4.parts
  lastmove solve --units 4x4.units --merge --proof 4x4.joined
  lastmove solve domineering 6x6
  lastmove solve domineering \"3*/4/4 h\" --moves --json
  lastmove solve domineering 4x5 --proof 4x5.proof
  printf 'q1Q w\\nq2/3/2Q b\\n' | lastmove solve amazons --batch -

A batch has one board or position per line and gives one JSON object per line. Limits hold for
each line by itself.

A checkpoint is what the search has found out. After Ctrl-C, a limit or a kill --resume goes on
with it, and goes on writing it.";

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
    #[arg(required_unless_present = "units")]
    game: Option<Game>,
    /// A board such as 4x5, or a position such as "1q2/4/4/2Q1 w"
    #[arg(required_unless_present_any = ["batch", "resume", "units"])]
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
    checkpoint: CheckpointFlags,
    #[command(flatten)]
    units: UnitFlags,
    #[command(flatten)]
    databases: DatabaseFlags,
    #[command(flatten)]
    search: SearchFlags,
    #[command(flatten)]
    limits: LimitFlags,
}

impl Args {
    /// The game that was named.
    fn game(&self) -> Result<Game, Failure> {
        let missing = || Failure::input_line("name the game: amazons or domineering");
        self.game.ok_or_else(missing)
    }
}

/// The answer for either game.
#[derive(Serialize)]
#[serde(untagged)]
enum Solved {
    Amazons(Box<amazons::Solved>),
    Domineering(Box<domineering::Solved>),
}

impl Solved {
    /// Who wins, and the nodes that it took; where both players were first, nobody.
    fn winner(&self) -> (Option<&'static str>, u64) {
        match self {
            Self::Amazons(solved) => solved.winner(),
            Self::Domineering(solved) => solved.winner(),
        }
    }
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
    Domineering(Box<domineering::Desk<'a>>),
}

impl<'a> Desk<'a> {
    fn new(
        args: &'a Args,
        game: Game,
        session: &'a Session,
        keeper: Keeper,
    ) -> Result<Self, Failure> {
        match game {
            Game::Amazons => {
                if args.algorithm == Algorithm::Alphabeta && keeper.is_asked() {
                    let problem = "has no checkpoints; use dfpn";
                    return Err(Failure::input("--algorithm alphabeta", problem));
                }
                Ok(Self::Amazons(Box::new(amazons::Desk::new(args, session, keeper)?)))
            }
            Game::Domineering => {
                if args.first_move.is_some() {
                    let what = "is for Amazons; Domineering does not know it";
                    return Err(Failure::input("--first-move", what));
                }
                let desk = domineering::Desk::new(args, session, keeper);
                Ok(Self::Domineering(Box::new(desk)))
            }
        }
    }

    /// The databases in use; Domineering has none.
    fn databases(&self) -> Option<&Databases> {
        match self {
            Self::Amazons(desk) => Some(desk.databases()),
            Self::Domineering(_) => None,
        }
    }

    fn solve(&self, game: Game, text: &str, proof: Option<&Path>) -> Result<Solved, Failure> {
        let diagram = boards::read(game, text)?;
        match self {
            Self::Amazons(desk) => desk.solve(&diagram, proof).map(Box::new).map(Solved::Amazons),
            Self::Domineering(desk) => {
                desk.solve(&diagram, proof).map(Box::new).map(Solved::Domineering)
            }
        }
    }
}

/// Solves.
pub(crate) fn run(args: &Args, session: &Session) -> Result<(), Failure> {
    if args.units.is_asked() {
        return units::run(args, session);
    }
    let game = args.game()?;
    let keeper = args.checkpoint.keeper(args)?;
    if let Some(path) = &args.batch {
        let desk = Desk::new(args, game, session, keeper)?;
        return batch::run(path, |line| desk.solve(game, line, None));
    }
    let board = match (&args.board, keeper.position()) {
        (Some(board), _) => board.clone(),
        (None, position) => position.unwrap_or_default().to_owned(),
    };
    boards::read(game, &board)?; // before databases are built
    let desk = Desk::new(args, game, session, keeper)?;
    output::answer(session, &desk.solve(game, &board, args.proof.as_deref())?)
}
