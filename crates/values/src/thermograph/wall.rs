//! One wall of a thermograph, as a function of temperature.
//!
//! Inside this module all walls are *right walls*: from t = -1 up they are
//! vertical or lean towards greater values with slope 1, and end in a vertical
//! mast. The left wall of G is kept as the right wall of -G, its negative; so
//! one maximum serves both players, and swapping players swaps two ids.

use crate::dyadic::Dyadic;
use crate::error::{Result, ValueError};

/// A point where a wall changes direction: `(temperature, value)`.
pub(super) type Point = (Dyadic, Dyadic);

/// Larger numbers could let a later step overflow; every new wall is checked against this limit, so
/// that the arithmetic in between needs no checks.
const RANGE: i64 = 1 << 60;

#[inline]
fn plus(a: Dyadic, b: Dyadic) -> Dyadic {
    Dyadic::from_raw(a.raw() + b.raw())
}

#[inline]
fn minus(a: Dyadic, b: Dyadic) -> Dyadic {
    Dyadic::from_raw(a.raw() - b.raw())
}

/// Appends a point; if it continues the last segment in a straight line, it replaces its end.
#[inline]
fn push(out: &mut Vec<Point>, t: Dyadic, v: Dyadic) {
    if let [.., a, b] = out[..] {
        let leaned = a.1 != b.1;
        if leaned == (b.1 != v) {
            out.pop();
        }
    }
    out.push((t, v));
}

/// Removes the last point if it lies on the mast.
#[inline]
fn close(out: &mut Vec<Point>) {
    if let [.., a, b] = out[..]
        && a.1 == b.1
    {
        out.pop();
    }
}

/// Traverses a wall from t = -1 up.
struct Walker<'a> {
    points: &'a [Point],
    next: usize,
}

