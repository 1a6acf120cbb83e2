//! Bullock's thesis on Domineering: the sizes of his proof trees compared with ours.
//!
//! His nodes are compared with the positions that our search visits: entered, evaluated, or
//! answered by the table. On square boards he counts only Vertical first, and so do we.

use crate::bullock_ablation::{enhancements, evaluations_by_ply, safe_moves};
use crate::bullock_chart::chart;
use crate::bullock_growth::growth;
use crate::bullock_schemes::replacement;
use crate::lab::empty_boards;
use crate::table::{Measured, TableResult, published, rounded, tables};
use crate::{Lab, LabError, Protocol, Rule};
use lastmove_board::{Side, Size, with_bits};
use lastmove_domineering::Move;
use lastmove_solver::Solution;
use lastmove_solver::domineering::{Class, DomineeringSolver, Regions, Switches};
use lastmove_work::Stop;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::Duration;

tables! {
    "bullock-1.2": "Bullock's thesis, figure 1.2: boards and the nodes that DOMI needed", DOMI_PROTOCOL, |lab| {
        boards(lab, DOMI, |_, _| true)
    };
    "bullock-4.3": "Bullock's thesis, figure 4.3: replacement schemes with tables that are too small",
        SCHEMES_PROTOCOL, replacement;
    "bullock-4.6": "Bullock's thesis, figure 4.6: nodes by ply on 8x8, Vertical first",
        ORDERS_PROTOCOL, by_ply;
    "bullock-4.7": "Bullock's thesis, figure 4.7: boards with safe moves searched or not",
        SWITCHES_PROTOCOL, safe_moves;
    "bullock-5.1":
        "Bullock's thesis, figure 5.1: different positions of 10x10 by ply, up to reflection",
        GROWTH_PROTOCOL, growth;
    "bullock-6.1": "Bullock's thesis, figure 6.1: boards up to 8x9 and the nodes that they take",
        BOARDS_PROTOCOL, |lab| boards(lab, BOARDS, |rows, columns| rows <= columns && columns <= 9 && rows < 9);
    "bullock-6.2": "Bullock's thesis, figure 6.2: boards that were new", BOARDS_PROTOCOL, |lab| {
        let new = [(4, 19), (4, 21), (6, 14), (8, 10), (9, 9), (10, 10)];
        boards(lab, BOARDS, |rows, columns| new.contains(&(rows, columns)))
    };
    "bullock-6.3":
        "Bullock's thesis, figure 6.3: nodes by ply on 8x8, Vertical first, by evaluation function",
        SWITCHES_PROTOCOL, evaluations_by_ply;
    "bullock-6.4": "Bullock's thesis, figure 6.4: 8x8, Vertical first, without single enhancements",
        SWITCHES_PROTOCOL, enhancements;
    "bullock-6.5": "Bullock's thesis, figure 6.5: the chart of winners, cell by cell",
        CHART_PROTOCOL, chart;
    "bullock-8": "Bullock's thesis, chapter 8: proof trees of five families of boards", BOARDS_PROTOCOL, families;
}

