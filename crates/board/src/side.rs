//! The four sides of the two games, and their names.

use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};

/// A side of either game.
///
/// ```
/// use lastmove_board::Side;
/// assert_eq!(Side::White.name(), "white");
/// assert_eq!(Side::Vertical.opponent().capital(), "Horizontal");
/// assert_eq!(Side::from_name("Black"), Some(Side::Black));
/// assert_eq!(Side::from_letter("H"), Some(Side::Horizontal));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// `w`, Amazons
    White,
    /// `b`, Amazons
    Black,
    /// `v`, Domineering
    Vertical,
    /// `h`, Domineering
    Horizontal,
}

impl Side {
    /// All sides, those of Amazons first.
    pub const ALL: [Self; 4] = [Self::White, Self::Black, Self::Vertical, Self::Horizontal];

    /// The other side of the same game.
    #[inline]
    pub const fn opponent(self) -> Self {
        match self {
            Self::White => Self::Black,
            Self::Black => Self::White,
            Self::Vertical => Self::Horizontal,
            Self::Horizontal => Self::Vertical,
        }
    }

    /// The place of the side in [`Game::white_and_black`](crate::Game::white_and_black): 0 or 1.
    pub const fn seat(self) -> usize {
        matches!(self, Self::Black | Self::Vertical) as usize
    }

    /// `white`, `black`, `vertical` or `horizontal`.
    pub const fn name(self) -> &'static str {
        ["white", "black", "vertical", "horizontal"][self as usize]
    }

    /// The name with a capital, for the beginning of a sentence: `White`.
    pub const fn capital(self) -> &'static str {
        ["White", "Black", "Vertical", "Horizontal"][self as usize]
    }

    /// The letter in a position string: the first letter of the name.
    pub fn letter(self) -> &'static str {
        &self.name()[..1]
    }

    /// The side with this name, in lower or upper case.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|side| side.name().eq_ignore_ascii_case(name))
    }

    /// The side with this letter, in lower or upper case.
    pub fn from_letter(letter: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|side| side.letter().eq_ignore_ascii_case(letter))
    }
}

impl Serialize for Side {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(self.name())
    }
}

impl<'d> Deserialize<'d> for Side {
    fn deserialize<D: Deserializer<'d>>(from: D) -> Result<Self, D::Error> {
        let name = String::deserialize(from)?;
        Self::from_name(&name).ok_or_else(|| D::Error::custom(format!("no side is called {name}")))
    }
}
