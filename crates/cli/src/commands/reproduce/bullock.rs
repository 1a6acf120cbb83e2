//! Bullock's thesis on Domineering: the sizes of his proof trees beside ours.
//!
//! His nodes are compared with the positions that our search visits: entered, evaluated, or
//! answered by the table. On square boards he counts Vertical first only, and so does this.

use super::Args;
use super::report::{Measured, Report, Row, rounded};
use crate::failure::Failure;
use crate::pictures;
use crate::session::Session;
use lastmove_board::{Bits, Geometry, Size};
use lastmove_domineering::{Player, Position};
use lastmove_draw::{LineChart, Series};
use lastmove_solver::Limits;
use lastmove_solver::domineering::{Class, Options, Outcome, RegionValues, Solver};
use lastmove_work::{Stage, Stop};
use serde_json::{Value, json};
use std::collections::HashSet;
use std::sync::Arc;
use std::time::{Duration, Instant};

pub(super) const F61: Measured = Measured {
    name: "bullock-6.1",
    about: "Bullock's thesis, figure 6.1: boards up to 8x9 and the nodes that they take",
    measure: |args, session| {
        boards(args, session, |b| b.rows <= b.columns && b.columns <= 9 && b.rows < 9)
    },
};
pub(super) const F62: Measured = Measured {
    name: "bullock-6.2",
    about: "Bullock's thesis, figure 6.2: boards that were new",
    measure: |args, session| {
        let new = [(4, 19), (4, 21), (6, 14), (8, 10), (9, 9), (10, 10)];
        boards(args, session, |b| new.contains(&(b.rows, b.columns)))
    },
};
pub(super) const F46: Measured = Measured {
    name: "bullock-4.6",
    about: "Bullock's thesis, figure 4.6: nodes by ply on 8x8, Vertical first",
    measure: by_ply,
};
pub(super) const F63: Measured = Measured {
    name: "bullock-6.3",
    about: "Bullock's thesis, figure 6.3: nodes by ply on 8x8, Vertical first, as a chart",
    measure: by_ply,
};
pub(super) const F51: Measured = Measured {
    name: "bullock-5.1",
    about: "Bullock's thesis, figure 5.1: different positions of 10x10 by ply, up to reflection",
    measure: growth,
};
pub(super) const F8: Measured = Measured {
    name: "bullock-8",
    about: "Bullock's thesis, chapter 8: proof trees of five families of boards",
    measure: families,
};

/// Rows, columns, class and Obsequi's nodes.
const BOARDS: &str = include_str!("data/bullock.csv");

/// Nodes by ply on 8x8: ply, by the primary order alone, with symmetries.
const PLIES: [(u64, u64); 21] = [
    (1, 1),
    (52, 52),
    (52, 52),
    (2346, 1263),
    (1271, 728),
    (48_217, 21_622),
    (16_612, 9823),
    (365_997, 161_329),
    (90_709, 39_980),
    (1_802_293, 652_707),
    (274_926, 95_345),
    (2_381_100, 871_659),
    (251_905, 77_648),
    (863_380, 235_807),
    (166_431, 30_700),
    (103_767, 21_289),
    (49_112, 8833),
    (24_086, 4538),
    (7248, 2003),
    (4488, 698),
    (420, 169),
];

/// Ply and different positions, as printed; at ply 3 there are 81,412.
const GROWTH: [(u64, u64); 5] = [(0, 1), (1, 25), (2, 1944), (3, 81_609), (4, 3_520_539)];

/// How long a board may take unless `--time` says otherwise.
const TIME: Duration = Duration::from_secs(5);

#[derive(Clone, Copy)]
struct Board {
    rows: usize,
    columns: usize,
    class: &'static str,
    nodes: Option<u64>,
}

fn published() -> Vec<Board> {
    let board = |line: &'static str| {
        let mut fields = line.split(',');
        let mut number = || fields.next().and_then(|field| field.parse().ok());
        let (rows, columns) = (number()?, number()?);
        let class = fields.next()?;
        let nodes = fields.next().and_then(|field| field.parse().ok());
        Some(Board { rows, columns, class, nodes })
    };
    BOARDS.lines().skip(1).filter_map(board).collect()
}

/// What a search of a board gave, with the players that had the first move.
struct Found {
    outcomes: Vec<Outcome>,
    seconds: f64,
}

impl Found {
    fn visited(&self) -> u64 {
        self.outcomes.iter().map(|outcome| outcome.counters.visited).sum()
    }

