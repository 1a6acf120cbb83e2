//! Replacement schemes for experiments (Bullock's thesis, section 4.1.2): which of two positions
//! stays in a table that is too small for both. The scheme is chosen at compile time. The table
//! here is for one thread and stores whole keys; the solver's own is [`Table`](super::Table).

use super::{Memory, Solved};
use lastmove_board::mix;
use std::cell::Cell;
use std::marker::PhantomData;

/// What is stored of a position.
#[derive(Clone, Copy, Debug)]
pub struct Slot {
    key: u128,
    solved: Option<Solved>,
    /// positions that its search visited; 0 if the slot is empty
    work: u64,
    /// its distance from the root: a position nearer to it has the deeper subtree
    ply: usize,
}

const EMPTY: Slot = Slot { key: 0, solved: None, work: 0, ply: usize::MAX };

/// A replacement scheme.
pub trait Scheme {
    /// As in the thesis.
    const NAME: &'static str;
    /// Parts of the table in each of which a position has its places.
    const LEVELS: usize = 1;
    /// Places of a position in each part. In the thesis these are the places of its reflections;
    /// our keys are the same for all of them, so each key has four places instead.
    const PLACES: usize = 1;

    /// Which of the position's slots the new one takes, if any.
    fn victim(slots: &[Slot], new: &Slot) -> Option<usize>;
}

macro_rules! schemes {
    ($($(#[$doc:meta])* $name:ident, $levels:literal, $places:literal, $victim:expr;)*) => {$(
        $(#[$doc])*
        pub struct $name;
        impl Scheme for $name {
            const NAME: &'static str = stringify!($name);
            const LEVELS: usize = $levels;
            const PLACES: usize = $places;
            fn victim(slots: &[Slot], new: &Slot) -> Option<usize> {
                let victim: fn(&[Slot], &Slot) -> Option<usize> = $victim;
                victim(slots, new)
            }
        }
    )*};
}

schemes! {
    /// The new position stays.
    New, 1, 1, |_, _| Some(0);
    /// The position with the deeper subtree stays.
    Deep, 1, 1, |slots, new| (new.ply <= slots[0].ply).then_some(0);
    /// The position with the larger subtree stays.
    Big, 1, 1, |slots, new| (new.work >= slots[0].work).then_some(0);
    /// One slot as in Big; what does not get it takes a second one, as in New.
    TwoBig, 2, 1, |slots, new| Some(usize::from(new.work < slots[0].work));
    /// One slot as in Deep; what does not get it takes a second one, as in New.
    TwoDeep, 2, 1, |slots, new| Some(usize::from(new.ply > slots[0].ply));
    /// The first of four slots with a smaller subtree.
    FindFirst, 1, 4, |slots, new| slots.iter().position(|slot| slot.work < new.work);
    /// The one of four slots with the smallest subtree, if that is smaller.
    FindWorst, 1, 4, |slots, new| {
        let worst = (0..slots.len()).min_by_key(|&i| slots[i].work)?;
        (slots[worst].work < new.work).then_some(worst)
    };
}

/// A table with a replacement scheme.
pub struct SchemeTable<S> {
    slots: Box<[Cell<Slot>]>,
    scheme: PhantomData<S>,
}

impl<S: Scheme> SchemeTable<S> {
    /// A table of so many entries, two at least.
    pub fn new(entries: usize) -> Self {
        let slots = (0..entries.max(2)).map(|_| Cell::new(EMPTY)).collect();
        Self { slots, scheme: PhantomData }
    }

    /// The places of a position, part by part.
    fn places(&self, key: u128) -> impl Iterator<Item = usize> {
        let part = self.slots.len() / S::LEVELS;
        (0..S::LEVELS * S::PLACES).map(move |i| {
            let (level, place) = (i / S::PLACES, i % S::PLACES);
            let hash = mix((key as u64).wrapping_add(place as u64) ^ (key >> 64) as u64);
            level * part + hash as usize % part
        })
    }
}

impl<S: Scheme> Memory for SchemeTable<S> {
    fn load(&self, key: u128) -> Option<Solved> {
        let mut slots = self.places(key).map(|place| self.slots[place].get());
        slots.find(|slot| slot.key == key && slot.work > 0)?.solved
    }

    fn store(&self, key: u128, solved: Solved, work: u64, ply: usize) {
        let new = Slot { key, solved: Some(solved), work: work.max(1), ply };
        let mut places = [0; 8];
        let mut slots = [EMPTY; 8];
        let mut n = 0;
        for place in self.places(key) {
            (places[n], slots[n]) = (place, self.slots[place].get());
            n += 1;
        }
        let own = slots[..n].iter().position(|slot| slot.key == key && slot.work > 0);
        if let Some(i) = own.or_else(|| S::victim(&slots[..n], &new)) {
            self.slots[places[i]].set(new);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is left of three positions that compete for all slots of a small table.
    fn left<S: Scheme>(stored: &[(u128, u64, usize)]) -> Vec<u128> {
        let table = SchemeTable::<S>::new(S::LEVELS);
        // tables of two slots hold one place a part only if there are two parts
        let table = if S::LEVELS == 1 {
            SchemeTable::<S> { slots: Box::new([Cell::new(EMPTY)]), scheme: PhantomData }
        } else {
            table
        };
        for &(key, work, ply) in stored {
            table.store(key, Solved { win: key % 2 == 0 }, work, ply);
        }
        let keys = stored.iter().map(|&(key, ..)| key);
        keys.filter(|&key| table.load(key) == Some(Solved { win: key % 2 == 0 })).collect()
    }

    #[test]
    fn schemes_keep_what_they_should() {
        // key, work, ply: a large one near the leaves, a small one near the root, a middling one
        let stored = [(1, 100, 9), (2, 10, 1), (3, 50, 5)];
        assert_eq!(left::<New>(&stored), [3]);
        assert_eq!(left::<Deep>(&stored), [2]);
        assert_eq!(left::<Big>(&stored), [1]);
        assert_eq!(left::<TwoBig>(&stored), [1, 3]);
        assert_eq!(left::<TwoDeep>(&stored), [2, 3]);
        assert_eq!(left::<FindFirst>(&stored), [1]);
        assert_eq!(left::<FindWorst>(&stored), [1]);
    }

    #[test]
    fn four_places_are_used() {
        let table = SchemeTable::<FindWorst>::new(64);
        for key in 0..16 {
            table.store(key, Solved { win: true }, 10, 3);
        }
        let found = (0..16).filter(|&key| table.load(key).is_some()).count();
        assert!(found >= 14, "{found} of 16 in 64 slots");
    }
}
