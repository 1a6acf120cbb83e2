//! Exact knowledge of small regions, gathered as they are met.
//!
//! A game is a sum: a number and a few *atoms*, connected regions that are no numbers. An atom is
//! known by its options, which are sums again; regions with the same options are one atom.
//! Options that a comparison with a number shows to be dominated are dropped, and whatever turns
//! out to be a number is written as one, so that far fewer sums arise than sets of squares.

use super::bounds::{Bounds, LIMIT, Switch};
use super::number::{Kind, Number, ONE, Stop, enough_for, kind, stops_of};
use super::shape::Shape;
use lastmove_values::FastMap;
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
    left: Box<[Sum]>,
    right: Box<[Sum]>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Stops {
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

    /// The stops of a game by those that its options lead to.
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

/// A number finer than the unit, or a sum of too many atoms: the region stays unknown.
#[derive(Clone, Copy, Debug)]
struct Beyond;

/// Below every value.
const NEVER: Number = -60 * ONE;

/// All atoms met so far.
#[derive(Default)]
pub(super) struct Library {
    shapes: FastMap<Shape, Option<Sum>>,
    atoms: Vec<Arc<Options>>,
    by_options: FastMap<Arc<Options>, u32>,
    stops: FastMap<[u32; MOST_ATOMS], Stops>,
    below: FastMap<([u32; MOST_ATOMS], Number), Number>,
    /// sums in the options of all atoms
    options: usize,
}

impl Library {
    /// About how many bytes it takes.
    pub(super) fn bytes(&self) -> u64 {
        fn map<K, V>(map: &FastMap<K, V>) -> usize {
            map.capacity() * 8 / 7 * (size_of::<(K, V)>() + 1)
        }
        let atoms = self.atoms.capacity() * (size_of::<Options>() + 64);
        let maps = map(&self.shapes) + map(&self.by_options) + map(&self.stops) + map(&self.below);
        (maps + atoms + self.options * size_of::<Sum>()) as u64
    }

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
        let (number, best, cool) = (coarse(number), switch(best), switch(cool));
        Some(Bounds { number, best, cool, exact: false })
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
        let mut rest = |domino: u128| self.rest(shape, shape.bits & !domino);
        let left = shape.along().map(&mut rest).collect::<Result<_, _>>()?;
        let right = shape.across().map(rest).collect::<Result<_, _>>()?;
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
        let (left, right) = (self.with_stops(left)?, self.with_stops(right)?);
        let best_left = left.iter().map(|(_, stops)| stops.right).max();
        let best_right = right.iter().map(|(_, stops)| stops.left).min();
        let stops = Stops::of_options(best_left, best_right)?;
        if stops.number {
            return Ok(Sum { number: stops.left / 2, ..Sum::ZERO });
        }
        let (left, right) = (undominated(left, 1), undominated(right, -1));
        let options = Arc::new(Options { left, right });
        let atom = match self.by_options.get(&options) {
            Some(&atom) => atom,
            None => {
                self.options += options.left.len() + options.right.len();
                self.atoms.push(Arc::clone(&options));
                let atom = self.atoms.len() as u32;
                self.by_options.insert(options, atom);
                self.stops.insert(Sum::ZERO.plus_atom(atom).atoms, stops);
                atom
            }
        };
        Ok(Sum::ZERO.plus_atom(atom))
    }

    /// Sums with their stops; those that are numbers are written as such.
    fn with_stops(&mut self, sums: Vec<Sum>) -> Result<Vec<(Sum, Stops)>, Beyond> {
        let with_stops = |sum: Sum| {
            let stops = self.stops(&sum)?;
            let number = Sum { number: stops.left / 2, ..Sum::ZERO };
            Ok((if stops.number { number } else { sum }, stops))
        };
        sums.into_iter().map(with_stops).collect()
    }

    /// The stops of a sum.
    fn stops(&mut self, sum: &Sum) -> Result<Stops, Beyond> {
        if sum.is_number() {
            return Ok(Stops::of(sum.number));
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
        Stops::of_options(left, right)
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

/// The options of a player, without those that a comparison with a number shows to be dominated.
/// `sign` is 1 for Left and -1 for Right, whose games are looked at with the players exchanged.
fn undominated(options: Vec<(Sum, Stops)>, sign: Number) -> Box<[Sum]> {
    let seen = |stops: Stops| if sign > 0 { stops } else { stops.negated() };
    let (numbers, mut others): (Vec<_>, Vec<_>) =
        options.into_iter().partition(|(sum, _)| sum.is_number());
    let mut number = numbers.iter().map(|(sum, _)| sign * sum.number).max();
    if let Some(most) = number {
        // A number that another option is at least adds nothing, and neither does an option that
        // is at most a number among the options.
        number = number.filter(|_| others.iter().all(|&(_, stops)| seen(stops).right <= 2 * most));
        others.retain(|&(_, stops)| seen(stops).left > 2 * most);
    }
    let number = number.map(|number| Sum { number: sign * number, ..Sum::ZERO });
    let mut kept: Vec<Sum> = others.into_iter().map(|(sum, _)| sum).chain(number).collect();
    // the same atoms with several numbers: the best number
    kept.sort_unstable_by_key(|sum| (sum.atoms, -sign * sum.number));
    kept.dedup_by_key(|sum| sum.atoms);
    kept.into()
}
