//! Sums of numbers and switches.

use super::number::{Bound, Bounds};

/// The bounds of the independent parts of a board.
#[derive(Default)]
pub(super) struct Sum {
    /// the sum of the parts whose only bounds are numbers
    number: i32,
    /// the bounds of the other parts
    hot: Vec<Bounds>,
}

impl Sum {
    pub(super) fn add(&mut self, bounds: &Bounds) {
        if bounds.all.iter().any(|bound| bound.switch) {
            self.hot.push(*bounds);
        } else {
            self.number += i32::from(bounds.best.a);
        }
    }

    /// Whether the bounds prove that the winner wins. He takes the best bound of each part, and
    /// then any other one that improves the result, as long as there is one.
    pub(super) fn wins(&self, winner_moves: bool) -> bool {
        let mut chosen: Vec<Bound> = self.hot.iter().map(|bounds| bounds.best).collect();
        let mut switches = Vec::with_capacity(chosen.len());
        let mut result = self.play_out(&chosen, winner_moves, &mut switches);
        // No choice yields more than the means, plus half of the widest switch for the first move.
        if result > 0 || self.most(winner_moves) < 0 {
            return result > 0;
        }
        loop {
            let before = result;
            for (i, bounds) in self.hot.iter().enumerate() {
                for bound in bounds.all {
                    let kept = std::mem::replace(&mut chosen[i], bound);
                    let now = self.play_out(&chosen, winner_moves, &mut switches);
                    if now > result {
                        result = now;
                    } else {
                        chosen[i] = kept;
                    }
                    if result > 0 {
                        return true;
                    }
                }
            }
            if result == before {
                return false;
            }
        }
    }

    /// Twice the greatest number that any choice can yield.
    fn most(&self, winner_moves: bool) -> i32 {
        let means = self.hot.iter().map(|bounds| bounds.best.doubled_mean()).sum::<i32>();
        let widths = self.hot.iter().flat_map(|bounds| bounds.all).map(width);
        2 * self.number + means + if winner_moves { widths.max().unwrap_or(0) } else { 0 }
    }

    /// The result if the players take the widest switch in turn: twice the final number, plus one
    /// if the loser is then to move. The winner wins if it is positive.
    fn play_out(&self, chosen: &[Bound], mut winner_moves: bool, switches: &mut Vec<Bound>) -> i32 {
        switches.clear();
        switches.extend(chosen.iter().filter(|bound| bound.switch));
        switches.sort_unstable_by_key(|&bound| -width(bound));
        let numbers = chosen.iter().filter(|bound| !bound.switch);
        let mut number = self.number + numbers.map(|bound| i32::from(bound.a)).sum::<i32>();
        for switch in switches {
            number += i32::from(if winner_moves { switch.a } else { switch.b });
            winner_moves = !winner_moves;
        }
        2 * number + i32::from(!winner_moves)
    }
}

fn width(bound: Bound) -> i32 {
    i32::from(bound.a) - i32::from(bound.b)
}
