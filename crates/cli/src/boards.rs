//! Boards and moves as the user names them.

use crate::Failure;
use lastmove_board::{Diagram, Game, Geometry, Side, with_bits};
use lastmove_draw::Labels;
use std::fmt::Display;

/// Reads the name of a board or a position string.
pub(crate) fn read(game: Game, text: &str) -> Result<Diagram, Failure> {
    Ok(lastmove_report::read(game, text)?)
}

/// A position of Amazons must name its side.
pub(crate) fn amazons<B: lastmove_board::Bits>(
    diagram: &Diagram,
) -> Result<lastmove_amazons::Position<B>, Failure> {
    lastmove_amazons::Position::from_diagram(diagram).map_err(|e| bad(&diagram.to_string(), e))
}

/// The move of `--first-move` on a board of Amazons, as it is usually written, and the position after
/// it.
pub(crate) fn first_move(diagram: &Diagram, text: &str) -> Result<(String, Diagram), Failure> {
    let size = diagram.size();
    let bad = |problem: &dyn Display| Failure::input(format!("--first-move \"{text}\""), problem);
    let mv = lastmove_amazons::parse_move(size, text).map_err(|e| bad(&e))?;
    let after = with_bits!(size, B => {
        let position = amazons::<B>(diagram)?;
        position.play(&Geometry::new(size), mv).map_err(|e| bad(&e))?.to_diagram(size)
    });
    Ok((mv.display(size).to_string(), after))
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

/// How a drawing names rows and columns.
pub(crate) fn labels(game: Game) -> Labels {
    match game {
        Game::Amazons => Labels::Amazons,
        Game::Domineering => Labels::Domineering,
    }
}
