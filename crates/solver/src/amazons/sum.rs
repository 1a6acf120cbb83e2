//! What one side is sure of, area by area, and what that says of the whole (paper, IV-C).

use lastmove_values::{Dyadic, Thermograph};

/// Stops are kept in this many parts of 1.
const PARTS: i32 = 1 << 10;

/// What an area is worth to a side at least: the side is Left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Worth {
    /// the greatest n known with G >= n
    pub(crate) floor: i16,
    /// 1 more than the greatest n known with a Left option >= n: what Left gets by starting
    pub(crate) start: i16,
    /// the right stop, in parts of 1, rounded down
    right_stop: i32,
    /// the left stop, in parts of 1, rounded down
    left_stop: i32,
    /// whether the area is exactly floor + 1 + `*`
    pub(crate) star: bool,
}

impl Worth {
    /// An area whose value is an integer.
    pub(crate) const fn integer(n: i16) -> Self {
        Self::counted(n, n)
    }

    /// An area of which only whole numbers are known.
    pub(crate) const fn counted(floor: i16, start: i16) -> Self {
        // Starting leads to an option of at least start - 1, so that much is sure of the left stop.
        let reached = if start > floor { start - 1 } else { floor };
        let (right_stop, left_stop) = (floor as i32 * PARTS, reached as i32 * PARTS);
        Self { floor, start, right_stop, left_stop, star: false }
    }

    /// What a thermograph says. Its walls at t = -1 decide `G >= n` and `G <= n` for integers,
    /// the stops bound G up to an infinitesimal (paper, II-D1).
    pub(crate) fn of(thermograph: &Thermograph, star: bool) -> Self {
        let foot = |x: Dyadic| x.floor() as i16;
        let parts = |x: Dyadic| {
            let scaled = i128::from(x.numerator()) * i128::from(PARTS);
            (scaled >> x.exponent()) as i32
        };
        let (left, right) = (thermograph.left_wall(), thermograph.right_wall());
        Self {
            floor: foot(right.corners()[0].value),
            start: foot(left.corners()[0].value),
            right_stop: parts(thermograph.right_stop()),
            left_stop: parts(thermograph.left_stop()),
            star,
        }
    }

    /// Whether this is better than the other for its side, by what counts in most sums.
    pub(crate) fn is_better(&self, other: &Self) -> bool {
        (self.right_stop, self.floor, self.start) > (other.right_stop, other.floor, other.start)
    }
}

/// The sum of what a side is sure of in independent areas.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Sum {
    /// the sum of all floors; pairs of `*` cancel
    floor: i32,
    /// the most that starting in one area adds to its floor
    gain: i32,
    stops: i32,
    stop_gain: i32,
    stars: bool,
}

impl Sum {
    /// One area.
    pub(crate) fn of(worth: Worth) -> Self {
        let mut sum = Self::default();
        sum.add(worth);
        sum
    }

    pub(crate) fn add(&mut self, worth: Worth) {
        if worth.star {
            // n + * is counted as n, and the stars by their number
            self.floor += i32::from(worth.floor) + 1;
            self.stars = !self.stars;
        } else {
            self.floor += i32::from(worth.floor);
            self.gain = self.gain.max(i32::from(worth.start) - i32::from(worth.floor));
        }
        self.stops += worth.right_stop;
        self.stop_gain = self.stop_gain.max(worth.left_stop - worth.right_stop);
    }

    /// Adds another sum.
    pub(crate) fn join(&mut self, other: &Self) {
        self.floor += other.floor;
        self.gain = self.gain.max(other.gain);
        self.stops += other.stops;
        self.stop_gain = self.stop_gain.max(other.stop_gain);
        self.stars ^= other.stars;
    }

    /// The sum of the floors and the best gain, an odd star included.
    fn totals(&self) -> (i32, i32) {
        if self.stars { (self.floor - 1, self.gain.max(2)) } else { (self.floor, self.gain) }
    }

    /// Whether the side surely makes the last move if the opponent starts: the sum is at least 0,
    /// or its stops add up to more than 0, which no infinitesimal makes up for.
    pub(crate) fn wins_second(&self) -> bool {
        self.totals().0 >= 0 || self.stops > 0
    }

    /// Whether the side surely makes the last move if it starts, in the area where that gains
    /// most: it must reach a sum of at least 0 by one move there (paper, IV-C1 and IV-C2).
    pub(crate) fn wins_first(&self) -> bool {
        let (floor, gain) = self.totals();
        floor + gain >= 1 || self.stops + self.stop_gain > 0
    }

    /// What the side is sure of: a whole number that the sum reaches, or a sum of stops that it
    /// reaches up to an infinitesimal, whichever is more; and whether it is the former.
    pub(crate) fn at_least(&self) -> (Dyadic, bool) {
        let floor = self.totals().0;
        let exact = floor * PARTS >= self.stops;
        let parts = if exact { floor * PARTS } else { self.stops };
        let value = Dyadic::new(i64::from(parts), PARTS.trailing_zeros());
        (value.expect("sums over a board are small numbers"), exact)
    }

    /// A guess at how far ahead the side is at least.
    pub(crate) fn estimate(&self) -> f32 {
        self.stops as f32 / PARTS as f32
    }
}
