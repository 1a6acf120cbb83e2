//! Multisets of atoms, each stored once and identified by its number.
//!
//! A set is stored as its greatest atom and the set of the others.

use super::library::Stops;
use lastmove_values::FastMap;

/// The number of an atom: a connected region that is not a number.
pub(super) type Atom = u32;
/// The number of a set of atoms.
pub(super) type Set = u32;

/// The empty set.
pub(super) const NOTHING: Set = 0;
/// The greatest number of atoms in a set.
pub(super) const MOST_ATOMS: usize = 12;

struct Parts {
    rest: Set,
    greatest: Atom,
}

/// All sets found so far.
pub(super) struct Sets {
    parts: Vec<Parts>,
    /// the stops of each, if they were computed; `Some(None)` if they need too fine numbers
    stops: Vec<Option<Option<Stops>>>,
    by_parts: FastMap<(Set, Atom), Set>,
}

impl Default for Sets {
    fn default() -> Self {
        let nothing = Parts { rest: NOTHING, greatest: 0 };
        Self { parts: vec![nothing], stops: vec![None], by_parts: FastMap::default() }
    }
}

impl Sets {
    /// The approximate size in bytes.
    pub(super) fn bytes(&self) -> usize {
        self.parts.capacity() * (size_of::<Parts>() + size_of::<Option<Option<Stops>>>())
            + super::library::map_bytes(&self.by_parts)
    }

    /// The stops of a set, if they were computed.
    #[inline]
    pub(super) fn stops(&self, set: Set) -> Option<Option<Stops>> {
        self.stops[set as usize]
    }

    pub(super) fn set_stops(&mut self, set: Set, stops: Option<Stops>) {
        self.stops[set as usize] = Some(stops);
    }

    /// The set with one more atom, which must not be less than any other.
    pub(super) fn with(&mut self, rest: Set, greatest: Atom) -> Set {
        *self.by_parts.entry((rest, greatest)).or_insert_with(|| {
            self.parts.push(Parts { rest, greatest });
            self.stops.push(None);
            (self.parts.len() - 1) as Set
        })
    }

    /// The atoms of a set, the greatest first.
    #[inline]
    pub(super) fn atoms(&self, mut set: Set) -> List {
        let mut list = List { atoms: [0; MOST_ATOMS], count: 0 };
        while set != NOTHING {
            let parts = &self.parts[set as usize];
            list.atoms[list.count] = parts.greatest;
            list.count += 1;
            set = parts.rest;
        }
        list
    }

    /// The atoms of both sets; `None` if there are too many.
    #[inline]
    pub(super) fn union(&mut self, a: Set, b: Set) -> Option<Set> {
        if a == NOTHING || b == NOTHING {
            return Some(a | b);
        }
        let (first, second) = (self.atoms(a), self.atoms(b));
        let (mut first, mut second) = (first.as_slice(), second.as_slice());
        if first.len() + second.len() > MOST_ATOMS {
            return None;
        }
        let mut set = NOTHING;
        while let Some(least) = match (first.last(), second.last()) {
            (Some(a), Some(b)) => Some(*a.min(b)),
            (a, b) => a.or(b).copied(),
        } {
            let from = if first.last() == Some(&least) { &mut first } else { &mut second };
            *from = &from[..from.len() - 1];
            set = self.with(set, least);
        }
        Some(set)
    }

    /// The set without one of its atoms, given by its index in [`Sets::atoms`].
    pub(super) fn without(&mut self, list: &List, place: usize) -> Set {
        let mut set = NOTHING;
        for (i, &atom) in list.as_slice().iter().enumerate().rev() {
            if i != place {
                set = self.with(set, atom);
            }
        }
        set
    }
}

/// The atoms of a set.
#[derive(Clone, Copy)]
pub(super) struct List {
    atoms: [Atom; MOST_ATOMS],
    count: usize,
}

impl List {
    #[inline]
    pub(super) fn as_slice(&self) -> &[Atom] {
        &self.atoms[..self.count]
    }
}
