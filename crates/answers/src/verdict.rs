//! Why a side wins, in a sentence.

use lastmove_board::Side;
use lastmove_values::{Bounds, Dyadic, Outcome};

/// From the bounds of the sum and the winners with White and with Black to move.
pub(crate) fn amazons(bounds: &Bounds, winners: [Option<Side>; 2]) -> String {
    let Bounds { lower, upper, .. } = *bounds;
    let lead = |side| {
        let lead = if side == Side::Black { lower } else { -upper };
        (lead > Dyadic::ZERO).then_some(lead)
    };
    match winners {
        [Some(one), Some(other)] if one == other => {
            let name = one.capital();
            match lead(one) {
                Some(lead) => {
                    let lead = lead.to_string();
                    let moves = if lead == "1" { "move" } else { "moves" };
                    format!(
                        "{name} is ahead by at least {lead} {moves}, so {name} wins whoever moves \
                         first."
                    )
                }
                None => format!(
                    "The sum lies between {lower} and {upper}, and the stops and temperatures of \
                     the areas decide the rest: {name} wins whoever moves first."
                ),
            }
        }
        [Some(Side::Black), Some(_)] => {
            "The areas balance: whoever must move first runs out first.".to_owned()
        }
        [Some(_), Some(_)] => {
            "The areas are hot enough that the first move decides: whoever moves first wins."
                .to_owned()
        }
        [Some(winner), None] | [None, Some(winner)] => {
            let first = if winners[0].is_some() { Side::White } else { Side::Black };
            one_known(first, winner, "by the sum of the areas")
        }
        [None, None] => open(bounds),
    }
}

/// From the outcome of the sum; Vertical is Left.
pub(crate) fn domineering(outcome: Outcome) -> String {
    match outcome {
        Outcome::Left => "The sum is positive: Vertical wins, whoever moves first.",
        Outcome::Right => "The sum is negative: Horizontal wins, whoever moves first.",
        Outcome::Previous => "The sum is 0: whoever must move first loses.",
        Outcome::Next => "The sum is confused with 0: whoever moves first wins.",
    }
    .to_owned()
}

/// From the players' covers and cuts, and the winners with Vertical and with Horizontal to move.
pub(crate) fn covered(bounds: &Bounds, winners: [Option<Side>; 2]) -> String {
    let by = "By the moves that the players are sure of";
    match winners {
        [Some(one), Some(other)] if one == other => {
            format!("{by}, {} wins whoever moves first.", one.capital())
        }
        [Some(Side::Vertical), Some(_)] => format!("{by}, whoever moves first wins."),
        [Some(_), Some(_)] => format!("{by}, whoever moves second wins."),
        [Some(winner), None] | [None, Some(winner)] => {
            let first = if winners[0].is_some() { Side::Vertical } else { Side::Horizontal };
            one_known(first, winner, "by the moves that the players are sure of")
        }
        [None, None] => open(bounds),
    }
}

fn one_known(first: Side, winner: Side, by: &str) -> String {
    format!(
        "With {} to move {} wins {by}; with {} to move it takes a search.",
        first.capital(),
        winner.capital(),
        first.opponent().capital()
    )
}

fn open(bounds: &Bounds) -> String {
    let Bounds { lower, upper, .. } = bounds;
    format!(
        "Not decided without search: the sum lies between {lower} and {upper}. Solve can search it."
    )
}
