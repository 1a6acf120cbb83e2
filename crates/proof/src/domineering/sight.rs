//! How far the checker sees: more with each version of the format, so that an older certificate
//! is checked as it was written.

use super::library::LARGEST;

/// What a version of the format lets the checker see.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Sight {
    /// the most squares of a part in which the winner can place a domino
    pub(super) largest: u32,
    /// whether a part has several bounds to choose from
    pub(super) choice: bool,
    /// whether the winner looks for a move if his cut does not win at once
    pub(super) moves: bool,
}

impl Sight {
    /// That of a version.
    pub(crate) fn of(version: u16) -> Self {
        match version {
            ..=2 => Self { largest: 16, choice: false, moves: false },
            _ => Self { largest: LARGEST, choice: true, moves: true },
        }
    }
}
