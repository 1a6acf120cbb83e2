//! `lastmove evaluate`: the worth of a position without search.

pub(crate) mod amazons;
pub(crate) mod domineering;

use self::amazons::Areas;
use self::domineering::Covers;
use crate::flags::{self, DatabaseFlags, DrawingFlags};
use crate::{Failure, Session, batch, boards, output, pictures};
use lastmove_board::{Diagram, Game, Side};
use lastmove_report::WinRule;
use serde::Serialize;
use std::fmt;
use std::path::PathBuf;

/// Larger zones take minutes to search.
pub(crate) const MOST_LOCAL: i64 = 8;

const EXAMPLES: &str = "\
Examples:
  lastmove evaluate amazons \"q1*2Q/2*3/***3/1Q*1q1\"
  lastmove evaluate amazons \"q1Q/2*\" --json
  lastmove evaluate amazons \"**1*/Q1*q/***Q\" --databases none --local-search 4
  lastmove evaluate domineering \"4/1*2/3*/4\"
  lastmove evaluate domineering 6x6 -o cover.svg
  printf 'q1Q\\nq2/3/2Q\\n' | lastmove evaluate amazons --batch -

Black and Vertical are Left: positive numbers are their moves. A bound with the end `relaxed` holds
up to an infinitesimal, one with the end `tightened` is not reached.";

#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// The game
    #[arg(value_parser = flags::game())]
    game: Game,
    /// A position such as "q1Q/2*" or "4/1*2"; a side to move is not needed
    #[arg(required_unless_present = "batch")]
    position: Option<String>,
    /// Evaluate every line of a file (- for standard input)
    #[arg(long, value_name = "FILE", conflicts_with = "position")]
    batch: Option<PathBuf>,
    /// Also draw the evaluation into a file, .svg or .png
    #[arg(short, long, value_name = "FILE", conflicts_with = "batch")]
    output: Option<PathBuf>,
    /// Amazons: search zones of up to this many empty squares that are in no database
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(..=MOST_LOCAL))]
    local_search: Option<u32>,
    #[command(flatten)]
    databases: DatabaseFlags,
    #[command(flatten)]
    drawing: DrawingFlags,
}

/// How evaluations of a game are shown.
struct Shown<E> {
    /// for people; boards in ASCII or not
    text: fn(&E, bool, &mut fmt::Formatter<'_>) -> fmt::Result,
    /// the same as SVG
    svg: fn(&E) -> String,
}

/// Evaluates and prints.
pub(crate) fn run(args: &Args, session: &Session) -> Result<(), Failure> {
    args.output.as_deref().map(pictures::check).transpose()?;
    if let Some(text) = &args.position {
        boards::read(args.game, text)?; // bad boards fail before databases are built
    }
    match args.game {
        Game::Amazons => {
            let databases = args.databases.open(session)?;
            let shown = Shown { text: Areas::text, svg: Areas::svg };
            each(args, session, shown, |diagram| {
                amazons::evaluate(diagram, &databases, args.local_search.unwrap_or(0))
            })
        }
        Game::Domineering => {
            if args.databases.is_given() {
                return Err(Failure::input("--databases", "Domineering has no endgame databases"));
            }
            if args.local_search.is_some() {
                return Err(Failure::input("--local-search", "Domineering has no zones"));
            }
            let desk = domineering::Desk::new(session);
            let shown = Shown { text: Covers::text, svg: Covers::svg };
            each(args, session, shown, |diagram| desk.evaluate(diagram))
        }
    }
}

/// Evaluates the position or the lines of the batch.
fn each<E: Serialize>(
    args: &Args,
    session: &Session,
    shown: Shown<E>,
    evaluate: impl Fn(Diagram) -> Result<E, Failure>,
) -> Result<(), Failure> {
    if let Some(path) = &args.batch {
        return batch::run(path, |line| evaluate(boards::read(args.game, line)?));
    }
    let diagram = boards::read(args.game, args.position.as_deref().unwrap_or_default())?;
    let evaluated = evaluate(diagram)?;
    if let Some(path) = &args.output {
        pictures::write(path, &(shown.svg)(&evaluated))?;
    }
    let ascii = args.drawing.ascii();
    output::answer(session, &evaluated, fmt::from_fn(|f| (shown.text)(&evaluated, ascii, f)))
}

/// The winner with each side to move, one line each.
fn write_winners(
    f: &mut fmt::Formatter<'_>,
    game: Game,
    winners: [Option<Side>; 2],
    rules: [Option<WinRule>; 2],
) -> fmt::Result {
    for ((mover, winner), rule) in game.sides().into_iter().zip(winners).zip(rules) {
        let mover = mover.capital();
        match winner {
            Some(winner) => {
                let why = rule.map(|rule| format!(": {rule}")).unwrap_or_default();
                writeln!(f, "{mover} to move: {} wins{why}", winner.capital())?;
            }
            None => writeln!(f, "{mover} to move: not decided without search")?,
        }
    }
    Ok(())
}