impl<'a> Walker<'a> {
    #[inline]
    fn new(points: &'a [Point]) -> Walker<'a> {
        Walker { points, next: 1 }
    }

    /// The temperature of the next corner.
    #[inline]
    fn corner(&self) -> Option<Dyadic> {
        self.points.get(self.next).map(|p| p.0)
    }

    /// Whether the next segment leans.
    #[inline]
    fn leans(&self) -> bool {
        self.next < self.points.len() && self.points[self.next].1 != self.points[self.next - 1].1
    }

    /// The value at `t`, which must lie in the next segment.
    #[inline]
    fn value(&self, t: Dyadic) -> Dyadic {
        let (t0, v0) = self.points[self.next - 1];
        if self.leans() { plus(v0, minus(t, t0)) } else { v0 }
    }

    #[inline]
    fn pass(&mut self, t: Dyadic) {
        if self.corner() == Some(t) {
            self.next += 1;
        }
    }
}

#[inline]
fn nearer(a: Option<Dyadic>, b: Option<Dyadic>) -> Option<Dyadic> {
    match (a, b) {
        (Some(a), Some(b)) => Some(a.min(b)),
        (a, b) => a.or(b),
    }
}

/// The pointwise maximum of two walls.
pub(super) fn max(a: &[Point], b: &[Point], out: &mut Vec<Point>) {
    out.clear();
    let (mut a, mut b) = (Walker::new(a), Walker::new(b));
    let mut t = Dyadic::MINUS_ONE;
    let (mut va, mut vb) = (a.points[0].1, b.points[0].1);
    push(out, t, va.max(vb));
    while let Some(end) = nearer(a.corner(), b.corner()) {
        let (wa, wb) = (a.value(end), b.value(end));
        // A crossing inside the segment: the lower one leans, the other does not.
        if (va < vb && wa > wb) || (va > vb && wa < wb) {
            let gap = if va < vb { minus(vb, va) } else { minus(va, vb) };
            push(out, plus(t, gap), va.max(vb));
        }
        push(out, end, wa.max(wb));
        a.pass(end);
        b.pass(end);
        (t, va, vb) = (end, wa, wb);
    }
    close(out);
}

/// Whether points that were read from a file form a right wall in its unique representation.
pub(super) fn is_wall(points: &[Point]) -> bool {
    let Some(&(foot, value)) = points.first() else { return false };
    let in_range = points.iter().all(|p| check(p.0).is_ok() && check(p.1).is_ok());
    if foot != Dyadic::MINUS_ONE || !value.is_integer() || !in_range {
        return false;
    }
    // Leaning and vertical segments alternate, and the last one leans.
    let leans = |i: usize| points[i].1 != points[i - 1].1;
    (1..points.len()).all(|i| {
        let (rise, gain) =
            (minus(points[i].0, points[i - 1].0), minus(points[i].1, points[i - 1].1));
        rise > Dyadic::ZERO
            && (gain == Dyadic::ZERO || gain == rise)
            && (i + 1 == points.len() || leans(i) != leans(i + 1))
            && (i + 1 < points.len() || leans(i))
    })
}

/// The result of two scaffolds.
pub(super) enum Meeting {
    /// An integer.
    Integer(Dyadic),
    /// The walls were written: negated left wall and right wall.
    Walls,
}

/// The walls of the game whose best options have the given scaffolds:
/// `a`, the greatest right wall of Left's options, and `b`, the greatest right
/// wall of the negatives of Right's options.
///
/// At t the left scaffold is a(t) - t and the right one -b(t) + t. They approach
/// each other; where they meet, the mast begins.
pub(super) fn meet(
    a: Option<&[Point]>,
    b: Option<&[Point]>,
    negated_left: &mut Vec<Point>,
    right: &mut Vec<Point>,
) -> Result<Meeting> {
    // The integer rule: at t = -1 the scaffolds enclose the integers that
    // neither player's options exclude.
    let low = a.map(|a| plus(a[0].1, Dyadic::ONE));
    let high = b.map(|b| -plus(b[0].1, Dyadic::ONE));
    if low.zip(high).is_none_or(|(low, high)| low <= high) {
        let nearest = match (low, high) {
            (Some(low), _) if low > Dyadic::ZERO => low,
            (_, Some(high)) if high < Dyadic::ZERO => high,
            _ => Dyadic::ZERO,
        };
        check(nearest)?;
        return Ok(Meeting::Integer(nearest));
    }
    let (Some(a), Some(b)) = (a, b) else { unreachable!("both sides have options") };
    negated_left.clear();
    right.clear();
    let (mut a, mut b) = (Walker::new(a), Walker::new(b));
    let mut t = Dyadic::MINUS_ONE;
    let (mut va, mut vb) = (a.points[0].1, b.points[0].1);
    push(negated_left, t, minus(t, va));
    push(right, t, minus(t, vb));
    loop {
        // The distance; it shrinks by 2 - (number of leaning walls) per unit of t.
        let gap = minus(plus(va, vb), plus(t, t));
        if gap <= Dyadic::ZERO {
            break;
        }
        let end = nearer(a.corner(), b.corner());
        let reach = match (a.leans(), b.leans()) {
            (true, true) => None,
            (false, false) => {
                // Only an actual meeting needs the exact half.
                let rounded_up = Dyadic::from_raw((gap.raw() + 1) >> 1);
                match end {
                    Some(end) if plus(t, rounded_up) > end => None,
                    _ => Some(plus(t, gap.checked_half()?)),
                }
            }
            _ => Some(plus(t, gap)),
        };
        t = nearer(end, reach).expect("walls end in masts, so scaffolds meet");
        (va, vb) = (a.value(t), b.value(t));
        push(negated_left, t, minus(t, va));
        push(right, t, minus(t, vb));
        a.pass(t);
        b.pass(t);
    }
    close(negated_left);
    close(right);
    for wall in [&negated_left, &right] {
        let top = wall[wall.len() - 1];
        check(top.0)?;
        check(top.1)?;
        check(wall[0].1)?;
    }
    Ok(Meeting::Walls)
}

/// Checks that a number leaves the margin that lets scaffolds work without checks.
pub(super) fn check(x: Dyadic) -> Result<()> {
    if x.raw().abs() < RANGE { Ok(()) } else { Err(ValueError::Overflow) }
}
