//! Dyadic rationals, the numbers among games of finite birthday.

use crate::error::{Result, ValueError};
use serde::{Serialize, Serializer};
use std::fmt;
use std::str::FromStr;

/// Bits after the binary point.
const FRACTION: u32 = 32;
const ONE: i64 = 1 << FRACTION;

/// A dyadic rational, exact, with overflow-checked arithmetic.
///
/// It is a 64-bit fixed-point number in units of 2^-32: `|x| < 2^31`, and
/// denominators up to 2^32. Values of boards need a handful of bits on either
/// side of the point; in return an addition is one machine instruction and so
/// is a comparison, which decides most comparisons of games.
///
/// ```
/// use lastmove_values::Dyadic;
/// let x: Dyadic = "-3/2".parse().unwrap();
/// assert_eq!(x.checked_add(Dyadic::from_integer(2)).unwrap().to_string(), "1/2");
/// assert!(x < Dyadic::ZERO);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Dyadic(i64);

impl Dyadic {
    /// The number 0.
    pub const ZERO: Dyadic = Dyadic(0);
    /// The number 1.
    pub const ONE: Dyadic = Dyadic(ONE);
    /// The number -1, the lowest temperature.
    pub const MINUS_ONE: Dyadic = Dyadic(-ONE);

    #[inline]
    pub(crate) const fn from_raw(raw: i64) -> Dyadic {
        Dyadic(raw)
    }

    #[inline]
    pub(crate) const fn raw(self) -> i64 {
        self.0
    }

    /// A small integer, which cannot overflow.
    #[inline]
    pub const fn from_integer(n: i16) -> Dyadic {
        Dyadic((n as i64) << FRACTION)
    }

    /// The integer `n`, if it is in range.
    pub fn integer(n: i64) -> Result<Dyadic> {
        Dyadic::new(n, 0)
    }

    /// The number `numerator / 2^exponent`.
    ///
    /// ```
    /// use lastmove_values::{Dyadic, ValueError};
    /// assert_eq!(Dyadic::new(6, 2).unwrap().to_string(), "3/2");
    /// assert_eq!(Dyadic::new(1, 40), Err(ValueError::TooFine));
    /// assert_eq!(Dyadic::new(1 << 40, 0), Err(ValueError::Overflow));
    /// ```
    pub fn new(numerator: i64, exponent: u32) -> Result<Dyadic> {
        if numerator == 0 {
            return Ok(Dyadic::ZERO);
        }
        let spare = numerator.trailing_zeros().min(exponent);
        let (numerator, exponent) = (numerator >> spare, exponent - spare);
        if exponent > FRACTION {
            return Err(ValueError::TooFine);
        }
        let raw = i128::from(numerator) << (FRACTION - exponent);
        Dyadic::in_range(i64::try_from(raw).ok())
    }

    #[inline]
    fn in_range(raw: Option<i64>) -> Result<Dyadic> {
        raw.filter(|&raw| raw != i64::MIN).map(Dyadic).ok_or(ValueError::Overflow)
    }

    /// Numerator in lowest terms.
    pub const fn numerator(self) -> i64 {
        self.0 >> (FRACTION - self.exponent())
    }

    /// The exponent `j` of the denominator 2^j in lowest terms.
    pub const fn exponent(self) -> u32 {
        let zeros = self.0.trailing_zeros();
        FRACTION - if zeros < FRACTION { zeros } else { FRACTION }
    }

    /// Whether the denominator is 1.
    #[inline]
    pub const fn is_integer(self) -> bool {
        self.0 & (ONE - 1) == 0
    }

    /// The greatest integer not above this number.
    #[inline]
    pub const fn floor(self) -> i64 {
        self.0 >> FRACTION
    }

    /// Sum.
    #[inline]
    pub fn checked_add(self, other: Dyadic) -> Result<Dyadic> {
        Dyadic::in_range(self.0.checked_add(other.0))
    }

    /// Difference.
    #[inline]
    pub fn checked_sub(self, other: Dyadic) -> Result<Dyadic> {
        self.checked_add(-other)
    }

    /// Product with an integer.
    pub fn checked_mul(self, factor: i64) -> Result<Dyadic> {
        Dyadic::in_range(self.0.checked_mul(factor))
    }

