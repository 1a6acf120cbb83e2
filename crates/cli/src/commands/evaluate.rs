//! `lastmove evaluate`: what a position is worth without search, area by area.

use crate::flags::{DatabaseFlags, DrawingFlags};
use crate::{Failure, Session, batch, boards, output};
use lastmove_draw::TextDrawing;
use lastmove_endgame::Databases;
use lastmove_report::Game;
use serde::Serialize;
use std::fmt;
use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  lastmove evaluate amazons \"q1*2Q/2*3/***3/1Q*1q1\"
  lastmove evaluate amazons \"q1Q/2*\" --json
  printf 'q1Q\\nq2/3/2Q\\n' | lastmove evaluate amazons --batch -

Black is Left: positive numbers are Black's moves. A bound with the end `relaxed` holds up to an
infinitesimal.";

#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum OnlyAmazons {
    Amazons,
}

#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// The game
    game: OnlyAmazons,
    /// A position such as "q1Q/2*"; a side to move is not needed
    #[arg(required_unless_present = "batch")]
    position: Option<String>,
    /// Evaluate every line of a file (- for standard input)
    #[arg(long, value_name = "FILE", conflicts_with = "position")]
    batch: Option<PathBuf>,
    #[command(flatten)]
    databases: DatabaseFlags,
    #[command(flatten)]
    drawing: DrawingFlags,
}

#[derive(Serialize)]
struct Evaluated {
    #[serde(flatten)]
    report: lastmove_report::Evaluated,
    /// of each area
    #[serde(skip)]
    drawings: Vec<String>,
}

/// Evaluates.
pub(crate) fn run(args: &Args, session: &Session) -> Result<(), Failure> {
    let OnlyAmazons::Amazons = args.game;
    if let Some(path) = &args.batch {
        let databases = args.databases.open(session)?;
        return batch::run(path, |line| evaluate(args, &databases, line));
    }
    let text = args.position.as_deref().unwrap_or_default();
    boards::read(Game::Amazons, text)?; // before databases are built
    let databases = args.databases.open(session)?;
    let evaluated = evaluate(args, &databases, text)?;
    output::answer(session, &evaluated, fmt::from_fn(|f| evaluated.text(f)))
}

fn evaluate(args: &Args, databases: &Databases, text: &str) -> Result<Evaluated, Failure> {
    let diagram = boards::read(Game::Amazons, text)?;
    let report = lastmove_report::evaluate(&diagram, databases)?;
    if let Some(fault) = databases.fault() {
        return Err(anyhow::anyhow!("{fault}").into());
    }
    let drawing = |area: &lastmove_report::Area| {
        TextDrawing::new(&diagram, boards::labels(Game::Amazons))
            .highlight(area.set)
            .ascii(args.drawing.ascii())
            .to_string()
    };
    let drawings = report.areas.iter().map(drawing).collect();
    Ok(Evaluated { report, drawings })
}

impl Evaluated {
    fn text(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let report = &self.report;
        for (i, (area, drawing)) in report.areas.iter().zip(&self.drawings).enumerate() {
            writeln!(f, "area {}: {}\n\n{drawing}", i + 1, area.why)?;
            match &area.value {
                Some(value) => writeln!(f, "worth {value}\n")?,
                None => writeln!(f, "{}\n", area.bounds.text())?,
            }
        }
        writeln!(f, "in all: {}", report.bounds.text())?;
        for (mover, winner) in
            [("White", report.winner_if_white_to_move), ("Black", report.winner_if_black_to_move)]
        {
            match winner {
                Some(winner) => writeln!(f, "{mover} to move: {} wins", boards::capital(winner))?,
                None => writeln!(f, "{mover} to move: not decided without search")?,
            }
        }
        Ok(())
    }
}
