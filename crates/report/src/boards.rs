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
/// let problem = read(Game::Amazons, "4x").unwrap_err().to_string();
/// assert_eq!(problem, "board \"4x\": a board is named by two numbers, such as 5x6");
/// ```
///
/// # Errors
/// If the text is neither.
pub fn read(game: Game, text: &str) -> Result<Diagram, BadBoard> {
    with_game!(game, P => P::read_board(text)).map_err(|problem| match is_half_a_name(text) {
        true => BadBoard::new(text, "a board is named by two numbers, such as 5x6"),
        false => BadBoard::new(text, problem),
    })
}

/// Whether the text is made of numbers and crosses, such as `5x`.
fn is_half_a_name(text: &str) -> bool {
    let text = text.trim();
    text.contains(|c: char| c.is_ascii_digit())
        && text.contains(['x', 'X', '×'])
        && text.chars().all(|c| c.is_ascii_digit() || " xX×".contains(c))
        && text.split(['x', 'X', '×']).filter(|part| !part.trim().is_empty()).count() != 2
}

/// The position of a diagram.
///
/// # Errors
/// If it is not a position of the game.
pub fn position_of<P: GamePosition>(diagram: &Diagram) -> Result<P, BadBoard> {
    P::from_diagram(diagram).map_err(|problem| {
        let text = diagram.to_string();
        // One number is a row of empty squares, but whoever writes it means a board.
        match text.bytes().all(|byte| byte.is_ascii_digit()) {
            true => BadBoard::new(&text, "one number is no board; name it by two, such as 5x6"),
            false => BadBoard::new(&text, problem),
        }
    })
}