    /// The class; on a square board by its symmetry.
    fn class(&self) -> String {
        let winner = |i: usize| self.outcomes.get(i).map(|outcome| outcome.winner);
        let vertical = winner(0).unwrap_or(Player::Vertical);
        Class::of(vertical, winner(1).unwrap_or(vertical.opponent())).to_string()
    }
}

/// Searches a board; `None` if the time was too short.
fn search(
    args: &Args,
    session: &Session,
    values: &Arc<RegionValues>,
    rows: usize,
    columns: usize,
) -> Result<Option<Found>, Failure> {
    let size = Size::new(columns, rows).map_err(anyhow::Error::from)?;
    if size.squares() <= 64 {
        search_in::<u64>(args, session, values, size)
    } else {
        search_in::<u128>(args, session, values, size)
    }
}

fn search_in<B: Bits>(
    args: &Args,
    session: &Session,
    values: &Arc<RegionValues>,
    size: Size,
) -> Result<Option<Found>, Failure> {
    let start = Instant::now();
    let options = Options { threads: args.search.threads(), memory: args.search.memory() };
    let solver = Solver::<B>::with_values(size, &options, Arc::clone(values));
    let limits = Limits {
        deadline: Some(start + args.time.unwrap_or(TIME)),
        cancel: Some(session.cancel.flag()),
        ..Limits::default()
    };
    let players = if size.width() == size.height() { 1 } else { 2 };
    let mut outcomes = Vec::new();
    for &first in [Player::Vertical, Player::Horizontal].iter().take(players) {
        let position = Position::new(B::first_n(size.squares()), first);
        match solver.solve(&position, limits) {
            Ok(outcome) => outcomes.push(outcome),
            Err(_) if session.cancel.is_cancelled() => {
                return Err(Failure::stopped(Stop::Cancelled, "run it again"));
            }
            Err(_) => return Ok(None),
        }
    }
    Ok(Some(Found { outcomes, seconds: start.elapsed().as_secs_f64() }))
}

fn notes(args: &Args) -> Vec<String> {
    vec![
        format!(
            "nodes: published; visited: positions that our search looks at. Square boards with \
             Vertical first only. {} s for each board (--time), {} threads",
            args.time.unwrap_or(TIME).as_secs_f64(),
            args.search.threads()
        ),
        "- where the time was too short, or nothing was published".into(),
    ]
}

fn row(board: &Board, found: Option<&Found>) -> Row {
    let visited = found.map(Found::visited);
    let fewer = board.nodes.zip(visited).map(|(theirs, ours)| theirs as f64 / ours.max(1) as f64);
    vec![
        ("board", json!(format!("{}x{}", board.rows, board.columns))),
        ("published", json!(board.class)),
        ("class", json!(found.map(Found::class))),
        ("nodes", json!(board.nodes)),
        ("visited", json!(visited)),
        ("fewer", fewer.map_or(Value::Null, rounded)),
        ("seconds", found.map_or(Value::Null, |found| rounded(found.seconds))),
    ]
}

/// A board, and what was found in time.
type Searched = (Board, Option<Found>);

/// Searches boards and fails if a class is not the published one.
fn measure(args: &Args, session: &Session, wanted: &[Board]) -> Result<Vec<Searched>, Failure> {
    let values = Arc::new(RegionValues::default());
    let stage = Stage::new(&*session.progress, "boards", Some(wanted.len() as u64));
    let mut results = Vec::new();
    for board in wanted {
        stage.message(format!("{}x{}", board.rows, board.columns));
        let found = search(args, session, &values, board.rows, board.columns)?;
        if let Some(class) = found.as_ref().map(Found::class)
            && class != board.class
        {
            let (rows, columns) = (board.rows, board.columns);
            let said = board.class;
            return Err(anyhow::anyhow!("{rows}x{columns} is {class}, published {said}").into());
        }
        results.push((*board, found));
        stage.advance(1);
    }
    Ok(results)
}

fn boards(
    args: &Args,
    session: &Session,
    wanted: impl Fn(&Board) -> bool,
) -> Result<Report, Failure> {
    let wanted: Vec<Board> = published().into_iter().filter(wanted).collect();
    let results = measure(args, session, &wanted)?;
    let rows = results.iter().map(|(board, found)| row(board, found.as_ref())).collect();
    Ok(Report { databases: "none".into(), notes: notes(args), rows, ..Report::default() })
}

