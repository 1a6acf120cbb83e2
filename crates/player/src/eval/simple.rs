//! The evaluators of Hensgens' thesis (chapter 4) and of Müller and Tegos (section 6.2), on
//! bitboards. All values are whole numbers from the point of view of `me`.

use super::Simple;
use super::lines::Open;
use lastmove_board::Bits;

/// The value of a square that is reached after one move, after two, and later: "areas which can be
/// reached fast are easier to defend and thus should be rewarded extra" (4.4). The thesis gives no
/// numbers.
const CREDIT: [i32; 3] = [16, 12, 10];
/// A square that the opponent cannot reach counts as reached this many moves earlier.
pub(crate) const NEVER: usize = 5;

impl<B: Bits, const W: u32> Open<'_, B, W> {
    /// The value by an evaluator, for the owner of the first of two sets of amazons.
    pub(super) fn simple(&self, which: Simple, sides: [B; 2]) -> i32 {
        match which {
            Simple::Territory => self.territory(sides),
            Simple::Relative(rewards) => self.relative(sides, rewards),
            Simple::MinDistance => self.min_distance(sides),
        }
    }

    /// Territory: who reaches a square first, credited by how soon. As in 4.4.1, squares that both
    /// reach at the same time are neutral, and nothing is reached over them.
    fn territory(&self, mut front: [B; 2]) -> i32 {
        let (mut marked, mut value) = (B::NONE, 0);
        for distance in 0.. {
            let reached = front.map(|set| self.queen_step(set) & !marked);
            let neutral = reached[0] & reached[1];
            front = reached.map(|set| set & !neutral);
            if (front[0] | front[1]).is_empty() {
                break;
            }
            marked |= reached[0] | reached[1];
            let credit = CREDIT[distance.min(CREDIT.len() - 1)];
            value += credit * (front[0].count() as i32 - front[1].count() as i32);
        }
        value
    }

    /// Relative territory: by how many moves a square is reached earlier (4.5). `rewards[n]` is for
    /// n + 1 moves.
    fn relative(&self, mut front: [B; 2], rewards: [i16; NEVER]) -> i32 {
        // What one more move adds, summed over squares that one side has reached and the other has not,
        // over all distances.
        let mut more = rewards.map(i32::from);
        (1..NEVER).rev().for_each(|n| more[n] -= more[n - 1]);
        let mut seen = [B::NONE; 2];
        // `ahead[side][n]`: squares that the side was first at, n moves ago, the other side not yet
        let mut ahead = [[B::NONE; NEVER]; 2];
        let mut value = 0;
        loop {
            for side in 0..2 {
                front[side] = self.queen_step(front[side]) & !seen[side];
                seen[side] |= front[side];
            }
            for (side, sign) in [(0, 1), (1, -1)] {
                let late = !seen[1 - side];
                for n in (1..NEVER).rev() {
                    ahead[side][n] = ahead[side][n - 1] & late;
                }
                ahead[side][0] = front[side] & late;
                let counts =
                    ahead[side].iter().zip(more).map(|(set, more)| more * set.count() as i32);
                value += sign * counts.sum::<i32>();
            }
            let waiting = ahead.iter().flatten().fold(B::NONE, |all, &set| all | set);
            if (front[0] | front[1] | waiting).is_empty() {
                return value;
            }
        }
    }

    /// Min-distance: squares that I reach earlier, minus those that the opponent reaches earlier.
    fn min_distance(&self, mut front: [B; 2]) -> i32 {
        let (mut seen, mut value) = ([B::NONE; 2], 0);
        loop {
            for side in 0..2 {
                front[side] = self.queen_step(front[side]) & !seen[side];
            }
            if (front[0] | front[1]).is_empty() {
                return value;
            }
            seen = [seen[0] | front[0], seen[1] | front[1]];
            value += (front[0] & !seen[1]).count() as i32 - (front[1] & !seen[0]).count() as i32;
        }
    }
}
