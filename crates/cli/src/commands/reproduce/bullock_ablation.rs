//! Bullock's thesis on Domineering: what single enhancements are worth, his and ours.

use super::Args;
use super::report::{Measured, Report, Row};
use crate::failure::Failure;
use crate::session::Session;
use lastmove_board::{Bits, Size};
use lastmove_domineering::{Player, Position};
use lastmove_solver::Limits;
use lastmove_solver::domineering::{Options, RegionValues, Solver, Switches};
use lastmove_work::{Stage, Stop};
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::{Duration, Instant};

pub(super) const F64: Measured = Measured {
    name: "bullock-6.4",
    about: "Bullock's thesis, figure 6.4: 8x8, Vertical first, without single enhancements",
    measure: enhancements,
};
pub(super) const F47: Measured = Measured {
    name: "bullock-4.7",
    about: "Bullock's thesis, figure 4.7: boards with safe moves searched or not",
    measure: safe_moves,
};

/// How long a search may take unless `--time` says otherwise.
const TIME: Duration = Duration::from_secs(5);

/// What is left out, and the published nodes.
const ENHANCEMENTS: [(&str, u64, Switches); 7] = {
    let all = Switches::ALL;
    [
        ("nothing", 2_023_301, all),
        ("protective areas", 6_610_775, Switches { protective: false, ..all }),
        ("unavailable squares", 2_566_004, Switches { unavailable: false, ..all }),
        (
            "vulnerable areas with protected squares",
            4_045_384,
            Switches { protected: false, ..all },
        ),
        ("vulnerable areas of type 1", 2_972_216, Switches { type1: false, ..all }),
        ("option areas", 4_525_704, Switches { options: false, ..all }),
        ("all of these", 84_034_856, Switches { cuts: true, ..Switches::NONE }),
    ]
};

/// Rows, columns, published nodes with safe moves and without.
const SAFE: [(usize, usize, u64, u64); 3] =
    [(7, 8, 1_030_221, 949_209), (7, 9, 7_472_487, 6_052_516), (8, 8, 2_272_909, 2_023_301)];

/// Searches a board, square ones with Vertical first only. The positions visited; `None` if the
/// time was too short.
fn visited(
    args: &Args,
    session: &Session,
    values: &Arc<RegionValues>,
    (rows, columns): (usize, usize),
    switches: Switches,
) -> Result<Value, Failure> {
    let size = Size::new(columns, rows).map_err(anyhow::Error::from)?;
    let options = Options { threads: args.search.threads(), memory: args.search.memory() };
    let solver = Solver::<u64>::with_switches(size, &options, Arc::clone(values), switches);
    let limits = Limits {
        deadline: Some(Instant::now() + args.time.unwrap_or(TIME)),
        cancel: Some(session.cancel.flag()),
        ..Limits::default()
    };
    let mut visited = 0;
    let players = if rows == columns { 1 } else { 2 };
    for &first in [Player::Vertical, Player::Horizontal].iter().take(players) {
        let position = Position::new(u64::first_n(size.squares()), first);
        match solver.solve(&position, limits) {
            Ok(outcome) => visited += outcome.counters.visited,
            Err(_) if session.cancel.is_cancelled() => {
                return Err(Failure::stopped(Stop::Cancelled, "run it again"));
            }
            Err(_) => return Ok(Value::Null),
        }
    }
    Ok(json!(visited))
}

fn enhancements(args: &Args, session: &Session) -> Result<Report, Failure> {
    let values = Arc::default();
    let stage = Stage::new(&*session.progress, "searches", Some(2 * ENHANCEMENTS.len() as u64));
    let mut rows: Vec<Row> = Vec::new();
    for (without, published, switches) in ENHANCEMENTS {
        let mut row = vec![("without", json!(without)), ("published", json!(published))];
        for (name, cuts) in [("covers", false), ("covers_and_cuts", true)] {
            let switches = Switches { cuts, ..switches };
            row.push((name, visited(args, session, &values, (8, 8), switches)?));
            stage.advance(1);
        }
        rows.push(row);
    }
    Ok(Report { databases: "none".into(), notes: notes(args), rows, ..Report::default() })
}

fn safe_moves(args: &Args, session: &Session) -> Result<Report, Failure> {
    let values = Arc::default();
    let stage = Stage::new(&*session.progress, "searches", Some(4 * SAFE.len() as u64));
    let mut table: Vec<Row> = Vec::new();
    for (rows, columns, with, without) in SAFE {
        let mut row = vec![
            ("board", json!(format!("{rows}x{columns}"))),
            ("published_safe", json!(with)),
            ("published", json!(without)),
        ];
        for (name, cuts, safe_moves) in [
            ("covers_safe", false, true),
            ("covers", false, false),
            ("cuts_safe", true, true),
            ("cuts", true, false),
        ] {
            let switches = Switches { cuts, safe_moves, ..Switches::ALL };
            row.push((name, visited(args, session, &values, (rows, columns), switches)?));
            stage.advance(1);
        }
        table.push(row);
    }
    let mut notes = notes(args);
    notes.push(
        "safe: superfluous moves are searched too; here these are safe moves and dominated ones"
            .into(),
    );
    Ok(Report { databases: "none".into(), notes, rows: table, ..Report::default() })
}

fn notes(args: &Args) -> Vec<String> {
    vec![
        format!(
            "published: Obsequi's nodes; covers: positions that our search visits with the \
             thesis' evaluation; cuts: with the board cut into regions besides. Square boards \
             with Vertical first only. {} s for each search (--time), {} threads",
            args.time.unwrap_or(TIME).as_secs_f64(),
            args.search.threads()
        ),
        "- where the time was too short".into(),
    ]
}
