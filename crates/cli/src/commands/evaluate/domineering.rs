//! Domineering: both players' covers and cuts.

use super::write_winners;
use crate::{Failure, Session};
use lastmove_board::{Diagram, Game};
use lastmove_domineering::Orientation;
use lastmove_draw::{BoardDrawing, Line, Mark, gallery};
use lastmove_report::{Covered, CutRegion, PlayerCover, evaluate_domineering};
use lastmove_solver::domineering::{CoverKind, Regions};
use lastmove_values::AppraisalLimits;
use lastmove_work::{Budget, Limits};
use schemars::JsonSchema;
use serde::Serialize;
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

/// Limit on the time for the values of all regions of a position.
const TIME: Duration = Duration::from_secs(4);
/// The names of regions.
const NAMES: &str = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
/// The colours of regions, in turn.
const COLOURS: [&str; 6] = ["#4c9f70", "#e0a030", "#5b8def", "#c06090", "#8a7f5c", "#50b0b0"];

/// Explains the letters of a cover.
const KEY: &str =
    "P protective, V1 and V2 vulnerable (type 1 and 2), S safe, O1 to O3 option (type 1 to 3)";

/// Appraisers that all positions of a batch share.
pub(super) struct Desk {
    regions: Arc<Regions>,
    budget: Budget,
}

impl Desk {
    pub(super) fn new(session: &Session) -> Self {
        Self { regions: Arc::new(Regions::default()), budget: session.budget(Limits::default()) }
    }

    pub(super) fn evaluate(&self, diagram: Diagram) -> Result<Covers, Failure> {
        let budget = Some(self.budget.part(Limits::time(TIME)));
        let limits = AppraisalLimits { budget, ..AppraisalLimits::default() };
        let report = evaluate_domineering(&diagram, &self.regions, limits)?;
        Ok(Covers { report, diagram })
    }
}

#[derive(Serialize, JsonSchema)]
pub(crate) struct Covers {
    #[serde(flatten)]
    report: Covered,
    #[serde(skip)]
    diagram: Diagram,
}

/// The appearance of a kind of area: name, letter in text, label and colour in SVG.
fn look(kind: CoverKind) -> (&'static str, char, &'static str, &'static str) {
    match kind {
        CoverKind::Protective => ("protective", 'P', "P", "#4c9f70"),
        CoverKind::Vulnerable2 => ("vulnerable, type 2", 'V', "V2", "#e0a030"),
        CoverKind::Vulnerable1 => ("vulnerable, type 1", 'v', "V1", "#d8c860"),
        CoverKind::Safe => ("safe", 'S', "S", "#5b8def"),
        CoverKind::Option3 => ("option, type 3", '3', "O3", "#c06090"),
        CoverKind::Option2 => ("option, type 2", '2', "O2", "#c878a0"),
        CoverKind::Option1 => ("option, type 1", '1', "O1", "#d8a0bc"),
    }
}

/// The name of a region, by its index.
fn name(i: usize) -> char {
    NAMES.chars().nth(i).unwrap_or('#')
}

/// The longest text on a region.
const MOST_LETTERS: usize = 11;

/// The text on a region, if it is short enough.
fn short(region: &CutRegion) -> Option<&str> {
    let texts = region.value.iter().chain([&region.counted_as]);
    texts.map(String::as_str).find(|text| text.chars().count() <= MOST_LETTERS)
}

/// The numbers as a list, such as "2 and 4".
fn list(numbers: &[usize]) -> String {
    let words: Vec<String> = numbers.iter().map(usize::to_string).collect();
    match words.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} and {last}", rest.join(", ")),
        _ => words.concat(),
    }
}

