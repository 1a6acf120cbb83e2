//! The value guaranteed to a side in one zone of its view.

use super::evaluator::{Evaluator, Watch};
use super::safe::Safe;
use super::sum::Worth;
use lastmove_board::Bits;

/// A part of the board in which the owner plays under the blocker constraint and the opponent
/// freely.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Zone<B> {
    pub(crate) empty: B,
    /// the owner's amazons that move freely
    pub(crate) free: B,
    /// the owner's blockers: their first move shoots back
    pub(crate) bound: B,
    pub(crate) opponent: B,
}

impl<B: Bits> Zone<B> {
    pub(crate) fn squares(&self) -> B {
        self.empty | self.free | self.bound | self.opponent
    }
}

impl<B: Bits, W: Watch> Evaluator<'_, B, W> {
    /// The value guaranteed to the owner of a connected zone.
    pub(crate) fn zone_worth(&mut self, zone: Zone<B>) -> Worth {
        let empty = zone.empty.count();
        if (zone.free | zone.bound).is_empty() {
            // the opponent's territory
            let area = zone.empty | zone.opponent;
            let moves = self.exact_fill(area, zone.opponent).unwrap_or(empty);
            return Worth::integer(-(moves as i16));
        }
        let large = zone.squares().count() as usize > lastmove_endgame::MAX_FRAME_SQUARES;
        let found = if large {
            None
        } else if zone.bound.is_empty() {
            self.area_worths(zone.squares(), zone.free, zone.opponent).map(|[worth, _]| worth)
        } else {
            self.constrained_worth(zone)
        };
        if let Some(worth) = found {
            return worth;
        }
        if empty <= self.settings().local_search {
            return self.local_worth(zone);
        }
        let counted = self.counted_worth(zone);
        if zone.bound.is_empty() || large {
            return counted;
        }
        // A database may cover the zone without its blockers: then it can be better that they stay.
        let alone = self.zone_alone(zone);
        alone.filter(|alone| alone.is_better(&counted)).unwrap_or(counted)
    }

    /// The database value of a zone if its blockers stay in place.
    fn zone_alone(&mut self, zone: Zone<B>) -> Option<Worth> {
        let squares = zone.empty | zone.free | zone.opponent;
        if zone.free.is_empty() {
            return None;
        }
        self.area_worths(squares, zone.free, zone.opponent).map(|[worth, _]| worth)
    }

    /// The value by counting: the opponent may take every square, except that each safe move of the
    /// owner takes one from the opponent and counts for the owner (paper, IV-A5).
    pub(crate) fn counted_worth(&mut self, zone: Zone<B>) -> Worth {
        let all = -(zone.empty.count() as i16);
        let Safe { second, first } = self.safe_moves(zone);
        Worth::counted(all + 2 * second, all + 2 * first)
    }
}
