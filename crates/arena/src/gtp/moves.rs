//! Playing, taking back, and choosing moves.

use super::session::{Reply, Session};
use lastmove_board::{Game, Side};
use lastmove_player::{Analysis, Playable};
use lastmove_work::Moment;

/// The error of `undo` when no move was played.
pub(super) const NOTHING_PLAYED: &str = "cannot undo: no move was played";

/// The side with this name: `w`, `white`, `b` or `black`; in Domineering also `v` and `h`.
pub(super) fn side_named(game: Game, word: &str) -> Result<Side, String> {
    let [first, second] = game.white_and_black().map(Side::letter);
    game.side_named(word)
        .ok_or_else(|| format!("invalid color: '{word}'; expected {first} or {second}"))
}

/// `play w d1-d7/g7`.
pub(super) fn play<P: Playable>(session: &mut Session<'_, P>, words: &[String]) -> Reply {
    let [side, text @ ..] = words else {
        return Err("expected play COLOUR MOVE, as in play w d1-d7/g7".into());
    };
    let side = side_named(P::GAME, side)?;
    if text.len() == 1 && text[0].eq_ignore_ascii_case("resign") {
        return Ok(String::new());
    }
    let mv = P::read_move(session.game.size(), &text.join(" "))
        .map_err(|error| format!("invalid move: {error}"))?;
    if !session.partial.is_empty() {
        return Err("illegal move: a turn has begun; play its next point, or undo".into());
    }
    session.game.play_as(side, mv).map_err(|e| format!("illegal move: {e}"))?;
    session.planned.clear();
    Ok(String::new())
}

/// Takes back a turn.
pub(super) fn undo<P: Playable>(session: &mut Session<'_, P>, _: &[String]) -> Reply {
    session.game.undo().ok_or(NOTHING_PLAYED)?;
    Ok(String::new())
}

/// The side that `genmove` names; without an argument the side to move.
pub(super) fn side<P: Playable>(
    session: &Session<'_, P>,
    words: &[String],
) -> Result<Side, String> {
    match words {
        [] => Ok(session.game.to_move()),
        [word] => side_named(P::GAME, word),
        _ => Err("expected one colour, w or b".into()),
    }
}

/// Thinks about a move of one side within its limits, and takes the time off its clock.
pub(super) fn choose<P: Playable>(
    session: &mut Session<'_, P>,
    side: Side,
    report: &mut dyn FnMut(&Analysis<P>, &mut dyn std::io::Write),
) -> Option<P::Move> {
    let started = Moment::now();
    let limits = session.limits(side);
    let position = session.game.with_turn(side);
    let cancel = session.lines.quit().clone();
    let (size, output) = (session.game.size(), &mut *session.output);
    let mut report = |news: &Analysis<P>| report(news, output);
    session.engine.set_position(size, &position);
    let answer = session.engine.think(&limits, &cancel, &mut report);
    session.clocks.spend(side.seat(), started.elapsed());
    answer.best
}

/// Chooses and plays a move; prints it, or `resign` if there is none.
pub(super) fn genmove<P: Playable>(session: &mut Session<'_, P>, words: &[String]) -> Reply {
    let side = side(session, words)?;
    let size = session.game.size();
    unfinished(session)?;
    let Some(mv) = choose(session, side, &mut |_, _| {}) else { return Ok("resign".into()) };
    session.game.play_as(side, mv).map_err(|e| format!("the engine's move is illegal: {e}"))?;
    session.idle = true;
    Ok(P::move_name(mv, size))
}

/// Returns an error if a turn has begun.
pub(super) fn unfinished<P: Playable>(session: &Session<'_, P>) -> Result<(), String> {
    match session.partial.is_empty() {
        true => Ok(()),
        false => Err("a turn has begun; play its next point, or undo".into()),
    }
}

/// Chooses a move without playing it, and without a clock.
pub(super) fn reg_genmove<P: Playable>(session: &mut Session<'_, P>, words: &[String]) -> Reply {
    let side = side(session, words)?;
    let size = session.game.size();
    unfinished(session)?;
    let clocks = session.clocks.clone();
    let mv = choose(session, side, &mut |_, _| {});
    session.clocks = clocks;
    Ok(mv.map_or("resign".into(), |mv| P::move_name(mv, size)))
}
