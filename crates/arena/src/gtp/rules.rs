//! Commands by which GoGui draws a game that it does not know. A turn is three points there.

use super::points::next_points;
use super::session::{Reply, Session};
use lastmove_amazons::square_name;
use lastmove_board::{Bits, Cell, GamePosition, Side};
use lastmove_player::Amazons;

/// The board: `X` black, `O` white, `#` burnt, `.` empty. If a turn has begun, its amazon is shown
/// on its present square.
pub(super) fn board(session: &mut Session<'_, Amazons>, _: &[String]) -> Reply {
    let size = session.game.size();
    let mut cells = session.game.diagram().cells().to_vec();
    if let [from, to] = session.partial[..] {
        cells.swap(from as usize, to as usize);
    }
    let sign = |cell: &Cell| match cell {
        Cell::Black | Cell::BlackBlocker => "X",
        Cell::White | Cell::WhiteBlocker => "O",
        Cell::Burnt => "#",
        Cell::Empty => ".",
    };
    let rows = cells.chunks(size.width());
    let rows = rows.map(|row| row.iter().map(sign).collect::<Vec<_>>().join(" "));
    Ok(rows.collect::<Vec<_>>().join("\n"))
}

/// One number for a square board, else width and height.
pub(super) fn board_size(session: &mut Session<'_, Amazons>, _: &[String]) -> Reply {
    let size = session.game.size();
    Ok(if size.is_square() {
        size.width().to_string()
    } else {
        format!("{} {}", size.width(), size.height())
    })
}

/// The legal next points.
pub(super) fn legal_moves(session: &mut Session<'_, Amazons>, _: &[String]) -> Reply {
    let size = session.game.size();
    let side = mover(session);
    let position = session.game.with_turn(side);
    let points = next_points(session.game.geometry(), &position, &session.partial);
    let names: Vec<String> = points.squares().map(|s| square_name(size, s).to_string()).collect();
    Ok(names.join(" "))
}

/// The side that plays the next point.
fn mover(session: &Session<'_, Amazons>) -> Side {
    let position = session.game.position();
    match session.partial.first() {
        Some(&from) if position.black().has(from) => Side::Black,
        Some(_) => Side::White,
        None => position.side(),
    }
}

/// The side that plays the next point, `white` or `black`.
pub(super) fn side_to_move(session: &mut Session<'_, Amazons>, _: &[String]) -> Reply {
    Ok(mover(session).name().to_owned())
}

/// The result as a sentence when the game is over, before that nothing.
pub(super) fn final_result(session: &mut Session<'_, Amazons>, _: &[String]) -> Reply {
    Ok(match session.game.winner() {
        Some(winner) => {
            format!("{} wins: {} has no move", winner.name(), winner.opponent().name())
        }
        None => String::new(),
    })
}

/// Commands for GoGui's window.
pub(super) fn analyze_commands(_: &mut Session<'_, Amazons>, _: &[String]) -> Reply {
    Ok("string/Areas/lastmove-areas\nstring/Solve/lastmove-solve\nstring/Final Score/final_score"
        .into())
}