    /// Half of the number.
    #[inline]
    pub fn checked_half(self) -> Result<Dyadic> {
        if self.0 & 1 == 0 { Ok(Dyadic(self.0 >> 1)) } else { Err(ValueError::TooFine) }
    }

    /// The birthday: the number of steps from 0 in the tree of numbers.
    ///
    /// ```
    /// use lastmove_values::Dyadic;
    /// assert_eq!(Dyadic::new(3, 2).unwrap().birthday(), 3); // 0, 1, 1/2, 3/4
    /// assert_eq!(Dyadic::from_integer(-5).birthday(), 5);
    /// ```
    pub const fn birthday(self) -> u64 {
        let magnitude = self.0.unsigned_abs();
        let whole = magnitude >> FRACTION;
        if self.is_integer() { whole } else { whole + 1 + self.exponent() as u64 }
    }

    /// Left's option in the canonical form of the number, if there is one.
    pub fn left_option(self) -> Option<Dyadic> {
        if self.is_integer() {
            (self.0 > 0).then(|| Dyadic(self.0 - ONE))
        } else {
            Some(Dyadic(self.0 - (1 << self.0.trailing_zeros())))
        }
    }

    /// Right's option in the canonical form of the number, if there is one.
    pub fn right_option(self) -> Option<Dyadic> {
        (-self).left_option().map(|x| -x)
    }

    /// The simplest number (earliest birthday) in an interval; each end says whether it belongs to
    /// the interval (`true`) or not. `None` if the interval is empty.
    ///
    /// ```
    /// use lastmove_values::Dyadic;
    /// let zero = Dyadic::ZERO;
    /// let one = Dyadic::ONE;
    /// let half = Dyadic::new(1, 1).unwrap();
    /// let between = |low, high| Dyadic::simplest(low, high).unwrap();
    /// assert_eq!(between(Some((zero, false)), Some((one, false))), Some(half));
    /// assert_eq!(between(Some((zero, false)), None), Some(one));
    /// assert_eq!(between(Some((one, true)), Some((one, true))), Some(one));
    /// assert_eq!(between(Some((one, false)), Some((one, true))), None);
    /// ```
    pub fn simplest(
        low: Option<(Dyadic, bool)>,
        high: Option<(Dyadic, bool)>,
    ) -> Result<Option<Dyadic>> {
        if let (Some((a, a_in)), Some((b, b_in))) = (low, high)
            && (a > b || (a == b && !(a_in && b_in)))
        {
            return Ok(None);
        }
        let above = |x: i64| low.is_none_or(|(a, inside)| x > a.0 || (inside && x == a.0));
        let below = |x: i64| high.is_none_or(|(b, inside)| x < b.0 || (inside && x == b.0));
        if above(0) && below(0) {
            return Ok(Some(Dyadic::ZERO));
        }
        if !below(0) {
            // Entirely negative: mirror it.
            let mirror = |end: Option<(Dyadic, bool)>| end.map(|(x, inside)| (-x, inside));
            return Ok(Dyadic::simplest(mirror(high), mirror(low))?.map(|x| -x));
        }
        let (a, inside) = low.expect("0 lies below the interval, so it has a lower end");
        for exponent in 0..=FRACTION {
            let step = 1_i64 << (FRACTION - exponent);
            // The least multiple of `step` above the lower end.
            let mut x = a.0 & !(step - 1);
            if x < a.0 || !inside {
                x = x.checked_add(step).ok_or(ValueError::Overflow)?;
            }
            if below(x) {
                return Ok(Some(Dyadic(x)));
            }
        }
        Err(ValueError::TooFine)
    }
}

impl std::ops::Neg for Dyadic {
    type Output = Dyadic;
    /// The range is symmetric, so this cannot overflow.
    #[inline]
    fn neg(self) -> Dyadic {
        Dyadic(-self.0)
    }
}

impl From<i16> for Dyadic {
    fn from(n: i16) -> Dyadic {
        Dyadic::from_integer(n)
    }
}

impl fmt::Display for Dyadic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.exponent() {
            0 => write!(f, "{}", self.numerator()),
            j => write!(f, "{}/{}", self.numerator(), 1_u64 << j),
        }
    }
}

