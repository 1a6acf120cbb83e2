//! Song and Müller's table I: who wins from the start position of small boards.

use super::Args;
use super::measure::{Search, solve_alone, start};
use super::report::{Measured, Report, rounded};
use crate::failure::Failure;
use crate::session::Session;
use lastmove_amazons::Colour;
use lastmove_work::Stage;
use serde_json::{Value, json};
use std::time::Duration;

pub(super) const TABLE: Measured = Measured {
    name: "song-table-1",
    about: "Song and Müller's table I: winners on small boards",
    measure,
};

/// Board and published winner: 1 the first player, 2 the second, 0 unknown.
const BOARDS: [(&str, u8); 9] = [
    ("4x4", 2),
    ("4x5", 1),
    ("4x6", 1),
    ("4x7", 1),
    ("5x4", 1),
    ("5x5", 1),
    ("5x6", 1),
    ("6x4", 2),
    ("6x5", 0),
];

fn measure(args: &Args, session: &Session) -> Result<Report, Failure> {
    let databases = args.databases.open(session)?;
    let time = args.time.unwrap_or(Duration::from_secs(10));
    let stage = Stage::new(&*session.progress, "boards", Some(BOARDS.len() as u64));
    let mut report = Report { databases: databases.name().to_owned(), ..Report::default() };
    for (board, published) in BOARDS {
        stage.message(board);
        let (geometry, position) = start(board)?;
        let begun = std::time::Instant::now();
        let search = solve_alone(args, session, &geometry, &databases, &position, time)?;
        let winner = match &search {
            Search::Solved(solution) if solution.winner == Colour::White => json!(1),
            Search::Solved(_) => json!(2),
            Search::Open(_) => Value::Null,
        };
        let counters = search.counters();
        report.rows.push(vec![
            ("board", json!(board)),
            ("published", if published == 0 { Value::Null } else { json!(published) }),
            ("found", winner),
            ("nodes", json!(counters.nodes)),
            ("visited", json!(counters.visited)),
            ("seconds", rounded(begun.elapsed().as_secs_f64())),
        ]);
        stage.advance(1);
    }
    report.notes = vec![
        format!("1: the first player wins, 2: the second; {} s a board", time.as_secs_f64()),
        "4x5 was published as a first-player win; proofs/ has the certificate of the other".into(),
    ];
    Ok(report)
}
