//! Values of small regions: their stops, and lower bounds by numbers and switches.
//!
//! Left is the player who plays along the rows of the view. A region is any set of squares,
//! moved to the top left corner. Its stops (with who is to move when they are reached) decide
//! every comparison with a number exactly; a further recursion finds switches below its value:
//!
//! `G >= {a | b}` if and only if Left wins `G - a` moving first, and to each of Right's moves in
//! G Left has an answer: either the rest is at least b, or a move of his leads to a game that is
//! again at least `{a | b}`.

mod bounds;
mod number;

pub(crate) use bounds::{Bounds, Switch, UNIT};

use super::lines::Lines;
use crate::table::{Payload, Table};
use bounds::LIMIT;
use lastmove_board::{Bits, mix};
use number::{Kind, Number, ONE, Stop, enough_for, kind, stops_of};

/// The values of the regions that were met so far, shared by all threads.
pub(crate) struct Regions {
    bounds: Table<Bounds>,
    stops: Table<Stops>,
    switches: Table<Below>,
}

/// The stops of a region; `None` where a number was finer than the unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Stops {
    left: Stop,
    right: Stop,
    number: bool,
    known: bool,
}

impl Payload for Stops {
    const BITS: u32 = 34;
    fn pack(self) -> u64 {
        u64::from(self.left as u16) << 18
            | u64::from(self.right as u16) << 2
            | u64::from(self.number) << 1
            | u64::from(self.known)
    }
    fn unpack(bits: u64) -> Self {
        Self {
            left: Stop::from((bits >> 18) as i16),
            right: Stop::from((bits >> 2) as i16),
            number: bits & 2 != 0,
            known: bits & 1 != 0,
        }
    }
}

/// The greatest b with `G >= {a | b}`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Below(Number);

impl Payload for Below {
    const BITS: u32 = 16;
    fn pack(self) -> u64 {
        u64::from(self.0 as u16)
    }
    fn unpack(bits: u64) -> Self {
        Self(Number::from(bits as i16))
    }
}

/// Below every value of a region.
const NEVER: Number = -60 * ONE;

impl Regions {
    pub(crate) fn new(bytes: usize) -> Self {
        Self {
            bounds: Table::new(bytes / 2),
            stops: Table::new(bytes / 4),
            switches: Table::new(bytes / 4),
        }
    }

    /// Lower bounds of a region's value.
    #[inline]
    pub(crate) fn bounds<B: Bits>(&self, lines: &Lines<B>, region: B) -> Bounds {
        let region = lines.to_corner(region);
        let key = key(lines, region, 0);
        if let Some(bounds) = self.bounds.load(key) {
            return bounds;
        }
        let bounds = self.compute(lines, region);
        self.bounds.store(key, bounds, 1 << region.count().min(40));
        bounds
    }

    #[cold]
    fn compute<B: Bits>(&self, lines: &Lines<B>, region: B) -> Bounds {
        // rounds down to the coarser unit of bounds
        let coarse = |n: Number| (n >> 2).clamp(-Number::from(LIMIT), Number::from(LIMIT)) as i16;
        let stops = self.stops(lines, region);
        if !stops.known {
            let least = coarse(-(lines.across_most(region) as Number) * ONE);
            let switch = Switch { a: least, b: least };
            return Bounds { number: least, best: switch, cool: switch, exact: false };
        }
        let number = enough_for(stops.right);
        if stops.number {
            let n = coarse(number);
            let switch = Switch { a: n, b: n };
            return Bounds { number: n, best: switch, cool: switch, exact: number % 4 == 0 };
        }
        // candidates: a from the left stop downwards
        let top = enough_for(stops.left);
        let mut best = (top, self.below(lines, region, top));
        let mut cool = best;
        let mut a = top.div_euclid(ONE / 2) * (ONE / 2);
        if a == top {
            a -= ONE / 2;
        }
        while a >= number {
            let b = self.below(lines, region, a);
            if a + b > best.0 + best.1 {
                best = (a, b);
            }
            if b > cool.1 {
                cool = (a, b);
            }
            a -= ONE / 2;
        }
        let switch = |(a, b): (Number, Number)| Switch { a: coarse(a), b: coarse(b) };
        Bounds { number: coarse(number), best: switch(best), cool: switch(cool), exact: false }
    }

