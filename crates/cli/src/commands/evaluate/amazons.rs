//! Amazons: area by area.

use super::{Evaluation, write_winners};
use crate::{Failure, boards};
use lastmove_board::Diagram;
use lastmove_draw::{BoardDrawing, gallery};
use lastmove_endgame::Databases;
use lastmove_report::{Area, Evaluated, Game};
use serde::Serialize;
use std::fmt;

/// How wide a drawing of several boards is.
const WIDTH: f64 = 1000.0;

#[derive(Serialize)]
pub(super) struct Areas {
    #[serde(flatten)]
    report: Evaluated,
    #[serde(skip)]
    diagram: Diagram,
}

pub(super) fn evaluate(diagram: Diagram, databases: &Databases) -> Result<Areas, Failure> {
    let report = lastmove_report::evaluate(&diagram, databases)?;
    match databases.fault() {
        Some(fault) => Err(anyhow::anyhow!("{fault}").into()),
        None => Ok(Areas { report, diagram }),
    }
}

/// What an area is worth, in words.
fn worth(area: &Area) -> String {
    match &area.value {
        Some(value) => format!("worth {value}"),
        None => area.bounds.text(),
    }
}

impl Areas {
    fn drawing(&self, area: &Area) -> BoardDrawing<'_> {
        BoardDrawing::new(&self.diagram, boards::labels(Game::Amazons)).highlight(area.set)
    }
}

impl Evaluation for Areas {
    fn text(&self, ascii: bool, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let report = &self.report;
        for (i, area) in report.areas.iter().enumerate() {
            let drawing = self.drawing(area).ascii(ascii);
            writeln!(f, "area {}: {}\n\n{drawing}\n{}\n", i + 1, area.why, worth(area))?;
        }
        writeln!(f, "in all: {}", report.bounds.text())?;
        let winners = [report.winner_if_white_to_move, report.winner_if_black_to_move];
        write_winners(f, [("White", winners[0]), ("Black", winners[1])])
    }

    fn svg(&self) -> String {
        let areas = self.report.areas.iter().enumerate();
        let drawings: Vec<(String, String)> = areas
            .map(|(i, area)| (self.drawing(area).svg(), format!("area {}: {}", i + 1, worth(area))))
            .collect();
        gallery(&self.report.position, WIDTH, &drawings)
    }
}