const DOMI_PROTOCOL: Protocol = Protocol::new(
    "the class of each board; nodes are measured",
    Rule::Class,
    "the published nodes are those of DOMI by Breuker, Uiterwijk and van den Herik; ours are the \
     positions that our search visits, and a board has --time",
);
const BOARDS_PROTOCOL: Protocol = Protocol::new(
    "the class of each board; nodes are measured",
    Rule::Class,
    "our search cuts boards into regions besides and has a table of --memory, his had 2^23 entries; \
     his nodes are positions examined, ours positions visited; a board has --time",
);
const SCHEMES_PROTOCOL: Protocol = Protocol::new(
    "positions visited with each replacement scheme and table size",
    Rule::Beside,
    "8x8 from the start with small tables, in place of 18 positions of 10x10 that are not printed; \
     our keys are the same for reflections, so a position has four hashed places in FindFirst and \
     FindWorst",
);
const ORDERS_PROTOCOL: Protocol = Protocol::new(
    "nodes at each ply of 8x8 with the primary move order and with symmetries",
    Rule::Beside,
    "our search cuts the board into regions besides, so its trees are smaller; with his bounds alone \
     (covers) it still packs them otherwise",
);
const SWITCHES_PROTOCOL: Protocol = Protocol::new(
    "positions of searches without single parts of the evaluation or with safe moves",
    Rule::Beside,
    "our covers are packed otherwise than his, our nodes are positions entered or visited, and a \
     search has --time",
);
const GROWTH_PROTOCOL: Protocol = Protocol::new(
    "different positions of 10x10 at each ply, and nodes of a search with a finite table",
    Rule::Beside,
    "the thesis does not say with which table and depth its nodes were counted; ours are counted \
     without a table, and with tables of two sizes of the thesis to ply 4",
);
const CHART_PROTOCOL: Protocol = Protocol::new(
    "the classes that each cell of the chart leaves open",
    Rule::Beside,
    "the printed chart is read off a bad scan; ours is derived from solved boards and the rules of \
     section 1.3",
);

/// Rows, columns, class and Obsequi's nodes.
const BOARDS: &str = include_str!("data/bullock.tsv");

/// Rows, columns and nodes where chapter 8 prints others than figure 6.1: figure 8.4 has 13,549 for
/// 4x9.
const CHAPTER_8: [(usize, usize, u64); 1] = [(4, 9, 13_549)];

/// The same with DOMI's nodes.
const DOMI: &str = include_str!("data/domi.tsv");

/// Nodes by ply on 8x8: ply, with the primary order only, with symmetries.
const PLIES: &str = include_str!("data/bullock_plies.tsv");

/// Milliseconds for a board.
pub(crate) const TIME: u64 = 5000;

/// A published board, and its result if found in time.
struct Board {
    rows: usize,
    columns: usize,
    class: Value,
    nodes: Option<u64>,
    found: Option<Searched>,
}

/// What is stored about the searches of a board.
#[derive(Serialize, Deserialize)]
struct Searched {
    class: String,
    entered: u64,
    visited: u64,
    seconds: f64,
}

/// The searches of a board.
pub(crate) struct Tree {
    /// with Vertical first, and with Horizontal first unless the board is square
    outcomes: Vec<Solution<Move>>,
    seconds: f64,
}

impl Tree {
    pub(crate) fn visited(&self) -> u64 {
        self.outcomes.iter().map(|outcome| outcome.counters.visited).sum()
    }

    /// The positions that the first search enters at each ply.
    pub(crate) fn by_ply(&self) -> &[u64] {
        &self.outcomes[0].nodes_by_ply
    }

    fn searched(&self) -> Searched {
        let entered = self.outcomes.iter().map(|outcome| outcome.counters.nodes).sum();
        let (class, visited, seconds) = (self.class(), self.visited(), self.seconds);
        Searched { class, entered, visited, seconds }
    }

    /// The class; that of a square board follows by symmetry.
    fn class(&self) -> String {
        let winner = |i: usize| self.outcomes.get(i).map(|outcome| outcome.winner);
        let vertical = winner(0).unwrap_or(Side::Vertical);
        Class::of(vertical, winner(1).unwrap_or(vertical.opponent())).to_string()
    }
}

/// Searches a board; `None` if the time was too short.
pub(crate) fn tree(
    lab: &Lab<'_>,
    regions: &Arc<Regions>,
    (rows, columns): (usize, usize),
    switches: Option<Switches>,
    time: Duration,
) -> Result<Option<Tree>, LabError> {
    let size = Size::new(columns, rows).map_err(LabError::failed)?;
    let (shares, regions) = (lab.shares(lab.threads()), Arc::clone(regions));
    let watch = lab.budget(None);
    let firsts = if rows == columns { 1 } else { 2 };
    let outcomes = with_bits!(size, B => {
        let solver = DomineeringSolver::<B>::with(size, shares, regions, switches);
        lab.outcomes(&solver, &empty_boards(size)[..firsts], time)?
    });
    Ok(outcomes.map(|outcomes| Tree { outcomes, seconds: watch.seconds() }))
}