    /// The stops of a set of squares.
    fn stops<B: Bits>(&self, lines: &Lines<B>, set: B) -> Stops {
        let (rest, integer) = strip_integers(lines, set);
        let shift = 2 * ONE * integer;
        if rest.is_empty() {
            let (left, right) = stops_of(integer * ONE);
            return Stops { left, right, number: true, known: true };
        }
        let rest = lines.to_corner(rest);
        let key = key(lines, rest, 1);
        let stops = match self.stops.load(key) {
            Some(stops) => stops,
            None => {
                let stops = self.stops_of_options(lines, rest);
                self.stops.store(key, stops, 1 << rest.count().min(40));
                stops
            }
        };
        Stops { left: stops.left + shift, right: stops.right + shift, ..stops }
    }

    fn stops_of_options<B: Bits>(&self, lines: &Lines<B>, set: B) -> Stops {
        let unknown = Stops { left: 0, right: 0, number: false, known: false };
        let (mut left, mut right) = (None, None);
        for square in lines.along(set).squares() {
            let stops = self.stops(lines, set & !lines.domino_along(square));
            if !stops.known {
                return unknown;
            }
            left = left.max(Some(stops.right));
        }
        for square in lines.across(set).squares() {
            let stops = self.stops(lines, set & !lines.domino_across(square));
            if !stops.known {
                return unknown;
            }
            right = Some(right.map_or(stops.left, |r: Stop| r.min(stops.left)));
        }
        match (kind(left, right), left, right) {
            (Kind::Number(n), ..) => {
                let (left, right) = stops_of(n);
                Stops { left, right, number: true, known: true }
            }
            (Kind::Hot, Some(left), Some(right)) => {
                Stops { left, right, number: false, known: true }
            }
            _ => unknown,
        }
    }

    /// The greatest b such that the game is at least `{a | b}`, at most a; [`NEVER`] if none is
    /// found.
    fn below<B: Bits>(&self, lines: &Lines<B>, set: B, a: Number) -> Number {
        let (rest, integer) = strip_integers(lines, set);
        let shift = integer * ONE;
        let a = a - shift;
        if rest.is_empty() {
            // 0 >= {a | b} if a < 0
            return if a < 0 { a + shift } else { NEVER };
        }
        let rest = lines.to_corner(rest);
        let key = key(lines, rest, (a as u64) << 8 | 2);
        let b = match self.switches.load(key) {
            Some(Below(b)) => b,
            None => {
                let b = self.below_of_options(lines, rest, a);
                self.switches.store(key, Below(b), 1 << rest.count().min(40));
                b
            }
        };
        if b == NEVER { NEVER } else { b + shift }
    }

    fn below_of_options<B: Bits>(&self, lines: &Lines<B>, set: B, a: Number) -> Number {
        let stops = self.stops(lines, set);
        if !stops.known || stops.left < 2 * a + 1 {
            return NEVER;
        }
        let mut b = a;
        for square in lines.across(set).squares() {
            let after = set & !lines.domino_across(square);
            let mut answer = enough_for(self.stops(lines, after).right);
            for reply in lines.along(after).squares() {
                if answer >= b {
                    break;
                }
                answer = answer.max(self.below(lines, after & !lines.domino_along(reply), a));
            }
            b = b.min(answer);
        }
        b.max(NEVER)
    }
}

/// Takes away the components in which only one player can move, and counts their moves.
fn strip_integers<B: Bits>(lines: &Lines<B>, set: B) -> (B, Number) {
    let mut rest = lines.usable_along(set) | lines.usable_across(set);
    let (mut integer, mut kept) = (0, B::NONE);
    while !rest.is_empty() {
        let component = lines.component(rest);
        rest &= !component;
        if lines.across(component).is_empty() {
            integer += lines.most(component) as Number;
        } else if lines.along(component).is_empty() {
            integer -= lines.across_most(component) as Number;
        } else {
            kept |= component;
        }
    }
    (kept, integer)
}

#[inline]
fn key<B: Bits>(lines: &Lines<B>, set: B, kind: u64) -> u128 {
    let wide = set.widen();
    let (low, high) = (wide as u64, (wide >> 64) as u64);
    let salt = u64::from(lines.columns) << 56 ^ kind;
    let a = mix(low ^ mix(high.wrapping_add(salt)));
    let b = mix(low.rotate_left(32) ^ mix(high ^ 0x6a09_e667_f3bc_c908 ^ salt.rotate_left(17)));
    u128::from(a) << 64 | u128::from(b)
}
