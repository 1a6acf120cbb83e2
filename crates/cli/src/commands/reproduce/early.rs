//! Song and Müller's tables II and III, and the thesis' tables 5.4 and 5.5: how early positions of
//! games can be solved. The original games are lost; these are by a one-ply player of ours.

use super::Args;
use super::games::{Chance, play};
use super::measure::{Search, solve_alone, start};
use super::report::{Measured, Report, Row, rounded};
use crate::failure::Failure;
use crate::session::Session;
use lastmove_endgame::Databases;
use lastmove_solver::Verdict;
use lastmove_solver::amazons::{Evaluator, Reduced, Settings};
use lastmove_work::Stage;
use serde_json::{Value, json};
use std::time::Duration;

pub(super) const TABLE: Measured = Measured {
    name: "song-tables-2-3",
    about: "Song and Müller's tables II and III: early positions of 6x5 and 6x6 games",
    measure,
};

/// Moves played; of 100 games: solved statically without databases and with them, by df-pn in
/// 500 s (paper), by df-pn in the thesis, games that long; average nodes in the thesis.
type Published = (usize, Option<u32>, Option<u32>, u32, Option<u32>, u32, Option<f64>);

const fn row(
    moves: usize,
    statics: (u32, u32),
    paper: u32,
    thesis: u32,
    games: u32,
    nodes: f64,
) -> Published {
    (moves, Some(statics.0), Some(statics.1), paper, Some(thesis), games, Some(nodes))
}

const BY_6X5: [Published; 18] = [
    row(22, (74, 74), 74, 74, 74, 1.0),
    row(21, (88, 88), 88, 88, 88, 1.0),
    row(20, (82, 94), 98, 98, 98, 1.01),
    row(19, (84, 95), 100, 100, 100, 1.11),
    row(18, (38, 84), 100, 100, 100, 4.28),
    row(17, (56, 76), 100, 100, 100, 5.37),
    row(16, (21, 49), 100, 100, 100, 38.38),
    row(15, (31, 53), 100, 100, 100, 21.25),
    row(14, (13, 28), 100, 100, 100, 446.39),
    row(13, (13, 26), 100, 100, 100, 566.03),
    row(12, (10, 22), 100, 100, 100, 5386.52),
    row(11, (9, 11), 100, 100, 100, 6978.62),
    row(10, (0, 4), 100, 100, 100, 65212.43),
    row(9, (1, 1), 100, 100, 100, 83433.01),
    row(8, (0, 1), 96, 99, 100, 1_339_502.87),
    row(7, (0, 0), 91, 59, 100, 623_908.36),
    row(6, (0, 0), 53, 25, 100, 700_953.92),
    row(5, (0, 0), 36, 16, 100, 548_137.81),
];

const BY_6X6: [Published; 23] = [
    row(28, (24, 24), 24, 24, 24, 1.0),
    row(27, (61, 61), 61, 61, 61, 1.0),
    row(26, (74, 75), 76, 76, 76, 1.0),
    row(25, (92, 94), 94, 94, 94, 1.0),
    row(24, (98, 99), 99, 99, 99, 1.0),
    row(23, (93, 99), 100, 100, 100, 1.0),
    row(22, (94, 96), 100, 100, 100, 1.03),
    row(21, (75, 90), 100, 100, 100, 3.21),
    row(20, (73, 84), 100, 100, 100, 4.9),
    row(19, (65, 79), 100, 100, 100, 16.08),
    row(18, (55, 72), 100, 100, 100, 32.72),
    row(17, (37, 55), 100, 100, 100, 155.01),
    row(16, (28, 40), 100, 100, 100, 318.39),
    row(15, (13, 25), 100, 100, 100, 1432.08),
    row(14, (5, 20), 100, 100, 100, 2778.09),
    row(13, (1, 8), 100, 100, 100, 17043.12),
    row(12, (0, 12), 100, 100, 100, 41942.31),
    row(11, (0, 0), 99, 97, 100, 193_850.19),
    row(10, (0, 10), 96, 95, 100, 501_987.98),
    (9, None, None, 83, Some(77), 100, Some(685_108.74)),
    (8, None, None, 72, Some(53), 100, Some(634_355.26)),
    (7, None, None, 24, Some(2), 100, Some(2548.0)),
    (6, None, None, 16, None, 100, None),
];

