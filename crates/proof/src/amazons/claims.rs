//! Claims: moves that the winner is sure of on squares that the loser can reach as well.
//!
//! Each claiming amazon is given squares of its own. A move of the loser takes two squares at
//! most; the winner answers with a *claim*: one of these amazons steps onto a neighbouring square
//! of its own and shoots back to where it stood. So the winner claims once a turn, and the loser
//! takes two squares a turn. This is the box game of Chvátal and Erdős, and it is played out here.

use crate::board::Board;
use crate::memo::Memo;
use crate::rules::Mover;
use lastmove_board::Bits;

/// How many amazons claim at most.
pub(super) const MOST_CLAIMERS: usize = 4;

/// What a claimer has of its own: `steps` squares beside it, of which `good` ones have `then` more
/// beside them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Ways {
    steps: u8,
    good: u8,
    then: u8,
}

impl Ways {
    /// The loser takes a square. It may count in all three numbers, so each falls by one at most.
    fn hit(self) -> Self {
        Self {
            steps: self.steps.saturating_sub(1),
            good: self.good.saturating_sub(1),
            then: self.then.saturating_sub(1),
        }
    }

    /// The amazon steps onto a square, a good one if there is one.
    fn claimed(self) -> Self {
        let steps = if self.good > 0 { self.then } else { 0 };
        Self { steps, good: 0, then: 0 }
    }

    /// None of the numbers is more than 8.
    fn code(self) -> u64 {
        u64::from(self.steps) << 8 | u64::from(self.good) << 4 | u64::from(self.then)
    }
}

type Boxes = [Ways; MOST_CLAIMERS];

/// How many claims are made.
#[derive(Clone, Copy)]
struct Claims {
    /// with the loser to move
    second: u8,
    /// with the winner to move
    first: u8,
}

/// Plays the box game, and remembers how it ends.
pub(super) struct BoxGame(Memo<u64, Claims>);

impl BoxGame {
    /// With so many bytes of memory.
    pub(super) fn new(memory: usize) -> Self {
        Self(Memo::new(memory))
    }

    /// How many claims some amazons can make on the squares of `area`.
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
        self.0.get(question, || {
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
        })
    }
}

/// Shares out the squares of `area` beside the claimers, and then those beside these.
fn boxes<B: Bits>(board: &Board<B>, claimers: B, area: B) -> Boxes {
    let mut near = [B::NONE; MOST_CLAIMERS];
    for (set, amazon) in near.iter_mut().zip(claimers.squares()) {
        *set = board.grow(B::bit(amazon)) & area;
    }
    let near = share(near);
    let all = near.iter().fold(B::NONE, |all, &set| all | set);
    let far = share(near.map(|set| board.grow(set) & area & !all));
    let mut boxes = Boxes::default();
    for ((ways, near), far) in boxes.iter_mut().zip(near).zip(far) {
        // how many squares have so many beside them; the amazon's own square is not one of these
        let mut counts = [0u8; 8];
        for square in near.squares() {
            let beside = board.grow(B::bit(square)) & (near | far) & !B::bit(square);
            counts[beside.count() as usize] += 1;
        }
        ways.steps = near.count() as u8;
        let (mut good, mut best) = (0, 0);
        for then in (1..8u8).rev() {
            good += counts[then as usize];
            // A second claim comes after a move of the loser at least, who takes two squares.
            let worth = good.min(then.saturating_sub(2));
            if good > 0 && (worth > best || ways.then == 0) {
                best = worth;
                (ways.good, ways.then) = (good, then);
            }
        }
    }
    boxes
}

/// Gives each square to one of the sets that have it: the smallest so far, the first of those.
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
