//! Choosing the child to search next, and its thresholds.

use super::{Child, Dfpn};
use crate::SearchGame;
use crate::table::Numbers;

/// Parameters of the search.
#[derive(Clone, Copy, Debug)]
pub struct Tuning {
    /// The share of the easier moves that is added to the hardest one: one part in this many. Moves
    /// that fail for the same reason lead to the same refutations, so a plain sum (1) makes a
    /// position with many moves look much harder to refute than it is.
    pub share: u32,
    /// How far past the next best child a child is searched, in tenths of its number (the 1+ε
    /// trick).
    pub room: u32,
    /// Whether moves that were hard to refute elsewhere are evaluated first.
    pub history: bool,
    /// What a move that was not evaluated yet is expected to add, in tenths of the average of those
    /// before it. The hard ones come first, so it is less.
    pub unseen: u32,
}

impl Default for Tuning {
    fn default() -> Self {
        Self { share: 20, room: 3, history: true, unseen: 6 }
    }
}

/// The numbers at which the search of a position stops, because another one looks better.
#[derive(Clone, Copy)]
pub(super) struct Thresholds {
    pub(super) proof: u32,
    pub(super) disproof: u32,
}

impl Thresholds {
    /// No thresholds: search until the position is solved.
    pub(super) const NONE: Self = Self { proof: Numbers::INFINITE, disproof: Numbers::INFINITE };

    pub(super) fn are_reached(self, numbers: Numbers) -> bool {
        numbers.proof >= self.proof || numbers.disproof >= self.disproof
    }
}

/// The number of moves that must be evaluated before the others are estimated.
const SEEN: u32 = 6;

/// How hard the moves of a position are to refute, together.
#[derive(Default)]
pub(super) struct Gathered {
    sum: u32,
    /// the two greatest numbers
    hardest: [u32; 2],
}

impl Gathered {
    /// Adds the proof number of one more child.
    pub(super) fn add(&mut self, proof: u32) {
        self.sum = self.sum.saturating_add(proof);
        if proof > self.hardest[0] {
            self.hardest = [proof, self.hardest[0]];
        } else if proof > self.hardest[1] {
            self.hardest[1] = proof;
        }
    }
}

/// The next step in a position.
pub(super) struct Choice {
    /// its numbers
    pub(super) numbers: Numbers,
    /// the child to search next
    pub(super) best: usize,
    /// the thresholds of its search
    pub(super) child: Thresholds,
}

impl<G: SearchGame> Dfpn<'_, G> {
    /// The numbers of a position from those of its children, the child to search next, and the
    /// thresholds for it.
    pub(super) fn choose(&self, first: usize, most: Thresholds) -> Choice {
        let mut best = first;
        let mut least = u32::MAX;
        let mut second = u32::MAX;
        let mut gathered = Gathered::default();
        for (i, child) in self.children[first..].iter().enumerate() {
            let Numbers { proof: easy, disproof: hard } = child.numbers;
            gathered.add(easy);
            if hard < least {
                second = least;
                least = hard;
                best = first + i;
            } else if hard < second {
                second = hard;
            }
        }
        let proof = least.min(Numbers::INFINITE);
        let disproof = match (self.tuning.gather(&gathered), proof) {
            (0, _) => 0,
            (_, 0) => Numbers::INFINITE,
            (gathered, _) => gathered.min(Numbers::INFINITE - 1),
        };
        let proof = if disproof == 0 { Numbers::INFINITE } else { proof };
        let numbers = Numbers { proof, disproof };
        if !numbers.is_solved() && numbers.disproof < numbers.proof {
            best = self.idle(first, best);
        }
        let Gathered { sum, hardest } = gathered;
        let child = match self.children.get(best) {
            None => most,
            Some(child) => {
                let Numbers { proof: easy, disproof: hard } = child.numbers;
                let room = |number| self.tuning.room(number);
                let other = if easy == hardest[0] { hardest[1] } else { hardest[0] };
                Thresholds {
                    // A child that is searched because others are busy gets a threshold above its
                    // own number, which may exceed the usual threshold already.
                    disproof: if hard == proof { most.proof.min(room(second)) } else { room(hard) },
                    proof: self.tuning.room_in_sum(most.disproof, other, sum - easy),
                }
            }
        };
        Choice { numbers, best, child }
    }

    /// The easiest child that no other thread is searching, if another thread is searching the best
    /// one and there is such a child. Used if all children probably have to be searched; if one is
    /// enough, a second thread helps with that one.
    fn idle(&self, first: usize, best: usize) -> usize {
        let Some(busy) = self.busy else { return best };
        let taken = |child: &Child<G>| busy.has(child.key);
        if !taken(&self.children[best]) {
            return best;
        }
        let free = (first..self.children.len())
            .filter(|&i| self.children[i].numbers.disproof < Numbers::INFINITE)
            .filter(|&i| !taken(&self.children[i]));
        free.min_by_key(|&i| self.children[i].numbers.disproof).unwrap_or(best)
    }
}

impl Tuning {
    /// The disproof number of a position, from its moves.
    pub(super) fn gather(self, moves: &Gathered) -> u32 {
        self.weigh(moves, moves.sum - moves.hardest[0])
    }

    /// The disproof number that a position is expected to have, judging by the moves seen: the
    /// remaining ones add to it too.
    pub(super) fn expect(self, moves: &Gathered, seen: u32, left: u32) -> u32 {
        let others = u64::from(moves.sum - moves.hardest[0]);
        let unseen = if seen < SEEN { 0 } else { u64::from(self.unseen * left) };
        let expected = others + others * unseen / u64::from(10 * seen);
        let expected = expected.min(u64::from(u32::MAX)) as u32;
        self.weigh(moves, expected).min(Numbers::INFINITE - 1)
    }

    /// The number of the hardest move plus a share of the sum of the others.
    fn weigh(self, moves: &Gathered, others: u32) -> u32 {
        moves.hardest[0].saturating_add(others / self.share)
    }

    /// The least proof number of a child at which [`Tuning::gather`] reaches `most`, given the
    /// hardest of the other moves and the sum of them all.
    fn room_in_sum(self, most: u32, other: u32, others: u32) -> u32 {
        let as_hardest = most.saturating_sub(others / self.share);
        let room = if as_hardest > other {
            as_hardest
        } else {
            // it stays below another move, so only its share counts
            let left = most.saturating_sub(other).saturating_mul(self.share);
            left.saturating_sub(others - other)
        };
        room.clamp(1, Numbers::INFINITE)
    }

    /// The threshold for a number, with some margin above it.
    fn room(self, number: u32) -> u32 {
        number.saturating_add(1 + number.min(Numbers::INFINITE) * self.room / 10)
    }
}
