//! Playing, taking back, and choosing moves.

use super::session::{Reply, Session};
use crate::Analysis;
use lastmove_amazons::{Colour, Move, Position, parse_move, parse_square, square_name};
use lastmove_board::{Bits, Geometry, Side, Size, Square};
use lastmove_work::Moment;

/// `w`, `white`, `b` or `black`.
pub(super) fn colour(word: &str) -> Result<Colour, String> {
    let side = Side::from_letter(word).or_else(|| Side::from_name(word));
    let colour = side.and_then(|side| side.try_into().ok());
    colour.ok_or_else(|| format!("invalid color: '{word}'; expected w or b"))
}

/// `play w d1-d7/g7`, `play w d1 d7 g7`, or one point of the turn: `play w d1`.
pub(super) fn play(session: &mut Session<'_>, words: &[String]) -> Reply {
    let [side, text @ ..] = words else {
        return Err("expected play COLOUR MOVE, as in play w d1-d7/g7".into());
    };
    let side = colour(side)?;
    let size = session.game.size();
    if let [point] = text
        && let Ok(square) = parse_square(size, point)
    {
        let planned = session.planned.first() == Some(&square);
        play_point(session, side, square)?;
        if planned {
            session.planned.remove(0);
        } else {
            session.planned.clear();
        }
        return Ok(String::new());
    }
    if text.len() == 1 && text[0].eq_ignore_ascii_case("resign") {
        return Ok(String::new());
    }
    let mv = read_move(size, &text.join(" "))?;
    if !session.partial.is_empty() {
        return Err("illegal move: a turn has begun; play its next point, or undo".into());
    }
    session.game.play_as(side, mv).map_err(|e| format!("illegal move: {e}"))?;
    session.planned.clear();
    Ok(String::new())
}

/// A whole turn in any spelling, or its three points.
fn read_move(size: Size, text: &str) -> Result<Move, String> {
    parse_move(size, text).or_else(|error| {
        let mut points = text.split([' ', '-', '/', ',']).map(|word| parse_square(size, word));
        match (points.next(), points.next(), points.next(), points.next()) {
            (Some(Ok(from)), Some(Ok(to)), Some(Ok(arrow)), None) => Ok(Move { from, to, arrow }),
            _ => Err(format!("invalid move: {error}")),
        }
    })
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
fn play_point(session: &mut Session<'_>, side: Colour, square: Square) -> Result<(), String> {
    let position = session.game.with_turn(side);
    let points = next_points(session.game.geometry(), &position, &session.partial);
    if !points.has(square) {
        let size = session.game.size();
        return Err(format!(
            "illegal move: {} is not the next point of a turn of {side}",
            square_name(size, square)
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
pub(super) fn undo(session: &mut Session<'_>, _: &[String]) -> Reply {
    session.planned.clear();
    if session.partial.pop().is_none() {
        let played = session.game.moves().len();
        let mv = session.game.undo().ok_or("cannot undo: no move was played")?;
        // Of a turn that came point by point only the last point is taken back.
        if session.pointwise.last() == Some(&played) {
            session.pointwise.pop();
            session.partial = vec![mv.from, mv.to];
        }
    }
    Ok(String::new())
}

/// The side of a `genmove`; by itself the side to move.
fn side(session: &Session<'_>, words: &[String]) -> Result<Colour, String> {
    match words {
        [] => Ok(session.game.to_move()),
        [word] => colour(word),
        _ => Err("expected one colour, w or b".into()),
    }
}

/// Thinks about a move of one side within its limits, and takes the time off its clock.
pub(super) fn choose(
    session: &mut Session<'_>,
    side: Colour,
    report: &mut dyn FnMut(&Analysis, &mut dyn std::io::Write),
) -> Option<Move> {
    let started = Moment::now();
    let limits = session.limits(side);
    let position = session.game.with_turn(side);
    session.engine.set_position(session.game.size(), &position);
    let cancel = session.lines.quit().clone();
    let output = &mut *session.output;
    let answer = session.engine.think(&limits, &cancel, &mut |news| report(news, output));
    session.clocks.spend(side, started.elapsed());
    answer.best
}

/// Chooses and plays a move; prints it, or `resign` if there is none.
pub(super) fn genmove(session: &mut Session<'_>, words: &[String]) -> Reply {
    let side = side(session, words)?;
    let size = session.game.size();
    if session.settings.points {
        return gen_point(session, side);
    }
    unfinished(session)?;
    let Some(mv) = choose(session, side, &mut |_, _| {}) else { return Ok("resign".into()) };
    session.game.play_as(side, mv).map_err(|e| format!("the engine's move is illegal: {e}"))?;
    session.idle = true;
    Ok(mv.display(size).to_string())
}

/// An error if a turn has begun.
pub(super) fn unfinished(session: &Session<'_>) -> Result<(), String> {
    match session.partial.is_empty() {
        true => Ok(()),
        false => Err("a turn has begun; play its next point, or undo".into()),
    }
}

/// The next point of a turn that the engine chooses.
fn gen_point(session: &mut Session<'_>, side: Colour) -> Reply {
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

/// Chooses a move without playing it, and without a clock.
pub(super) fn reg_genmove(session: &mut Session<'_>, words: &[String]) -> Reply {
    let side = side(session, words)?;
    let size = session.game.size();
    unfinished(session)?;
    let clocks = session.clocks.clone();
    let mv = choose(session, side, &mut |_, _| {});
    session.clocks = clocks;
    Ok(mv.map_or("resign".into(), |mv| mv.display(size).to_string()))
}
