//! Which wins the checker sees: more with each version of the format, so that an older certificate
//! is checked by the rules it was written with.

use super::library::LARGEST;

/// Which wins the checker sees in one version of the format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Sight {
    /// the most squares of a part in which the winner can place a domino
    pub(super) largest: u32,
    /// whether a part has several bounds to choose from; otherwise only the one with the greatest
    /// mean
    pub(super) choice: bool,
    /// whether the checker tries the winner's moves if the cut does not win at once
    pub(super) moves: bool,
}

impl Sight {
    /// The sight of format `version`.
    pub(crate) fn of(version: u16) -> Self {
        match version {
            ..=2 => Self { largest: 16, choice: false, moves: false },
            _ => Self { largest: LARGEST, choice: true, moves: true },
        }
    }
}
