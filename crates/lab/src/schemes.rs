//! Replacement schemes (Bullock's thesis, section 4.1.2): which of two positions a table keeps that
//! is too small for both. The table here is for one thread and stores whole keys; the solver's own
//! is [`Table`](lastmove_solver::table::Table).

use lastmove_board::{Bits, Size, mix};
use lastmove_domineering::Position;
use lastmove_solver::alphabeta::AlphaBeta;
use lastmove_solver::domineering::{DomineeringGame, Regions};
use lastmove_solver::table::{KnownWinner, Memory};
use lastmove_work::{Budget, Counters, Stop};
use std::cell::Cell;
use std::sync::Arc;

/// The entry of a position.
#[derive(Clone, Copy, Debug)]
struct Slot {
    key: u128,
    solved: Option<KnownWinner>,
    /// positions that its search visited; 0 if the slot is empty
    work: u64,
    /// its distance from the root: positions nearer to the root have deeper subtrees
    ply: usize,
}

const EMPTY: Slot = Slot { key: 0, solved: None, work: 0, ply: usize::MAX };

/// A replacement scheme.
pub struct Scheme {
    /// as in the thesis
    pub name: &'static str,
    /// parts of the table; a position has its places in each
    levels: usize,
    /// Places of a position in each part. In the thesis these are the places of its reflections;
    /// our keys are the same for all of them, so each key has four places instead.
    places: usize,
    /// which of the position's slots the new position takes, if any
    victim: fn(&[Slot], &Slot) -> Option<usize>,
}

const fn scheme(
    name: &'static str,
    levels: usize,
    places: usize,
    victim: fn(&[Slot], &Slot) -> Option<usize>,
) -> Scheme {
    Scheme { name, levels, places, victim }
}

/// All schemes of the thesis.
pub const SCHEMES: [Scheme; 7] = [
    // The new position replaces the old one.
    scheme("New", 1, 1, |_, _| Some(0)),
    // The position with the deeper subtree stays.
    scheme("Deep", 1, 1, |slots, new| (new.ply <= slots[0].ply).then_some(0)),
    // The position with the larger subtree stays.
    scheme("Big", 1, 1, |slots, new| (new.work >= slots[0].work).then_some(0)),
    // One slot as in Big; a position that does not get it takes the second one, as in New.
    scheme("TwoBig", 2, 1, |slots, new| Some(usize::from(new.work < slots[0].work))),
    // One slot as in Deep; a position that does not get it takes the second one, as in New.
    scheme("TwoDeep", 2, 1, |slots, new| Some(usize::from(new.ply > slots[0].ply))),
    // The first of four slots with a smaller subtree.
    scheme("FindFirst", 1, 4, |slots, new| slots.iter().position(|slot| slot.work < new.work)),
    // The one of four slots with the smallest subtree, if that is smaller.
    scheme("FindWorst", 1, 4, |slots, new| {
        let worst = (0..slots.len()).min_by_key(|&i| slots[i].work)?;
        (slots[worst].work < new.work).then_some(worst)
    }),
];

impl Scheme {
    /// The scheme with which the thesis solved most boards.
    pub(crate) const FIND_FIRST: &'static Self = &SCHEMES[5];

    /// Bytes of an entry.
    pub(crate) const ENTRY_BYTES: usize = size_of::<Cell<Slot>>();

    /// Solves a position of Domineering with one thread and a table of `entries` entries, and
    /// returns the counts.
    ///
    /// # Errors
    /// If a limit was reached first.
    pub fn solve<B: Bits>(
        &self,
        position: &Position<B>,
        size: Size,
        entries: usize,
        regions: &Arc<Regions>,
        budget: &Budget,
    ) -> Result<Counters, Stop> {
        let game = DomineeringGame::new(size, Arc::clone(regions), None);
        let table = self.table(entries);
        let mut search = AlphaBeta::new(&game, &table, budget, None);
        search.solve(&game.state(position))?;
        Ok(search.counters())
    }

    /// An empty table with this scheme.
    pub(crate) fn table(&self, entries: usize) -> SchemeTable<'_> {
        SchemeTable { slots: vec![Cell::new(EMPTY); entries.max(2)], scheme: self }
    }
}

/// A table with a replacement scheme.
pub(crate) struct SchemeTable<'s> {
    slots: Vec<Cell<Slot>>,
    scheme: &'s Scheme,
}

impl SchemeTable<'_> {
    /// The places of a position, part by part.
    fn places(&self, key: u128) -> impl Iterator<Item = usize> {
        let &Scheme { levels, places, .. } = self.scheme;
        let part = self.slots.len() / levels;
        (0..levels * places).map(move |i| {
            let (level, place) = (i / places, i % places);
            let hash = mix((key as u64).wrapping_add(place as u64) ^ mix((key >> 64) as u64));
            level * part + hash as usize % part
        })
    }
}

impl Memory for SchemeTable<'_> {
    fn load(&self, key: u128) -> Option<KnownWinner> {
        let mut slots = self.places(key).map(|place| self.slots[place].get());
        slots.find(|slot| slot.key == key && slot.work > 0)?.solved
    }

    fn store(&self, key: u128, solved: KnownWinner, work: u64, ply: usize) {
        let new = Slot { key, solved: Some(solved), work: work.max(1), ply };
        let mut places = [0; 8];
        let mut slots = [EMPTY; 8];
        let mut n = 0;
        for place in self.places(key) {
            (places[n], slots[n]) = (place, self.slots[place].get());
            n += 1;
        }
        let own = slots[..n].iter().position(|slot| slot.key == key && slot.work > 0);
        if let Some(i) = own.or_else(|| (self.scheme.victim)(&slots[..n], &new)) {
            self.slots[places[i]].set(new);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The keys that are left of three positions that compete for all slots of a small table.
    fn left(scheme: &Scheme, stored: &[(u128, u64, usize)]) -> Vec<u128> {
        // one place in each part
        let table = SchemeTable { slots: vec![Cell::new(EMPTY); scheme.levels], scheme };
        for &(key, work, ply) in stored {
            table.store(key, KnownWinner { win: key % 2 == 0 }, work, ply);
        }
        let keys = stored.iter().map(|&(key, ..)| key);
        keys.filter(|&key| table.load(key) == Some(KnownWinner { win: key % 2 == 0 })).collect()
    }

    #[test]
    fn schemes_keep_what_they_should() {
        // key, work, ply: large and near the leaves, small and near the root, medium
        let stored = [(1, 100, 9), (2, 10, 1), (3, 50, 5)];
        let kept: [&[u128]; 7] = [&[3], &[2], &[1], &[1, 3], &[2, 3], &[1], &[1]];
        for (scheme, kept) in SCHEMES.iter().zip(kept) {
            assert_eq!(left(scheme, &stored), kept, "{}", scheme.name);
        }
    }

    #[test]
    fn four_places_are_used() {
        let table = SchemeTable { slots: vec![Cell::new(EMPTY); 64], scheme: &SCHEMES[6] };
        for key in 0..16 {
            table.store(key, KnownWinner { win: true }, 10, 3);
        }
        let found = (0..16).filter(|&key| table.load(key).is_some()).count();
        assert!(found >= 14, "{found} of 16 in 64 slots");
    }
}
