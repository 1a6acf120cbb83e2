//! Looking ahead: a move of the winner after which every reply of the loser is plainly won.
//!
//! Whether such a move exists does not depend on the order in which moves are tried, but the time
//! to find it does. Moves that leave the loser little and the winner much come first, and a reply
//! that refuted one of the last moves is tried first against the next ones.

use super::Amazons;
use crate::key::Key;
use crate::rules::{Mover, Rules, State};
use lastmove_board::{Bits, Square};

/// Refuting replies that are remembered.
const REFUTATIONS: usize = 6;

type Turn = (Square, Square, Square);

impl<B: Bits, K: Key> Amazons<B, K> {
    pub(super) fn wins_ahead(&self, state: &State<B>) -> bool {
        let mut moves: Vec<(i32, State<B>)> = Vec::new();
        self.each_queen_move(state.winner, state.empty, |from, to, arrow| {
            let step = B::bit(from) | B::bit(to);
            let empty = (state.empty ^ step) & !B::bit(arrow);
            let after = State { winner: state.winner ^ step, empty, ..*state };
            let flood = self.loser_flood(&after);
            let kept = self.board.flood(after.winner, empty & !flood);
            moves.push((flood.count() as i32 - kept.count() as i32, after));
            true
        });
        moves.sort_by_key(|&(score, _)| score);
        let mut refutations = Vec::with_capacity(REFUTATIONS + 1);
        moves.iter().any(|(_, after)| self.answers(after, &mut refutations))
    }

    /// Whether every reply of the loser is plainly won.
    fn answers(&self, state: &State<B>, refutations: &mut Vec<Turn>) -> bool {
        let wins = |(from, to, arrow): Turn| {
            let step = B::bit(from) | B::bit(to);
            let empty = (state.empty ^ step) & !B::bit(arrow);
            self.visible(&State { loser: state.loser ^ step, empty, ..*state }, Mover::Winner)
        };
        let refutes = |&(from, to, arrow): &Turn| {
            self.is_legal(state.loser, state.empty, from, to, arrow) && !wins((from, to, arrow))
        };
        if let Some(first) = refutations.iter().position(refutes) {
            refutations[..=first].rotate_right(1);
            return false;
        }
        self.each_queen_move(state.loser, state.empty, |from, to, arrow| {
            let won = wins((from, to, arrow));
            if !won {
                refutations.insert(0, (from, to, arrow));
                refutations.truncate(REFUTATIONS);
            }
            won
        })
    }
}
