//! Explains one side's view of an area: its territories and zones, the blockers assigned to them,
//! and the source of every number.

use super::assign::{Aim, Parts};
use super::evaluator::{Evaluator, Watch};
use super::safe::SafeRule;
use super::sum::{Sum, Worth};
use super::zone::Zone;
use crate::Bound;
use lastmove_amazons::View;
use lastmove_board::Bits;
use serde::{Serialize, Serializer};

/// A territory that the side keeps as long as its blockers stay in place.
#[derive(Clone, Debug)]
pub struct ExplainedTerritory<B> {
    /// its empty squares
    pub squares: B,
    /// amazons that move there without constraint
    pub normal: B,
    /// blockers that help to fill it
    pub blockers: B,
    /// the number of moves that the side can make there
    pub moves: u32,
}

/// The source of the bound of a zone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ZoneSource {
    /// the side has no amazon there: the opponent's territory
    Territory,
    /// an endgame database
    Database,
    /// the zone was played out
    LocalSearch,
    /// squares and safe moves were counted
    Count,
}

impl ZoneSource {
    /// `territory`, `database`, `local search` or `count`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Territory => "territory",
            Self::Database => "database",
            Self::LocalSearch => "local search",
            Self::Count => "count",
        }
    }
}

impl Serialize for ZoneSource {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(self.name())
    }
}

/// A zone: what the opponent can reach, and what the side is sure of there.
#[derive(Clone, Debug)]
pub struct ExplainedZone<B> {
    /// its empty squares
    pub squares: B,
    /// the opponent's amazons
    pub opponents: B,
    /// the side's amazons that move there without constraint
    pub free: B,
    /// blockers assigned to it: their first move shoots back
    pub blockers: B,
    /// the value guaranteed to the side, which is Left
    pub at_least: Bound,
    /// the source of that value
    pub source: ZoneSource,
    /// the number of safe moves and the rule for them, if they were counted
    pub safe_moves: Option<(u32, SafeRule)>,
}

/// A side's view of an area (paper, II-A3).
#[derive(Clone, Debug)]
pub struct ExplainedView<B> {
    /// territories
    pub territories: Vec<ExplainedTerritory<B>>,
    /// zones
    pub zones: Vec<ExplainedZone<B>>,
    /// the value guaranteed to the side, which is Left
    pub at_least: Bound,
}

impl<B: Bits, W: Watch> Evaluator<'_, B, W> {
    /// The best claim of the owner of the first amazons, and its explanation.
    pub(super) fn explain_view(&mut self, sides: [B; 2], empty: B) -> (Sum, ExplainedView<B>) {
        let mut parts = Parts::default();
        let mut sum = self.parts_of(&mut parts, Sum::default(), sides, empty);
        let mut best = parts.clone();
        if !parts.territories.is_empty() || !parts.zones.is_empty() {
            sum = self.best_way(&mut parts, sum, Aim::Most, &mut |way| best = way.clone());
        }
        let (value, end) = sum.at_least();
        let mut shown = ExplainedView {
            territories: Vec::new(),
            zones: Vec::new(),
            at_least: Bound { value, end },
        };
        let geometry = self.geometry();
        let Some(view) = View::new(geometry, sides[0], sides[1], empty) else {
            return (sum, shown);
        };
        for part in geometry.components(view.territory | view.normal) {
            let squares = part & view.territory;
            if squares.is_empty() {
                continue;
            }
            let normal = part & view.normal;
            let served = best.territories.iter().find(|served| served[0] == part);
            let blockers = served.map_or(B::NONE, |served| served[2]);
            let nobody = (normal | blockers).is_empty();
            let moves = if nobody { 0 } else { self.fill(part | blockers, normal, blockers) };
            shown.territories.push(ExplainedTerritory { squares, normal, blockers, moves });
        }
        let mut done = B::NONE;
        for &squares in view.zones() {
            if squares.meets(done) {
                continue;
            }
            let served = best.zones.iter().position(|zone| zone.empty == squares & empty);
            let (together, zone) = match served {
                Some(i) => {
                    let (numbers, zone) = best.watched_zone(i);
                    (numbers.count_ones() > 1, zone)
                }
                None => {
                    let [free, opponent] = [squares & view.free, squares & sides[1]];
                    (false, Zone { empty: squares & empty, free, bound: B::NONE, opponent })
                }
            };
            done |= zone.empty;
            shown.zones.push(self.explain_zone(zone, together));
        }
        (sum, shown)
    }

    fn explain_zone(&mut self, zone: Zone<B>, together: bool) -> ExplainedZone<B> {
        let counted = self.counted_worth(zone);
        let worth = if together { counted } else { self.zone_worth(zone) };
        let source = if (zone.free | zone.bound).is_empty() {
            ZoneSource::Territory
        } else if worth == counted {
            ZoneSource::Count
        } else if zone.empty.count() <= self.settings().local_search {
            ZoneSource::LocalSearch
        } else {
            ZoneSource::Database
        };
        let safe_moves = (source == ZoneSource::Count).then(|| self.safe_rule(zone)).flatten();
        ExplainedZone {
            squares: zone.empty,
            opponents: zone.opponent,
            free: zone.free,
            blockers: zone.bound,
            at_least: bound(worth),
            source,
            safe_moves,
        }
    }
}

fn bound(worth: Worth) -> Bound {
    let (value, end) = Sum::of(worth).at_least();
    Bound { value, end }
}
