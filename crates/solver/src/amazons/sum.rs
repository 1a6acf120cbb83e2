//! What one side is sure of, area by area, and what that says of the whole (paper, II-D and IV-C).

use lastmove_values::{Bounds, Dyadic, End, Nus, Thermograph};

/// Numbers are kept in this many parts of 1.
const PARTS: i32 = 1 << 10;

/// Less than any sum.
const NOTHING: i32 = i32::MIN / 4;

/// A number of parts: the greatest that is not more, and whether it is the number itself.
fn parts(x: Dyadic) -> (i32, bool) {
    let scaled = i128::from(x.numerator()) * i128::from(PARTS);
    let down = scaled >> x.exponent();
    (down as i32, down << x.exponent() == scaled)
}

/// What an area is worth to a side at least: the side is Left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Worth {
    /// the area is at least this, in parts; an infinitesimal that is known stands beside it
    bound: i32,
    /// how that is meant
    end: End,
    /// some Left option is at least this, in parts
    option: i32,
    /// some Left option reaches this up to an infinitesimal, in parts
    reach: i32,
    /// `ups` times ↑ and the nimber are exactly what the area has beside the number `bound`
    ups: i16,
    nimber: u16,
}

impl Worth {
    /// An area whose value is an integer.
    pub(crate) const fn integer(n: i16) -> Self {
        Self::counted(n, n)
    }

    /// An area that is at least `floor`, and whose owner reaches one that is at least `start - 1`
    /// by one move there.
    pub(crate) const fn counted(floor: i16, start: i16) -> Self {
        let (bound, option) = (floor as i32 * PARTS, (start as i32 - 1) * PARTS);
        let reach = if start > floor { option } else { bound };
        Self { bound, end: End::Exact, option, reach, ups: 0, nimber: 0 }
    }

    /// What a thermograph says: its stops bound the area as in paper II-D1 and II-D2, and its
    /// left wall at t = -1 tells which integers the options reach. Where the area is known to be a
    /// number with ups and a nimber, those are kept, since they add up exactly.
    pub(crate) fn of(thermograph: &Thermograph, nus: Option<Nus>) -> Self {
        if let Some(nus) = nus
            && let (bound, true) = parts(nus.number)
            && let (Ok(ups), Ok(nimber)) = (nus.ups.try_into(), nus.nimber.try_into())
        {
            return Self { bound, end: End::Exact, option: NOTHING, reach: bound, ups, nimber };
        }
        let Bounds { lower, lower_end, .. } = Bounds::from_thermograph(thermograph);
        let (bound, same) = parts(lower);
        // what is rounded down is less than the area, even if that misses `lower` infinitesimally
        let end = if same { lower_end } else { End::Tightened };
        let start = thermograph.left_wall().corners()[0].value.floor() as i32;
        let (reach, _) = parts(thermograph.left_stop());
        Self { bound, end, option: (start - 1) * PARTS, reach, ups: 0, nimber: 0 }
    }

    /// The same without what whole numbers cannot say.
    pub(crate) fn in_whole_numbers(thermograph: &Thermograph) -> Self {
        let foot = |x: Dyadic| x.floor() as i16;
        let (left, right) = (thermograph.left_wall(), thermograph.right_wall());
        Self::counted(foot(right.corners()[0].value), foot(left.corners()[0].value))
    }

    /// Whether this is better than the other for its side, by what counts in most sums.
    pub(crate) fn is_better(&self, other: &Self) -> bool {
        Sum::of(*self).rank() > Sum::of(*other).rank()
    }

    /// Whether an area that is worth `other` may be worth this at least.
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

/// Which rule decides a sum for a side (paper, II-D and IV-C).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DecidingRule {
    /// the sum is positive: the side wins whoever starts
    Positive,
    /// the sum is at least 0 and the opponent starts
    AtLeastZero,
    /// the side starts in an infinitesimal and leaves at least 0
    Infinitesimal,
    /// the side starts in one area and leaves at least 0
    Option,
    /// the side starts in the hottest area and goes on there until its stop
    Stop,
}

impl DecidingRule {
    /// In a few words.
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

/// The sum of what a side is sure of in independent areas.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sum {
    /// the sum of all bounds
    bound: i32,
    tightened: bool,
    /// how many bounds are relaxed
    relaxed: u16,
    /// the most that an option of one area adds to its bound; where that area's bound is not
    /// relaxed, and where it is
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

    /// The sign of the infinitesimals that are known exactly.
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

    /// How the sum of the bounds is meant.
    fn end(&self) -> End {
        match self.sign() {
            _ if self.relaxed > 0 => End::Relaxed,
            Sign::Negative | Sign::Fuzzy => End::Relaxed,
            Sign::Zero if !self.tightened => End::Exact,
            _ => End::Tightened,
        }
    }

    /// Whether the side surely makes the last move if the opponent starts.
    #[inline]
    pub(crate) fn wins_second(&self) -> bool {
        self.rule(false).is_some()
    }

    /// Whether the side surely makes the last move if it starts.
    #[inline]
    pub(crate) fn wins_first(&self) -> bool {
        self.rule(true).is_some()
    }

    /// The rule by which the side surely makes the last move, if it starts (`first`) or if the
    /// opponent does. The sum may be positive or, for the second player, at least 0. The first
    /// player may also have a move to at least 0: in an infinitesimal, in one area, or to the
    /// far stop of a hot one, whose threats the side then goes on to answer (paper, IV-C1, IV-C2).
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

    /// What the side is sure of.
    pub(crate) fn at_least(&self) -> (Dyadic, End) {
        (number(self.bound), self.end())
    }

    /// A total order by what counts most: the greater of two sums is the better claim.
    pub(crate) fn rank(&self) -> (i32, u8, i32, i32, i32) {
        let end = match self.end() {
            End::Relaxed => 0,
            End::Exact => 1,
            End::Tightened => 2,
        };
        (self.bound, end, self.stop_gain, self.gain[0], self.gain[1])
    }

    /// A guess at how far ahead the side is at least.
    pub(crate) fn estimate(&self) -> f32 {
        self.bound as f32 / PARTS as f32
    }
}
