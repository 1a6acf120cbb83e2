//! `lastmove value`: canonical forms, thermographs, and numbers derived from them.

pub(crate) mod cgt;
pub(crate) mod positions;
mod prompt;

pub(crate) use cgt::Expressions;

use crate::flags::ValueFlags;
use crate::{Failure, Session};
use clap::Subcommand;
use lastmove_board::Game;
use std::path::PathBuf;

const AMAZONS: &str = "\
Examples:
  lastmove value amazons \"q3/4/3Q\"
  lastmove value amazons \"q2Q1\" \"2q/1Q1\" --json
  echo \"q2Q1\" | lastmove value amazons --batch -";
const DOMINEERING: &str = "\
Examples:
  lastmove value domineering 4x4
  lastmove value domineering 2x3 3x2 \"1*2/4\" --json
  lastmove value domineering 2x3 --options
  echo 2x8 | lastmove value domineering --batch -";
const CGT: &str = "\
Examples:
  lastmove value cgt \"{2|0} + * >= 1\"
  lastmove value cgt \"±1 + {3|1} - 1/2\" --json
  lastmove value cgt \"[domineering 2x3] + [amazons q1Q] - 1/2\"
  lastmove value cgt \"{up,star|0}\" --options
  echo \"x = {2|0}; x + x\" | tr ';' '\\n' | lastmove value cgt";

#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(subcommand)]
    of: Of,
}

#[derive(Debug, Subcommand)]
enum Of {
    /// Value Amazons positions; several are summed (Black is Left)
    #[command(after_help = AMAZONS)]
    Amazons(Positions),
    /// Value Domineering boards or positions; several are summed (Vertical is Left)
    #[command(after_help = DOMINEERING)]
    Domineering(Positions),
    /// Value or compare expressions; without one, read them line by line
    #[command(after_help = CGT)]
    Cgt(Expression),
}

#[derive(Debug, clap::Args)]
struct Positions {
    /// Positions such as "q3/4/3Q", or boards such as 4x4
    #[arg(required_unless_present = "batch", value_name = "POSITION")]
    positions: Vec<String>,
    /// Value every line of a file (- for standard input) and print one JSON object for each; a
    /// line is a position, or several joined by " + "
    #[arg(long, value_name = "FILE", conflicts_with = "positions")]
    batch: Option<PathBuf>,
    /// Show the value of every option, and which are dominated or reversible
    #[arg(long)]
    options: bool,
    #[command(flatten)]
    flags: ValueFlags,
}

#[derive(Debug, clap::Args)]
struct Expression {
    /// A value such as "{2|0} + *", or a comparison such as "^ > 0"
    #[arg(allow_hyphen_values = true)]
    expression: Option<String>,
    /// Answer every line of a file (- for standard input) with one JSON object
    #[arg(long, value_name = "FILE", conflicts_with = "expression")]
    batch: Option<PathBuf>,
    /// Show the value of every option, and which are dominated or reversible
    #[arg(long)]
    options: bool,
    #[command(flatten)]
    flags: ValueFlags,
}

/// Computes values and prints them.
pub(crate) fn run(args: &Args, session: &Session) -> Result<(), Failure> {
    match &args.of {
        Of::Amazons(args) => positions::run(Game::Amazons, args, session),
        Of::Domineering(args) => positions::run(Game::Domineering, args, session),
        Of::Cgt(args) => cgt::run(args, session),
    }
}
