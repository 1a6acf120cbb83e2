//! Sums of numbers and switches.

use super::regions::{Bounds, Switch};

/// The most parts of a position.
pub(super) const MOST_PARTS: usize = 32;

/// Lower bounds whose sum bounds a position.
pub(crate) struct Sum {
    /// the sum of the numbers
    number: i32,
    /// the others, the widest best switch first
    hot: [Bounds; MOST_PARTS],
    count: usize,
    /// the greatest width of a switch
    hottest: i32,
}

impl Sum {
    #[inline]
    pub(super) fn new() -> Self {
        Self { number: 0, hot: [Bounds::ZERO; MOST_PARTS], count: 0, hottest: 0 }
    }

    #[inline]
    pub(super) fn add(&mut self, bounds: &Bounds) {
        if bounds.exact || self.count == MOST_PARTS {
            self.number += i32::from(bounds.number);
            return;
        }
        self.hottest = self.hottest.max(width(bounds.best).max(width(bounds.cool)).into());
        let mut at = self.count;
        while at > 0 && width(self.hot[at - 1].best) < width(bounds.best) {
            self.hot[at] = self.hot[at - 1];
            at -= 1;
        }
        self.hot[at] = *bounds;
        self.count += 1;
    }

    /// Whether the player wins with the opponent to move.
    pub(crate) fn wins_second(&self) -> bool {
        self.result(false) > 0
    }

    /// Whether the player wins with himself to move.
    pub(crate) fn wins_first(&self) -> bool {
        self.result(true) > 0
    }

    /// Twice the number that the player is sure of if he is to move (or not), plus one if the
    /// opponent is then to move: positive if the player wins.
    pub(crate) fn result(&self, first: bool) -> i32 {
        let mut number = self.number;
        let mut mine = first;
        // No choice of bounds gives more than the means and the hottest move.
        let mut most = 2 * self.number;
        for bounds in &self.hot[..self.count] {
            number += i32::from(if mine { bounds.best.a } else { bounds.best.b });
            mine = !mine;
            most += bounds.doubled_mean();
        }
        if first && self.count > 0 {
            most += self.hottest;
        }
        let result = 2 * number + i32::from(!mine);
        if result > 0 || most < 0 { result } else { self.result_by_choice(first, result) }
    }

    /// Tries other bounds for single parts, as long as that improves the result.
    fn result_by_choice(&self, first: bool, mut result: i32) -> i32 {
        // which bound stands for each part: 0 best switch, 1 cooler switch, 2 number
        let mut choice = [0u8; MOST_PARTS];
        loop {
            let before = result;
            for i in 0..self.count {
                for other in 0..3 {
                    let kept = choice[i];
                    if other == kept {
                        continue;
                    }
                    choice[i] = other;
                    let now = self.play_out(first, &choice);
                    if now > 0 {
                        return now;
                    }
                    if now > result {
                        result = now;
                    } else {
                        choice[i] = kept;
                    }
                }
            }
            if result == before {
                return result;
            }
        }
    }

    /// Plays the switches out, hottest first. The result is positive if and only if the player
    /// wins: twice the final number, plus one if the opponent is then to move.
    fn play_out(&self, first: bool, choice: &[u8; MOST_PARTS]) -> i32 {
        let mut number = self.number;
        let mut switches = [Switch { a: 0, b: 0 }; MOST_PARTS];
        let mut n = 0;
        for i in 0..self.count {
            let bounds = &self.hot[i];
            let switch = match choice[i] {
                0 => bounds.best,
                1 => bounds.cool,
                _ => {
                    number += i32::from(bounds.number);
                    continue;
                }
            };
            let mut at = n;
            while at > 0 && width(switches[at - 1]) < width(switch) {
                switches[at] = switches[at - 1];
                at -= 1;
            }
            switches[at] = switch;
            n += 1;
        }
        let mut mine = first;
        for switch in &switches[..n] {
            number += i32::from(if mine { switch.a } else { switch.b });
            mine = !mine;
        }
        2 * number + i32::from(!mine)
    }
}

#[inline(always)]
fn width(switch: Switch) -> i16 {
    switch.a - switch.b
}
