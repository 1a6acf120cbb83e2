//! Files of games: SGF, or one line of text.

use crate::Failure;
use lastmove_amazons::sgf::GameRecord;
use lastmove_arena::History;
use lastmove_board::{Diagram, Game};
use lastmove_player::Playable;
use lastmove_solver::with_game;
use lastmove_work::file::{read_regular, replace};
use lastmove_work::human;
use std::path::Path;
use std::time::SystemTime;

/// Writes a game: as SGF if the file's name ends in .sgf, otherwise as one line of text.
pub(crate) fn write<P: Playable>(
    path: &Path,
    history: &History<P>,
    result: Option<&str>,
) -> Result<(), Failure> {
    let text = if is_sgf(path) {
        let mut record = history.record().map_err(|_| {
            let better = path.with_extension("txt");
            let problem = format!("SGF has no {}; try {}", P::GAME, better.display());
            Failure::input(path.display(), problem)
        })?;
        if let Some(result) = result {
            record.set_text(GameRecord::ROOT, "RE", result);
        }
        sign(&mut record, &path.file_stem().unwrap_or_default().to_string_lossy(), true);
        record.to_string()
    } else {
        format!("{}\n", history.line())
    };
    Ok(replace(path, |out| out.write_all(text.as_bytes()))?)
}

/// Says in a record which program wrote it, and, where it does not say so yet, the game's name and, of a game that
/// was played just now, the date.
pub(crate) fn sign(record: &mut GameRecord, name: &str, now: bool) {
    let lacks = |record: &GameRecord, name| record.nodes()[GameRecord::ROOT].text(name).is_none();
    record.set_text(GameRecord::ROOT, "AP", concat!("Lastmove:", env!("CARGO_PKG_VERSION")));
    if now && lacks(record, "DT") {
        record.set_text(GameRecord::ROOT, "DT", &human::date(SystemTime::now()));
    }
    if lacks(record, "GN") && !name.is_empty() {
        record.set_text(GameRecord::ROOT, "GN", name);
    }
}

/// Whether a text names a file with a game: by its ending, or because it is a file and no board.
pub(crate) fn is_file(game: Game, text: &str) -> bool {
    let path = Path::new(text);
    let ends = |end: &str| path.extension().is_some_and(|given| given.eq_ignore_ascii_case(end));
    ends("sgf") || ends("txt") || path.is_file() && lastmove_report::read(game, text).is_err()
}

/// The position of a game in a file after `ply` moves, or at its end.
pub(crate) fn position(game: Game, path: &Path, ply: Option<usize>) -> Result<Diagram, Failure> {
    with_game!(game, P => {
        let mut history = read::<P>(path)?;
        let moves = history.moves().len();
        let ply = ply.unwrap_or(moves);
        if ply > moves {
            let problem = format!("the game has only {moves} moves");
            return Err(Failure::input(format!("{}: --ply {ply}", path.display()), problem));
        }
        while history.moves().len() > ply {
            history.undo();
        }
        Ok(history.diagram())
    })
}

/// Reads a game from a file: SGF, or a line of text.
pub(crate) fn read<P: Playable>(path: &Path) -> Result<History<P>, Failure> {
    Ok(read_with_record(path)?.0)
}

/// The same, with the record of an SGF file.
pub(crate) fn read_with_record<P: Playable>(
    path: &Path,
) -> Result<(History<P>, Option<GameRecord>), Failure> {
    let bad = |problem: String| Failure::input(path.display(), problem);
    let text = read_regular(path).map_err(|e| Failure::input_line(e.to_string()))?;
    if is_sgf(path) || text.trim_ascii_start().starts_with(b"(") {
        let record = GameRecord::read(&text).map_err(|e| bad(e.to_string()))?;
        if P::GAME == Game::Domineering {
            let line = "expected a line such as \"8x8 moves 1,1 2,3\"";
            return Err(bad(format!("SGF has no Domineering; {line}")));
        }
        return Ok((History::from_record(&record).map_err(bad)?, Some(record)));
    }
    let text = String::from_utf8_lossy(&text);
    let line = text.lines().find(|line| !line.trim().is_empty() && !line.starts_with(';'));
    let line = line.ok_or_else(|| bad("there is no game in it".to_owned()))?;
    Ok((History::from_line(line).map_err(bad)?, None))
}

fn is_sgf(path: &Path) -> bool {
    path.extension().is_some_and(|end| end.eq_ignore_ascii_case("sgf"))
}
