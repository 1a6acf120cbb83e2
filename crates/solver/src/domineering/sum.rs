//! Sums of numbers and switches.

use super::regions::{Bounds, Switch};

/// The most parts that are not numbers; of further ones only the number below them counts. A sum is
/// built for every position that is evaluated, so it is small.
const MOST_HOT: usize = 16;

/// Lower bounds whose sum is a lower bound of a position.
#[derive(Clone)]
pub(crate) struct Sum {
    /// the sum of the numbers
    number: i32,
    /// the others, the widest best switch first
    hot: [Bounds; MOST_HOT],
    count: usize,
}

impl Sum {
    /// The empty sum.
    pub(super) const NOTHING: Self = Self { number: 0, hot: [Bounds::BLANK; MOST_HOT], count: 0 };

    #[inline]
    pub(super) fn add(&mut self, bounds: &Bounds) {
        if bounds.exact || self.count == MOST_HOT {
            self.number += i32::from(bounds.number);
            return;
        }
        let mut at = self.count;
        while at > 0 && width(self.hot[at - 1].best) < width(bounds.best) {
            self.hot[at] = self.hot[at - 1];
            at -= 1;
        }
        self.hot[at] = *bounds;
        self.count += 1;
    }

    /// Takes away bounds that were added; returns whether they are known to be there.
    #[inline]
    pub(super) fn remove(&mut self, bounds: &Bounds) -> bool {
        if self.count == MOST_HOT {
            return false; // of some switches only the number may have been added
        }
        if bounds.exact {
            self.number -= i32::from(bounds.number);
            return true;
        }
        let hot = &mut self.hot[..self.count];
        let Some(at) = hot.iter().position(|other| other == bounds) else { return false };
        hot.copy_within(at + 1.., at);
        self.count -= 1;
        true
    }

    /// Whether the player wins with the opponent to move.
    pub(crate) fn wins_second(&self) -> bool {
        self.result(false) > 0
    }

    /// Whether the player wins moving first.
    pub(crate) fn wins_first(&self) -> bool {
        self.result(true) > 0
    }

    /// Twice the number guaranteed to the player moving first (or second), plus one if the opponent
    /// is then to move: positive if the player wins.
    pub(crate) fn result(&self, first: bool) -> i32 {
        let mut number = self.number;
        let mut mine = first;
        // No choice of bounds gives more than the means and the hottest move.
        let mut most = 2 * self.number;
        let mut hottest = 0;
        for bounds in &self.hot[..self.count] {
            number += i32::from(if mine { bounds.best.a } else { bounds.best.b });
            mine = !mine;
            most += bounds.doubled_mean();
            hottest = hottest.max(width(bounds.best)).max(width(bounds.cool));
        }
        if first {
            most += i32::from(hottest);
        }
        let result = 2 * number + i32::from(!mine);
        if result > 0 || most < 0 { result } else { self.result_by_choice(first, result) }
    }

    /// Tries other bounds for single parts, as long as that improves the result.
    fn result_by_choice(&self, first: bool, mut result: i32) -> i32 {
        let mut played = Played::new(self, first);
        loop {
            let before = result;
            for i in 0..self.count {
                for other in [Choice::Best, Choice::Cool, Choice::Number] {
                    if played.choice[i] == other {
                        continue;
                    }
                    let now = played.result_with(&self.hot[i], i, other);
                    if now > 0 {
                        return now;
                    }
                    if now > result {
                        result = now;
                        played.choose(self, i, other);
                    }
                }
            }
            if result == before {
                return result;
            }
        }
    }
}

/// The bound that is used for a part.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Choice {
    Best,
    Cool,
    Number,
}

impl Choice {
    /// The doubled mean of the chosen bound, and its width if it is a switch.
    #[inline(always)]
    fn of(self, bounds: &Bounds) -> (i32, Option<i32>) {
        let switch = match self {
            Self::Best => bounds.best,
            Self::Cool => bounds.cool,
            Self::Number => return (2 * i32::from(bounds.number), None),
        };
        (i32::from(switch.a) + i32::from(switch.b), Some(width(switch).into()))
    }
}

/// A choice of bounds played out, hottest switch first. Twice the number that is reached is the sum
/// of the doubled means plus the alternating sum of the widths from the widest on, which begins
/// with a plus if the player begins.
struct Played {
    first: bool,
    choice: [Choice; MOST_HOT],
    /// the sum of the doubled means
    means: i32,
    /// the widths of the chosen switches, the widest first, and how many there are
    widths: [i32; MOST_HOT],
    count: usize,
    /// the alternating sums of the first widths
    sums: [i32; MOST_HOT + 1],
}

