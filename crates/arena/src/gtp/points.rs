//! Turns of Amazons point by point, as GoGui sends them: from, to, arrow.

use super::moves::{self, choose, side, unfinished};
use super::session::{Reply, Session};
use lastmove_amazons::{Move, Position, parse_square, square_name};
use lastmove_board::{Bits, Game, Geometry, Side, Square};
use lastmove_player::Amazons;

/// A session of Amazons.
type Board<'w> = Session<'w, Amazons>;

/// `play w d1-d7/g7`, `play w d1 d7 g7`, or one point of the turn: `play w d1`.
pub(super) fn play(session: &mut Board<'_>, words: &[String]) -> Reply {
    if let [side, point] = words
        && let Ok(square) = parse_square(session.game.size(), point)
    {
        let planned = session.planned.first() == Some(&square);
        play_point(session, moves::side_named(Game::Amazons, side)?, square)?;
        if planned {
            session.planned.remove(0);
        } else {
            session.planned.clear();
        }
        return Ok(String::new());
    }
    moves::play(session, words)
}

/// The squares that can be the next point of a turn.
pub(super) fn next_points(
    geometry: &Geometry<u128>,
    position: &Position<u128>,
    partial: &[Square],
) -> u128 {
    match *partial {
        [] => {
            let mobile = |from: &Square| geometry.queen_reach(*from, position.empty()) != 0;
            let amazons = position.amazons(position.to_move());
            amazons.squares().filter(mobile).fold(0, |set, square| set | u128::bit(square))
        }
        [from] => geometry.queen_reach(from, position.empty()),
        [from, to, ..] => geometry.queen_reach(to, position.empty() | u128::bit(from)),
    }
}

/// One point of a turn; the third completes it.
fn play_point(session: &mut Board<'_>, side: Side, square: Square) -> Result<(), String> {
    let position = session.game.with_turn(side);
    let points = next_points(session.game.geometry(), &position, &session.partial);
    if !points.has(square) {
        let size = session.game.size();
        return Err(format!(
            "illegal move: {} is not the next point of a turn of {}",
            square_name(size, square),
            side.name()
        ));
    }
    session.partial.push(square);
    if let [from, to, arrow] = session.partial[..] {
        session.partial.clear();
        let mv = Move { from, to, arrow };
        session.pointwise.push(session.game.moves().len() + 1);
        session.game.play_as(side, mv).map_err(|e| format!("illegal move: {e}"))?;
    }
    Ok(())
}

/// Takes back a turn, or a point of one.
pub(super) fn undo(session: &mut Board<'_>, _: &[String]) -> Reply {
    session.planned.clear();
    if session.partial.pop().is_none() {
        let played = session.game.moves().len();
        let mv = session.game.undo().ok_or(moves::NOTHING_PLAYED)?;
        // If the turn came point by point, only its last point is taken back.
        if session.pointwise.last() == Some(&played) {
            session.pointwise.pop();
            session.partial = vec![mv.from, mv.to];
        }
    }
    Ok(String::new())
}

/// Chooses and plays a move, or with `--points` the next point of one.
pub(super) fn genmove(session: &mut Board<'_>, words: &[String]) -> Reply {
    if session.settings.points {
        let side = side(session, words)?;
        return gen_point(session, side);
    }
    moves::genmove(session, words)
}

/// The next point of a turn that the engine chooses.
fn gen_point(session: &mut Board<'_>, side: Side) -> Reply {
    if session.planned.is_empty() {
        unfinished(session)?;
        let Some(mv) = choose(session, side, &mut |_, _| {}) else { return Ok("resign".into()) };
        session.planned = vec![mv.from, mv.to, mv.arrow];
    }
    let point = session.planned[0];
    play_point(session, side, point)?;
    session.planned.remove(0);
    Ok(square_name(session.game.size(), point).to_string())
}
