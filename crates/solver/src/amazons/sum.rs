//! The values guaranteed to one side, area by area, and the winner that they prove (paper, II-D and
//! IV-C).

use lastmove_values::{Bounds, Dyadic, End, Nus, Thermograph};

/// Numbers are stored as multiples of 1 / `PARTS`.
const PARTS: i32 = 1 << 10;

/// Less than any sum.
const NOTHING: i32 = i32::MIN / 4;

/// A number in parts, rounded down, and whether it is exact.
fn parts(x: Dyadic) -> (i32, bool) {
    let scaled = i128::from(x.numerator()) * i128::from(PARTS);
    let down = scaled >> x.exponent();
    (down as i32, down << x.exponent() == scaled)
}

/// A lower bound of the value of an area to a side, which is Left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Worth {
    /// the value is at least this, in parts; a known infinitesimal is stored separately
    bound: i32,
    /// the end of this bound
    end: End,
    /// some Left option is at least this, in parts
    option: i32,
    /// some Left option reaches this up to an infinitesimal, in parts
    reach: i32,
    /// the area is exactly the number `bound` plus `ups` times ↑ plus the nimber
    ups: i16,
    nimber: u16,
}

impl Worth {
    /// An area whose value is an integer.
    pub(crate) const fn integer(n: i16) -> Self {
        Self::counted(n, n)
    }

    /// An area whose value is at least `floor`, and in which the owner has a move to a value of at
    /// least `start - 1`.
    pub(crate) const fn counted(floor: i16, start: i16) -> Self {
        let (bound, option) = (floor as i32 * PARTS, (start as i32 - 1) * PARTS);
        let reach = if start > floor { option } else { bound };
        Self { bound, end: End::Exact, option, reach, ups: 0, nimber: 0 }
    }

    /// An area whose value is a number plus ups plus a nimber, if they are small enough.
    pub(crate) fn exactly(Nus { number, ups, nimber }: Nus) -> Option<Self> {
        let (bound, true) = parts(number) else { return None };
        let (ups, nimber) = (ups.try_into().ok()?, nimber.try_into().ok()?);
        Some(Self { bound, end: End::Exact, option: NOTHING, reach: bound, ups, nimber })
    }

    /// The bound from a thermograph: its stops bound the area as in paper II-D1 and II-D2, and its
    /// left wall at t = -1 shows which integers the options reach. If the area is known to be a
    /// number plus ups plus a nimber, those are kept, since they add up exactly.
    pub(crate) fn of(thermograph: &Thermograph, nus: Option<Nus>) -> Self {
        if let Some(exact) = nus.and_then(Self::exactly) {
            return exact;
        }
        let Bounds { lower, lower_end, .. } = Bounds::from_thermograph(thermograph);
        let (bound, same) = parts(lower);
        // the rounded number is less than the area, even if the area is infinitesimally below
        // `lower`
        let end = if same { lower_end } else { End::Tightened };
        let start = thermograph.left_wall().corners()[0].value.floor() as i32;
        let (reach, _) = parts(thermograph.left_stop());
        Self { bound, end, option: (start - 1) * PARTS, reach, ups: 0, nimber: 0 }
    }

    /// The same with integers only.
    pub(crate) fn in_whole_numbers(thermograph: &Thermograph) -> Self {
        let foot = |x: Dyadic| x.floor() as i16;
        let (left, right) = (thermograph.left_wall(), thermograph.right_wall());
        Self::counted(foot(right.corners()[0].value), foot(left.corners()[0].value))
    }

    /// Whether this is better than the other for its side, by the criteria that matter in most
    /// sums.
    pub(crate) fn is_better(&self, other: &Self) -> bool {
        Sum::of(*self).rank() > Sum::of(*other).rank()
    }

    /// Whether this may be a valid bound for an area of value `other`.
    #[cfg(test)]
    pub(crate) fn is_at_most(&self, other: &Self) -> bool {
        let end = |worth: &Self| if worth.end == End::Relaxed { 0 } else { 1 };
        let option = self.option <= other.option.max(other.bound - PARTS);
        (self.bound, end(self)) <= (other.bound, end(other)) && option && self.reach <= other.reach
    }
}

fn number(parts: i32) -> Dyadic {
    let value = Dyadic::new(i64::from(parts), PARTS.trailing_zeros());
    value.expect("sums over a board are small numbers")
}

/// The sign of an infinitesimal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sign {
    Zero,
    Positive,
    Negative,
    Fuzzy,
}

/// The rule that decides a sum for a side (paper, II-D and IV-C).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DecidingRule {
    /// the sum is positive: the side wins, no matter who starts
    Positive,
    /// the sum is at least 0 and the opponent starts
    AtLeastZero,
    /// the side starts with a move in an infinitesimal and leaves at least 0
    Infinitesimal,
    /// the side starts with a move in one area and leaves at least 0
    Option,
    /// the side starts in the hottest area and continues there until its stop
    Stop,
}

impl DecidingRule {
    /// The rule in a few words.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Positive => "the winner is ahead, whoever starts",
            Self::AtLeastZero => "the winner is level or ahead, and the opponent starts",
            Self::Infinitesimal => "a move in an infinitesimal leaves the winner level or ahead",
            Self::Option => "a move in one area leaves the winner level or ahead",
            Self::Stop => "a move in the hottest area reaches a stop that leaves the winner ahead",
        }
    }
}

