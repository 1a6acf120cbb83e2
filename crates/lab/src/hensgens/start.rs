//! Tables 1, 2 and 8 with and without the two random plies at the beginning of a game.

use super::matches::MatchRow;
use super::series::RANDOM_PLIES;
use crate::table::{Measured, TableResult, rounded, tables};
use crate::{Lab, LabError, Protocol, Rule};
use serde_json::{Value, json};

tables! {
    "hensgens-start":
        "Hensgens' thesis, tables 1, 2 and 8: with two random plies at the start, and without",
        PROTOCOL, measure;
}

const PROTOCOL: Protocol = Protocol::new(
    "wins, legal moves, plies and nodes of the series behind tables 1, 2 and 8, and how single games \
     spread",
    Rule::Beside,
    "one half of the games starts after two random plies, the other at the start position, where only \
     the players' randomness makes games differ; --time-per-move takes the place of 10 s",
);

/// Tables, and their rows that are series of their own; those of table 2 are those of table 1.
const SERIES: [(u64, &[usize]); 2] = [(1, &[0, 2, 4]), (8, &[0, 1])];

/// The row of table 2 with the games of a row of table 1.
fn plies(name: &str) -> Option<f64> {
    MatchRow::of_table(2).iter().find(|row| row.name() == name)?.published().plies
}

fn measure(lab: &Lab<'_>) -> Result<TableResult, LabError> {
    let mut measured = Measured::with("none");
    let stage = lab.stage("series", 2 * 5);
    for (table, chosen) in SERIES {
        let rows = MatchRow::of_table(table);
        for row in chosen.iter().map(|&i| &rows[i]) {
            let published = row.published();
            let pair = |pair: Option<[f64; 2]>, side: usize| pair.map(|pair| pair[side]);
            let nodes = |nodes: Option<[u64; 2]>| {
                nodes.map(|[white, black]| rounded(white as f64 / (white + black).max(1) as f64))
            };
            let plies = published.plies.or_else(|| plies(row.name()));
            measured.rows.push(json!({
                "table": table, "row": row.name(), "random_plies": "published",
                "games": published.wins[0] + published.wins[1],
                "white_wins": published.wins[0],
                "branching_white": pair(published.branching, 0),
                "branching_black": pair(published.branching, 1),
                "plies": plies,
                "white_share_of_nodes": nodes(published.nodes),
                "spread_white": Value::Null, "spread_black": Value::Null,
                "spread_plies": Value::Null, "nodes_a_move": Value::Null,
            }));
            for random_plies in [RANDOM_PLIES, 0] {
                stage.message(format!("{}, {random_plies} random plies", row.name()));
                let series = row.play(lab, random_plies)?;
                let [white, black] = series.mean_branching().map(rounded);
                let [spread_white, spread_black, spread_plies] = series.spread().map(rounded);
                let moves = series.length() * series.games() as f64;
                measured.rows.push(json!({
                    "table": table, "row": row.name(), "random_plies": random_plies,
                    "games": series.games(),
                    "white_wins": series.wins[0],
                    "branching_white": white,
                    "branching_black": black,
                    "plies": rounded(series.length()),
                    "white_share_of_nodes": nodes(Some(series.nodes)),
                    "spread_white": spread_white, "spread_black": spread_black,
                    "spread_plies": spread_plies,
                    "nodes_a_move": (series.nodes.iter().sum::<u64>() as f64 / moves.max(1.0)).round(),
                }));
                stage.advance(1);
            }
        }
    }
    measured.notes = vec![
        format!(
            "{} s a move (--time-per-move) in the place of 10 s. branching: mean number of legal \
             moves; spread: standard deviation of a single game, as a part of the mean",
            lab.settings.match_seconds()
        ),
        "nodes a move: evaluations, also those that sort moves. The thesis prints nodes for table 4: \
         some 9,500 a move in 10 s, so some 500 in 0.5 s"
            .into(),
    ];
    Ok(measured.into())
}
