//! The two games, and boards as people name them.

use lastmove_board::Diagram;
use serde::{Deserialize, Serialize};
use std::fmt::{self, Display};
use std::str::FromStr;
use thiserror::Error;

/// A game with a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
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

impl From<Game> for lastmove_proof::Game {
    fn from(game: Game) -> Self {
        match game {
            Game::Amazons => Self::Amazons,
            Game::Domineering => Self::Domineering,
        }
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

    /// The size as the game names it: width x height in Amazons, rows x columns in Domineering.
    pub fn board_name(self, diagram: &Diagram) -> String {
        match self {
            Self::Amazons => diagram.size().to_string(),
            Self::Domineering => diagram.size().transposed().to_string(),
        }
    }
}

/// A board or position that cannot be read; the place in it is part of the text.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("board \"{board}\": {problem}")]
pub struct BadBoard {
    board: String,
    problem: String,
}

impl BadBoard {
    /// What was wrong with this text.
    pub fn new(text: &str, problem: impl Display) -> Self {
        let mut board: String = text.chars().take(60).collect();
        if board.len() < text.len() {
            board.push('…');
        }
        Self { board, problem: problem.to_string() }
    }
}

/// Reads the name of a board or a position string.
///
/// ```
/// use lastmove_report::{Game, read};
/// assert_eq!(read(Game::Domineering, "2x3").unwrap().to_string(), "3/3");
/// assert!(read(Game::Amazons, "4x").is_err());
/// ```
///
/// # Errors
/// If the text is neither.
pub fn read(game: Game, text: &str) -> Result<Diagram, BadBoard> {
    let bad = |problem: &dyn Display| BadBoard::new(text, problem);
    match game {
        Game::Amazons => lastmove_amazons::start::parse(text).map_err(|e| bad(&e)),
        Game::Domineering => lastmove_domineering::board::parse(text).map_err(|e| bad(&e)),
    }
}
