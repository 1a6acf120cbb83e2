//! What a side is sure of in one zone of its view.

use super::evaluator::Evaluator;
use super::sum::Worth;
use lastmove_board::Bits;

/// A part of the board in which the owner plays under the blocker constraint and the opponent
/// without any.
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

impl<B: Bits> Evaluator<'_, B> {
    /// What the owner is sure of in a connected zone.
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
            self.active_worth(zone.squares(), zone.free, zone.opponent)
        } else {
            self.constrained_worth(zone)
        };
        if let Some(worth) = found {
            return worth;
        }
        if empty <= self.settings().local_search {
            return self.local_worth(zone);
        }
        self.counted_worth(zone)
    }

    /// By counting: the opponent may take every square, except that a safe move of the owner
    /// takes one from him and counts for the owner (paper, IV-A5).
    fn counted_worth(&self, zone: Zone<B>) -> Worth {
        let geometry = self.geometry();
        let all = -(zone.empty.count() as i16);
        let ways = geometry.king_step(zone.free | zone.bound) & zone.empty;
        if ways.is_empty() {
            Worth::integer(all)
        } else if self.has_safe_move(zone, ways) {
            Worth::integer(all + 2)
        } else {
            // With the move in hand the owner makes one before the opponent can take it away.
            Worth::counted(all, all + 2)
        }
    }

    /// Whether no single move of the opponent leaves the owner without a move. This covers the
    /// six rules for safe moves of the paper. `ways` are the empty squares beside the owner's
    /// amazons: a move can take two of them, and opens the square that it came from.
    fn has_safe_move(&self, zone: Zone<B>, ways: B) -> bool {
        let geometry = self.geometry();
        if ways.count() > 2 {
            return true;
        }
        let own = geometry.king_step(zone.free | zone.bound);
        let lowest = ways.lowest();
        let second = ways.without_lowest();
        for from in zone.opponent.squares() {
            if own.has(from) {
                continue; // leaving opens a way for the owner, unless the arrow goes back there
            }
            let targets = geometry.queen_reach(from, zone.empty);
            let vacated = zone.empty | B::bit(from);
            if second.is_empty() {
                if targets.has(lowest) {
                    return false; // moves onto the only way and shoots anywhere
                }
                for to in targets.squares() {
                    if geometry.queen_reach(to, vacated).has(lowest) {
                        return false;
                    }
                }
            } else {
                for to in (targets & ways).squares() {
                    let rest = ways & !B::bit(to);
                    if geometry.queen_reach(to, vacated).meets(rest) {
                        return false;
                    }
                }
            }
        }
        // Opponents beside the owner's amazons: their own square opens unless they burn it, which
        // leaves the target square as the only one taken.
        for from in (zone.opponent & own).squares() {
            if second.is_empty() && geometry.queen_reach(from, zone.empty).has(lowest) {
                return false;
            }
        }
        true
    }
}
