//! Exact values of small regions, computed as they occur.
//!
//! A game is a sum: a number and a few *atoms*, connected regions that are not numbers. An atom is
//! determined by its options, which are sums again; regions with the same options are one atom.
//! Options that a comparison with a number shows to be dominated are dropped, and every game that
//! turns out to be a number is written as one, so that there are far fewer sums than sets of
//! squares.

use super::bounds::{Bounds, LIMIT, Switch};
use super::number::{Kind, Number, ONE, Stop, enough_for, kind, stops_of};
use super::sets::{Atom, NOTHING, Set, Sets};
use super::shape::{Placed, Shape};
use super::shapes::Shapes;
use lastmove_values::{FastHasher, FastMap};
use std::hash::{Hash, Hasher};
use std::ops::Range;

/// A number and a set of atoms.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Sum {
    set: Set,
    number: Number,
}

impl Sum {
    pub(super) const ZERO: Self = Self::of(0);

    pub(super) const fn of(number: Number) -> Self {
        Self { set: NOTHING, number }
    }

    fn is_number(&self) -> bool {
        self.set == NOTHING
    }
}

/// An atom: the range of its options in the list.
#[derive(Clone, Copy)]
struct Options {
    start: u32,
    /// the number of Left's options, which come first
    left: u16,
    right: u16,
    /// the next atom whose options have the same hash, less one; 0 for none
    next: Atom,
    /// the set of this atom alone
    alone: Set,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Stops {
    left: Stop,
    right: Stop,
    number: bool,
}

impl Stops {
    /// The stops of a number.
    fn of(number: Number) -> Self {
        let (left, right) = stops_of(number);
        Self { left, right, number: true }
    }

    /// The stops of a game, from the stops of its options.
    fn of_options(left: Option<Stop>, right: Option<Stop>) -> Result<Self, Beyond> {
        match (kind(left, right), left, right) {
            (Kind::Number(number), ..) => Ok(Self::of(number)),
            (Kind::Hot, Some(left), Some(right)) => Ok(Self { left, right, number: false }),
            _ => Err(Beyond),
        }
    }

    /// The stops with the players exchanged.
    fn negated(self) -> Self {
        Self { left: 1 - self.right, right: 1 - self.left, ..self }
    }
}

/// A number finer than the unit, or a sum of too many atoms: the value of the region stays unknown.
#[derive(Clone, Copy, Debug)]
struct Beyond;

/// Less than every value.
const NEVER: Number = -60 * ONE;
/// The sum of a region whose value stays unknown.
const UNKNOWN: Sum = Sum { set: Set::MAX, number: 0 };

/// All atoms found so far.
#[derive(Default)]
pub(super) struct Library {
    shapes: Shapes,
    atoms: Vec<Options>,
    /// the options of all atoms
    options: Vec<Sum>,
    /// the latest atom by the hash of its options
    by_options: FastMap<u64, Atom>,
    sets: Sets,
    below: FastMap<(Set, Number), Number>,
}

/// The approximate size of a map in bytes.
pub(super) fn map_bytes<K, V>(map: &FastMap<K, V>) -> usize {
    map.capacity() * 8 / 7 * (size_of::<(K, V)>() + 1)
}

impl Library {
    /// The approximate size in bytes.
    pub(super) fn bytes(&self) -> u64 {
        let maps = self.shapes.bytes() + map_bytes(&self.by_options) + map_bytes(&self.below);
        let atoms = self.atoms.capacity() * size_of::<Options>();
        let options = self.options.capacity() * size_of::<Sum>();
        (maps + atoms + options + self.sets.bytes()) as u64
    }

    /// Lower bounds of the value of a connected region.
    pub(super) fn bounds(&mut self, shape: Shape) -> Option<Bounds> {
        let sum = self.shape(shape)?;
        // rounds down to the coarser unit of bounds
        let coarse = |n: Number| (n >> 2).clamp(-Number::from(LIMIT), Number::from(LIMIT)) as i16;
        if sum.is_number() {
            return Some(Bounds::number(coarse(sum.number)));
        }
        let stops = self.stops(sum).ok()?;
        let number = enough_for(stops.right);
        let top = enough_for(stops.left);
        let mut best = (top, self.below(sum, top));
        let mut cool = best;
        let mut a = top.div_euclid(ONE / 2) * (ONE / 2);
        if a == top {
            a -= ONE / 2;
        }
        while a >= number && cool.1 < number {
            let b = self.below(sum, a);
            if a + b > best.0 + best.1 {
                best = (a, b);
            }
            if b > cool.1 {
                cool = (a, b);
            }
            a -= ONE / 2;
        }
        let switch = |(a, b): (Number, Number)| Switch { a: coarse(a), b: coarse(b) };
        let (number, best, cool) = (coarse(number), switch(best), switch(cool));
        Some(Bounds { number, best, cool, exact: false })
    }

