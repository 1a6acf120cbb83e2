//! Why a side wins, in a sentence.

use lastmove_report::Bounds;

fn name(side: &str) -> &'static str {
    match side {
        "white" => "White",
        "black" => "Black",
        "vertical" => "Vertical",
        _ => "Horizontal",
    }
}

/// From the bounds of the sum and the winners with White and with Black to move.
pub(super) fn amazons(
    bounds: &Bounds,
    white_first: Option<&'static str>,
    black_first: Option<&'static str>,
) -> String {
    let Bounds { lower, upper, .. } = bounds;
    let positive = |text: &str| text != "0" && !text.starts_with('-');
    let negative = |text: &str| text.starts_with('-');
    match (white_first, black_first) {
        (Some("black"), Some("black")) if positive(lower) => {
            format!("Black is ahead by at least {lower} moves, so Black wins whoever moves first.")
        }
        (Some("white"), Some("white")) if negative(upper) => {
            let lead = &upper[1..];
            format!("White is ahead by at least {lead} moves, so White wins whoever moves first.")
        }
        (Some("black"), Some("white")) => {
            "The areas balance: whoever must move first runs out first.".to_owned()
        }
        (Some("white"), Some("black")) => {
            "The areas are hot enough that the first move decides: whoever moves first wins."
                .to_owned()
        }
        (Some(white), Some(_)) => format!(
            "The sum lies between {lower} and {upper}, and the stops and temperatures of the areas \
             decide the rest: {} wins whoever moves first.",
            name(white)
        ),
        (Some(winner), None) => format!(
            "With White to move {} wins by the sum of the areas; with Black to move it takes a search.",
            name(winner)
        ),
        (None, Some(winner)) => format!(
            "With Black to move {} wins by the sum of the areas; with White to move it takes a search.",
            name(winner)
        ),
        (None, None) => format!(
            "Not decided without search: the sum lies between {lower} and {upper}. Solve can search it."
        ),
    }
}

/// From the outcome class of the sum.
pub(super) fn outcome(class: Option<&str>, lower: &str, upper: &str) -> String {
    match class {
        Some("L") => "The sum is positive: Vertical wins, whoever moves first.".to_owned(),
        Some("R") => "The sum is negative: Horizontal wins, whoever moves first.".to_owned(),
        Some("P") => "The sum is 0: whoever must move first loses.".to_owned(),
        Some(_) => "The sum is confused with 0: whoever moves first wins.".to_owned(),
        None => format!(
            "Not decided without search: the sum lies between {lower} and {upper}. Solve can search it."
        ),
    }
}