impl Played {
    fn new(sum: &Sum, first: bool) -> Self {
        let mut played = Self {
            first,
            choice: [Choice::Best; MOST_HOT],
            means: 0,
            widths: [0; MOST_HOT],
            count: 0,
            sums: [0; MOST_HOT + 1],
        };
        played.play(sum);
        played
    }

    /// Plays out the current choice.
    fn play(&mut self, sum: &Sum) {
        (self.means, self.count) = (2 * sum.number, 0);
        for (bounds, choice) in sum.hot[..sum.count].iter().zip(self.choice) {
            let (mean, width) = choice.of(bounds);
            self.means += mean;
            let Some(width) = width else { continue };
            let mut at = self.count;
            while at > 0 && self.widths[at - 1] < width {
                self.widths[at] = self.widths[at - 1];
                at -= 1;
            }
            self.widths[at] = width;
            self.count += 1;
        }
        for i in 0..self.count {
            self.sums[i + 1] = self.sums[i] + alternating(i, self.widths[i]);
        }
    }

    fn choose(&mut self, sum: &Sum, part: usize, choice: Choice) {
        self.choice[part] = choice;
        self.play(sum);
    }

    /// The result if one part uses another bound.
    #[inline(always)]
    fn result_with(&self, bounds: &Bounds, part: usize, other: Choice) -> i32 {
        let (old_mean, old) = self.choice[part].of(bounds);
        let (mean, new) = other.of(bounds);
        let (all, mut count) = (self.sums[self.count], self.count);
        // the alternating sum without the old width: the widths after it change their sign
        let mut sum = all;
        let mut gap = count;
        if let Some(old) = old {
            gap = self.place(old);
            sum = self.sums[gap] - (all - self.sums[gap + 1]);
            count -= 1;
        }
        if let Some(new) = new {
            // likewise with the new width
            let at = self.place(new);
            let (at, before) = if at > gap {
                (at - 1, self.sums[gap] - (self.sums[at] - self.sums[gap + 1]))
            } else {
                (at, self.sums[at])
            };
            sum = before + alternating(at, new) - (sum - before);
            count += 1;
        }
        let mine = self.first == count.is_multiple_of(2);
        let widths = if self.first { sum } else { -sum };
        self.means - old_mean + mean + widths + i32::from(!mine)
    }

    /// The index of the first width that is not greater.
    #[inline(always)]
    fn place(&self, width: i32) -> usize {
        self.widths[..self.count].iter().take_while(|&&w| w > width).count()
    }
}

/// The width at this index, with its sign.
#[inline(always)]
fn alternating(place: usize, width: i32) -> i32 {
    if place.is_multiple_of(2) { width } else { -width }
}

#[inline(always)]
fn width(switch: Switch) -> i16 {
    switch.a - switch.b
}

#[cfg(test)]
mod tests {
    use super::*;
    use lastmove_work::Random;

    /// Plays out a choice step by step.
    fn plain(sum: &Sum, first: bool, choice: &[Choice]) -> i32 {
        let mut number = sum.number;
        let mut switches = Vec::new();
        for (bounds, choice) in sum.hot[..sum.count].iter().zip(choice) {
            match choice {
                Choice::Best => switches.push(bounds.best),
                Choice::Cool => switches.push(bounds.cool),
                Choice::Number => number += i32::from(bounds.number),
            }
        }
        switches.sort_by_key(|&switch| -width(switch));
        let mut mine = first;
        for switch in switches {
            number += i32::from(if mine { switch.a } else { switch.b });
            mine = !mine;
        }
        2 * number + i32::from(!mine)
    }

    #[test]
    fn every_choice_is_played_out_right() {
        let mut random = Random::new(3);
        for _ in 0..3000 {
            let mut sum = Sum::NOTHING;
            let mut switch = || {
                let b = random.below(9) as i16 - 4;
                Switch { a: b + random.below(5) as i16, b }
            };
            for _ in 0..6 {
                let (best, cool) = (switch(), switch());
                sum.add(&Bounds { number: best.b, best, cool, exact: false });
            }
            let kinds = [Choice::Best, Choice::Cool, Choice::Number];
            for first in [true, false] {
                let mut played = Played::new(&sum, first);
                for _ in 0..10 {
                    let (part, other) = (random.below(6), kinds[random.below(3)]);
                    let now = played.result_with(&sum.hot[part], part, other);
                    played.choose(&sum, part, other);
                    assert_eq!(now, plain(&sum, first, &played.choice[..6]));
                }
            }
        }
    }
}
