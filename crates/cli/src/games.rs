//! The games that are played here, and how their games are kept.

use crate::Failure;
use lastmove_amazons::sgf::{NodeId, Record};
use lastmove_arena::History;
use lastmove_board::Game;
use lastmove_player::{Amazons, Domineering, Playable};
use lastmove_work::file::{read_regular, replace};
use std::path::Path;

/// A game that commands play.
pub(crate) trait Kept: Playable {
    const GAME: Game;

    /// The game for an SGF file, if the format knows it.
    fn record(history: &History<Self>) -> Option<Record>;
    /// Adds moves to a record after a node, as far as they are legal; the last node.
    fn extend(record: &mut Record, at: NodeId, moves: &[Self::Move]) -> NodeId;
    /// The game of an SGF file: its main line.
    fn from_record(record: &Record) -> Result<History<Self>, String>;
}

impl Kept for Amazons {
    const GAME: Game = Game::Amazons;

    fn record(history: &History<Self>) -> Option<Record> {
        history.record().ok()
    }

    fn extend(record: &mut Record, mut at: NodeId, moves: &[Self::Move]) -> NodeId {
        for &mv in moves {
            let Ok(next) = record.add_move(at, mv) else { break };
            at = next;
        }
        at
    }

    fn from_record(record: &Record) -> Result<History<Self>, String> {
        let line: Vec<_> = record.main_line().collect();
        // Set-up in the middle of a game starts it anew.
        let first = line.iter().rposition(|node| node.played().is_none()).unwrap_or(0);
        let start = line[first].position().to_diagram(record.size());
        let mut game = History::new(&start).map_err(|e| e.to_string())?;
        for (colour, mv) in line[first + 1..].iter().filter_map(|node| node.played()) {
            game.play_as(colour, mv).map_err(|e| e.to_string())?;
        }
        Ok(game)
    }
}

impl Kept for Domineering {
    const GAME: Game = Game::Domineering;

    fn record(_: &History<Self>) -> Option<Record> {
        None
    }

    fn extend(_: &mut Record, at: NodeId, _: &[Self::Move]) -> NodeId {
        at
    }

    fn from_record(_: &Record) -> Result<History<Self>, String> {
        Err("SGF has no Domineering; expected a line such as \"8x8 moves 1,1 2,3\"".to_owned())
    }
}

/// Writes a game: as SGF if the file's name ends so, else as one line of text.
pub(crate) fn write<P: Kept>(
    path: &Path,
    history: &History<P>,
    result: Option<&str>,
) -> Result<(), Failure> {
    let text = if is_sgf(path) {
        let mut record = P::record(history).ok_or_else(|| {
            let better = path.with_extension("txt");
            let problem = format!("SGF has no {}; try {}", P::GAME, better.display());
            Failure::input(path.display(), problem)
        })?;
        if let Some(result) = result {
            record.set_text(Record::ROOT, "RE", result);
        }
        record.to_string()
    } else {
        format!("{}\n", history.line())
    };
    Ok(replace(path, |out| out.write_all(text.as_bytes()))?)
}

/// Reads a game from a file: SGF, or a line of text.
pub(crate) fn read<P: Kept>(path: &Path) -> Result<History<P>, Failure> {
    let bad = |problem: String| Failure::input(path.display(), problem);
    let text = read_regular(path).map_err(|e| Failure::input_line(e.to_string()))?;
    if is_sgf(path) || text.trim_ascii_start().starts_with(b"(") {
        let record = Record::read(&text).map_err(|e| bad(e.to_string()))?;
        return P::from_record(&record).map_err(bad);
    }
    let text = String::from_utf8_lossy(&text);
    let line = text.lines().find(|line| !line.trim().is_empty() && !line.starts_with(';'));
    let line = line.ok_or_else(|| bad("there is no game in it".to_owned()))?;
    History::from_line(line).map_err(bad)
}

fn is_sgf(path: &Path) -> bool {
    path.extension().is_some_and(|end| end.eq_ignore_ascii_case("sgf"))
}