fn families(args: &Args, session: &Session) -> Result<Report, Failure> {
    let mut report = Report { databases: "none".into(), notes: notes(args), ..Report::default() };
    let published = published();
    for (name, rows) in [("2xn", 2), ("4xn", 4), ("6xn", 6), ("8xn", 8), ("nxn", 0)] {
        let in_family = |b: &&Board| if rows == 0 { b.rows == b.columns } else { b.rows == rows };
        let wanted: Vec<Board> = published.iter().filter(in_family).copied().collect();
        let results = measure(args, session, &wanted)?;
        let line = |name: &str, of: fn(&Searched) -> Option<u64>| Series {
            name: name.to_owned(),
            points: results
                .iter()
                .filter_map(|result| Some((result.0.columns as f64, of(result)? as f64)))
                .collect(),
        };
        if let Some(folder) = &args.output {
            pictures::make_folder(folder)?;
            let chart = LineChart {
                title: format!("Domineering {name}"),
                x_label: "n".into(),
                y_label: "positions".into(),
                logarithmic: true,
                series: vec![
                    line("Obsequi, nodes", |(board, _)| board.nodes),
                    line("visited here", |(_, found)| found.as_ref().map(Found::visited)),
                ],
            };
            let path = folder.join(format!("domineering-{name}.svg"));
            pictures::write(&path, &chart.svg())?;
            report.charts.push(path.display().to_string());
        }
        report.rows.extend(results.iter().map(|(board, found)| row(board, found.as_ref())));
    }
    Ok(report)
}

fn by_ply(args: &Args, session: &Session) -> Result<Report, Failure> {
    let found = search(args, session, &Arc::default(), 8, 8)?;
    let Some(found) = found else {
        return Err(Failure::stopped(Stop::Time, "give it more --time"));
    };
    let ours = &found.outcomes[0].nodes_by_ply;
    let mut report = Report { databases: "none".into(), ..Report::default() };
    for (ply, &(primary, symmetry)) in PLIES.iter().enumerate() {
        report.rows.push(vec![
            ("ply", json!(ply + 1)),
            ("primary", json!(primary)),
            ("with_symmetry", json!(symmetry)),
            ("entered", json!(ours.get(ply).copied().unwrap_or(0))),
        ]);
    }
    report.notes = vec![format!(
        "primary, with symmetry: Obsequi's nodes; entered: ours, {} in all, {} visited",
        ours.iter().sum::<u64>(),
        found.visited()
    )];
    if let Some(folder) = &args.output {
        pictures::make_folder(folder)?;
        let line = |name: &str, nodes: Vec<u64>| Series {
            name: name.to_owned(),
            points: nodes.iter().enumerate().map(|(i, &n)| (i as f64 + 1.0, n as f64)).collect(),
        };
        let chart = LineChart {
            title: "Domineering 8x8".into(),
            x_label: "ply".into(),
            y_label: "nodes".into(),
            logarithmic: true,
            series: vec![
                line("Obsequi, primary order", PLIES.iter().map(|p| p.0).collect()),
                line("Obsequi, symmetries", PLIES.iter().map(|p| p.1).collect()),
                line("entered here", ours.clone()),
            ],
        };
        let path = folder.join("domineering-8x8-by-ply.svg");
        pictures::write(&path, &chart.svg())?;
        report.charts.push(path.display().to_string());
    }
    Ok(report)
}

/// Different positions by ply, for as long as there is time for all of the next ply.
fn growth(args: &Args, session: &Session) -> Result<Report, Failure> {
    let size = Size::new(10, 10).map_err(anyhow::Error::from)?;
    let geometry = Geometry::<u128>::new(size);
    let end = Instant::now() + args.time.unwrap_or(TIME);
    let mut report = Report { databases: "none".into(), ..Report::default() };
    let mut level = HashSet::from([u128::first_n(100)]);
    for (ply, published) in GROWTH {
        let player = if ply.is_multiple_of(2) { Player::Vertical } else { Player::Horizontal };
        report.rows.push(vec![
            ("ply", json!(ply)),
            ("published", json!(published)),
            ("positions", json!(level.len())),
        ]);
        if ply as usize + 1 == GROWTH.len() {
            break; // 170 million follow
        }
        let mut next = HashSet::new();
        for (i, &empty) in level.iter().enumerate() {
            if session.cancel.is_cancelled() {
                return Err(Failure::stopped(Stop::Cancelled, "run it again"));
            }
            if i.is_multiple_of(1024) && Instant::now() > end {
                report.notes.push(format!("the time was too short for ply {}", ply + 1));
                return Ok(report);
            }
            let position = Position::new(empty, player);
            for mv in position.moves(&geometry) {
                let mut after = position;
                after.play_unchecked(&geometry, mv);
                let images = geometry.symmetries()[..4].iter().map(|s| s.image(after.empty()));
                next.extend(images.min());
            }
        }
        level = next;
    }
    Ok(report)
}
