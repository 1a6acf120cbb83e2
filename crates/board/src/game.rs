//! The two games, by their names.

use crate::{Diagram, Side};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// A game with a board.
///
/// ```
/// use lastmove_board::{Game, Side};
/// assert_eq!("amazons".parse(), Ok(Game::Amazons));
/// assert_eq!(Game::Amazons.to_string(), "Amazons");
/// assert_eq!(Game::Amazons.sides(), [Side::White, Side::Black]);
/// assert_eq!(Game::Amazons.left_and_right(), [Side::Black, Side::White]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Game {
    /// boards are width x height; White starts
    Amazons,
    /// boards are rows x columns; Vertical is Left
    Domineering,
}

impl fmt::Display for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Amazons => "Amazons",
            Self::Domineering => "Domineering",
        })
    }
}

impl FromStr for Game {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        let games = [Self::Amazons, Self::Domineering];
        let found = games.into_iter().find(|game| game.name() == name);
        found.ok_or_else(|| "expected amazons or domineering".to_owned())
    }
}

impl Game {
    /// The name in lower case, as commands and files have it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Amazons => "amazons",
            Self::Domineering => "domineering",
        }
    }

    /// The side that starts: White or Vertical.
    pub const fn first_side(self) -> Side {
        match self {
            Self::Amazons => Side::White,
            Self::Domineering => Side::Vertical,
        }
    }

    /// Both sides, the one that starts first.
    pub const fn sides(self) -> [Side; 2] {
        [self.first_side(), self.first_side().opponent()]
    }

    /// The sides that values call Left and Right: Black and White, or Vertical and Horizontal.
    pub const fn left_and_right(self) -> [Side; 2] {
        match self {
            Self::Amazons => [Side::Black, Side::White],
            Self::Domineering => [Side::Vertical, Side::Horizontal],
        }
    }

    /// The sides that protocols and tables of matches call White and Black: Right and Left.
    pub const fn white_and_black(self) -> [Side; 2] {
        let [left, right] = self.left_and_right();
        [right, left]
    }

    /// The side of this game that a name or letter means. `w` and `white` also mean Right, `b` and
    /// `black` Left, as in protocols.
    ///
    /// ```
    /// use lastmove_board::{Game, Side};
    /// assert_eq!(Game::Domineering.side_named("w"), Some(Side::Horizontal));
    /// assert_eq!(Game::Domineering.side_named("V"), Some(Side::Vertical));
    /// assert_eq!(Game::Amazons.side_named("v"), None);
    /// ```
    pub fn side_named(self, word: &str) -> Option<Side> {
        let [white, black] = self.white_and_black();
        match (self, word) {
            (Self::Domineering, "w" | "W" | "white") => Some(white),
            (Self::Domineering, "b" | "B" | "black") => Some(black),
            _ => Side::from_letter(word)
                .or_else(|| Side::from_name(word))
                .filter(|side| [white, black].contains(side)),
        }
    }

    /// The board where none is named.
    pub const fn default_board(self) -> &'static str {
        match self {
            Self::Amazons => "10x10",
            Self::Domineering => "8x8",
        }
    }

    /// The size as the game names it: width x height in Amazons, rows x columns in Domineering.
    pub fn board_name(self, diagram: &Diagram) -> String {
        match self {
            Self::Amazons => diagram.size().to_string(),
            Self::Domineering => diagram.size().transposed().to_string(),
        }
    }
}
