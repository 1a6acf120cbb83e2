//! Song and Müller's table I: who wins from the start position of small boards.

use crate::lab::start;
use crate::table::{Measured, TableResult, rounded, tables};
use crate::{Lab, LabError, Protocol, Rule};
use lastmove_board::Side;
use serde_json::{Value, json};

tables! {
    "song-table-1": "Song and Müller's table I: winners on small boards",
        PROTOCOL, measure;
}

const PROTOCOL: Protocol = Protocol::new(
    "the winner of each board, and the nodes of its search",
    Rule::Beside,
    "our solver has more rules than the paper's and other node counts; --time for each board",
);

/// Board and published winner: 1 the first player, 2 the second.
const BOARDS: [(&str, Option<u8>); 9] = [
    ("4x4", Some(2)),
    ("4x5", Some(1)),
    ("4x6", Some(1)),
    ("4x7", Some(1)),
    ("5x4", Some(1)),
    ("5x5", Some(1)),
    ("5x6", Some(1)),
    ("6x4", Some(2)),
    ("6x5", None),
];

fn measure(lab: &Lab<'_>) -> Result<TableResult, LabError> {
    let databases = lab.databases()?;
    let (threads, time) = (lab.threads_or_one(), lab.time_or(10_000));
    let count = lab.settings.at_most(BOARDS.len());
    let stage = lab.stage("boards", count);
    let mut measured = Measured::with(databases.name());
    for (board, published) in &BOARDS[..count] {
        stage.message(*board);
        let row = lab.keep_measured(board, || {
            let (geometry, position) = start(board)?;
            let search = lab.solve(&geometry, &databases, &position, threads, time, false)?;
            let found = search.winner.map(|winner| if winner == Side::White { 1 } else { 2 });
            Ok(json!({
                "board": board,
                "published": published,
                "found": found.map_or(json!("open"), Value::from),
                "nodes": search.counters.nodes,
                "visited": search.counters.visited,
                "seconds": rounded(search.seconds),
            }))
        })?;
        measured.rows.push(row);
        stage.advance(1);
    }
    measured.notes = vec![
        format!(
            "1: the first player wins, 2: the second, open: not known after {} s (--time)",
            time.as_secs_f64()
        ),
        "4x5 was published as a first-player win; proofs/ has the certificate of the other".into(),
    ];
    Ok(measured.into())
}
