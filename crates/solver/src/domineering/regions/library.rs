//! Exact knowledge of small regions, gathered as they are met.
//!
//! A game is a sum: a number and a few *atoms*, connected regions that are no numbers. An atom is
//! known by its options, which are sums again; regions with the same options are one atom.
//! Options that a comparison with a number shows to be dominated are dropped, and whatever turns
//! out to be a number is written as one, so that far fewer sums arise than sets of squares.

use super::bounds::{Bounds, LIMIT, Switch};
use super::number::{Kind, Number, ONE, Stop, enough_for, kind, stops_of};
use super::shape::Shape;
use lastmove_board::mix;
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use std::sync::Arc;

/// The most atoms in a sum.
const MOST_ATOMS: usize = 12;

/// A number and atoms, in ascending order; 0 is no atom.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
struct Sum {
    atoms: [u32; MOST_ATOMS],
    number: Number,
}

impl Sum {
    const ZERO: Self = Self { atoms: [0; MOST_ATOMS], number: 0 };

    fn is_number(&self) -> bool {
        self.atoms[MOST_ATOMS - 1] == 0
    }

    fn plus_atom(mut self, atom: u32) -> Self {
        // ascending with the zeros first: drop one zero, insert
        debug_assert_eq!(self.atoms[0], 0);
        let mut i = 0;
        while i + 1 < MOST_ATOMS && self.atoms[i + 1] < atom {
            self.atoms[i] = self.atoms[i + 1];
            i += 1;
        }
        self.atoms[i] = atom;
        self
    }

    fn plus(mut self, other: &Self) -> Result<Self, Beyond> {
        for &atom in other.atoms.iter().rev().take_while(|&&a| a > 0) {
            if self.atoms[0] != 0 {
                return Err(Beyond);
            }
            self = self.plus_atom(atom);
        }
        self.number += other.number;
        Ok(self)
    }

    fn without(mut self, index: usize) -> Self {
        self.atoms.copy_within(0..index, 1);
        self.atoms[0] = 0;
        self
    }
}

/// What both players can move to; no two the same.
#[derive(Debug, PartialEq, Eq, Hash)]
struct Options {
    left: Vec<Sum>,
    right: Vec<Sum>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Stops {
    left: Stop,
    right: Stop,
    number: bool,
}

/// A number finer than the unit, or a sum of too many atoms: the region stays unknown.
#[derive(Clone, Copy, Debug)]
struct Beyond;

/// Below every value.
const NEVER: Number = -60 * ONE;

/// All atoms met so far.
#[derive(Default)]
pub(super) struct Library {
    shapes: Map<Shape, Option<Sum>>,
    atoms: Vec<Arc<Options>>,
    by_options: Map<Arc<Options>, u32>,
    stops: Map<[u32; MOST_ATOMS], Stops>,
    below: Map<([u32; MOST_ATOMS], Number), Number>,
}

impl Library {
    /// Lower bounds of the value of a connected region.
    pub(super) fn bounds(&mut self, shape: Shape) -> Option<Bounds> {
        let sum = self.shape(shape)?;
        // rounds down to the coarser unit of bounds
        let coarse = |n: Number| (n >> 2).clamp(-Number::from(LIMIT), Number::from(LIMIT)) as i16;
        if sum.is_number() {
            let mut bounds = Bounds::number(coarse(sum.number));
            bounds.exact = true;
            return Some(bounds);
        }
        let stops = self.stops(&sum).ok()?;
        let number = enough_for(stops.right);
        let top = enough_for(stops.left);
        let mut best = (top, self.below(&sum, top));
        let mut cool = best;
        let mut a = top.div_euclid(ONE / 2) * (ONE / 2);
        if a == top {
            a -= ONE / 2;
        }
        while a >= number && cool.1 < number {
            let b = self.below(&sum, a);
            if a + b > best.0 + best.1 {
                best = (a, b);
            }
            if b > cool.1 {
                cool = (a, b);
            }
            a -= ONE / 2;
        }
        let switch = |(a, b): (Number, Number)| Switch { a: coarse(a), b: coarse(b) };
        Some(Bounds {
            number: coarse(number),
            best: switch(best),
            cool: switch(cool),
            exact: false,
        })
    }

    /// A connected region as a number or an atom; `None` if that takes numbers too fine.
    fn shape(&mut self, shape: Shape) -> Option<Sum> {
        if let Some(&known) = self.shapes.get(&shape) {
            return known;
        }
        let sum = self.shape_from_options(shape).ok();
        self.shapes.insert(shape, sum);
        sum
    }