impl Serialize for Dyadic {
    fn serialize<S: Serializer>(&self, to: S) -> std::result::Result<S::Ok, S::Error> {
        to.collect_str(self)
    }
}

impl fmt::Debug for Dyadic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Why a text is not a dyadic number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ParseDyadicError {
    /// Not of the shape `n` or `n/d`.
    #[error("expected a number such as 3 or -3/2")]
    Syntax,
    /// The denominator is not a power of two.
    #[error("expected a denominator that is a power of two")]
    Denominator,
    /// The number cannot be represented.
    #[error(transparent)]
    Range(#[from] ValueError),
}

impl FromStr for Dyadic {
    type Err = ParseDyadicError;

    fn from_str(text: &str) -> std::result::Result<Dyadic, ParseDyadicError> {
        let digits = |part: &str| -> std::result::Result<i64, ParseDyadicError> {
            if part.is_empty() || !part.bytes().all(|b| b.is_ascii_digit()) {
                return Err(ParseDyadicError::Syntax);
            }
            part.parse().map_err(|_| ValueError::Overflow.into())
        };
        let (negative, text) = match text.strip_prefix('-') {
            Some(rest) => (true, rest),
            None => (false, text),
        };
        let (numerator, exponent) = match text.split_once('/') {
            None => (digits(text)?, 0),
            Some((n, d)) => {
                let d = digits(d)?;
                if d <= 0 || d & (d - 1) != 0 {
                    return Err(ParseDyadicError::Denominator);
                }
                (digits(n)?, d.trailing_zeros())
            }
        };
        let x = Dyadic::new(numerator, exponent)?;
        Ok(if negative { -x } else { x })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn d(text: &str) -> Dyadic {
        text.parse().unwrap()
    }

    #[test]
    fn prints_what_it_parses() {
        for text in ["0", "1", "-1", "3/2", "-3/2", "2147483647", "1/4294967296"] {
            assert_eq!(d(text).to_string(), text);
        }
        assert_eq!(d("4/8"), d("1/2"));
    }

    #[test]
    fn errors_are_named() {
        assert_eq!("1/3".parse::<Dyadic>(), Err(ParseDyadicError::Denominator));
        assert_eq!("1/0".parse::<Dyadic>(), Err(ParseDyadicError::Denominator));
        assert_eq!("x".parse::<Dyadic>(), Err(ParseDyadicError::Syntax));
        for text in ["2147483648", "99999999999999999999"] {
            assert_eq!(text.parse::<Dyadic>(), Err(ValueError::Overflow.into()));
        }
        assert_eq!("1/8589934592".parse::<Dyadic>(), Err(ValueError::TooFine.into()));
        let most = d("2147483647");
        assert_eq!(most.checked_add(Dyadic::ONE), Err(ValueError::Overflow));
        assert_eq!((-most).checked_sub(Dyadic::ONE), Err(ValueError::Overflow));
        assert_eq!(d("1/4294967296").checked_half(), Err(ValueError::TooFine));
        assert_eq!(most.checked_mul(2), Err(ValueError::Overflow));
    }

    #[test]
    fn options_of_numbers() {
        let show = |x: Option<Dyadic>| x.map_or(String::new(), |x| x.to_string());
        for (x, left, right) in [
            ("0", "", ""),
            ("2", "1", ""),
            ("-2", "", "-1"),
            ("3/4", "1/2", "1"),
            ("-1/2", "-1", "0"),
        ] {
            assert_eq!(show(d(x).left_option()), left, "{x}");
            assert_eq!(show(d(x).right_option()), right, "{x}");
        }
    }

    #[test]
    fn simplest_in_odd_places() {
        let open = |x: &str| Some((d(x), false));
        let s = |a, b| Dyadic::simplest(a, b).unwrap().unwrap().to_string();
        assert_eq!(s(open("1"), open("2")), "3/2");
        assert_eq!(s(open("5/8"), open("1")), "3/4");
        assert_eq!(s(open("-3"), open("-1")), "-2");
        assert_eq!(s(None, open("-7/2")), "-4");
        assert_eq!(s(None, None), "0");
        assert_eq!(Dyadic::simplest(open("2147483647"), None), Err(ValueError::Overflow));
    }
}
