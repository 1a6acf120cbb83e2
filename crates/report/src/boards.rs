//! Boards as people name them.

use lastmove_board::{Diagram, Game, GamePosition};
use lastmove_solver::with_game;
use std::fmt::Display;
use thiserror::Error;

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
/// use lastmove_board::Game;
/// use lastmove_report::read;
/// assert_eq!(read(Game::Domineering, "2x3").unwrap().to_string(), "3/3");
/// assert!(read(Game::Amazons, "4x").is_err());
/// ```
///
/// # Errors
/// If the text is neither.
pub fn read(game: Game, text: &str) -> Result<Diagram, BadBoard> {
    with_game!(game, P => P::read_board(text)).map_err(|problem| BadBoard::new(text, problem))
}

/// The position of a diagram.
///
/// # Errors
/// If it is not a position of the game.
pub fn position_of<P: GamePosition>(diagram: &Diagram) -> Result<P, BadBoard> {
    P::from_diagram(diagram).map_err(|problem| BadBoard::new(&diagram.to_string(), problem))
}