    fn shape_from_options(&mut self, shape: Shape) -> Result<Sum, Beyond> {
        let mut left = Vec::new();
        let mut right = Vec::new();
        for domino in shape.along() {
            left.push(self.rest(shape, shape.bits & !domino)?);
        }
        for domino in shape.across() {
            right.push(self.rest(shape, shape.bits & !domino)?);
        }
        self.game(left, right)
    }

    /// What is left of a shape, as a sum.
    fn rest(&mut self, shape: Shape, set: u128) -> Result<Sum, Beyond> {
        let mut sum = Sum::ZERO;
        for component in shape.components(set) {
            if component.count_ones() > 1 {
                let component = Shape::of(component, u32::from(shape.width));
                sum = sum.plus(&self.shape(component).ok_or(Beyond)?)?;
            }
        }
        Ok(sum)
    }

    /// The game with these options.
    fn game(&mut self, left: Vec<Sum>, right: Vec<Sum>) -> Result<Sum, Beyond> {
        let mut best_left: Option<Stop> = None;
        let mut best_right: Option<Stop> = None;
        let mut lefts = Vec::with_capacity(left.len());
        let mut rights = Vec::with_capacity(right.len());
        for sum in left {
            let stops = self.stops(&sum)?;
            best_left = best_left.max(Some(stops.right));
            lefts.push((self.collapsed(sum, stops), stops));
        }
        for sum in right {
            let stops = self.stops(&sum)?;
            best_right = Some(best_right.map_or(stops.left, |r| r.min(stops.left)));
            rights.push((self.collapsed(sum, stops), stops));
        }
        match kind(best_left, best_right) {
            Kind::Number(number) => return Ok(Sum { number, ..Sum::ZERO }),
            Kind::TooFine => return Err(Beyond),
            Kind::Hot => {}
        }
        let (Some(best_left), Some(best_right)) = (best_left, best_right) else {
            return Err(Beyond);
        };
        // A number that another option is at least (for Left) adds nothing, and neither does an
        // option that is at most a number among the options.
        let number = |s: &(Sum, Stops)| s.0.is_number().then_some(s.0.number);
        let most = lefts.iter().filter_map(number).max();
        let least = rights.iter().filter_map(number).min();
        let mut left: Vec<Sum> = lefts
            .iter()
            .filter(|(sum, stops)| match (most, sum.is_number()) {
                (Some(most), true) => {
                    sum.number == most
                        && !lefts.iter().any(|o| !o.0.is_number() && o.1.right > 2 * most)
                }
                (Some(most), false) => stops.left > 2 * most,
                (None, _) => true,
            })
            .map(|&(sum, _)| sum)
            .collect();
        let mut right: Vec<Sum> = rights
            .iter()
            .filter(|(sum, stops)| match (least, sum.is_number()) {
                (Some(least), true) => {
                    sum.number == least
                        && !rights.iter().any(|o| !o.0.is_number() && o.1.left <= 2 * least)
                }
                (Some(least), false) => stops.right <= 2 * least,
                (None, _) => true,
            })
            .map(|&(sum, _)| sum)
            .collect();
        left.sort_unstable();
        right.sort_unstable();
        // the same atoms with several numbers: the best number
        left.dedup_by(|next, kept| {
            let same = next.atoms == kept.atoms;
            if same {
                kept.number = next.number;
            }
            same
        });
        right.dedup_by(|next, kept| next.atoms == kept.atoms);
        let options = Arc::new(Options { left, right });
        let atom = match self.by_options.get(&options) {
            Some(&atom) => atom,
            None => {
                self.atoms.push(Arc::clone(&options));
                let atom = self.atoms.len() as u32;
                self.by_options.insert(options, atom);
                let stops = Stops { left: best_left, right: best_right, number: false };
                self.stops.insert(Sum::ZERO.plus_atom(atom).atoms, stops);
                atom
            }
        };
        Ok(Sum::ZERO.plus_atom(atom))
    }

    /// A sum that is a number, written as one.
    fn collapsed(&self, sum: Sum, stops: Stops) -> Sum {
        if stops.number { Sum { number: stops.left / 2, ..Sum::ZERO } } else { sum }
    }

    /// The stops of a sum.
    fn stops(&mut self, sum: &Sum) -> Result<Stops, Beyond> {
        if sum.is_number() {
            let (left, right) = stops_of(sum.number);
            return Ok(Stops { left, right, number: true });
        }
        let shift = 2 * sum.number;
        let stops = match self.stops.get(&sum.atoms) {
            Some(&stops) => stops,
            None => {
                let stops = self.stops_of_sum(&Sum { number: 0, ..*sum })?;
                self.stops.insert(sum.atoms, stops);
                stops
            }
        };
        Ok(Stops { left: stops.left + shift, right: stops.right + shift, ..stops })
    }

