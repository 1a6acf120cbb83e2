//! Alpha-beta against df-pn with every subset of the three kinds of databases (the paper's
//! figure 13 has none and all, on games that are lost).

use super::Args;
use super::games::{Chance, play};
use super::measure::{start, table, unless_cancelled};
use super::report::{Measured, Report, rounded};
use crate::failure::Failure;
use crate::pictures;
use crate::session::Session;
use lastmove_amazons::Position;
use lastmove_board::Geometry;
use lastmove_draw::{LineChart, Series};
use lastmove_endgame::{Databases, Kind};
use lastmove_solver::amazons::{Settings, Solver};
use lastmove_work::{Limits, Stage};
use serde_json::{Value, json};
use std::time::{Duration, Instant};

pub(super) const TABLE: Measured = Measured {
    name: "song-13",
    about: "Song and Müller's figure 13: alpha-beta and df-pn with every subset of the databases",
    measure,
};

/// Board, and which game on it.
const GAMES: [(&str, u64); 3] = [("5x5", 1), ("5x5", 2), ("6x6", 3)];
/// Positions with so many moves left to the end of the game.
const LEFT: [usize; 4] = [8, 10, 12, 14];
/// The kinds; areas with blockers of ours go with the blocker territories.
const KINDS: [(&str, &[Kind]); 3] = [
    ("simple", &[Kind::Simple]),
    ("blocker", &[Kind::Blocker, Kind::Constrained]),
    ("active", &[Kind::Active]),
];

fn measure(args: &Args, session: &Session) -> Result<Report, Failure> {
    let time = args.time.unwrap_or(Duration::from_secs(1));
    let mut report = Report::default();
    let mut sets = Vec::new();
    for subset in 0..8usize {
        let keep = |kind: Kind| {
            KINDS
                .iter()
                .enumerate()
                .any(|(i, (_, kinds))| subset >> i & 1 != 0 && kinds.contains(&kind))
        };
        let all = args.databases.open(session)?;
        report.databases = all.name().to_owned();
        sets.push((subset_name(subset), all.restricted(keep)));
    }
    let total = (GAMES.len() * LEFT.len() * sets.len() * 2) as u64;
    let stage = Stage::new(&*session.progress, "searches", Some(total));
    for (number, (board, game)) in GAMES.into_iter().enumerate() {
        let (geometry, start) = start(board)?;
        let mut chance = Chance::new(args.seed.wrapping_add(game << 32));
        let positions = play(&geometry, &start, &mut chance);
        let mut series: Vec<Series> = Vec::new();
        for algorithm in ["alpha-beta", "df-pn"] {
            for (name, databases) in &sets {
                let mut points = Vec::new();
                for left in LEFT {
                    let Some(at) = positions.len().checked_sub(1 + left) else { continue };
                    let position = positions[at];
                    let found =
                        search(args, session, &geometry, databases, &position, algorithm, time)?;
                    if let Some((nodes, _)) = found {
                        points.push((left as f64, nodes as f64));
                    }
                    let (nodes, seconds) = found.unzip();
                    report.rows.push(vec![
                        ("game", json!(number + 1)),
                        ("board", json!(board)),
                        ("moves_left", json!(left)),
                        ("search", json!(algorithm)),
                        ("kinds", json!(name)),
                        ("nodes", nodes.map_or(Value::Null, Value::from)),
                        ("seconds", seconds.map_or(Value::Null, rounded)),
                    ]);
                    stage.advance(1);
                }
                series.push(Series { name: format!("{algorithm}: {name}"), points });
            }
        }
        if let Some(folder) = &args.output {
            pictures::make_folder(folder)?;
            let path = folder.join(format!("subsets-{}.svg", number + 1));
            let chart = LineChart {
                title: format!("Game {} on {board}", number + 1),
                x_label: "moves left to the end of the game".to_owned(),
                y_label: "nodes".to_owned(),
                logarithmic: true,
                series,
            };
            pictures::write(&path, &chart.svg())?;
            report.charts.push(path.display().to_string());
        }
    }
    report.notes = vec![
        format!("games by a one-ply player, seed {}; {} s a search", args.seed, time.as_secs_f64()),
        "- : not solved in time".into(),
    ];
    Ok(report)
}

fn subset_name(subset: usize) -> String {
    let names: Vec<&str> = (0..3).filter(|i| subset >> i & 1 != 0).map(|i| KINDS[i].0).collect();
    if names.is_empty() { "none".to_owned() } else { names.join("+") }
}

/// Nodes and seconds of a search; `None` if the time was up.
fn search(
    args: &Args,
    session: &Session,
    geometry: &Geometry<u64>,
    databases: &Databases,
    position: &Position<u64>,
    algorithm: &str,
    time: Duration,
) -> Result<Option<(u64, f64)>, Failure> {
    let table = table(args);
    let solver = Solver::new(geometry, databases, Settings::default(), &table, 1);
    let budget = session.budget(Limits { time: Some(time), ..Limits::default() });
    let begun = Instant::now();
    let result = if algorithm == "df-pn" {
        solver.solve(position, &budget, &mut |_| {})
    } else {
        solver.solve_depth_first(position, &budget, 1 << 26)
    };
    match result {
        Ok(solution) => Ok(Some((solution.counters.nodes, begun.elapsed().as_secs_f64()))),
        Err((stop, _)) => unless_cancelled(stop).map(|()| None),
    }
}
