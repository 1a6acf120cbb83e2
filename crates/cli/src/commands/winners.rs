//! `lastmove winners`: who wins on every rectangle.

use crate::{Failure, Session, output};
use lastmove_board::{Game, Size};
use lastmove_solver::domineering::winners::{Step, Winners as Chart};
use serde_json::{Value, json};

const EXAMPLES: &str = "\
Examples:
  lastmove winners domineering
  lastmove winners domineering --rows 30 --columns 30 --json
  lastmove winners domineering --why 6x20

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
    /// Tell why a board such as 8x10 has its class, reason by reason
    #[arg(long, value_name = "BOARD", value_parser = board, conflicts_with_all = ["rows", "columns"])]
    why: Option<(usize, usize)>,
}

/// The longest side of a board in the chart.
const LONGEST: usize = 100;

fn board(text: &str) -> Result<(usize, usize), String> {
    match Size::split_name(text) {
        Some((rows, columns)) if [rows, columns].iter().all(|n| (1..=LONGEST).contains(n)) => {
            Ok((rows, columns))
        }
        _ => Err(format!("expected rows x columns such as 8x10, at most {LONGEST} each")),
    }
}

/// Derives the chart.
pub(crate) fn run(args: &Args, session: &Session) -> Result<(), Failure> {
    let OnlyDomineering::Domineering = args.game;
    let (rows, columns) = args.why.unwrap_or((usize::from(args.rows), usize::from(args.columns)));
    let chart = Chart::derive(rows, columns);
    if let Some(contradiction) = chart.contradictions().first() {
        return Err(
            anyhow::anyhow!("the solved boards contradict each other: {contradiction:?}").into()
        );
    }
    if args.why.is_some() {
        return why(&chart, rows, columns, session);
    }
    let board = |(rows, columns)| {
        let (class, because) = (chart.candidates(rows, columns), chart.because(rows, columns));
        json!({"rows": rows, "columns": columns, "class": class, "because": because})
    };
    let boards = (1..=rows).flat_map(|r| (1..=columns).map(move |c| (r, c)));
    let boards: Vec<Value> = boards.map(board).collect();
    let text = format!("{}\n\n{}", chart.to_text().trim_end(), chart.legend());
    output::answer(session, &json!({"game": Game::Domineering, "boards": boards}), text)
}

/// The chain of reasons behind one board.
fn why(chart: &Chart, rows: usize, columns: usize, session: &Session) -> Result<(), Failure> {
    let (class, steps) = (chart.candidates(rows, columns), chart.why(rows, columns));
    let meaning = match class.as_str() {
        "V" => "Vertical wins, whoever moves first".to_owned(),
        "H" => "Horizontal wins, whoever moves first".to_owned(),
        "1" => "whoever moves first wins".to_owned(),
        "2" => "whoever moves second wins".to_owned(),
        open => {
            let classes: Vec<String> = open.chars().map(String::from).collect();
            format!("not decided, one of {}", classes.join(", "))
        }
    };
    let fields = |step: &Step| {
        json!({
            "rows": step.rows, "columns": step.columns, "first": step.first.side().name(),
            "winner": step.winner.side().name(), "because": step.because, "depth": step.depth,
        })
    };
    let line = |step: &Step| {
        let Step { rows, columns, first, winner, because, depth, repeated } = step;
        let (first, winner) = (first.side().capital(), winner.side().capital());
        let because = if *repeated { "see above" } else { because };
        let room = 2 * depth;
        format!("{:room$}{rows}x{columns}, {first} first: {winner} wins ({because})\n", "")
    };
    let text: String = steps.iter().map(line).collect();
    let text = format!("{rows}x{columns} is {class}: {meaning}\n\n{text}");
    let steps: Vec<Value> = steps.iter().map(fields).collect();
    let board = json!({"rows": rows, "columns": columns, "class": class, "why": steps});
    output::answer(session, &json!({"game": Game::Domineering, "board": board}), text)
}