    /// A connected region as a number or an atom; `None` if that needs too fine numbers.
    fn shape(&mut self, shape: Shape) -> Option<Sum> {
        let sum = match self.shapes.get(shape) {
            Some(known) => known,
            None => {
                let sum = self.shape_from_options(shape).unwrap_or(UNKNOWN);
                self.shapes.insert(shape, sum);
                sum
            }
        };
        (sum != UNKNOWN).then_some(sum)
    }

    fn shape_from_options(&mut self, shape: Shape) -> Result<Sum, Beyond> {
        // First list everything that the dominoes leave, so that the cached values are prefetched
        // together.
        let mut left_by = Vec::with_capacity(48);
        let mut shapes = Vec::with_capacity(96);
        shape.options(|placed, rest| {
            rest.iter().for_each(|&part| self.shapes.touch(part));
            left_by.push((placed, rest.len()));
            shapes.extend_from_slice(rest);
        });
        let (mut left, mut right) = (Vec::with_capacity(32), Vec::with_capacity(32));
        let mut shapes = shapes.as_slice();
        for (placed, parts) in left_by {
            let rest = shapes.split_off(..parts).expect("the parts of each domino");
            match placed {
                Placed::Along => left.push(self.rest(rest)?),
                Placed::Across => right.push(self.rest(rest)?),
            }
        }
        self.game(left, right)
    }

    /// The sum of shapes; a sum that is a number is written as one.
    fn rest(&mut self, shapes: &[Shape]) -> Result<(Sum, Stops), Beyond> {
        let mut sum = Sum::ZERO;
        for &shape in shapes {
            let part = self.shape(shape).ok_or(Beyond)?;
            sum = self.plus(sum, part)?;
        }
        let stops = self.stops(sum)?;
        Ok((if stops.number { Sum::of(stops.left / 2) } else { sum }, stops))
    }

    #[inline]
    fn plus(&mut self, a: Sum, b: Sum) -> Result<Sum, Beyond> {
        let set = self.sets.union(a.set, b.set).ok_or(Beyond)?;
        Ok(Sum { set, number: a.number + b.number })
    }

    /// The game with these options.
    fn game(&mut self, left: Vec<(Sum, Stops)>, right: Vec<(Sum, Stops)>) -> Result<Sum, Beyond> {
        let best_left = left.iter().map(|(_, stops)| stops.right).max();
        let best_right = right.iter().map(|(_, stops)| stops.left).min();
        let stops = Stops::of_options(best_left, best_right)?;
        if stops.number {
            return Ok(Sum::of(stops.left / 2));
        }
        let atom = self.atom(undominated(left, 1), undominated(right, -1));
        let set = self.atoms[atom as usize].alone;
        self.sets.set_stops(set, Some(stops));
        Ok(Sum { set, number: 0 })
    }

    /// The atom with these options.
    fn atom(&mut self, left: Vec<Sum>, right: Vec<Sum>) -> Atom {
        let mut hasher = FastHasher::default();
        (&left, &right).hash(&mut hasher);
        let latest = self.by_options.entry(hasher.finish()).or_insert(0);
        let mut same = *latest;
        while same > 0 {
            let atom = same - 1;
            let known = &self.atoms[atom as usize];
            let sums = |side: Range<u32>| &self.options[side.start as usize..side.end as usize];
            if sums(known.left()) == left && sums(known.right()) == right {
                return atom;
            }
            same = known.next;
        }
        let atom = self.atoms.len() as Atom;
        self.atoms.push(Options {
            start: self.options.len() as u32,
            left: left.len() as u16,
            right: right.len() as u16,
            next: std::mem::replace(latest, atom + 1),
            alone: self.sets.with(NOTHING, atom),
        });
        self.options.extend(left);
        self.options.extend(right);
        atom
    }

    /// The stops of a sum.
    fn stops(&mut self, sum: Sum) -> Result<Stops, Beyond> {
        if sum.is_number() {
            return Ok(Stops::of(sum.number));
        }
        let known = match self.sets.stops(sum.set) {
            Some(known) => known,
            None => {
                let stops = self.stops_of_set(sum.set).ok();
                self.sets.set_stops(sum.set, stops);
                stops
            }
        };
        let (stops, shift) = (known.ok_or(Beyond)?, 2 * sum.number);
        Ok(Stops { left: stops.left + shift, right: stops.right + shift, ..stops })
    }

