//! How many moves a side can make in a territory.

use super::evaluator::Evaluator;
use lastmove_board::Bits;

/// Territories with at most this many empty squares are searched where no database has them.
const SEARCHED: u32 = 7;

impl<B: Bits> Evaluator<'_, B> {
    /// The exact number of moves in a connected territory of normal queens, if it is known.
    pub(crate) fn exact_fill(&mut self, area: B, queens: B) -> Option<u32> {
        let found = self.databases().territory(self.geometry().size(), area, queens, B::NONE);
        found.or_else(|| {
            let empty = area & !queens;
            let most = empty.count();
            let all = self.plod(empty, queens, B::NONE) == most;
            let search = || self.searched_fill(empty, queens, B::NONE);
            if all { Some(most) } else { (most <= SEARCHED).then(search) }
        })
    }

    /// A lower bound for the number of moves in a territory, blockers held to their constraint.
    pub(crate) fn fill(&mut self, area: B, queens: B, blockers: B) -> u32 {
        let empty = area & !(queens | blockers);
        let most = empty.count();
        let plodded = self.plod(empty, queens, blockers);
        if plodded == most {
            return most;
        }
        let found = self.databases().territory(self.geometry().size(), area, queens, blockers);
        if let Some(moves) = found {
            return moves;
        }
        if most <= SEARCHED { self.searched_fill(empty, queens, blockers) } else { plodded }
    }

    /// Walks through the empty squares step by step, shooting back each time: the squares passed
    /// are moves that can surely be made (paper, IV-A1). Queens go to the neighbour with the
    /// fewest ways on. Since a step shoots back, blockers may walk too.
    pub(crate) fn plod(&self, empty: B, queens: B, blockers: B) -> u32 {
        let geometry = self.geometry();
        let mut left = empty;
        let mut moves = 0;
        for start in queens.squares().chain(blockers.squares()) {
            let mut at = start;
            loop {
                let steps = geometry.neighbours(at) & left;
                let ways = |s: u8| (geometry.neighbours(s) & left).count();
                let Some(next) = steps.squares().min_by_key(|&s| ways(s)) else { break };
                left &= !B::bit(next);
                moves += 1;
                at = next;
            }
        }
        moves
    }

    /// The exact number of moves by search.
    fn searched_fill(&mut self, empty: B, queens: B, blockers: B) -> u32 {
        let key = (empty, queens, blockers);
        if let Some(&moves) = self.fills.get(&key) {
            return moves;
        }
        let geometry = self.geometry();
        let most = empty.count();
        let mut best = self.plod(empty, queens, blockers);
        'search: for from in (queens | blockers).squares() {
            let bit = B::bit(from);
            let bound = blockers.has(from);
            for to in geometry.queen_reach(from, empty).squares() {
                let vacated = empty | bit;
                let arrows = if bound { bit } else { geometry.queen_reach(to, vacated) };
                for arrow in arrows.squares() {
                    if best == most {
                        break 'search;
                    }
                    let rest = vacated & !B::bit(to) & !B::bit(arrow);
                    let moved = queens & !bit | B::bit(to);
                    best = best.max(1 + self.searched_fill(rest, moved, blockers & !bit));
                }
            }
        }
        if self.fills.len() >= self.settings().memos {
            self.fills = Default::default();
        }
        self.fills.insert(key, best);
        best
    }
}