/// The sum of the values guaranteed to a side in independent areas.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sum {
    /// the sum of all bounds
    bound: i32,
    tightened: bool,
    /// the number of relaxed bounds
    relaxed: u16,
    /// the most that an option of one area adds to its bound: among areas without a relaxed bound,
    /// and among those with one
    gain: [i32; 2],
    /// the most that reaching the far stop of one area adds to its bound
    stop_gain: i32,
    ups: i16,
    nimber: u16,
}

impl Default for Sum {
    fn default() -> Self {
        let gain = [NOTHING; 2];
        Self { bound: 0, tightened: false, relaxed: 0, gain, stop_gain: 0, ups: 0, nimber: 0 }
    }
}

impl Sum {
    /// One area.
    pub(crate) fn of(worth: Worth) -> Self {
        let mut sum = Self::default();
        sum.add(worth);
        sum
    }

    #[inline]
    pub(crate) fn add(&mut self, worth: Worth) {
        self.bound += worth.bound;
        let relaxed = worth.end == End::Relaxed;
        self.relaxed += u16::from(relaxed);
        self.tightened |= worth.end == End::Tightened;
        let gain = &mut self.gain[usize::from(relaxed)];
        *gain = (*gain).max(worth.option - worth.bound);
        self.stop_gain = self.stop_gain.max(worth.reach - worth.bound);
        self.ups += worth.ups;
        self.nimber ^= worth.nimber;
    }

    /// Adds another sum.
    pub(crate) fn join(&mut self, other: &Self) {
        self.bound += other.bound;
        self.tightened |= other.tightened;
        self.relaxed += other.relaxed;
        for (gain, theirs) in self.gain.iter_mut().zip(other.gain) {
            *gain = (*gain).max(theirs);
        }
        self.stop_gain = self.stop_gain.max(other.stop_gain);
        self.ups += other.ups;
        self.nimber ^= other.nimber;
    }

    /// The sign of the sum of the exactly known infinitesimals.
    fn sign(&self) -> Sign {
        match (self.ups, self.nimber) {
            (0, 0) => Sign::Zero,
            (2.., _) => Sign::Positive,
            (1, m) if m != 1 => Sign::Positive,
            (..=-2, _) => Sign::Negative,
            (-1, m) if m != 1 => Sign::Negative,
            _ => Sign::Fuzzy,
        }
    }

    /// The end of the sum of the bounds.
    fn end(&self) -> End {
        match self.sign() {
            _ if self.relaxed > 0 => End::Relaxed,
            Sign::Negative | Sign::Fuzzy => End::Relaxed,
            Sign::Zero if !self.tightened => End::Exact,
            _ => End::Tightened,
        }
    }

    /// Whether the side is guaranteed the last move if the opponent starts.
    #[inline]
    pub(crate) fn wins_second(&self) -> bool {
        self.rule(false).is_some()
    }

    /// Whether the side is guaranteed the last move if it starts.
    #[inline]
    pub(crate) fn wins_first(&self) -> bool {
        self.rule(true).is_some()
    }

    /// The rule that guarantees the side the last move, if it starts (`first`) or if the opponent
    /// does. The sum may be positive or, for the second player, at least 0. The first player may
    /// also have a move to at least 0: in an infinitesimal, in one area, or to the far stop of a
    /// hot one, whose threats the side then answers (paper, IV-C1, IV-C2).
    #[inline]
    pub(crate) fn rule(&self, first: bool) -> Option<DecidingRule> {
        let end = self.end();
        if self.bound > 0 || self.bound == 0 && end == End::Tightened {
            return Some(DecidingRule::Positive);
        }
        if !first {
            let wins = self.bound == 0 && end == End::Exact;
            return wins.then_some(DecidingRule::AtLeastZero);
        }
        let sign = self.sign();
        if self.bound == 0 && self.relaxed == 0 && sign == Sign::Fuzzy {
            return Some(DecidingRule::Infinitesimal);
        }
        let sound = matches!(sign, Sign::Zero | Sign::Positive);
        let with = |gain: i32| self.bound + gain >= 0;
        if sound
            && (self.relaxed == 0 && with(self.gain[0]) || self.relaxed == 1 && with(self.gain[1]))
        {
            return Some(DecidingRule::Option);
        }
        (self.bound + self.stop_gain > 0).then_some(DecidingRule::Stop)
    }

    /// The value guaranteed to the side.
    pub(crate) fn at_least(&self) -> (Dyadic, End) {
        (number(self.bound), self.end())
    }

    /// A total order by importance: the greater of two sums is the better claim.
    pub(crate) fn rank(&self) -> (i32, u8, i32, i32, i32) {
        let end = match self.end() {
            End::Relaxed => 0,
            End::Exact => 1,
            End::Tightened => 2,
        };
        (self.bound, end, self.stop_gain, self.gain[0], self.gain[1])
    }

    /// An estimate of the lead that the side has at least.
    pub(crate) fn estimate(&self) -> f32 {
        self.bound as f32 / PARTS as f32
    }
}
