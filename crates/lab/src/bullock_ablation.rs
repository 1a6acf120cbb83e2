//! Bullock's thesis on Domineering: the gain of single enhancements, his and ours.

use crate::bullock::{TIME, Tree, tree};
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
    Ok(json!(tree(lab, regions, board, Some(switches))?.as_ref().map(Tree::visited)))
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