    fn stops_of_sum(&mut self, sum: &Sum) -> Result<Stops, Beyond> {
        let (mut left, mut right) = (None, None);
        for (rest, options) in self.terms(sum) {
            for option in &options.left {
                let stops = self.stops(&rest.plus(option)?)?;
                left = left.max(Some(stops.right));
            }
            for option in &options.right {
                let stops = self.stops(&rest.plus(option)?)?;
                right = Some(right.map_or(stops.left, |r: Stop| r.min(stops.left)));
            }
        }
        match (kind(left, right), left, right) {
            (Kind::Number(n), ..) => {
                let (left, right) = stops_of(n);
                Ok(Stops { left, right, number: true })
            }
            (Kind::Hot, Some(left), Some(right)) => Ok(Stops { left, right, number: false }),
            _ => Err(Beyond),
        }
    }

    /// Each different atom of a sum: its options, and the sum without it.
    fn terms(&self, sum: &Sum) -> impl Iterator<Item = (Sum, Arc<Options>)> + use<> {
        let mut terms: [Option<(Sum, Arc<Options>)>; MOST_ATOMS] = Default::default();
        for i in 0..MOST_ATOMS {
            let atom = sum.atoms[i];
            if atom > 0 && (i == 0 || sum.atoms[i - 1] != atom) {
                terms[i] = Some((sum.without(i), Arc::clone(&self.atoms[atom as usize - 1])));
            }
        }
        terms.into_iter().flatten()
    }

    /// The greatest b such that the sum is at least `{a | b}`, at most a; [`NEVER`] if none is
    /// found.
    fn below(&mut self, sum: &Sum, a: Number) -> Number {
        let a = a - sum.number;
        if sum.is_number() {
            // 0 >= {a | b} if a < 0
            return if a < 0 { a + sum.number } else { NEVER };
        }
        let key = (sum.atoms, a);
        let b = match self.below.get(&key) {
            Some(&b) => b,
            None => {
                let b = self.below_of_options(&Sum { number: 0, ..*sum }, a);
                self.below.insert(key, b);
                b
            }
        };
        if b == NEVER { NEVER } else { b + sum.number }
    }

    fn below_of_options(&mut self, sum: &Sum, a: Number) -> Number {
        match self.stops(sum) {
            Ok(stops) if stops.left > 2 * a => {}
            _ => return NEVER,
        }
        let mut b = a;
        for (rest, options) in self.terms(sum) {
            for option in &options.right {
                let Ok(after) = rest.plus(option) else { return NEVER };
                let Ok(stops) = self.stops(&after) else { return NEVER };
                let mut answer = enough_for(stops.right);
                // A reply helps only if a switch with this a fits below it.
                if answer < b {
                    answer = self.best_reply(&after, a, answer, b);
                }
                b = b.min(answer);
            }
        }
        b.max(NEVER)
    }

    fn best_reply(&mut self, after: &Sum, a: Number, mut answer: Number, enough: Number) -> Number {
        for (rest, options) in self.terms(&Sum { number: 0, ..*after }) {
            for reply in &options.left {
                let Ok(mut sum) = rest.plus(reply) else { continue };
                sum.number += after.number;
                answer = answer.max(self.below(&sum, a));
                if answer >= enough {
                    return answer;
                }
            }
        }
        answer
    }
}

type Map<K, V> = HashMap<K, V, BuildHasherDefault<FastHasher>>;

/// Mixes a word at a time; the keys are not chosen by anyone.
#[derive(Default)]
pub(super) struct FastHasher(u64);

impl Hasher for FastHasher {
    fn finish(&self) -> u64 {
        mix(self.0)
    }
    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.write_u64(u64::from_le_bytes(word));
        }
    }
    fn write_u8(&mut self, n: u8) {
        self.write_u64(u64::from(n));
    }
    fn write_u32(&mut self, n: u32) {
        self.write_u64(u64::from(n));
    }
    fn write_i32(&mut self, n: i32) {
        self.write_u64(n as u64);
    }
    fn write_usize(&mut self, n: usize) {
        self.write_u64(n as u64);
    }
    fn write_u64(&mut self, n: u64) {
        self.0 = (self.0.rotate_left(5) ^ n).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }
    fn write_u128(&mut self, n: u128) {
        self.write_u64(n as u64);
        self.write_u64((n >> 64) as u64);
    }
}
