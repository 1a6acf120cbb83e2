//! Outcome classes.

use lastmove_board::Side;
use lastmove_domineering::Orientation;
use serde::{Serialize, Serializer};
use std::fmt;

/// The outcome class of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Class {
    /// Vertical wins, no matter who starts
    Vertical,
    /// Horizontal wins, no matter who starts
    Horizontal,
    /// the first player wins
    First,
    /// the second player wins
    Second,
}

impl Class {
    /// The class, from the winner with Vertical first and the winner with Horizontal first.
    pub fn of(vertical_first: Side, horizontal_first: Side) -> Self {
        match [vertical_first, horizontal_first].map(|winner| winner == Side::Vertical) {
            [true, true] => Self::Vertical,
            [false, false] => Self::Horizontal,
            [true, false] => Self::First,
            [false, true] => Self::Second,
        }
    }

    /// The winner with Vertical first and the winner with Horizontal first.
    pub fn winners(self) -> (Orientation, Orientation) {
        match self {
            Self::Vertical => (Orientation::Vertical, Orientation::Vertical),
            Self::Horizontal => (Orientation::Horizontal, Orientation::Horizontal),
            Self::First => (Orientation::Vertical, Orientation::Horizontal),
            Self::Second => (Orientation::Horizontal, Orientation::Vertical),
        }
    }

    /// The class with this [`Class::letter`].
    pub fn from_letter(letter: char) -> Option<Self> {
        [Self::Vertical, Self::Horizontal, Self::First, Self::Second]
            .into_iter()
            .find(|class| class.letter() == letter)
    }

    /// `V`, `H`, `1` or `2`.
    pub const fn letter(self) -> char {
        match self {
            Self::Vertical => 'V',
            Self::Horizontal => 'H',
            Self::First => '1',
            Self::Second => '2',
        }
    }
}

impl fmt::Display for Class {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}

impl Serialize for Class {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_char(self.letter())
    }
}