/// Searches the published boards that are `wanted`; fails if a class is not the published one.
fn measure(
    lab: &Lab<'_>,
    copy: &'static str,
    wanted: impl Fn(usize, usize) -> bool,
) -> Result<Vec<Board>, LabError> {
    let number = |value: &Value| value.as_u64().unwrap_or(0) as usize;
    let rows: Vec<_> =
        published(copy).filter(|row| wanted(number(&row[0]), number(&row[1]))).collect();
    let regions = lab.regions();
    let stage = lab.stage("boards", rows.len());
    let mut boards = Vec::new();
    for row in rows {
        let (rows, columns, class) = (number(&row[0]), number(&row[1]), row[2].clone());
        let name = format!("{rows}x{columns}");
        stage.message(name.clone());
        let found: Option<Searched> = lab.keep_measured(&name, || {
            let switches = lab.settings.switches;
            let found = tree(lab, &regions, (rows, columns), switches, lab.time_or(TIME))?;
            Ok(found.as_ref().map(Tree::searched))
        })?;
        if let Some(Searched { class: ours, .. }) = &found
            && class != *ours
        {
            let said = class.as_str().unwrap_or_default();
            return Err(LabError::Failed(format!("{name} is {ours}, published {said}")));
        }
        boards.push(Board { rows, columns, class, nodes: row[3].as_u64(), found });
        stage.advance(1);
    }
    Ok(boards)
}

/// A table of boards, still without rows.
fn of_boards(lab: &Lab<'_>) -> Measured {
    let mut measured = Measured::with("none");
    measured.notes = vec![
        format!(
            "nodes: published; entered, visited: positions that our search enters, and all that it \
             looks at. Square boards with Vertical first only. {} s for each board (--time); threads: {}",
            lab.time_or(TIME).as_secs_f64(),
            lab.threads()
        ),
        "- where the time was too short, or nothing was published".into(),
    ];
    measured
}

fn row(board: &Board) -> Value {
    let found = board.found.as_ref();
    let visited = found.map(|found| found.visited);
    let fewer = board.nodes.zip(visited).map(|(theirs, ours)| theirs as f64 / ours.max(1) as f64);
    json!({
        "board": format!("{}x{}", board.rows, board.columns),
        "published": board.class,
        "class": found.map(|found| &found.class),
        "nodes": board.nodes,
        "entered": found.map(|found| found.entered),
        "visited": visited,
        "fewer": fewer.map(rounded),
        "seconds": found.map(|found| rounded(found.seconds)),
    })
}

fn boards(
    lab: &Lab<'_>,
    copy: &'static str,
    wanted: impl Fn(usize, usize) -> bool,
) -> Result<TableResult, LabError> {
    let mut measured = of_boards(lab);
    measured.rows = measure(lab, copy, wanted)?.iter().map(row).collect();
    Ok(measured.into())
}

fn families(lab: &Lab<'_>) -> Result<TableResult, LabError> {
    let mut measured = of_boards(lab);
    for (name, family) in [("2xn", 2), ("4xn", 4), ("6xn", 6), ("8xn", 8), ("nxn", 0)] {
        let mut boards = measure(lab, BOARDS, |rows, columns| match family {
            0 => rows == columns,
            _ => rows == family,
        })?;
        for board in &mut boards {
            let printed =
                |&&(rows, columns, _): &&_| (rows, columns) == (board.rows, board.columns);
            if let Some(&(.., nodes)) = CHAPTER_8.iter().find(printed) {
                board.nodes = Some(nodes);
            }
        }
        let line = |of: fn(&Board) -> Option<u64>| {
            let point = |board: &Board| Some((board.columns as f64, of(board)? as f64));
            boards.iter().filter_map(point).collect()
        };
        let lines = vec![
            ("Obsequi, nodes".into(), line(|board| board.nodes)),
            ("visited here".into(), line(|board| board.found.as_ref().map(|found| found.visited))),
        ];
        let (file, title) = (format!("domineering-{name}.svg"), format!("Domineering {name}"));
        lab.draw(&mut measured, &file, title, ["n", "positions"], true, lines)?;
        measured.rows.extend(boards.iter().map(row));
    }
    Ok(measured.into())
}

