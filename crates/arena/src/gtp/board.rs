//! The board: its size and layout, files, drawings.

use super::session::{Reply, Session};
use crate::History;
use lastmove_amazons::sgf;
use lastmove_board::{Diagram, GamePosition};
use lastmove_player::{Amazons, Playable};
use std::io::Read;

/// `boardsize 10`, `boardsize 5 6`, `boardsize 6x6-inner`.
pub(super) fn boardsize<P: Playable>(session: &mut Session<'_, P>, words: &[String]) -> Reply {
    let name = match words {
        [size] if size.parse::<usize>().is_ok() => format!("{size}x{size}"),
        // A position string is for lastmove-position.
        [name] if !name.contains('/') && name.contains('x') => name.clone(),
        [width, height] => format!("{width}x{height}"),
        _ => {
            let spellings = "boardsize N, boardsize WIDTH HEIGHT, or a layout such as 6x6-inner";
            return Err(format!("expected {spellings}"));
        }
    };
    let board = P::read_board(&name).map_err(|e| format!("unacceptable size: {e}"))?;
    set_up(session, board).map_err(|e| format!("unacceptable size: {e}"))
}

/// `lastmove-position 1q2/4/4/2Q1 w`: any start position.
pub(super) fn position<P: Playable>(session: &mut Session<'_, P>, words: &[String]) -> Reply {
    let board = P::read_board(&words.join(" "))?;
    set_up(session, board)
}

fn set_up<P: Playable>(session: &mut Session<'_, P>, board: Diagram) -> Reply {
    let game = History::<P>::new(&board).map_err(|e| e.to_string())?;
    session.settings.board = board;
    session.begin(game);
    Ok(String::new())
}

/// Back to the start position.
pub(super) fn clear_board<P: Playable>(session: &mut Session<'_, P>, _: &[String]) -> Reply {
    let board = session.settings.board.clone();
    set_up(session, board)
}

/// There is no komi; any number is accepted and ignored.
pub(super) fn komi<P: Playable>(_: &mut Session<'_, P>, words: &[String]) -> Reply {
    match words {
        [komi] if komi.parse::<f64>().is_ok() => Ok(String::new()),
        _ => Err("expected komi NUMBER; any number is accepted and ignored".into()),
    }
}

/// The board as text.
pub(super) fn showboard<P: Playable>(session: &mut Session<'_, P>, _: &[String]) -> Reply {
    let diagram = session.game.diagram();
    let drawing = (session.settings.draw)(P::GAME, &diagram);
    Ok(format!("\n{drawing}\n{} to move, position {diagram}", session.game.to_move().name()))
}

/// `loadsgf FILE [MOVE]`: the main line up to the position before that move.
pub(super) fn loadsgf(session: &mut Session<'_, Amazons>, words: &[String]) -> Reply {
    let (path, before) = match words {
        [path] => (path, None),
        [path, number] => {
            let number: usize = number.parse().map_err(|_| "expected a number of a move")?;
            (path, Some(number))
        }
        _ => return Err("expected loadsgf FILE [MOVE]".into()),
    };
    let cannot = |why: &dyn std::fmt::Display| format!("cannot load file: {why}");
    let mut bytes = Vec::new();
    std::fs::File::open(path)
        .and_then(|file| file.take(sgf::MAX_BYTES as u64 + 1).read_to_end(&mut bytes))
        .map_err(|e| cannot(&e))?;
    let record = sgf::GameRecord::read(&bytes).map_err(|e| cannot(&e))?;
    let mut game = History::<Amazons>::from_record(&record).map_err(|e| cannot(&e))?;
    let most = before.map_or(usize::MAX, |number| number.saturating_sub(1));
    while game.moves().len() > most {
        game.undo();
    }
    session.settings.board = game.start().diagram(game.size());
    let answer = game.to_move().name().to_owned();
    session.begin(game);
    Ok(answer)
}
