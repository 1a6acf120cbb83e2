//! How each side sees an area of an Amazons position: the improved partition as data.

use lastmove_amazons::square_name;
use lastmove_board::{Bits, Size};
use lastmove_solver::Bound;
use lastmove_solver::amazons::{
    ExplainedTerritory, ExplainedView, ExplainedZone, SafeRule, ZoneSource,
};
use lastmove_values::{Dyadic, End};
use serde::Serialize;

/// Both sides' views of an area.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Views {
    /// what Black is sure of: a lower bound
    pub black: SideView,
    /// what White is sure of: an upper bound
    pub white: SideView,
}

/// How one side sees an area while its blockers stand.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SideView {
    /// the number that the parts add up to; Black is Left
    pub bound: Dyadic,
    /// how the number is meant
    pub end: End,
    /// squares that the opponent cannot reach
    pub territories: Vec<Territory>,
    /// parts that the opponent can reach
    pub zones: Vec<SeenZone>,
}

/// A territory of a view.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Territory {
    /// its empty squares
    pub squares: Vec<String>,
    /// amazons that move there without constraint
    pub amazons: Vec<String>,
    /// blockers that help to fill it
    pub blockers: Vec<String>,
    /// moves that the side makes there
    pub moves: u32,
    /// the empty squares as a set
    #[serde(skip)]
    pub set: u128,
}

/// A zone of a view.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SeenZone {
    /// its empty squares
    pub squares: Vec<String>,
    /// the opponent's amazons
    pub opponents: Vec<String>,
    /// the side's amazons that move there without constraint
    pub amazons: Vec<String>,
    /// blockers that serve it
    pub blockers: Vec<String>,
    /// what the side is sure of there; Black is Left
    pub bound: Dyadic,
    /// how the number is meant
    pub end: End,
    /// where the bound comes from
    pub source: ZoneSource,
    /// safe moves that were counted
    pub safe_moves: u32,
    /// by which rule they are safe
    pub rule: Option<SafeRule>,
    /// the empty squares as a set
    #[serde(skip)]
    pub set: u128,
}

/// The views of Black and White.
pub(crate) fn views<B: Bits>(size: Size, [black, white]: &[ExplainedView<B>; 2]) -> Views {
    Views { black: side(size, black, false), white: side(size, white, true) }
}

fn side<B: Bits>(size: Size, view: &ExplainedView<B>, negated: bool) -> SideView {
    let names =
        |set: B| set.squares().map(|square| square_name(size, square).to_string()).collect();
    let number = |bound: Bound| {
        let value = if negated { -bound.value } else { bound.value };
        (value, bound.end)
    };
    let (bound, end) = number(view.at_least);
    let territory = |part: &ExplainedTerritory<B>| Territory {
        squares: names(part.squares),
        amazons: names(part.normal),
        blockers: names(part.blockers),
        moves: part.moves,
        set: part.squares.widen(),
    };
    let zone = |zone: &ExplainedZone<B>| {
        let (bound, end) = number(zone.at_least);
        SeenZone {
            squares: names(zone.squares),
            opponents: names(zone.opponents),
            amazons: names(zone.free),
            blockers: names(zone.blockers),
            bound,
            end,
            source: zone.source,
            safe_moves: zone.safe_moves.map_or(0, |(count, _)| count),
            rule: zone.safe_moves.map(|(_, rule)| rule),
            set: zone.squares.widen(),
        }
    };
    SideView {
        bound,
        end,
        territories: view.territories.iter().map(territory).collect(),
        zones: view.zones.iter().map(zone).collect(),
    }
}

/// " by a1 and b2", or nothing.
fn by(amazons: &[String], blockers: &[String]) -> String {
    let names: Vec<String> = amazons
        .iter()
        .cloned()
        .chain(blockers.iter().map(|name| format!("blocker {name}")))
        .collect();
    if names.is_empty() { String::new() } else { format!(" by {}", names.join(", ")) }
}

fn count(n: usize, of: &str) -> String {
    format!("{n} {of}{}", if n == 1 { "" } else { "s" })
}

impl SideView {
    /// A line for each part: what it is and what it gives.
    pub fn lines(&self) -> Vec<String> {
        let territories = self.territories.iter().map(|part| {
            let squares = count(part.squares.len(), "square");
            let moves = count(part.moves as usize, "move");
            let by = by(&part.amazons, &part.blockers);
            format!("territory of {squares} at {}: {moves}{by}", part.squares[0])
        });
        let zones = self.zones.iter().map(|zone| {
            let squares = count(zone.squares.len(), "square");
            let by = by(&zone.amazons, &zone.blockers);
            let why = match (&zone.rule, zone.source) {
                (Some(rule), _) => {
                    format!("{}{by}, {rule}", count(zone.safe_moves as usize, "safe move"))
                }
                (None, ZoneSource::Count) => "no safe move".to_owned(),
                (None, ZoneSource::Territory) => "the opponent's".to_owned(),
                (None, source) => format!("{}{by}", source.name()),
            };
            let end = zone.end.note();
            format!("zone of {squares} at {}: {}{end}, {why}", zone.squares[0], zone.bound)
        });
        territories.chain(zones).collect()
    }
}
