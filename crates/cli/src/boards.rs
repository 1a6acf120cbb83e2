//! Boards and moves as the user names them.

use crate::failure::Failure;
use crate::flags::Game;
use lastmove_board::{Diagram, Side};
use lastmove_draw::Labels;
use std::fmt::Display;

/// Reads the name of a board or a position string.
pub(crate) fn read(game: Game, text: &str) -> Result<Diagram, Failure> {
    Ok(lastmove_report::read(game.into(), text)?)
}

/// A position of Amazons must name its side.
pub(crate) fn amazons<B: lastmove_board::Bits>(
    diagram: &Diagram,
) -> Result<lastmove_amazons::Position<B>, Failure> {
    lastmove_amazons::Position::from_diagram(diagram).map_err(|e| bad(&diagram.to_string(), e))
}

/// In Domineering Vertical is first unless the position says otherwise.
pub(crate) fn domineering<B: lastmove_board::Bits>(
    diagram: &Diagram,
) -> Result<lastmove_domineering::Position<B>, Failure> {
    use lastmove_domineering::{Player, Position};
    let player = if diagram.side() == Some(Side::Horizontal) {
        Player::Horizontal
    } else {
        Player::Vertical
    };
    Position::with_side(diagram, player).map_err(|e| bad(&diagram.to_string(), e))
}

/// The failure for a board; the place in it is part of `problem`.
pub(crate) fn bad(text: &str, problem: impl Display) -> Failure {
    lastmove_report::BadBoard::new(text, problem).into()
}

/// The size as the game names it: width x height in Amazons, rows x columns in Domineering.
pub(crate) fn name(game: Game, diagram: &Diagram) -> String {
    lastmove_report::Game::from(game).board_name(diagram)
}

/// How a drawing names rows and columns.
pub(crate) fn labels(game: Game) -> Labels {
    match game {
        Game::Amazons => Labels::Amazons,
        Game::Domineering => Labels::Domineering,
    }
}

/// The side to move in words.
pub(crate) fn side_name(side: Side) -> &'static str {
    match side {
        Side::White => "white",
        Side::Black => "black",
        Side::Vertical => "vertical",
        Side::Horizontal => "horizontal",
    }
}

/// A word with a capital letter, to begin a sentence.
pub(crate) fn capital(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}
