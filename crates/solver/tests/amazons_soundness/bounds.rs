//! Bounds against exact values: the position minus the bound, played out.

use super::passed;
use lastmove_oracle::amazons::{Oracle, PARTS, Plain};
use lastmove_solver::Bound;
use lastmove_values::{Dyadic, End};

/// A number in the parts of the oracle, if it is so coarse.
fn parts(x: Dyadic) -> Option<i32> {
    let scaled = x.numerator() as i32 * PARTS;
    (scaled >> x.exponent() << x.exponent() == scaled).then(|| scaled >> x.exponent())
}

/// Whether a side, to move in `position`, has at least this.
fn has(oracle: &mut Oracle, position: Plain, Bound { value, end }: Bound) -> bool {
    // finer numbers are not seen in small positions
    let number = parts(value).expect("a coarse number");
    let second = |oracle: &mut Oracle, number: i32| !oracle.wins_with(passed(position), number);
    match end {
        End::Exact => second(oracle, number),
        End::Tightened => second(oracle, number) && oracle.wins_with(position, -number),
        End::Relaxed => second(oracle, number - 1),
    }
}

/// Whether Black and White have at least this in a position with White to move.
pub(crate) fn hold(oracle: &mut Oracle, position: Plain, [black, white]: [Bound; 2]) -> bool {
    has(oracle, passed(position), black) && has(oracle, position, white)
}
