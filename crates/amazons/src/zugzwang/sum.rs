//! Sums of simple zugzwangs played for the best score: a knapsack (Müller and Tegos, section 5.3).
//!
//! Zugzwangs are numbers, so who wins the sum is known, and its loser will in the end have to play
//! all that is left: his own zugzwangs, those worth zero, and those of the winner that the winner
//! could do without. A zugzwang of Black's, a|b with 0 <= a, is a + 1 moves for him if he plays it
//! himself, but b less one if White has to. So the winner keeps a set of his zugzwangs that he can
//! spare and that gains most.

use crate::Colour;

/// A game a|b with integers a < b - 1: Black can move to a, White to b, and neither wants to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SimpleZugzwang {
    black: i64,
    white: i64,
}

impl SimpleZugzwang {
    /// The game `black|white`, or `None` if it is no zugzwang.
    pub fn new(black: i64, white: i64) -> Option<Self> {
        (black < white - 1).then_some(Self { black, white })
    }

    /// What Black and White can move to.
    pub fn options(self) -> [i64; 2] {
        [self.black, self.white]
    }

    /// Its value: the integer nearest 0 between the two.
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

    /// By how much the score grows for the winner if the loser has to play it.
    pub fn gain(self) -> i64 {
        self.white - self.black - 2
    }

    /// With the colours exchanged.
    pub fn mirrored(self) -> Self {
        Self { black: -self.white, white: -self.black }
    }
}

/// How the winner of a sum plays for the best score.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// who wins: makes the last move
    pub winner: Colour,
    /// Black's moves less White's
    pub score: i64,
    /// the zugzwangs of the winner's that he leaves to the loser, by number
    pub keep: Vec<usize>,
}

/// The best play of a sum of simple zugzwangs, with so many free moves for Black and White beside.
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
pub fn plan(sum: &[SimpleZugzwang], black: u32, white: u32, first: Colour) -> Plan {
    let value = |z: &SimpleZugzwang| z.value();
    let total = i64::from(black) - i64::from(white) + sum.iter().map(value).sum::<i64>();
    if total < 0 || total == 0 && first == Colour::Black {
        let mirrored: Vec<SimpleZugzwang> = sum.iter().map(|z| z.mirrored()).collect();
        let Plan { score, keep, .. } = plan(&mirrored, white, black, first.opponent());
        return Plan { winner: Colour::White, score: -score, keep };
    }
    // Black wins. So many moves he can do without:
    let spare = if first == Colour::White { total } else { total - 1 };
    let own: Vec<usize> = (0..sum.len()).filter(|&number| sum[number].value() > 0).collect();
    let weight = |number: usize| sum[number].value() as usize;
    let room = usize::try_from(spare).unwrap_or(0).min(own.iter().map(|&n| weight(n)).sum());
    // best[k]: the greatest gain of zugzwangs worth at most k together; taken, whether each is in it
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
    // White has to play those worth zero.
    let zeros = sum.iter().filter(|z| z.value() == 0).map(|z| z.white - 1);
    Plan { winner: Colour::Black, score: total + gain + zeros.sum::<i64>(), keep }
}
