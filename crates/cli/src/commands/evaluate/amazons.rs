//! Amazons: area by area.

use super::write_winners;
use crate::Failure;
use lastmove_board::{Diagram, Game};
use lastmove_draw::{BoardDrawing, Mark, gallery};
use lastmove_endgame::Databases;
use lastmove_report::{AreaAnswer, Evaluated, FilledArea, SideView};
use lastmove_values::AppraisalLimits;
use schemars::JsonSchema;
use serde::Serialize;
use std::fmt;

/// Width of a drawing of several boards.
const WIDTH: f64 = 1000.0;

/// The colours of territories and zones in drawings of views.
const TERRITORY: &str = "#4c9f70";
const ZONES: [&str; 4] = ["#e0a030", "#c06090", "#5b8def", "#8a7f5c"];

#[derive(Serialize, JsonSchema)]
pub(crate) struct Areas {
    #[serde(flatten)]
    report: Evaluated,
    #[serde(skip)]
    diagram: Diagram,
}

pub(super) fn evaluate(
    diagram: Diagram,
    databases: &Databases,
    local_search: u32,
) -> Result<Areas, Failure> {
    let mut report = lastmove_report::evaluate(&diagram, databases, local_search)?;
    report.add_exact_values(&diagram, AppraisalLimits::default(), |_, _| {});
    match databases.fault() {
        Some(fault) => Err(anyhow::anyhow!("{fault}").into()),
        None => Ok(Areas { report, diagram }),
    }
}

/// The value or bounds of an area as text.
fn worth(area: &AreaAnswer) -> String {
    match &area.value {
        Some(value) => format!("worth {value}"),
        None => area.bounds.text(),
    }
}

/// Both sides' views, each with its bounds.
fn sides(area: &AreaAnswer) -> impl Iterator<Item = (String, &SideView)> {
    area.views.iter().flat_map(|views| {
        let title = |name: &str, at: &str, view: &SideView| {
            format!("{name}'s view: {at} {}{}", view.bound, view.end.note())
        };
        let (black, white) = (&views.black, &views.white);
        [(title("Black", "at least", black), black), (title("White", "at most", white), white)]
    })
}

impl Areas {
    /// Territories and zones of a view, each with its moves or bounds.
    fn view_drawing(&self, view: &SideView) -> BoardDrawing<'_> {
        let mark = |squares, letter, label: String, colour| Mark { squares, letter, label, colour };
        let territories =
            view.territories.iter().map(|t| mark(t.set, 't', t.moves.to_string(), TERRITORY));
        let zones =
            view.zones.iter().enumerate().map(|(i, zone)| {
                mark(zone.set, 'z', zone.bound.to_string(), ZONES[i % ZONES.len()])
            });
        let marks: Vec<Mark> = territories.chain(zones).collect();
        BoardDrawing::new(&self.diagram, Game::Amazons).marks(marks)
    }

    fn drawing(&self, area: &AreaAnswer) -> BoardDrawing<'_> {
        BoardDrawing::new(&self.diagram, Game::Amazons).highlight(area.set)
    }
}

impl Areas {
    /// For people; boards in ASCII or not.
    pub(super) fn text(&self, ascii: bool, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let report = &self.report;
        for (i, area) in report.areas.iter().enumerate() {
            let drawing = self.drawing(area).ascii(ascii);
            writeln!(f, "area {}: {}\n\n{drawing}\n{}", i + 1, area.why, worth(area))?;
            if let Some(defects) = area.filling.as_ref().and_then(FilledArea::defective) {
                writeln!(f, "  {defects}")?;
            }
            if let Some(ends) = area.filling.as_ref().and_then(FilledArea::text) {
                writeln!(f, "  {ends}")?;
            }
            for (title, view) in sides(area) {
                writeln!(f, "  {title}")?;
                for line in view.lines() {
                    writeln!(f, "    {line}")?;
                }
            }
            writeln!(f)?;
        }
        match &report.value {
            Some(value) => writeln!(f, "in all: worth {value}")?,
            None => writeln!(f, "in all: {}", report.bounds.text())?,
        }
        let winners = [report.winner_if_white_to_move, report.winner_if_black_to_move];
        let rules = [report.rule_if_white_to_move, report.rule_if_black_to_move];
        write_winners(f, Game::Amazons, winners, rules)
    }

    /// The same as SVG.
    pub(super) fn svg(&self) -> String {
        let mut drawings = Vec::new();
        for (i, area) in self.report.areas.iter().enumerate() {
            let name = format!("area {}", i + 1);
            drawings.push((self.drawing(area).svg(), format!("{name}: {}", worth(area))));
            for (title, view) in sides(area) {
                drawings.push((self.view_drawing(view).svg(), format!("{name}, {title}")));
            }
        }
        gallery(&self.report.position, WIDTH, &drawings)
    }
}
