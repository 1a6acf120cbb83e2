//! `lastmove winners`: who wins on every rectangle.

use crate::failure::Failure;
use crate::flags::Game;
use crate::output::{self, Answer};
use crate::session::Session;
use lastmove_solver::domineering::winners::Winners as Chart;
use serde::Serialize;
use std::fmt;

const EXAMPLES: &str = "\
Examples:
  lastmove winners domineering
  lastmove winners domineering --rows 30 --columns 30 --json

Solved boards, extended by the rules of Lachmann, Moore and Rapaport. An undecided class lists its
candidates.";

#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum OnlyDomineering {
    Domineering,
}

#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// The game
    game: OnlyDomineering,
    /// Boards of up to so many rows
    #[arg(long, default_value_t = 10, value_parser = clap::value_parser!(u8).range(1..=100))]
    rows: u8,
    /// Boards of up to so many columns
    #[arg(long, default_value_t = 10, value_parser = clap::value_parser!(u8).range(1..=100))]
    columns: u8,
}

#[derive(Serialize)]
struct Winners {
    game: Game,
    boards: Vec<Board>,
    #[serde(skip)]
    text: String,
}

#[derive(Serialize)]
struct Board {
    rows: usize,
    columns: usize,
    class: String,
    because: String,
}

/// Derives the chart.
pub(crate) fn run(args: &Args, session: &Session) -> Result<(), Failure> {
    let OnlyDomineering::Domineering = args.game;
    let (rows, columns) = (usize::from(args.rows), usize::from(args.columns));
    let chart = Chart::derive(rows, columns);
    if let Some(contradiction) = chart.contradictions().first() {
        return Err(
            anyhow::anyhow!("the solved boards contradict each other: {contradiction:?}").into()
        );
    }
    let board = |rows, columns| Board {
        rows,
        columns,
        class: chart.candidates(rows, columns),
        because: chart.because(rows, columns),
    };
    let boards = (1..=rows).flat_map(|r| (1..=columns).map(move |c| (r, c)));
    output::answer(
        session,
        &Winners {
            game: Game::Domineering,
            boards: boards.map(|(r, c)| board(r, c)).collect(),
            text: chart.to_text(),
        },
    )
}

impl Answer for Winners {
    fn text(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.text.trim_end())
    }
}
