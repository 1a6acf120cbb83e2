//! The chart of all rectangles of Domineering.

use crate::{Failure, Session, output};
use lastmove_board::{Game, Side};
use lastmove_solver::domineering::winners::{ChartStep, Winners as Chart};
use schemars::JsonSchema;
use serde::Serialize;

/// The winners of all rectangles.
#[derive(Serialize, JsonSchema)]
pub(crate) struct DomineeringChart {
    game: Game,
    boards: Vec<ChartedRectangle>,
}

/// A rectangle.
#[derive(Serialize, JsonSchema)]
struct ChartedRectangle {
    rows: usize,
    columns: usize,
    /// the class, or its candidates in the order 1, 2, V, H
    class: String,
    because: String,
}

/// What `--why` answers.
#[derive(Serialize, JsonSchema)]
pub(crate) struct DomineeringReasons {
    game: Game,
    board: ReasonedBoard,
}

/// A rectangle with the chain of reasons.
#[derive(Serialize, JsonSchema)]
struct ReasonedBoard {
    rows: usize,
    columns: usize,
    class: String,
    why: Vec<Reason>,
}

/// One reason.
#[derive(Serialize, JsonSchema)]
struct Reason {
    rows: usize,
    columns: usize,
    first: Side,
    winner: Side,
    because: String,
    /// how far down the chain
    depth: usize,
}

/// Prints the chart of boards up to a size.
pub(super) fn run(rows: usize, columns: usize, session: &Session) -> Result<(), Failure> {
    let chart = derive(rows, columns)?;
    let board = |(rows, columns)| {
        let (class, because) = (chart.candidates(rows, columns), chart.because(rows, columns));
        ChartedRectangle { rows, columns, class, because }
    };
    let boards = (1..=rows).flat_map(|r| (1..=columns).map(move |c| (r, c)));
    let fields = DomineeringChart { game: Game::Domineering, boards: boards.map(board).collect() };
    let text = format!("{}\n\n{}", chart.to_text().trim_end(), chart.legend());
    output::answer(session, &fields, text)
}

/// The chart; a failure if the facts behind it contradict each other.
fn derive(rows: usize, columns: usize) -> Result<Chart, Failure> {
    let chart = Chart::derive(rows, columns);
    match chart.contradictions().first() {
        Some(contradiction) => {
            Err(anyhow::anyhow!("the solved boards contradict each other: {contradiction:?}")
                .into())
        }
        None => Ok(chart),
    }
}

/// Prints the chain of reasons behind one board.
pub(super) fn why((rows, columns): (usize, usize), session: &Session) -> Result<(), Failure> {
    let chart = derive(rows, columns)?;
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
    let reason = |step: &ChartStep| Reason {
        rows: step.rows,
        columns: step.columns,
        first: step.first.side(),
        winner: step.winner.side(),
        because: step.because.clone(),
        depth: step.depth,
    };
    let line = |step: &ChartStep| {
        let ChartStep { rows, columns, first, winner, because, depth, repeated } = step;
        let (first, winner) = (first.side().capital(), winner.side().capital());
        let because = if *repeated { "see above" } else { because };
        let room = 2 * depth;
        format!("{:room$}{rows}x{columns}, {first} first: {winner} wins ({because})\n", "")
    };
    let text: String = steps.iter().map(line).collect();
    let text = format!("{rows}x{columns} is {class}: {meaning}\n\n{text}");
    let board = ReasonedBoard { rows, columns, class, why: steps.iter().map(reason).collect() };
    output::answer(session, &DomineeringReasons { game: Game::Domineering, board }, text)
}
