//! Questions about the position: the score, the winner, the areas.

use super::session::{Reply, Session};
use lastmove_amazons::{AreaKind, Colour, square_name};
use lastmove_board::{Bits, Side};
use lastmove_player::{Amazons, Playable};
use lastmove_work::{Budget, Limits};
use std::time::Duration;

/// `W+2.5`: White wins with two moves left, and half a move for the tie-break. `W+` if only the
/// winner is known.
pub(super) fn final_score<P: Playable>(session: &mut Session<'_, P>, _: &[String]) -> Reply {
    let (size, position) = (session.game.size(), *session.game.position());
    let letter = |winner: Side| &winner.capital()[..1];
    if let Some(score) = position.final_score(size) {
        return Ok(format!("{}+{}.5", letter(score.winner), score.left));
    }
    match session.judge().winner_without_search(size, &position) {
        Some(winner) => Ok(format!("{}+", letter(winner))),
        None => Err("cannot score: the game is not decided yet".into()),
    }
}

/// The time for solving, in seconds, if the command names none.
const SOLVING: f64 = 10.0;

/// `lastmove-solve [SECONDS]`: the winner and a winning move.
pub(super) fn solve<P: Playable>(session: &mut Session<'_, P>, words: &[String]) -> Reply {
    let seconds = match words {
        [] => SOLVING,
        [seconds] => seconds.parse().map_err(|_| format!("'{seconds}' is not a time"))?,
        _ => return Err("expected lastmove-solve [SECONDS]".into()),
    };
    let time = Duration::try_from_secs_f64(seconds).map_err(|e| e.to_string())?;
    let (size, position) = (session.game.size(), *session.game.position());
    let limits = Limits { time: Some(time), ..Limits::default() };
    let budget = Budget::new(limits, session.lines.quit().clone());
    match session.judge().solve(size, &position, &budget) {
        Ok(solution) => {
            let mv = solution.best_move.map(|mv| format!(" move {}", P::move_name(mv, size)));
            let nodes = solution.counters.nodes;
            Ok(format!("winner {}{} nodes {nodes}", solution.winner.name(), mv.unwrap_or_default()))
        }
        Err(stop) => Err(format!("not solved: {stop}; try lastmove-solve with more seconds")),
    }
}

/// `lastmove-areas`: a line for each area, and one for the whole.
pub(super) fn areas(session: &mut Session<'_, Amazons>, _: &[String]) -> Reply {
    let (size, position) = (session.game.size(), *session.game.position());
    let explained = session.judge().explain(size, &position);
    let mut lines = Vec::new();
    for area in &explained.areas {
        let kind = match area.kind {
            AreaKind::Dead => "dead",
            AreaKind::SimpleTerritory => "territory",
            AreaKind::Active => "active",
        };
        let squares: Vec<String> =
            area.squares.squares().map(|s| square_name(size, s).to_string()).collect();
        let [lower, upper] = area.bounds.map(|bound| bound.value);
        let value = area.value.as_ref().map(|value| format!(" value {value}"));
        lines.push(format!(
            "{kind} lower {lower} upper {upper} source {}{} squares {}",
            area.source.name(),
            value.unwrap_or_default(),
            squares.join(" ")
        ));
    }
    let [lower, upper] = explained.bounds.map(|bound| bound.value);
    let winner = |winner: Option<Colour>| winner.map_or("unknown", Colour::name);
    let [white, black] = explained.winners.map(winner);
    lines.push(format!(
        "all lower {lower} upper {upper} white_to_move {white} black_to_move {black}"
    ));
    Ok(lines.join("\n"))
}
