//! `lastmove solve cgt`: who wins a sum of positions and values.

use crate::flags::ValueFlags;
use crate::{Failure, Session, appraisals, batch, output};
use clap::ValueEnum;
use lastmove_report::{SolvedSum, SumSolver};
use lastmove_values::Player;
use std::fmt;
use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  lastmove solve cgt \"-2.[domineering 3x4] + ±2\" --first left
  lastmove solve cgt \"[amazons q1Q] + [domineering 2x2] - 1/2\" --first right --json
  echo \"[domineering 3x4] + {2|0} + ^\" | lastmove solve cgt --batch - --first left

Left is Black in Amazons and Vertical in Domineering. A term is a position in brackets, a multiple of
one, or a value as `lastmove value cgt` reads it.";

/// Who moves first.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum First {
    /// Black, Vertical
    Left,
    /// White, Horizontal
    Right,
}

#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Args {
    /// A sum such as "-2.[domineering 3x4] + ±2"
    #[arg(required_unless_present = "batch", allow_hyphen_values = true)]
    expression: Option<String>,
    /// Who moves first
    #[arg(long, value_enum)]
    first: First,
    /// Solve every line of a file (- for standard input)
    #[arg(long, value_name = "FILE", conflicts_with = "expression")]
    batch: Option<PathBuf>,
    #[command(flatten)]
    flags: ValueFlags,
}

/// Finds the winner and the winning moves.
pub(super) fn run(args: &Args, session: &Session) -> Result<(), Failure> {
    let first = match args.first {
        First::Left => Player::Left,
        First::Right => Player::Right,
    };
    let (limits, budget) = args.flags.limits(session);
    let mut solver = SumSolver::new(limits);
    let mut solve = |text: &str| {
        let failure = |error| appraisals::expression_failure(text, &error, &budget);
        solver.solve(text, first).map_err(failure)
    };
    match (&args.batch, &args.expression) {
        (Some(path), _) => batch::run(path, solve),
        (None, expression) => {
            let solved = solve(expression.as_deref().unwrap_or_default())?;
            output::answer(session, &solved, fmt::from_fn(|f| text(&solved, f)))
        }
    }
}

fn text(solved: &SolvedSum, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let SolvedSum { first, winner, best_moves, .. } = solved;
    writeln!(f, "{}\n", solved.expression)?;
    writeln!(f, "{} to move: {} wins", first.name(), winner.name())?;
    if best_moves.is_empty() {
        return Ok(());
    }
    writeln!(f, "\nwinning moves")?;
    let width = best_moves.iter().map(|best| best.term.chars().count()).max().unwrap_or(0);
    best_moves.iter().try_for_each(|best| writeln!(f, "  {:width$}  {}", best.term, best.mv))
}
