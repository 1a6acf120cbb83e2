//! The chart of all rectangles of Domineering.

use crate::{Failure, Session, output};
use lastmove_board::Game;
use lastmove_solver::domineering::winners::{ChartStep, Winners as Chart};
use serde_json::{Value, json};

/// Prints the chart of boards up to a size.
pub(super) fn run(rows: usize, columns: usize, session: &Session) -> Result<(), Failure> {
    let chart = derive(rows, columns)?;
    let board = |(rows, columns)| {
        let (class, because) = (chart.candidates(rows, columns), chart.because(rows, columns));
        json!({"rows": rows, "columns": columns, "class": class, "because": because})
    };
    let boards = (1..=rows).flat_map(|r| (1..=columns).map(move |c| (r, c)));
    let boards: Vec<Value> = boards.map(board).collect();
    let text = format!("{}\n\n{}", chart.to_text().trim_end(), chart.legend());
    output::answer(session, &json!({"game": Game::Domineering, "boards": boards}), text)
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
    let fields = |step: &ChartStep| {
        json!({
            "rows": step.rows, "columns": step.columns, "first": step.first.side().name(),
            "winner": step.winner.side().name(), "because": step.because, "depth": step.depth,
        })
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
    let steps: Vec<Value> = steps.iter().map(fields).collect();
    let board = json!({"rows": rows, "columns": columns, "class": class, "why": steps});
    output::answer(session, &json!({"game": Game::Domineering, "board": board}), text)
}