/// Our searches for figure 4.6: moves in the order of their squares, with the primary order only,
/// and with symmetries; the last two also with the bounds of the thesis alone.
const ORDERS: [(&str, &str, Switches); 5] = {
    let all = Switches::ALL;
    let primary = Switches { symmetries: false, ..all };
    [
        ("unordered", "unordered here", Switches { order: false, ..primary }),
        ("entered_primary", "primary order here", primary),
        ("entered", "symmetries here", all),
        ("covers_primary", "primary order, his bounds", Switches { cuts: false, ..primary }),
        ("covers", "symmetries, his bounds", Switches { cuts: false, ..all }),
    ]
};

/// Milliseconds for a search of figure 4.6.
const ORDER_TIME: u64 = 60_000;

fn by_ply(lab: &Lab<'_>) -> Result<TableResult, LabError> {
    let regions = lab.regions();
    let stage = lab.stage("searches", ORDERS.len());
    let mut searches = Vec::new();
    for (name, _, switches) in ORDERS {
        let found = tree(lab, &regions, (8, 8), Some(switches), lab.time_or(ORDER_TIME))?;
        let plies = found.as_ref().map_or(&[][..], Tree::by_ply).to_vec();
        searches.push((name, plies, found.as_ref().map(Tree::visited)));
        stage.advance(1);
    }
    if searches.iter().all(|(.., visited)| visited.is_none()) {
        return Err(LabError::Stopped { stop: Stop::Time, advice: "give it more --time" });
    }
    let mut measured = Measured::with("none");
    for (ply, row) in published(PLIES).enumerate() {
        let mut row = json!({"ply": row[0], "primary": row[1], "with_symmetry": row[2]});
        for (name, plies, visited) in &searches {
            let entered = plies.get(ply).copied().unwrap_or(0);
            row[name] = json!(visited.map(|_| entered));
        }
        measured.rows.push(row);
    }
    measured.notes = vec![
        "primary, with symmetry: Obsequi's nodes; unordered, entered primary, entered: ours, the \
         moves as they lie on the board, by the primary order, and with symmetries; covers primary, \
         covers: ours with the bounds of the thesis alone"
            .into(),
    ];
    for (name, plies, visited) in &searches {
        let sum = plies.iter().sum::<u64>();
        measured.notes.push(match visited {
            Some(visited) => format!("{name}: {sum} in all, {visited} visited"),
            None => format!("{name}: the time was too short"),
        });
    }
    let theirs = |i: usize| {
        let point = move |row: Vec<Value>| Some((row[0].as_f64()?, row[i].as_f64()?));
        published(PLIES).filter_map(point).collect()
    };
    let mut lines = vec![
        ("Obsequi, primary order".into(), theirs(1)),
        ("Obsequi, symmetries".into(), theirs(2)),
    ];
    for ((_, plies, _), (_, name, _)) in searches.iter().zip(ORDERS) {
        let point = |(i, &n): (usize, &u64)| (i as f64 + 1.0, n as f64);
        lines.push((name.into(), plies.iter().enumerate().map(point).collect()));
    }
    let (file, title) = ("domineering-8x8-by-ply.svg", "Domineering 8x8".into());
    lab.draw(&mut measured, file, title, ["ply", "nodes"], true, lines)?;
    Ok(measured.into())
}