impl Covers {
    fn board(&self) -> BoardDrawing<'_> {
        BoardDrawing::new(&self.diagram, Game::Domineering)
    }

    fn cover_drawing(&self, cover: &PlayerCover) -> BoardDrawing<'_> {
        self.board().marks(cover.areas.iter().map(|area| {
            let (_, letter, label, colour) = look(area.kind);
            Mark { squares: area.set, letter, label: label.to_owned(), colour }
        }))
    }

    /// A player's regions, with their names.
    fn regions(&self, player: Orientation) -> impl Iterator<Item = (char, &CutRegion)> {
        let all = self.report.regions.iter();
        let own = all.filter(move |region| region.player == player.side());
        own.enumerate().map(|(i, region)| (name(i), region))
    }

    fn cut_drawing(&self, player: Orientation) -> BoardDrawing<'_> {
        let lines = self.report.cuts.of(player).lines.iter().map(move |&n| match player {
            Orientation::Vertical => Line::BelowRow(n),
            Orientation::Horizontal => Line::AfterColumn(n),
        });
        let marks = self.regions(player).enumerate().map(|(i, (letter, region))| Mark {
            squares: region.set,
            letter,
            label: short(region).map_or_else(|| letter.to_string(), str::to_owned),
            colour: COLOURS[i % COLOURS.len()],
        });
        self.board().lines(lines).marks(marks)
    }

    /// The moves that a player has by the cover, as text.
    fn moves(&self, player: Orientation) -> String {
        let PlayerCover { moves, opponent_moves, .. } = self.report.cover.of(player);
        let opponent = player.opponent().side().capital();
        let word = if *moves == 1 { "move" } else { "moves" };
        format!("at least {moves} {word}, and at most {opponent_moves} for {opponent}")
    }

    /// The lines that a player renounces, as text.
    fn renounced(&self, player: Orientation) -> String {
        let name = player.side().capital();
        let lines = &self.report.cuts.of(player).lines;
        let places = match (player, lines.len()) {
            (_, 0) => return format!("{name} renounces no line"),
            (Orientation::Vertical, 1) => "the line below row",
            (Orientation::Vertical, _) => "the lines below rows",
            (Orientation::Horizontal, 1) => "the line after column",
            (Orientation::Horizontal, _) => "the lines after columns",
        };
        format!("{name} renounces {places} {}", list(lines))
    }

    fn write_cover(&self, player: Orientation, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let cover = self.report.cover.of(player);
        for kind in CoverKind::ALL {
            let areas: Vec<&str> =
                cover.areas.iter().filter(|a| a.kind == kind).map(|a| &*a.squares[0]).collect();
            if !areas.is_empty() {
                let (title, letter, ..) = look(kind);
                writeln!(f, "  {letter} {title:<18} {:>2}  at {}", areas.len(), areas.join(" "))?;
            }
        }
        if !cover.unavailable.is_empty() {
            let (count, squares) = (cover.unavailable.len(), cover.unavailable.join(" "));
            writeln!(f, "    {:<18} {count:>2}  at {squares}", "unavailable")?;
        }
        Ok(())
    }

    fn write_regions(&self, player: Orientation, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let side = if player == Orientation::Vertical { "at least" } else { "at most" };
        for (name, region) in self.regions(player) {
            write!(f, "  {name} {side} {}", region.counted_as)?;
            match (&region.value, region.mean, region.temperature) {
                (Some(value), ..) if *value == region.counted_as => {}
                (Some(value), ..) => write!(f, ", worth {value}")?,
                (None, Some(mean), Some(t)) => write!(f, ", mean {mean}, temperature {t}")?,
                _ => {}
            }
            writeln!(f)?;
        }
        Ok(())
    }
}

impl Covers {
    /// For people; boards in ASCII or not.
    pub(super) fn text(&self, ascii: bool, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let report = &self.report;
        for player in Orientation::BOTH {
            let drawing = self.cover_drawing(report.cover.of(player)).ascii(ascii);
            let name = player.side().capital();
            writeln!(f, "{name}'s cover: {}\n\n{drawing}", self.moves(player))?;
            self.write_cover(player, f)?;
            let drawing = self.cut_drawing(player).ascii(ascii);
            writeln!(f, "\n{}\n\n{drawing}", self.renounced(player))?;
            self.write_regions(player, f)?;
            writeln!(f)?;
        }
        writeln!(f, "in all: {}", report.bounds.text())?;
        let winners = [report.winner_if_vertical_to_move, report.winner_if_horizontal_to_move];
        write_winners(f, Game::Domineering, winners, [None; 2])
    }

    /// The same as SVG.
    pub(super) fn svg(&self) -> String {
        let covers = Orientation::BOTH.map(|player| {
            let caption = format!("{}'s cover: {}", player.side().capital(), self.moves(player));
            (self.cover_drawing(self.report.cover.of(player)).svg(), caption)
        });
        let cuts = Orientation::BOTH
            .map(|player| (self.cut_drawing(player).svg(), self.renounced(player)));
        // two rows: covers above, cuts below
        let row = |drawings: &[(String, String)]| gallery("", f64::INFINITY, drawings);
        let rows = [
            (row(&covers), KEY.to_owned()),
            (row(&cuts), format!("in all: {}", self.report.bounds.text())),
        ];
        gallery(&self.report.position, 0.0, &rows)
    }
}
