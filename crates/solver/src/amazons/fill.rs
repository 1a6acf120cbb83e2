//! The number of moves that a side can make in a territory.

use super::evaluator::{Evaluator, Watch};
use lastmove_board::{Bits, Geometry};

/// Territories with at most this many empty squares are searched if no database covers them,
const SEARCHED: u32 = 7;
/// and those of one amazon if they have at most this many.
const SEARCHED_ALONE: u32 = 10;
/// The most steps of the walks that follow another move.
const STEPS_AFTER: u32 = 500;

/// Whether a territory is searched.
fn is_searched<B: Bits>(empty: B, amazons: B) -> bool {
    let most = if amazons.count() == 1 { SEARCHED_ALONE } else { SEARCHED };
    empty.count() <= most
}

impl<B: Bits, W: Watch> Evaluator<'_, B, W> {
    /// The exact number of moves in a connected territory of normal queens, if it is known.
    pub(crate) fn exact_fill(&mut self, area: B, queens: B) -> Option<u32> {
        let found = self.databases().territory(self.geometry().size(), area, queens, B::NONE);
        found.or_else(|| {
            let empty = area & !queens;
            let most = empty.count();
            if self.plod(empty, queens, B::NONE) == most {
                Some(most)
            } else if is_searched(empty, queens) {
                Some(self.searched_fill(empty, queens, B::NONE))
            } else {
                (self.walked_fill(empty, queens, B::NONE) == most).then_some(most)
            }
        })
    }

    /// A lower bound for the number of moves in a territory; blockers obey their constraint.
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
        if is_searched(empty, queens | blockers) {
            self.searched_fill(empty, queens, blockers)
        } else {
            self.walked_fill(empty, queens, blockers)
        }
    }

    /// The best of many walks through a large territory, cached. They start from the least image,
    /// so that mirror images give the same result.
    fn walked_fill(&mut self, empty: B, queens: B, blockers: B) -> u32 {
        let key = self.geometry().least_image([empty, queens, blockers]).into();
        if let Some(&moves) = self.fills.get(&key) {
            return moves;
        }
        let (empty, queens, blockers) = key;
        let steps = self.settings().fill_steps;
        let mut walks = Walks { geometry: self.geometry(), best: 0, most: empty.count(), left: 0 };
        walks.go_from_each(empty, queens, blockers, steps.min(2_000));
        let mut spent = 2_000;
        // If no walk fills everything, one move that does not shoot back may help.
        for from in (queens & !blockers).squares() {
            let vacated = empty | B::bit(from);
            for to in self.geometry().queen_reach(from, empty).squares() {
                for arrow in self.geometry().queen_reach(to, vacated).squares() {
                    if walks.best == walks.most || spent >= steps {
                        break;
                    }
                    let rest = vacated & !B::bit(to) & !B::bit(arrow);
                    let moved = queens & !B::bit(from) | B::bit(to);
                    walks.after(rest, moved, blockers);
                    spent += STEPS_AFTER;
                }
            }
        }
        self.remember(key, walks.best);
        walks.best
    }

    fn remember(&mut self, key: (B, B, B), moves: u32) {
        if self.fills.len() >= self.settings().memos {
            self.fills = Default::default();
        }
        self.fills.insert(key, moves);
    }

    /// Walks through the empty squares step by step, shooting back each time: the squares passed
    /// are moves that can certainly be made (paper, IV-A1). Each step goes to the neighbour with
    /// the fewest free neighbours. Since a step shoots back, blockers may walk too.
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
        self.remember(key, best);
        best
    }
}

/// Walks by steps that shoot back, with backtracking.
struct Walks<'g, B> {
    geometry: &'g Geometry<B>,
    best: u32,
    most: u32,
    /// the number of steps left
    left: u32,
}

impl<B: Bits> Walks<'_, B> {
    /// Walks with one amazon after another; each of them is the first once.
    fn go_from_each(&mut self, empty: B, queens: B, blockers: B, steps: u32) {
        let amazons: Vec<u8> = queens.squares().chain(blockers.squares()).collect();
        for first in 0..amazons.len() {
            let order = [&amazons[first..], &amazons[..first]].concat();
            self.left = steps;
            self.go(empty, &order, 0);
        }
    }

    /// Walks after one move.
    fn after(&mut self, empty: B, queens: B, blockers: B) {
        let before = self.best;
        (self.best, self.most) = (before.saturating_sub(1), self.most - 1);
        self.go_from_each(empty, queens, blockers, STEPS_AFTER);
        (self.best, self.most) = (before.max(self.best + 1), self.most + 1);
    }

    /// Continues with the first amazon, or leaves it in place and continues with the next.
    fn go(&mut self, empty: B, amazons: &[u8], moves: u32) {
        self.best = self.best.max(moves);
        let Some((&at, rest)) = amazons.split_first() else { return };
        if self.best == self.most || self.left == 0 {
            return;
        }
        self.left -= 1;
        // squares that no amazon can reach any more are lost
        let all = amazons.iter().fold(B::NONE, |set, &s| set | B::bit(s));
        let open = self.geometry.flood(all, empty | all) & empty;
        if moves + open.count() <= self.best {
            return;
        }
        let ways = |s: u8| (self.geometry.neighbours(s) & empty).count();
        let mut steps: Vec<u8> = (self.geometry.neighbours(at) & empty).squares().collect();
        steps.sort_by_key(|&s| ways(s));
        let mut after = amazons.to_vec();
        for step in steps {
            after[0] = step;
            self.go(empty & !B::bit(step), &after, moves + 1);
        }
        self.go(empty, rest, moves);
    }
}
