//! Claims: moves that the winner is sure of, on squares that the loser can reach too.
//!
//! Each claiming amazon is given squares of its own. A move of the loser takes at most two of them;
//! the winner answers with a *claim*: one of these amazons steps onto a neighbouring square of its
//! own and shoots back at the square that it left. So the winner claims once a turn, and the loser
//! takes two squares a turn. This is the box game of Chvátal and Erdős; [`BoxGame`] plays it out.

use crate::board::Board;
use crate::memo::Memo;
use crate::rules::Mover;
use lastmove_board::{Bits, mix};
use std::sync::atomic::{AtomicU64, Ordering};

/// The most amazons that claim.
pub(super) const MOST_CLAIMERS: usize = 4;

/// The squares that a claimer owns: `steps` beside it, of which `good` ones have `then` more owned
/// squares beside them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Ways {
    steps: u8,
    good: u8,
    then: u8,
}

impl Ways {
    /// What is left after the loser takes a square. The square may count in all three numbers, so
    /// each falls by at most one.
    fn hit(self) -> Self {
        Self {
            steps: self.steps.saturating_sub(1),
            good: self.good.saturating_sub(1),
            then: self.then.saturating_sub(1),
        }
    }

    /// What is left after the amazon steps onto a square, a good one if there is one.
    fn claimed(self) -> Self {
        let steps = if self.good > 0 { self.then } else { 0 };
        Self { steps, good: 0, then: 0 }
    }

    /// All three numbers in 12 bits; each is at most 8.
    fn code(self) -> u64 {
        u64::from(self.steps) << 8 | u64::from(self.good) << 4 | u64::from(self.then)
    }
}

type Boxes = [Ways; MOST_CLAIMERS];

/// The number of claims that the winner makes.
#[derive(Clone, Copy)]
struct Claims {
    /// with the loser to move
    second: u8,
    /// with the winner to move
    first: u8,
}

/// Plays the box game and remembers the results.
pub(super) struct BoxGame {
    known: Memo<u64, Claims>,
    /// the last question and its answer, by the hash of the question: 48 bits of question, 16 of
    /// answer
    recent: Box<[AtomicU64]>,
}

/// Entries of [`BoxGame::recent`].
const RECENT: usize = 1 << 14;

impl BoxGame {
    /// Uses about `memory` bytes.
    pub(super) fn new(memory: usize) -> Self {
        let recent = (0..RECENT).map(|_| AtomicU64::new(0)).collect();
        Self { known: Memo::new(memory), recent }
    }

    /// The number of claims that `claimers` can make on the squares of `area`.
    pub(super) fn made<B: Bits>(
        &self,
        board: &Board<B>,
        claimers: B,
        area: B,
        mover: Mover,
    ) -> u32 {
        let Claims { second, first } = self.play(boxes(board, claimers, area));
        u32::from(if mover == Mover::Winner { first } else { second })
    }

    fn play(&self, mut boxes: Boxes) -> Claims {
        boxes.sort_unstable_by(|a, b| b.cmp(a));
        if boxes[0].steps == 0 {
            return Claims { second: 0, first: 0 };
        }
        let question = boxes.iter().fold(0, |all, ways| all << 12 | ways.code());
        let place = &self.recent[mix(question) as usize % RECENT];
        let recent = place.load(Ordering::Relaxed);
        if recent >> 16 == question {
            let [first, second, ..] = recent.to_le_bytes();
            return Claims { second, first };
        }
        let claims = self.known.get(question, || {
            let mut claims = Claims { second: u8::MAX, first: 0 };
            for i in (0..MOST_CLAIMERS).filter(|&i| boxes[i].steps > 0) {
                let mut left = boxes;
                left[i] = left[i].claimed();
                claims.first = claims.first.max(1 + self.play(left).second);
                for j in i..MOST_CLAIMERS {
                    let mut left = boxes;
                    left[i] = left[i].hit();
                    left[j] = left[j].hit();
                    claims.second = claims.second.min(self.play(left).first);
                }
            }
            claims
        });
        let answer = u64::from(u16::from_le_bytes([claims.first, claims.second]));
        place.store(question << 16 | answer, Ordering::Relaxed);
        claims
    }
}

/// A quick upper bound on [`BoxGame::made`]: an amazon claims at most twice, and for each claim the
/// loser takes two of the squares within two steps.
pub(super) fn most_claims<B: Bits>(board: &Board<B>, claimers: B, area: B, mover: Mover) -> u32 {
    let near = board.grow(claimers) & area;
    let squares = (board.grow(near) & area).count() + 2 * u32::from(mover == Mover::Winner);
    (2 * claimers.count()).min(squares / 3)
}

/// For each claimer, the squares of `area` beside it that it owns, and those beside these.
fn shared_out<B: Bits>(board: &Board<B>, claimers: B, area: B) -> [[B; MOST_CLAIMERS]; 2] {
    let mut near = [B::NONE; MOST_CLAIMERS];
    for (set, amazon) in near.iter_mut().zip(claimers.squares()) {
        *set = board.around(amazon) & area;
    }
    let near = share(near);
    let all = near.iter().fold(B::NONE, |all, &set| all | set);
    [near, share(near.map(|set| board.grow(set) & area & !all))]
}

