//! A lower bound by renouncing moves.
//!
//! A player who promises never to place a domino across some line of the board can only lose by
//! it. His opponent's dominoes lie parallel to that line and do not cross it either, so the board
//! falls apart into a sum of slices, and the value of the sum is a lower bound for him (this is
//! Lachmann, Moore and Rapaport's argument for whole rectangles, used on every position). Each
//! component of a slice that is small enough is looked up; numbers and switches are added
//! exactly: the players take the hottest switch in turn.
//!
//! The player plays along the rows of his view, so he renounces columns' borders. The lines are
//! chosen by dynamic programming for the greatest sum of means.

use super::lines::Lines;
use super::regions::{Bounds, Regions, Switch, UNIT};
use lastmove_board::Bits;

/// The largest component that is looked up.
pub(crate) const LARGEST: u32 = 16;
const MOST_PARTS: usize = 64;

/// Lower bounds whose sum bounds the whole position.
pub(crate) struct Parts {
    /// the sum of the numbers
    number: i32,
    hot: [Bounds; MOST_PARTS],
    hot_count: usize,
}

impl Parts {
    /// Cuts a position for the player along the rows.
    pub(crate) fn cut<B: Bits>(lines: &Lines<B>, regions: &Regions, empty: B) -> Self {
        let columns = lines.columns as usize;
        // the best sum of means (doubled) of what lies left of each line, and the line before
        let mut best = [i32::MIN; 130];
        let mut from = [0u8; 130];
        best[0] = 0;
        for start in 0..columns {
            if best[start] == i32::MIN {
                continue;
            }
            let mut slice = B::NONE;
            for end in start + 1..=columns {
                slice |= empty & lines.column(end as u32 - 1);
                let Some(mean) = slice_mean(lines, regions, slice) else { break };
                if best[start] + mean > best[end] {
                    best[end] = best[start] + mean;
                    from[end] = start as u8;
                }
            }
        }
        let mut parts = Self { number: 0, hot: [NO_BOUNDS; MOST_PARTS], hot_count: 0 };
        let mut end = columns;
        while end > 0 {
            let start = from[end] as usize;
            let mut rest = B::NONE;
            for column in start..end {
                rest |= empty & lines.column(column as u32);
            }
            while !rest.is_empty() {
                let component = lines.component(rest);
                rest &= !component;
                parts.add(lines, regions, component);
            }
            end = start;
        }
        parts
    }

    fn add<B: Bits>(&mut self, lines: &Lines<B>, regions: &Regions, component: B) {
        if component.count() < 2 {
            return;
        }
        if lines.along(component).is_empty() {
            self.number -= (component.count() / 2 * UNIT as u32) as i32;
            return;
        }
        let bounds = regions.bounds(lines, component);
        if bounds.exact || self.hot_count == MOST_PARTS {
            self.number += i32::from(bounds.number);
        } else {
            self.hot[self.hot_count] = bounds;
            self.hot_count += 1;
        }
    }

    /// Whether the player wins with the opponent to move.
    pub(crate) fn wins_second(&self) -> bool {
        self.wins(false)
    }

    /// Whether the player wins with himself to move.
    pub(crate) fn wins_first(&self) -> bool {
        self.wins(true)
    }

    fn wins(&self, first: bool) -> bool {
        let n = self.hot_count;
        // which bound stands for each part: 0 best switch, 1 cooler switch, 2 number
        let mut choice = [0u8; MOST_PARTS];
        let mut result = self.play_out(first, &choice);
        if result > 0 {
            return true;
        }
        loop {
            let mut improved = false;
            for i in 0..n {
                let old = choice[i];
                for other in 0..3 {
                    if other == choice[i] {
                        continue;
                    }
                    let kept = choice[i];
                    choice[i] = other;
                    let now = self.play_out(first, &choice);
                    if now > 0 {
                        return true;
                    }
                    if now > result {
                        result = now;
                    } else {
                        choice[i] = kept;
                    }
                }
                improved |= choice[i] != old;
            }
            if !improved {
                return false;
            }
        }
    }

    /// Plays the switches out, hottest first. The result is positive if and only if the player
    /// wins: twice the final number, plus one if the opponent is then to move.
    fn play_out(&self, first: bool, choice: &[u8; MOST_PARTS]) -> i32 {
        let mut number = self.number;
        let mut switches = [Switch { a: 0, b: 0 }; MOST_PARTS];
        let mut n = 0;
        for i in 0..self.hot_count {
            let bounds = &self.hot[i];
            let switch = match choice[i] {
                0 => bounds.best,
                1 => bounds.cool,
                _ => {
                    number += i32::from(bounds.number);
                    continue;
                }
            };
            // insertion by width
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

const NO_BOUNDS: Bounds =
    Bounds { number: 0, best: Switch { a: 0, b: 0 }, cool: Switch { a: 0, b: 0 }, exact: true };

#[inline(always)]
fn width(switch: Switch) -> i16 {
    switch.a - switch.b
}

/// Twice the sum of the means of a slice's components; `None` if one is too large.
#[inline(always)]
fn slice_mean<B: Bits>(lines: &Lines<B>, regions: &Regions, slice: B) -> Option<i32> {
    let mut rest = slice;
    let mut mean = 0;
    while !rest.is_empty() {
        let component = lines.component(rest);
        rest &= !component;
        let count = component.count();
        if count < 2 {
            continue;
        }
        if lines.along(component).is_empty() {
            mean -= (count / 2) as i32 * i32::from(UNIT) * 2;
            continue;
        }
        if count > LARGEST {
            return None;
        }
        let bounds = regions.bounds(lines, component);
        mean += i32::from(bounds.best.a) + i32::from(bounds.best.b);
    }
    Some(mean)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domineering::oracle::{Oracle, RandomBoards};
    use lastmove_board::{Size, transposed};
    use lastmove_domineering::Player;

    /// Every claim, for both players and with either to move, against brute force.
    #[test]
    fn cuts_never_contradict_brute_force() {
        let mut random = RandomBoards::new(2);
        let mut oracles: Vec<Option<Oracle>> = (0..49).map(|_| None).collect();
        let regions = Regions::new(1 << 28);
        let (mut claims, mut open, mut large) = (0, 0, 0);
        for _ in 0..100_000 {
            let (columns, rows) = random.sides();
            let size = Size::new(columns, rows).unwrap();
            let empty = random.position(size, 26.min(size.squares() as u32 + 1));
            let oracle =
                oracles[columns * 7 + rows].get_or_insert_with(|| Oracle::new(columns, rows));
            let h = Lines::<u64>::new(size);
            let v = Lines::<u64>::new(size.transposed());
            let turned = transposed(size, empty);
            large += u32::from(empty.count() >= 8);
            for (player, parts) in [
                (Player::Horizontal, Parts::cut(&h, &regions, empty)),
                (Player::Vertical, Parts::cut(&v, &regions, turned)),
            ] {
                for (first, claim) in
                    [(player.opponent(), parts.wins_second()), (player, parts.wins_first())]
                {
                    if claim {
                        claims += 1;
                        assert!(
                            oracle.winner_is(player, empty, first),
                            "{player} should win {columns} columns {rows} rows {empty:#x} with {first} first"
                        );
                    } else {
                        open += 1;
                    }
                }
            }
            oracle.trim();
        }
        println!("100000 positions, {large} with 8 or more free squares: {claims} claims hold, {open} not made");
    }
}
