//! Ordering moves by their results elsewhere.
//!
//! A position that the search soon leaves needs few of its moves, if those that are hardest to
//! refute come first: they win, or raise the disproof number above its threshold. So every move,
//! identified by its name, has a mark for how hard it was to refute lately, in bits of the child's
//! proof number. The move that won last at the same depth comes first of all, since it most likely
//! won against a sibling of this position.

use crate::table::Numbers;

/// Steps of a mark per bit.
const STEP: i32 = 256;
/// The target of the mark of a winning move: above what the numbers of most open children give.
const WIN: i32 = 20 * STEP;
/// The initial mark of a move.
const NEW: i32 = 5 * STEP;
/// A mark moves toward the latest result by one part in this many.
const INERTIA: i32 = 8;

/// The results of moves, for one thread.
#[derive(Default)]
pub(super) struct History {
    /// indexed by the names of moves
    marks: Vec<i32>,
    /// the names of the moves that won last, by depth
    winners: Vec<Option<usize>>,
}

impl History {
    /// How promising a move is at this depth.
    pub(super) fn rank(&self, name: usize, depth: usize) -> i32 {
        if self.winners.get(depth) == Some(&Some(name)) {
            return i32::MAX;
        }
        self.marks.get(name).copied().unwrap_or(NEW)
    }

    /// Updates the mark of a move by the numbers of the child that it led to.
    pub(super) fn learn(&mut self, name: usize, depth: usize, child: Numbers) {
        let found = match child {
            Numbers { disproof: 0, .. } => {
                if self.winners.len() <= depth {
                    self.winners.resize(depth + 1, None);
                }
                self.winners[depth] = Some(name);
                WIN
            }
            Numbers { proof: 0, .. } => 0,
            Numbers { proof, .. } => (1 + proof.ilog2() as i32) * STEP,
        };
        if self.marks.len() <= name {
            self.marks.resize(name + 1, NEW);
        }
        self.marks[name] += (found - self.marks[name]) / INERTIA;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hard_moves_come_first_and_the_last_winner_before_all() {
        let mut history = History::default();
        let open = |proof| Numbers { proof, disproof: 7 };
        for _ in 0..20 {
            history.learn(1, 3, open(1000));
            history.learn(2, 3, open(2));
            history.learn(3, 3, Numbers::WIN); // the opponent wins
        }
        let ranks = [1, 9, 2, 3].map(|name| history.rank(name, 3));
        assert!(ranks.is_sorted_by(|a, b| a > b), "{ranks:?}");
        history.learn(3, 3, Numbers::LOSS);
        assert!(history.rank(3, 3) > history.rank(1, 3));
        assert!(history.rank(3, 4) < history.rank(1, 4), "at another depth it counts as one win");
    }
}