fn boxes<B: Bits>(board: &Board<B>, claimers: B, area: B) -> Boxes {
    let [near, far] = shared_out(board, claimers, area);
    let mut boxes = Boxes::default();
    for ((ways, near), far) in boxes.iter_mut().zip(near).zip(far) {
        // `counts[n]`: squares with n owned squares beside them, not counting the square itself
        let mut counts = [0u8; 8];
        for square in near.squares() {
            let beside = board.around(square) & (near | far) & !B::bit(square);
            counts[beside.count() as usize] += 1;
        }
        ways.steps = near.count() as u8;
        let (mut good, mut best) = (0, 0);
        for then in (1..8u8).rev() {
            good += counts[then as usize];
            // Before a second claim the loser has moved at least once, and has taken two squares.
            let worth = good.min(then.saturating_sub(2));
            if good > 0 && (worth > best || ways.then == 0) {
                best = worth;
                (ways.good, ways.then) = (good, then);
            }
        }
    }
    boxes
}

/// Gives each square to one of the sets that want it: to the one that is smallest so far, and among
/// equal ones to the first.
fn share<B: Bits>(wanted: [B; MOST_CLAIMERS]) -> [B; MOST_CLAIMERS] {
    let (mut once, mut twice) = (B::NONE, B::NONE);
    for &set in &wanted {
        twice |= once & set;
        once |= set;
    }
    let mut sets = wanted.map(|set| set & !twice);
    for square in twice.squares() {
        let sharing = (0..MOST_CLAIMERS).filter(|&i| wanted[i].has(square));
        if let Some(i) = sharing.min_by_key(|&i| sets[i].count()) {
            sets[i] |= B::bit(square);
        }
    }
    sets
}

#[cfg(test)]
mod tests {
    use super::*;
    use lastmove_board::Size;
    use lastmove_work::Random;
    use std::collections::HashMap;

    /// A claimer's square, and the squares it owns that are not taken.
    type Claimer = (u64, u64);

    /// The number of claims that the winner makes if the loser may take any two squares a turn.
    fn played_out(
        board: &Board<u64>,
        claimers: &[Claimer],
        winner: bool,
        memo: &mut HashMap<(Vec<Claimer>, bool), u32>,
    ) -> u32 {
        let question = (claimers.to_vec(), winner);
        if let Some(&known) = memo.get(&question) {
            return known;
        }
        let mut next = claimers.to_vec();
        let mut answers = Vec::new();
        if winner {
            for i in 0..claimers.len() {
                for to in (board.grow(claimers[i].0) & claimers[i].1).squares() {
                    next[i] = (1 << to, claimers[i].1 & !(1 << to));
                    answers.push(1 + played_out(board, &next, false, memo));
                }
                next[i] = claimers[i];
            }
        } else {
            let all = claimers.iter().fold(0, |all, claimer| all | claimer.1);
            for one in all.squares() {
                for other in all.squares().filter(|&other| other >= one) {
                    let taken = 1 << one | 1 << other;
                    next.iter_mut().zip(claimers).for_each(|(now, old)| now.1 = old.1 & !taken);
                    answers.push(played_out(board, &next, true, memo));
                }
            }
        }
        let best = if winner { answers.iter().max() } else { answers.iter().min() };
        let best = best.copied().unwrap_or(0);
        memo.insert(question, best);
        best
    }

    /// On random claimers and areas, `made` is at most the number of claims when the loser takes
    /// any two squares.
    fn compare(rounds: usize, most: usize) {
        let mut random = Random::new(12);
        let board = Board::<u64>::new(Size::new(4, 4).unwrap(), true);
        let game = BoxGame::new(1 << 20);
        let (mut one, mut several) = (0, 0);
        for _ in 0..rounds {
            let (mut claimers, mut area) = (0u64, 0u64);
            while claimers.count() < 1 + random.below(4) as u32 {
                claimers |= 1 << random.below(16);
            }
            while area.count() < most as u32 {
                area |= 1 << random.below(16);
            }
            area &= !claimers;
            let [near, far] = shared_out(&board, claimers, area);
            let own: Vec<u64> = near.iter().zip(far).map(|(near, far)| near | far).collect();
            let count: u32 = own.iter().map(|set| set.count()).sum();
            let all = own.iter().fold(0, |all, set| all | set);
            assert_eq!(count, all.count(), "no square has two owners");
            assert_eq!(all & !area, 0);
            let state: Vec<Claimer> =
                claimers.squares().zip(own).map(|(at, own)| (1 << at, own)).collect();
            for mover in [Mover::Winner, Mover::Loser] {
                let made = game.made(&board, claimers, area, mover);
                let played =
                    played_out(&board, &state, mover == Mover::Winner, &mut HashMap::new());
                assert!(made <= played, "{claimers:x} {area:x}: {made} of {played} claims");
                one += u32::from(made == 1);
                several += u32::from(made > 1);
            }
        }
        println!("{rounds} areas: one claim {one} times, several {several} times");
        assert!(one as usize > rounds / 10 && several as usize > rounds / 10);
    }

    #[test]
    fn claims_are_made_whatever_the_loser_takes() {
        compare(500, 8);
    }

    /// `cargo test --release -p lastmove-proof -- --ignored claims_are_made_in_many_areas`
    #[test]
    #[ignore = "heavy"]
    fn claims_are_made_in_many_areas() {
        compare(100_000, 9);
    }
}
