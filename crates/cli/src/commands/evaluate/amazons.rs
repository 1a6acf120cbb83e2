//! Amazons: area by area.

use super::{Evaluation, write_winners};
use crate::{Failure, boards};
use lastmove_board::{Diagram, Game};
use lastmove_draw::{BoardDrawing, Mark, gallery};
use lastmove_endgame::Databases;
use lastmove_report::{Area, Evaluated, FilledArea, SideView};
use lastmove_values::AppraisalLimits;
use serde::Serialize;
use std::fmt;

/// How wide a drawing of several boards is.
const WIDTH: f64 = 1000.0;

/// Contested areas of at most so many squares are valued exactly,
const MOST_SQUARES: usize = 10;
/// if that takes no more positions than this.
const MOST_POSITIONS: usize = 3_000;
/// The colours of territories and zones in drawings of views.
const TERRITORY: &str = "#4c9f70";
const ZONES: [&str; 4] = ["#e0a030", "#c06090", "#5b8def", "#8a7f5c"];

#[derive(Serialize)]
pub(super) struct Areas {
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
    let limits = AppraisalLimits { max_positions: MOST_POSITIONS, ..AppraisalLimits::default() };
    report.add_exact_values(&diagram, limits, MOST_SQUARES, |_, _| {});
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

/// Both sides' views with what they bound.
fn sides(area: &Area) -> impl Iterator<Item = (String, &SideView)> {
    area.views.iter().flat_map(|views| {
        let title = |name: &str, at: &str, view: &SideView| {
            format!("{name}'s view: {at} {}{}", view.bound, view.end.note())
        };
        let (black, white) = (&views.black, &views.white);
        [(title("Black", "at least", black), black), (title("White", "at most", white), white)]
    })
}

impl Areas {
    /// Territories and zones of a view, each with what it gives.
    fn view_drawing(&self, view: &SideView) -> BoardDrawing<'_> {
        let mark = |squares, letter, label: String, colour| Mark { squares, letter, label, colour };
        let territories =
            view.territories.iter().map(|t| mark(t.set, 't', t.moves.to_string(), TERRITORY));
        let zones =
            view.zones.iter().enumerate().map(|(i, zone)| {
                mark(zone.set, 'z', zone.bound.to_string(), ZONES[i % ZONES.len()])
            });
        let marks: Vec<Mark> = territories.chain(zones).collect();
        BoardDrawing::new(&self.diagram, boards::labels(Game::Amazons)).marks(marks)
    }

    fn drawing(&self, area: &Area) -> BoardDrawing<'_> {
        BoardDrawing::new(&self.diagram, boards::labels(Game::Amazons)).highlight(area.set)
    }
}

impl Evaluation for Areas {
    fn text(&self, ascii: bool, f: &mut fmt::Formatter<'_>) -> fmt::Result {
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

    fn svg(&self) -> String {
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
