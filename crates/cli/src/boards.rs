//! Boards and moves as the user names them.

use crate::Failure;
use lastmove_board::{Diagram, Game, GamePosition, Geometry};
use lastmove_player::Amazons;
use std::fmt::Display;

/// Reads the name of a board or a position string.
pub(crate) fn read(game: Game, text: &str) -> Result<Diagram, Failure> {
    Ok(lastmove_report::read(game, text)?)
}

/// The position of a diagram. Amazons needs a side to move; in Domineering Vertical is first unless
/// the diagram says otherwise.
pub(crate) fn position<P: GamePosition>(diagram: &Diagram) -> Result<P, Failure> {
    Ok(lastmove_report::position_of(diagram)?)
}

/// The move of `--first-move` on a board of Amazons, in our notation, and the position after it.
pub(crate) fn first_move(diagram: &Diagram, text: &str) -> Result<(String, Diagram), Failure> {
    let size = diagram.size();
    let bad = |problem: &dyn Display| Failure::input(format!("--first-move \"{text}\""), problem);
    let mv = Amazons::read_move(size, text).map_err(|e| bad(&e))?;
    let after =
        position::<Amazons>(diagram)?.play(&Geometry::new(size), mv).map_err(|e| bad(&e))?;
    Ok((Amazons::move_name(mv, size), after.diagram(size)))
}

/// The failure for a board; `problem` includes the place in it.
pub(crate) fn bad(text: &str, problem: impl Display) -> Failure {
    lastmove_report::BadBoard::new(text, problem).into()
}
