//! `lastmove winners`: who wins on every rectangle.

use crate::{Failure, Session, output};
use lastmove_report::Game;
use lastmove_solver::domineering::winners::Winners as Chart;
use serde_json::{Value, json};

const EXAMPLES: &str = "\
Examples:
  lastmove winners domineering
  lastmove winners domineering --rows 30 --columns 30 --json

The chart rests on solved boards and the rules of Lachmann, Moore and Rapaport. An undecided class
lists its candidates.";

#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum OnlyDomineering {
    Domineering,
}

#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// The game
    game: OnlyDomineering,
    /// Largest number of rows
    #[arg(long, default_value_t = 10, value_parser = clap::value_parser!(u8).range(1..=100))]
    rows: u8,
    /// Largest number of columns
    #[arg(long, default_value_t = 10, value_parser = clap::value_parser!(u8).range(1..=100))]
    columns: u8,
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
    let board = |(rows, columns)| {
        let (class, because) = (chart.candidates(rows, columns), chart.because(rows, columns));
        json!({"rows": rows, "columns": columns, "class": class, "because": because})
    };
    let boards = (1..=rows).flat_map(|r| (1..=columns).map(move |c| (r, c)));
    let boards: Vec<Value> = boards.map(board).collect();
    let text = format!("{}\n", chart.to_text().trim_end());
    output::answer(session, &json!({"game": Game::Domineering, "boards": boards}), text)
}
