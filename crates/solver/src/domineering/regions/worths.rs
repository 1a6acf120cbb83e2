//! A small cache for the bounds of sets of squares: the bounds of all their components. One entry
//! is one cache line of the processor, so that a set takes one look-up, and neither its components
//! nor their shapes have to be found:
//!
//! ```text
//! check  | key xor all other words                        |
//! word   | how many bounds (8, in the first) | bounds (56) |   seven times
//! ```

use super::bounds::{Bounds, LIMIT};
use crate::table::{Pages, Payload};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// The most bounds in the entry of a set; its numbers are added up and count as one.
const MOST: usize = 7;
const COUNT_SHIFT: u32 = 56;

#[derive(bytemuck::Zeroable)]
#[repr(C, align(64))]
struct Line {
    check: AtomicU64,
    words: [AtomicU64; MOST],
}

const _: () = assert!(size_of::<Line>() == 64);

pub(super) struct Worths(Pages<Line>);

/// The bounds of a set.
pub(crate) struct Worth {
    /// the bounds of components that are not numbers
    hot: [Bounds; MOST],
    count: usize,
    /// the sum of the numbers
    number: i32,
    /// whether all of them fit
    whole: bool,
}

impl Worth {
    pub(crate) const NOTHING: Self =
        Self { hot: [Bounds::ZERO; MOST], count: 0, number: 0, whole: true };

    /// Adds the bounds of a component.
    #[inline(always)]
    pub(crate) fn add(&mut self, bounds: &Bounds) {
        if bounds.exact {
            self.number += i32::from(bounds.number);
        } else if self.count < MOST - 1 {
            self.hot[self.count] = *bounds;
            self.count += 1;
        } else {
            self.whole = false;
        }
    }
}

impl Worths {
    /// A cache with this many entries, a power of two.
    pub(super) fn new(entries: usize) -> Self {
        Self(Pages::new(entries.next_power_of_two()))
    }

    fn line(&self, key: u64) -> &Line {
        &self.0[key as usize & (self.0.len() - 1)]
    }

    /// Calls `tell` with the bounds of a set if they are cached; returns whether they are.
    #[inline(always)]
    pub(super) fn tell(&self, key: u64, mut tell: impl FnMut(&Bounds)) -> bool {
        let line = self.line(key);
        let words: [u64; MOST] = std::array::from_fn(|i| line.words[i].load(Relaxed));
        if words.iter().fold(line.check.load(Relaxed), |check, word| check ^ word) != key
            || words[0] == 0
        {
            return false;
        }
        let count = (words[0] >> COUNT_SHIFT) as usize;
        for word in &words[..count.min(MOST)] {
            tell(&Bounds::unpack(word & ((1 << COUNT_SHIFT) - 1)));
        }
        true
    }

    /// Stores the bounds of a set.
    pub(super) fn keep(&self, key: u64, worth: &Worth) {
        if !worth.whole || worth.number.abs() > i32::from(LIMIT) {
            return;
        }
        let mut words = [0; MOST];
        words[0] = Bounds::number(worth.number as i16).pack();
        for (word, bounds) in words[1..].iter_mut().zip(&worth.hot[..worth.count]) {
            *word = bounds.pack();
        }
        words[0] |= (worth.count as u64 + 1) << COUNT_SHIFT;
        let line = self.line(key);
        line.check.store(words.iter().fold(key, |check, word| check ^ word), Relaxed);
        for (place, word) in line.words.iter().zip(words) {
            place.store(word, Relaxed);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::bounds::Switch;
    use super::*;

    #[test]
    fn what_is_remembered_is_told_again() {
        let worths = Worths::new(4);
        let told = |key| {
            let mut list = Vec::new();
            worths.tell(key, |bounds| list.push(*bounds)).then_some(list)
        };
        assert_eq!(told(0), None);
        let hot = |n: i16| {
            let switch = Switch { a: n + 64, b: n };
            Bounds { number: n, best: switch, cool: switch, exact: false }
        };
        let mut worth = Worth::NOTHING;
        [Bounds::number(-64), hot(3), Bounds::number(32), hot(-9)]
            .iter()
            .for_each(|b| worth.add(b));
        worths.keep(77, &worth);
        assert_eq!(told(77), Some(vec![Bounds::number(-32), hot(3), hot(-9)]));
        assert_eq!(told(73), None);
        worths.keep(73, &Worth::NOTHING);
        assert_eq!(told(73), Some(vec![Bounds::ZERO]));
        assert_eq!(told(77), None);
        // more than fit into a cache line
        (0..MOST).for_each(|_| worth.add(&hot(1)));
        worths.keep(2, &worth);
        assert_eq!(told(2), None);
    }
}