/// What was found at one number of moves.
#[derive(Clone, Copy, Default)]
struct Found {
    games: u32,
    static_none: u32,
    static_databases: u32,
    /// of all positions
    solved: u32,
    /// of those until the first failure of their game, from its end
    solved_in_a_row: u32,
    visited: u64,
}

fn measure(args: &Args, session: &Session) -> Result<Report, Failure> {
    let databases = args.databases.open(session)?;
    let games = args.games.unwrap_or(5);
    let time = args.time.unwrap_or(Duration::from_secs(5));
    let mut report = Report { databases: databases.name().to_owned(), ..Report::default() };
    for (board, published) in [("6x5", &BY_6X5[..]), ("6x6", &BY_6X6[..])] {
        report.rows.extend(of_board(args, session, &databases, board, published, games, time)?);
    }
    report.notes = vec![
        format!(
            "{games} games a board by a one-ply player, seed {}; df-pn has {} s a position",
            args.seed,
            time.as_secs_f64()
        ),
        "pub: published, of 100 other games with 500 s a position. paper: every position is tried; \
         thesis: a game ends at its first failure, from the end. visited: average of those solved, beside the published nodes"
            .into(),
    ];
    Ok(report)
}

fn of_board(
    args: &Args,
    session: &Session,
    databases: &Databases,
    board: &'static str,
    published: &[Published],
    games: u32,
    time: Duration,
) -> Result<Vec<Row>, Failure> {
    let (geometry, start) = start(board)?;
    let none = Databases::none();
    let mut plain = Evaluator::new(&geometry, &none, Settings::default());
    let mut informed = Evaluator::new(&geometry, databases, Settings::default());
    let mut found = vec![Found::default(); geometry.size().squares()];
    let stage = Stage::new(&*session.progress, board, Some(games.into()));
    for game in 0..games {
        let mut chance = Chance::new(args.seed.wrapping_add(u64::from(game) << 32));
        let positions = play(&geometry, &start, &mut chance);
        let mut in_a_row = true;
        for &(moves, ..) in published {
            let Some(position) = positions.get(moves) else { continue };
            let decides = |evaluator: &mut Evaluator<'_, u64>| {
                let reduced = Reduced::new(evaluator, position);
                u32::from(evaluator.assess(&reduced).verdict != Verdict::Unknown)
            };
            let found = &mut found[moves];
            found.games += 1;
            found.static_none += decides(&mut plain);
            found.static_databases += decides(&mut informed);
            match solve_alone(args, session, &geometry, databases, position, time)? {
                Search::Solved(solution) => {
                    found.solved += 1;
                    found.solved_in_a_row += u32::from(in_a_row);
                    found.visited += solution.counters.visited;
                }
                Search::Open(_) => in_a_row = false,
            }
            stage.message(format!("game {}, after {moves} moves", game + 1));
        }
        stage.advance(1);
    }
    let row = |&(moves, none, with, paper, thesis, of, nodes): &Published| -> Row {
        let found = found[moves];
        let average = found.visited as f64 / f64::from(found.solved.max(1));
        vec![
            ("board", json!(board)),
            ("moves", json!(moves)),
            ("games", json!(found.games)),
            ("pub_games", json!(of)),
            ("static", json!(found.static_none)),
            ("pub_static", json!(none)),
            ("static_db", json!(found.static_databases)),
            ("pub_static_db", json!(with)),
            ("paper", json!(found.solved)),
            ("pub_paper", json!(paper)),
            ("thesis", json!(found.solved_in_a_row)),
            ("pub_thesis", json!(thesis)),
            ("visited", if found.solved == 0 { Value::Null } else { rounded(average) }),
            ("pub_nodes", json!(nodes)),
        ]
    };
    Ok(published.iter().map(row).collect())
}
