//! Domineering: the board falls into regions that share no edge, each with a value of its own.

use crate::evaluate::named;
use crate::value::limits;
use crate::{Answers, Problem, verdict};
use lastmove_board::{Diagram, Game};
use lastmove_report::{Apart, evaluate_domineering, evaluate_regions, winners};
use lastmove_work::Budget;
use serde_json::{Value, json};
use std::time::Duration;

/// For all regions together.
const TIME: Duration = Duration::from_secs(4);
/// For the regions of both players' cuts.
const CUT_TIME: Duration = Duration::from_secs(1);

pub(crate) fn evaluate(
    diagram: &Diagram,
    with: &Answers,
    budget: &Budget,
) -> Result<Value, Problem> {
    let Apart { regions, outcome, value } = evaluate_regions(diagram, limits(with, budget, TIME))?;
    let covered =
        evaluate_domineering(diagram, with.desk.regions(), limits(with, budget, CUT_TIME))?;
    let (winners, reason) = match outcome {
        Some(outcome) => {
            (winners(Game::Domineering, outcome).map(Some), verdict::domineering(outcome))
        }
        None => {
            let winners =
                [covered.winner_if_vertical_to_move, covered.winner_if_horizontal_to_move];
            (winners, verdict::covered(&covered.bounds, winners))
        }
    };
    Ok(json!({
        "game": Game::Domineering, "board": covered.board,
        "position": covered.position, "areas": regions,
        "cover": covered.cover, "cuts": covered.cuts, "regions": covered.regions,
        "bounds": covered.bounds, "winners": named(winners),
        "reason": reason, "value": value,
    }))
}
