//! The figures of Song's thesis that its text allows to rebuild.

use crate::muller_tegos_figures::valued;
use crate::table::{Comparison, TableResult, tables};
use crate::{Lab, LabError, Protocol, Rule};
use lastmove_amazons::{Colour, Position};
use lastmove_board::{Bits, Diagram, Geometry};
use lastmove_endgame::Databases;
use lastmove_solver::amazons::{Evaluator, ExplainedArea, Settings};
use serde_json::Value;

tables! {
    "song-figures": "Song's thesis, figures 2.8, 4.4, 4.5, 4.6 and 4.15: values, safe moves, bounds",
        PROTOCOL, figures;
}

const PROTOCOL: Protocol = Protocol::new(
    "the value of figure 2.8, the safe moves of figures 4.4 to 4.6 with the bounds of the last, the \
     moves of the blocker in figure 4.15",
    Rule::Equal,
    "the positions are reconstructed from the text, since our copy has no drawings; no databases are \
     used",
);

/// Figure 2.8, and its value.
const HALF: (&str, &str) = ("*1/*q/Q1", "1/2");

/// Figures with safe moves: position, those of Black and of White.
const SAFE: [(&str, &str, [u64; 2]); 3] = [
    ("figure 4.4", "**1*/Q1*q/***Q", [0, 1]),
    ("figure 4.5", "*Q**/q***/*2*/**1Q", [0, 1]),
    ("figure 4.6", DEPENDENT, [1, 1]),
];

/// Figure 4.6, whose bounds are printed too.
const DEPENDENT: &str = "Q1*1Q/*1q1*";

/// Figure 4.15: the moves that a blocker of two territories has there, at least and at most. The
/// squares on White's side of the blocker are as many as its text allows.
const TWO_TERRITORIES: (&str, [u64; 2]) = ("2***4/**q1Q4/*1***4", [2, 3]);

fn figures(_: &Lab<'_>) -> Result<TableResult, LabError> {
    let found = valued(HALF.0)?.map_or(Value::Null, Value::from);
    let mut rows = vec![Comparison::of("figure 2.8", &[("value", HALF.1.into(), found)])];
    for (figure, text, published) in SAFE {
        let area = explained(text)?;
        let safe = area.views.iter().flatten().map(|view| {
            let counted = view.zones.iter().filter_map(|zone| zone.safe_moves);
            counted.map(|(moves, _)| u64::from(moves)).sum()
        });
        let safe: Vec<u64> = safe.collect();
        let numbers = [("black", published[0], safe[0]), ("white", published[1], safe[1])];
        rows.push(Comparison::new(format!("{figure}, safe moves"), &numbers));
    }
    let area = explained(DEPENDENT)?;
    let bound = |side: usize| -> Value {
        let view = area.views.as_ref().map(|views| views[side].at_least.value.to_string());
        view.map_or(Value::Null, Value::from)
    };
    // Each side's view counts for that side.
    let numbers =
        [("black_at_least", "-2".into(), bound(0)), ("white_at_least", "-2".into(), bound(1))];
    rows.push(Comparison::of("figure 4.6, bounds", &numbers));
    let (text, [least, most]) = TWO_TERRITORIES;
    let area = explained(text)?;
    let views = area.views.as_ref().ok_or_else(|| LabError::failed("figure 4.15 is too small"))?;
    let moves = views[0].territories.iter().map(|territory| u64::from(territory.moves)).sum();
    let squares = views[0].territories.iter().map(|t| u64::from(t.squares.count())).sum();
    let numbers = [("at_least", least, moves), ("at_most", most, squares)];
    rows.push(Comparison::new("figure 4.15, moves of the blocker", &numbers));
    Ok(rows.into())
}

/// The only area of a position, as the evaluation explains it.
fn explained(text: &str) -> Result<ExplainedArea<u64>, LabError> {
    let diagram: Diagram = text.parse().map_err(LabError::failed)?;
    let geometry = Geometry::<u64>::new(diagram.size());
    let position = Position::with_side(&diagram, Colour::White).map_err(LabError::failed)?;
    let none = Databases::none();
    let found = Evaluator::new(&geometry, &none, Settings::default()).explain(&position);
    found.areas.into_iter().next().ok_or_else(|| LabError::failed(format!("{text} has no area")))
}
