//! Bounds as people read them.

use lastmove_values::{Dyadic, End};

/// One bound of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bound {
    /// the number
    pub value: Dyadic,
    /// whether the game may be that number, is beyond it, or reaches it up to an infinitesimal only
    pub end: End,
}
