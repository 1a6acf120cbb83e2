//! Bounds as people read them.

use lastmove_values::Dyadic;

/// A bound, and whether it holds exactly or up to an infinitesimal only.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bound {
    /// the number
    pub value: Dyadic,
    /// whether the game reaches it; else only up to an infinitesimal
    pub exact: bool,
}
