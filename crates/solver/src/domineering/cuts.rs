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
const _: () = assert!(LARGEST <= Regions::MOST_SQUARES);
const MOST_PARTS: usize = 48;

/// A cut position: independent parts, each with its bounds.
#[derive(Clone)]
pub(crate) struct Parts<B> {
    parts: [(B, Bounds); MOST_PARTS],
    count: usize,
}

impl<B: Bits> Parts<B> {
    /// Cuts a position for the player along the rows.
    pub(crate) fn cut(lines: &Lines<B>, regions: &Regions, empty: B) -> Self {
        let columns = lines.columns as usize;
        // the best sum of means (doubled) of what lies left of each line, and the line before
        let mut best = [i32::MIN; 130];
        let mut from = [0u8; 130];
        best[0] = 0;
        for start in 0..columns {
            // What lies in the slice and does not reach its last column stays as it is when the
            // slice grows.
            let mut settled = 0;
            let mut open = B::NONE;
            for end in start + 1..=columns {
                let column = empty & lines.column(end as u32 - 1);
                let reached = lines.flood(column, open | column);
                let (mean, _) = means(lines, regions, open & !reached, u32::MAX);
                settled += mean;
                let limit = match end - start {
                    ..=2 => two(),
                    3 => three(),
                    _ => largest_(),
                };
                let (mean, largest) = means(lines, regions, reached, limit);
                if largest > limit {
                    break;
                }
                open = reached;
                let sum = best[start] + settled + mean;
                if sum > best[end] {
                    best[end] = sum;
                    from[end] = start as u8;
                }
            }
        }
        let mut cut = Self { parts: [(B::NONE, Bounds::ZERO); MOST_PARTS], count: 0 };
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
                if component.count() > 1 {
                    cut.push(component, bounds(lines, regions, component));
                }
            }
            end = start;
        }
        cut
    }

    fn push(&mut self, set: B, bounds: Bounds) {
        if self.count == MOST_PARTS {
            // Two parts in one: a number below both is below their sum.
            let last = &mut self.parts[MOST_PARTS - 1];
            *last = (last.0 | set, Bounds::number(last.1.number + bounds.number));
        } else {
            self.parts[self.count] = (set, bounds);
            self.count += 1;
        }
    }

    /// The bounds of the sum.
    pub(crate) fn sum(&self) -> Sum {
        let mut sum = Sum::new();
        for (_, bounds) in &self.parts[..self.count] {
            sum.add(bounds);
        }
        sum
    }

    /// The bounds of the sum once a domino lies on these squares. The lines that the player has
    /// renounced stay renounced, so the other parts are as they were.
    #[inline]
    pub(crate) fn sum_without(&self, lines: &Lines<B>, regions: &Regions, domino: B) -> Sum {
        let mut sum = Sum::new();
        for &(set, ref known) in &self.parts[..self.count] {
            if !set.meets(domino) {
                sum.add(known);
                continue;
            }
            let mut rest = set & !domino;
            while !rest.is_empty() {
                let component = lines.component(rest);
                rest &= !component;
                if component.count() > 1 {
                    sum.add(&bounds(lines, regions, component));
                }
            }
        }
        sum
    }
}

/// Lower bounds whose sum bounds a position.
pub(crate) struct Sum {
    /// the sum of the numbers
    number: i32,
    /// the others, the widest best switch first
    hot: [Bounds; MOST_PARTS],
    count: usize,
}

impl Sum {
    #[inline]
    fn new() -> Self {
        Self { number: 0, hot: [Bounds::ZERO; MOST_PARTS], count: 0 }
    }

    #[inline]
    fn add(&mut self, bounds: &Bounds) {
        if bounds.exact || self.count == MOST_PARTS {
            self.number += i32::from(bounds.number);
            return;
        }
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
        self.wins(false)
    }

    /// Whether the player wins with himself to move.
    pub(crate) fn wins_first(&self) -> bool {
        self.wins(true)
    }

    fn wins(&self, first: bool) -> bool {
        self.result(first) > 0
    }

    /// Twice the number that the player is sure of if he is to move (or not), plus one if the
    /// opponent is then to move: positive if the player wins.
    pub(crate) fn result(&self, first: bool) -> i32 {
        let mut number = self.number;
        let mut mine = first;
        for bounds in &self.hot[..self.count] {
            number += i32::from(if mine { bounds.best.a } else { bounds.best.b });
            mine = !mine;
        }
        let result = 2 * number + i32::from(!mine);
        if result > 0 { result } else { self.result_by_choice(first, result) }
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

/// The bounds of a component.
#[inline(always)]
fn bounds<B: Bits>(lines: &Lines<B>, regions: &Regions, component: B) -> Bounds {
    if lines.along(component).is_empty() {
        // a straight line across the rows: the opponent's
        return Bounds::number(-((component.count() / 2) as i16) * UNIT);
    }
    regions.bounds(lines, component)
}

/// Twice the sum of the means of the components of a set, and the size of the largest; the sum
/// is meaningless if that is too large.
#[inline(always)]
fn means<B: Bits>(lines: &Lines<B>, regions: &Regions, set: B, limit: u32) -> (i32, u32) {
    let mut rest = set;
    let (mut mean, mut largest) = (0, 0);
    while !rest.is_empty() {
        let component = lines.component(rest);
        rest &= !component;
        let count = component.count();
        if count < 2 {
            continue;
        }
        if count > limit && !lines.along(component).is_empty() {
            return (0, count);
        }
        let bounds = bounds(lines, regions, component);
        mean += i32::from(bounds.best.a) + i32::from(bounds.best.b);
        largest = largest.max(if lines.along(component).is_empty() { 0 } else { count });
    }
    (mean, largest)
}

macro_rules! param { ($n:ident, $s:expr, $d:expr) => {
fn $n() -> u32 {
    static E: std::sync::LazyLock<u32> = std::sync::LazyLock::new(|| std::env::var($s).ok().and_then(|s| s.parse().ok()).unwrap_or($d));
    *E
}}}
param!(two, "TWO", 24);
param!(three, "THREE", 18);
param!(largest_, "LARGEST", 16);

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
                (Player::Horizontal, Parts::cut(&h, &regions, empty).sum()),
                (Player::Vertical, Parts::cut(&v, &regions, turned).sum()),
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
