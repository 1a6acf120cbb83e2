//! Bounds for display.

use lastmove_values::{Dyadic, End};

/// One bound of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bound {
    /// the number
    pub value: Dyadic,
    /// whether the game may equal that number, lies beyond it, or reaches it only up to an
    /// infinitesimal
    pub end: End,
}
