//! `lastmove thermograph`: draws a thermograph in the terminal, or as SVG or PNG.

use super::value::Expressions;
use crate::appraisals::Appraisers;
use crate::flags::{DrawingFlags, ValueFlags};
use crate::{Failure, Session, boards, output, pictures};
use clap::ValueEnum;
use lastmove_board::Game;
use lastmove_draw::{thermograph_svg, thermograph_text};
use lastmove_report::numbers;
use lastmove_values::{Dyadic, Outcome, Thermograph, Worth};
use schemars::JsonSchema;
use serde::Serialize;
use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  lastmove thermograph domineering 2x3
  lastmove thermograph amazons \"1qQ/*2/3\" -o thermograph.svg
  lastmove thermograph cgt \"{{4|2}|{-1|-6}}\" -o thermograph.png
  lastmove thermograph amazons \"2Q/3/2q\" --json";

/// What the thermograph is of.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Of {
    /// a position of Amazons
    Amazons,
    /// a board or position of Domineering
    Domineering,
    /// an expression such as "{2|0}"
    Cgt,
}

#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    game: Of,
    /// Positions, which are summed, or an expression
    #[arg(required = true, value_name = "POSITION", allow_negative_numbers = true)]
    positions: Vec<String>,
    /// Draw into a file, .svg or .png, instead of the terminal
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    #[command(flatten)]
    flags: ValueFlags,
    #[command(flatten)]
    drawing: DrawingFlags,
}

/// A thermograph and its numbers.
#[derive(Serialize, JsonSchema)]
pub(crate) struct ThermographAnswer {
    /// the positions or the expression
    position: String,
    mean: Dyadic,
    temperature: Dyadic,
    left_stop: Dyadic,
    right_stop: Dyadic,
    outcome: Outcome,
    thermograph: Thermograph,
    /// the file of the drawing
    output: Option<String>,
}

pub(crate) fn run(args: &Args, session: &Session) -> Result<(), Failure> {
    if let Some(path) = &args.output {
        pictures::check(path)?;
    }
    let title = args.positions.join(" + ").trim().to_owned();
    let (position, worth) = worth(args, &title, session)?;
    let thermograph = worth.thermograph.map_err(|reason| {
        Failure::limit(format!("\"{title}\" has no thermograph within the limits: {reason}"))
    })?;
    let numbers = numbers(&thermograph);
    let text = match &args.output {
        Some(path) => {
            pictures::write(path, &thermograph_svg(&thermograph, &title))?;
            format!("{numbers}\nwritten to {}\n", path.display())
        }
        None => format!("{}\n{numbers}\n", thermograph_text(&thermograph, args.drawing.ascii())),
    };
    let fields = ThermographAnswer {
        position: position.clone(),
        mean: thermograph.mean(),
        temperature: thermograph.temperature(),
        left_stop: thermograph.left_stop(),
        right_stop: thermograph.right_stop(),
        outcome: thermograph.outcome(),
        thermograph: thermograph.clone(),
        output: args.output.as_ref().map(|path| path.display().to_string()),
    };
    output::answer(session, &fields, text)
}

/// The title (positions in our notation, or the expression as given) and the value.
fn worth(args: &Args, title: &str, session: &Session) -> Result<(String, Worth), Failure> {
    let game = match args.game {
        Of::Amazons => Game::Amazons,
        Of::Domineering => Game::Domineering,
        Of::Cgt => {
            let worth = Expressions::new(&args.flags, session).worth(title)?;
            return Ok((title.to_owned(), worth));
        }
    };
    let read = |text| boards::read(game, text);
    let diagrams: Vec<_> = title.split(" + ").map(read).collect::<Result<_, _>>()?;
    let names: Vec<String> = diagrams.iter().map(ToString::to_string).collect();
    let worth = Appraisers::new(game, &args.flags, session).appraise(&diagrams)?.whole;
    Ok((names.join(" + "), worth))
}
