//! Bullock's thesis on Domineering: the gain of single enhancements, his and ours.

use crate::bullock::{Tree, tree};
use crate::table::{Measured, TableResult};
use crate::{Lab, LabError};
use lastmove_solver::domineering::{Regions, Switches};
use serde_json::{Value, json};
use std::sync::Arc;

/// The enhancement that is left out, and the published nodes.
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

/// Milliseconds for a search: without any enhancement one takes a minute.
const TIME: u64 = 300_000;

/// The parts of evaluation and search that can be left out.
pub const SWITCHES: [&str; 8] =
    ["protective", "unavailable", "protected", "type1", "options", "cuts", "order", "symmetries"];

/// The switches without these parts.
///
/// # Errors
/// If one of them is unknown.
///
/// ```
/// use lastmove_lab::switches_without;
/// let switches = switches_without("cuts,symmetries").unwrap();
/// assert!(!switches.cuts && !switches.symmetries && switches.order);
/// assert!(switches_without("cats").unwrap_err().contains("protective"));
/// ```
pub fn switches_without(parts: &str) -> Result<Switches, String> {
    let mut switches = Switches::ALL;
    for part in parts.split(',') {
        let switch = match part {
            "protective" => &mut switches.protective,
            "unavailable" => &mut switches.unavailable,
            "protected" => &mut switches.protected,
            "type1" => &mut switches.type1,
            "options" => &mut switches.options,
            "cuts" => &mut switches.cuts,
            "order" => &mut switches.order,
            "symmetries" => &mut switches.symmetries,
            _ => return Err(format!("{part}: expected some of {}", SWITCHES.join(","))),
        };
        *switch = false;
    }
    Ok(switches)
}

/// Rows, columns, published nodes with safe moves and without.
const SAFE: [(usize, usize, u64, u64); 3] =
    [(7, 8, 1_030_221, 949_209), (7, 9, 7_472_487, 6_052_516), (8, 8, 2_272_909, 2_023_301)];

/// The columns of figure 6.4: whether the board is cut.
const CUTS: [(&str, bool); 2] = [("covers", false), ("covers_and_cuts", true)];

/// The columns of figure 4.7: whether the board is cut, and safe moves are searched.
const SAFE_CUTS: [(&str, bool, bool); 4] = [
    ("covers_safe", false, true),
    ("covers", false, false),
    ("cuts_safe", true, true),
    ("cuts", true, false),
];

/// The positions that a search visits; no value if the time was too short.
fn visited(
    lab: &Lab<'_>,
    regions: &Arc<Regions>,
    board: (usize, usize),
    switches: Switches,
) -> Result<Value, LabError> {
    let found = tree(lab, regions, board, Some(switches), lab.time_or(TIME))?;
    Ok(json!(found.as_ref().map(Tree::visited)))
}

pub(crate) fn enhancements(lab: &Lab<'_>) -> Result<TableResult, LabError> {
    let regions = lab.regions();
    let stage = lab.stage("searches", CUTS.len() * ENHANCEMENTS.len());
    let mut measured = of_searches(lab);
    for (without, published, switches) in ENHANCEMENTS {
        let mut row = json!({"without": without, "published": published});
        for (name, cuts) in CUTS {
            row[name] = visited(lab, &regions, (8, 8), Switches { cuts, ..switches })?;
            stage.advance(1);
        }
        measured.rows.push(row);
    }
    Ok(measured.into())
}

pub(crate) fn safe_moves(lab: &Lab<'_>) -> Result<TableResult, LabError> {
    let regions = lab.regions();
    let stage = lab.stage("searches", SAFE_CUTS.len() * SAFE.len());
    let mut measured = of_searches(lab);
    for (rows, columns, with, without) in SAFE {
        let board = format!("{rows}x{columns}");
        let mut row = json!({"board": board, "published_safe": with, "published": without});
        for (name, cuts, safe_moves) in SAFE_CUTS {
            let switches = Switches { cuts, safe_moves, ..Switches::ALL };
            row[name] = visited(lab, &regions, (rows, columns), switches)?;
            stage.advance(1);
        }
        measured.rows.push(row);
    }
    measured.notes.push(
        "safe: superfluous moves are searched too; here these are safe moves and dominated ones"
            .into(),
    );
    Ok(measured.into())
}

/// Figure 6.3: the positions that a search with the thesis' evaluation, or a part of it, enters at
/// each ply.
pub(crate) fn evaluations_by_ply(lab: &Lab<'_>) -> Result<TableResult, LabError> {
    let regions = lab.regions();
    let stage = lab.stage("searches", ENHANCEMENTS.len());
    let mut searches = Vec::new();
    for (without, _, switches) in ENHANCEMENTS {
        let switches = Switches { cuts: false, ..switches };
        let found = tree(lab, &regions, (8, 8), Some(switches), lab.time_or(TIME))?;
        searches.push((without, found.as_ref().map(|tree| tree.by_ply().to_vec())));
        stage.advance(1);
    }
    let mut measured = of_searches(lab);
    let plies = searches.iter().filter_map(|(_, plies)| Some(plies.as_ref()?.len())).max();
    for ply in 0..plies.unwrap_or(0) {
        let mut row = json!({"ply": ply + 1});
        for (without, plies) in &searches {
            let entered = plies.as_ref().map(|plies| plies.get(ply).copied().unwrap_or(0));
            row[format!("without {without}")] = json!(entered);
        }
        measured.rows.push(row);
    }
    let curve = |(without, plies): (&str, Option<Vec<u64>>)| {
        let points = plies.unwrap_or_default().into_iter().enumerate();
        let points = points.map(|(i, entered)| (i as f64 + 1.0, entered as f64));
        (format!("without {without}"), points.collect())
    };
    let lines = searches.into_iter().map(curve).collect();
    let title = "Domineering 8x8, evaluation functions".into();
    lab.draw(
        &mut measured,
        "domineering-8x8-evaluations.svg",
        title,
        ["ply", "positions entered"],
        true,
        lines,
    )?;
    measured.notes[0] = format!(
        "positions that our search enters at each ply with the thesis' evaluation (covers only) and \
         without single parts of it; the numbers behind the printed curves are lost, their sums are \
         those of bullock-6.4. {} s for each search (--time); threads: {}",
        lab.time_or(TIME).as_secs_f64(),
        lab.threads()
    );
    Ok(measured.into())
}

/// A table of searches, still without rows.
fn of_searches(lab: &Lab<'_>) -> Measured {
    let mut measured = Measured::with("none");
    measured.notes = vec![
        format!(
            "published: Obsequi's nodes; covers: positions that our search visits with the \
             thesis' evaluation; cuts: with the board cut into regions besides. Square boards \
             with Vertical first only. {} s for each search (--time); threads: {}",
            lab.time_or(TIME).as_secs_f64(),
            lab.threads()
        ),
        "- where the time was too short".into(),
    ];
    measured
}
