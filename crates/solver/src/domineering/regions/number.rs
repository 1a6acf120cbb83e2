//! Numbers in units of 1/256, and stops that record who is to move when they are reached.

/// A dyadic number in units of 1/256.
pub(crate) type Number = i32;

/// The number 1.
pub(crate) const ONE: Number = 256;

/// A stop: the number n that the game reaches, and t = 1 if the opponent (Right) is then to move,
/// in one integer `2 n + t`. Left prefers the greater. With this, for every number q:
///
/// - Left wins `G - q` moving second if and only if the right stop of G is at least `2 q + 1`;
/// - Left wins `G - q` moving first if and only if the left stop of G is at least `2 q + 1`.
pub(crate) type Stop = i32;

/// The greatest number q with `2 q + 1 <= stop`.
#[inline]
pub(crate) fn enough_for(stop: Stop) -> Number {
    (stop - 1) >> 1
}

/// The stops of a number: the left stop has Left to move.
#[inline]
pub(crate) fn stops_of(number: Number) -> (Stop, Stop) {
    (2 * number, 2 * number + 1)
}

/// The kind of a game, by its options: `left` is the greatest right stop of Left's options, `right`
/// the least left stop of Right's, `None` without options.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// a number, by the simplest number theorem
    Number(Number),
    /// not a number
    Hot,
    /// a number finer than the unit
    TooFine,
}

/// Whether a game is a number, and which: the simplest x such that no option of Left is at least
/// x and no option of Right at most x.
pub(crate) fn kind(left: Option<Stop>, right: Option<Stop>) -> Kind {
    // least and greatest multiple of the unit; the ends themselves may be excluded
    let low = left.map(|l| (l + 1) >> 1); // x >= n, or x > n if Right would be to move
    let high = right.map(|r| (r - 1) >> 1); // x <= n if Right is to move then, else x < n
    let simplest_at = |step: Number| -> Option<Number> {
        let least =
            low.map(|l| l.div_euclid(step) * step + if l.rem_euclid(step) > 0 { step } else { 0 });
        let most = high.map(|h| h.div_euclid(step) * step);
        match (least, most) {
            (None, None) => Some(0),
            (Some(l), None) => Some(l.max(0)),
            (None, Some(h)) => Some(h.min(0)),
            (Some(l), Some(h)) if l <= h => Some(0.clamp(l, h)),
            _ => None,
        }
    };
    let mut step = ONE;
    while step >= 1 {
        if let Some(x) = simplest_at(step) {
            return Kind::Number(x);
        }
        step /= 2;
    }
    // No multiple of the unit fits. A finer number does if the interval is not empty.
    match (left, right) {
        (Some(l), Some(r)) if (l >> 1) < (r >> 1) => Kind::TooFine,
        _ => Kind::Hot,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn simplest_numbers() {
        let right = |n: Number| stops_of(n).1; // the right stop of an option that is a number
        let left = |n: Number| stops_of(n).0;
        assert_eq!(kind(None, None), Kind::Number(0));
        assert_eq!(kind(Some(right(0)), None), Kind::Number(ONE));
        assert_eq!(kind(None, Some(left(0))), Kind::Number(-ONE));
        assert_eq!(kind(Some(right(0)), Some(left(ONE))), Kind::Number(ONE / 2));
        assert_eq!(kind(Some(right(-ONE)), Some(left(ONE))), Kind::Number(0));
        assert_eq!(kind(Some(right(0)), Some(left(0))), Kind::Hot);
        assert_eq!(kind(Some(right(ONE)), Some(left(-ONE))), Kind::Hot);
        assert_eq!(kind(Some(right(0)), Some(left(1))), Kind::TooFine);
        // up = {0 | star}: its right option has left stop 0 reached with Right to move
        assert_eq!(kind(Some(right(0)), Some(1)), Kind::Hot);
        // {star | star} = 0: the stops are reached with the other player to move
        assert_eq!(kind(Some(0), Some(1)), Kind::Number(0));
    }
}
