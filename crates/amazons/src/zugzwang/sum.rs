//! Sums of simple zugzwangs played for the best score: a knapsack (Müller and Tegos, section 5.3).
//!
//! Zugzwangs are numbers, so the winner of the sum is known, and the loser will finally have to
//! play all that is left: his own zugzwangs, those of value zero, and those of the winner's that
//! the winner does not need. A zugzwang of Black's, a|b with 0 <= a, is worth a + 1 moves to him if
//! he plays in it himself, but b - 1 if White has to. So the winner keeps a set of his zugzwangs
//! that he can spare and that gains the most.

use crate::Colour;

/// A game a|b with integers a < b - 1: Black can move to a, White to b, and neither wants to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SimpleZugzwang {
    black: i64,
    white: i64,
}

impl SimpleZugzwang {
    /// The game `black|white`; `None` if it is not a zugzwang.
    pub fn new(black: i64, white: i64) -> Option<Self> {
        (black < white - 1).then_some(Self { black, white })
    }

    /// The integers that Black and White can move to.
    pub fn options(self) -> [i64; 2] {
        [self.black, self.white]
    }

    /// Its value: among the integers between the two, the one nearest 0.
    ///
    /// ```
    /// use lastmove_amazons::zugzwang::SimpleZugzwang;
    /// let value = |a, b| SimpleZugzwang::new(a, b).unwrap().value();
    /// assert_eq!((value(-2, 1), value(-10, -2), value(3, 6)), (0, -3, 4));
    /// ```
    pub fn value(self) -> i64 {
        if self.black >= 0 {
            self.black + 1
        } else if self.white <= 0 {
            self.white - 1
        } else {
            0
        }
    }

    /// By how much the winner's score grows if the loser has to play in it.
    pub fn gain(self) -> i64 {
        self.white - self.black - 2
    }

    /// The game with the colours exchanged.
    pub fn mirrored(self) -> Self {
        Self { black: -self.white, white: -self.black }
    }
}

/// How the winner of a sum plays for the best score.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ZugzwangPlan {
    /// the winner, who makes the last move
    pub winner: Colour,
    /// Black's moves less White's
    pub score: i64,
    /// the winner's zugzwangs that he leaves to the loser, by index
    pub keep: Vec<usize>,
}

/// The best play of a sum of simple zugzwangs with `black` and `white` free moves.
///
/// ```
/// use lastmove_amazons::Colour;
/// use lastmove_amazons::zugzwang::{SimpleZugzwang, plan};
/// // 3|6 and 0|9, and White has three free moves. Black wins by two and a move to spare, enough
/// // to keep the second for White.
/// let sum = [(3, 6), (0, 9)].map(|(a, b)| SimpleZugzwang::new(a, b).unwrap());
/// let plan = plan(&sum, 0, 3, Colour::White);
/// assert_eq!((plan.winner, plan.score, plan.keep), (Colour::Black, 9, vec![1]));
/// ```
pub fn plan(sum: &[SimpleZugzwang], black: u32, white: u32, first: Colour) -> ZugzwangPlan {
    let value = |z: &SimpleZugzwang| z.value();
    let total = i64::from(black) - i64::from(white) + sum.iter().map(value).sum::<i64>();
    if total < 0 || total == 0 && first == Colour::Black {
        let mirrored: Vec<SimpleZugzwang> = sum.iter().map(|z| z.mirrored()).collect();
        let ZugzwangPlan { score, keep, .. } = plan(&mirrored, white, black, first.opponent());
        return ZugzwangPlan { winner: Colour::White, score: -score, keep };
    }
    // Black wins, and can do without this many moves:
    let spare = if first == Colour::White { total } else { total - 1 };
    let own: Vec<usize> = (0..sum.len()).filter(|&number| sum[number].value() > 0).collect();
    let weight = |number: usize| sum[number].value() as usize;
    let room = usize::try_from(spare).unwrap_or(0).min(own.iter().map(|&n| weight(n)).sum());
    // best[k]: the greatest gain of zugzwangs of total value at most k; taken: whether each is in
    // it
    let mut best = vec![0; room + 1];
    let mut taken = vec![vec![false; room + 1]; own.len()];
    for (&number, taken) in own.iter().zip(&mut taken) {
        for k in (weight(number)..=room).rev() {
            let gain = best[k - weight(number)] + sum[number].gain();
            if gain > best[k] {
                (best[k], taken[k]) = (gain, true);
            }
        }
    }
    let (mut keep, mut left) = (Vec::new(), room);
    for (&number, taken) in own.iter().zip(&taken).rev() {
        if taken[left] {
            keep.insert(0, number);
            left -= weight(number);
        }
    }
    let gain = best[room];
    // White has to play in those of value zero.
    let zeros = sum.iter().filter(|z| z.value() == 0).map(|z| z.white - 1);
    ZugzwangPlan { winner: Colour::Black, score: total + gain + zeros.sum::<i64>(), keep }
}
