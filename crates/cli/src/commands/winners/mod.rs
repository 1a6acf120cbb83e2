//! `lastmove winners`: the winners of the boards.

pub(crate) mod amazons;
pub(crate) mod domineering;

use crate::{Failure, Session, flags};
use lastmove_board::Game;
use lastmove_board::Size;

const EXAMPLES: &str = "\
Examples:
  lastmove winners amazons
  lastmove winners amazons --amazons 2 --json
  lastmove winners domineering
  lastmove winners domineering --rows 30 --columns 30 --json
  lastmove winners domineering --why 6x20

The chart of Amazons has the boards that are solved, with four, two and one amazons a side; White
moves first. That of Domineering rests on solved boards and the rules of Lachmann, Moore and
Rapaport. An undecided class lists its candidates.";

#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// The game
    #[arg(value_parser = flags::game())]
    game: Game,
    /// Amazons: only boards with this many amazons a side, 1, 2 or 4
    #[arg(long, value_name = "N", value_parser = ["1", "2", "4"])]
    amazons: Option<String>,
    /// Domineering: largest number of rows, 10 by default
    #[arg(long, value_parser = clap::value_parser!(u8).range(1..=100))]
    rows: Option<u8>,
    /// Domineering: largest number of columns, 10 by default
    #[arg(long, value_parser = clap::value_parser!(u8).range(1..=100))]
    columns: Option<u8>,
    /// Domineering: explain why a board such as 8x10 has its class, reason by reason
    #[arg(long, value_name = "BOARD", value_parser = board, conflicts_with_all = ["rows", "columns"])]
    why: Option<(usize, usize)>,
}

/// The longest side of a board in the chart of Domineering.
const LONGEST: usize = 100;

fn board(text: &str) -> Result<(usize, usize), String> {
    match Size::split_name(text) {
        Some((rows, columns)) if [rows, columns].iter().all(|n| (1..=LONGEST).contains(n)) => {
            Ok((rows, columns))
        }
        _ => Err(format!("expected rows x columns such as 8x10, at most {LONGEST} each")),
    }
}

/// Prints the chart of a game.
pub(crate) fn run(args: &Args, session: &Session) -> Result<(), Failure> {
    match args.game {
        Game::Amazons => {
            let flags = [
                (args.rows.is_some(), "--rows"),
                (args.columns.is_some(), "--columns"),
                (args.why.is_some(), "--why"),
            ];
            refuse(&flags, "is for Domineering; the chart of Amazons takes --amazons N")?;
            let number = args.amazons.as_ref().and_then(|text| text.parse().ok());
            amazons::run(number, session)
        }
        Game::Domineering => {
            let flags = [(args.amazons.is_some(), "--amazons")];
            refuse(&flags, "is for Amazons; the chart of Domineering takes --rows and --columns")?;
            let side = |given: Option<u8>| usize::from(given.unwrap_or(10));
            match args.why {
                Some(board) => domineering::why(board, session),
                None => domineering::run(side(args.rows), side(args.columns), session),
            }
        }
    }
}

/// Refuses the first flag that is given but belongs to the other game.
fn refuse(flags: &[(bool, &str)], problem: &str) -> Result<(), Failure> {
    match flags.iter().find(|(given, _)| *given) {
        Some((_, flag)) => Err(Failure::input(*flag, problem)),
        None => Ok(()),
    }
}