    fn stops_of_set(&mut self, set: Set) -> Result<Stops, Beyond> {
        let (mut left, mut right) = (None, None);
        self.each_term(set, |library, rest, atom| {
            for option in atom.left() {
                let after = library.plus(rest, library.options[option as usize])?;
                left = left.max(Some(library.stops(after)?.right));
            }
            for option in atom.right() {
                let after = library.plus(rest, library.options[option as usize])?;
                let stop = library.stops(after)?.left;
                right = Some(right.map_or(stop, |least: Stop| least.min(stop)));
            }
            Ok(())
        })?;
        Stops::of_options(left, right)
    }

    /// Calls `tell` with each different atom of a set: the sum without it, and its options.
    fn each_term<E>(
        &mut self,
        set: Set,
        mut tell: impl FnMut(&mut Self, Sum, Options) -> Result<(), E>,
    ) -> Result<(), E> {
        let list = self.sets.atoms(set);
        let atoms = list.as_slice();
        for (i, &atom) in atoms.iter().enumerate() {
            if i == 0 || atoms[i - 1] != atom {
                let rest = Sum { set: self.sets.without(&list, i), number: 0 };
                let options = self.atoms[atom as usize];
                tell(self, rest, options)?;
            }
        }
        Ok(())
    }

    /// The greatest b <= a such that the sum is at least `{a | b}`; [`NEVER`] if none is found.
    fn below(&mut self, sum: Sum, a: Number) -> Number {
        let a = a - sum.number;
        if sum.is_number() {
            // 0 >= {a | b} if a < 0
            return if a < 0 { a + sum.number } else { NEVER };
        }
        let key = (sum.set, a);
        let b = match self.below.get(&key) {
            Some(&b) => b,
            None => {
                let b = self.below_of_options(sum.set, a).unwrap_or(NEVER).max(NEVER);
                self.below.insert(key, b);
                b
            }
        };
        if b == NEVER { NEVER } else { b + sum.number }
    }

    fn below_of_options(&mut self, set: Set, a: Number) -> Result<Number, Beyond> {
        if self.stops(Sum { set, number: 0 })?.left <= 2 * a {
            return Err(Beyond);
        }
        let mut b = a;
        self.each_term(set, |library, rest, atom| {
            for option in atom.right() {
                let after = library.plus(rest, library.options[option as usize])?;
                let mut answer = enough_for(library.stops(after)?.right);
                // A reply helps only if there is a switch with this a below it.
                if answer < b {
                    answer = library.best_reply(after, a, answer, b);
                }
                b = b.min(answer);
            }
            Ok(())
        })?;
        Ok(b)
    }

    fn best_reply(&mut self, after: Sum, a: Number, mut answer: Number, enough: Number) -> Number {
        // stops with an error once the answer is good enough
        let _ = self.each_term(after.set, |library, rest, atom| {
            for reply in atom.left() {
                let Ok(mut sum) = library.plus(rest, library.options[reply as usize]) else {
                    continue;
                };
                sum.number += after.number;
                answer = answer.max(library.below(sum, a));
                if answer >= enough {
                    return Err(());
                }
            }
            Ok(())
        });
        answer
    }
}

impl Options {
    fn left(&self) -> Range<u32> {
        self.start..self.start + u32::from(self.left)
    }

    fn right(&self) -> Range<u32> {
        let start = self.left().end;
        start..start + u32::from(self.right)
    }
}

/// The options of a player, without those that a comparison with a number shows to be dominated.
/// `sign` is 1 for Left and -1 for Right, whose options are treated with the players exchanged.
fn undominated(options: Vec<(Sum, Stops)>, sign: Number) -> Vec<Sum> {
    let seen = |stops: Stops| if sign > 0 { stops } else { stops.negated() };
    let (numbers, mut others): (Vec<_>, Vec<_>) =
        options.into_iter().partition(|(sum, _)| sum.is_number());
    let mut number = numbers.iter().map(|(sum, _)| sign * sum.number).max();
    if let Some(most) = number {
        // A number is dropped if another option is at least that number, and so is an option that
        // is at most a number among the options.
        number = number.filter(|_| others.iter().all(|&(_, stops)| seen(stops).right <= 2 * most));
        others.retain(|&(_, stops)| seen(stops).left > 2 * most);
    }
    let number = number.map(|number| Sum::of(sign * number));
    let mut kept: Vec<Sum> = others.into_iter().map(|(sum, _)| sum).chain(number).collect();
    // of the same atoms with several numbers, only the best number
    kept.sort_unstable_by_key(|sum| (sum.set, -sign * sum.number));
    kept.dedup_by_key(|sum| sum.set);
    kept
}
