//! Which child to search next, and how far.

use super::{Child, Dfpn};
use crate::Game;
use crate::table::Numbers;

/// How the search weighs numbers.
#[derive(Clone, Copy, Debug)]
pub struct Tuning {
    /// The part of the easier moves that counts beside the hardest one: one in this many. Moves
    /// that fail for the same reason meet in the same refutations, so a plain sum (1) makes a
    /// position with many moves look much harder to refute than it is.
    pub share: u32,
    /// How far past the next best child a child is searched, in tenths of its number (the 1+ε
    /// trick).
    pub room: u32,
    /// Whether moves that were hard to refute elsewhere are evaluated first.
    pub history: bool,
    /// What a move that was not looked at yet is expected to add, in tenths of what those before it
    /// add on average. The hard ones come first, so it is less.
    pub unseen: u32,
}

impl Default for Tuning {
    fn default() -> Self {
        Self { share: 20, room: 3, history: true, unseen: 6 }
    }
}

/// The numbers at which another position looks better.
#[derive(Clone, Copy)]
pub(super) struct Thresholds {
    pub(super) proof: u32,
    pub(super) disproof: u32,
}

impl Thresholds {
    /// Until the position is solved.
    pub(super) const NONE: Self = Self { proof: Numbers::INFINITE, disproof: Numbers::INFINITE };

    pub(super) fn are_reached(self, numbers: Numbers) -> bool {
        numbers.proof >= self.proof || numbers.disproof >= self.disproof
    }
}

/// How many moves have to be seen before the others are guessed at.
const SEEN: u32 = 6;

/// How hard the moves of a position are to refute, taken together.
#[derive(Default)]
pub(super) struct Gathered {
    sum: u32,
    /// the two greatest
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

/// What to do in a position.
pub(super) struct Choice {
    /// its numbers
    pub(super) numbers: Numbers,
    /// the child to search next
    pub(super) best: usize,
    /// how far
    pub(super) child: Thresholds,
}

impl<G: Game> Dfpn<'_, G> {
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
                    // A child that is searched because others are busy gets room of its own: its
                    // number may be past the threshold already.
                    disproof: if hard == proof { most.proof.min(room(second)) } else { room(hard) },
                    proof: self.tuning.room_in_sum(most.disproof, other, sum - easy),
                }
            }
        };
        Choice { numbers, best, child }
    }

    /// The easiest child that no other thread is at work on, if the best one is taken and there
    /// is such a child. Asked where all children probably have to be searched: where one is
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
    /// The disproof number of a position.
    pub(super) fn gather(self, moves: &Gathered) -> u32 {
        self.weigh(moves, moves.sum - moves.hardest[0])
    }

    /// The disproof number that a position will have, as far as the moves seen tell: those that are
    /// left add to it too.
    pub(super) fn expect(self, moves: &Gathered, seen: u32, left: u32) -> u32 {
        let others = u64::from(moves.sum - moves.hardest[0]);
        let unseen = if seen < SEEN { 0 } else { u64::from(self.unseen * left) };
        let expected = others + others * unseen / u64::from(10 * seen);
        let expected = expected.min(u64::from(u32::MAX)) as u32;
        self.weigh(moves, expected).min(Numbers::INFINITE - 1)
    }

    /// The hardest move, and a share of what the others add up to.
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

    /// The threshold that leaves room beyond a number.
    fn room(self, number: u32) -> u32 {
        number.saturating_add(1 + number.min(Numbers::INFINITE) * self.room / 10)
    }
}
