//! Which moves to look at first: what came of them elsewhere.
//!
//! A position that the search leaves again needs few of its moves, if those that are hardest to
//! refute come first: they win, or push the disproof number past its threshold. So every move, by
//! its name, has a mark that follows how hard it was to refute lately, in bits of the child's proof
//! number. Before all others comes the move that won last at the same depth, most likely against
//! a sibling of this position.

use crate::table::Numbers;

/// Marks have so many steps for a bit.
const STEP: i32 = 256;
/// The mark that a winning move goes toward: above what the numbers of most open children give.
const WIN: i32 = 20 * STEP;
/// The mark of a move that was never met.
const NEW: i32 = 5 * STEP;
/// How far a mark goes toward what came of a move: one part in so many.
const INERTIA: i32 = 8;

/// What came of moves, for one thread.
#[derive(Default)]
pub(super) struct History {
    /// by the moves' names
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

    /// Learns the numbers of the child that a move led to.
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
