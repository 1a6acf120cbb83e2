//! The file of results, one game a line, and games as SGF.

use crate::Failure;
use lastmove_amazons::sgf::Record;
use lastmove_amazons::{parse_move, split_moves};
use lastmove_player::History;
use lastmove_player::matches::{Match, Played, Reason};
use serde_json::{Value, json};
use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::Path;
use std::sync::Mutex;
use std::time::Duration;

/// Where results are kept, if anywhere.
pub(super) struct Results {
    file: Option<Mutex<File>>,
}

/// What a file must agree on to be resumed.
fn header(duel: &Match) -> Value {
    let terms = &duel.terms;
    let seconds = |time: Option<Duration>| time.map(|time| time.as_secs_f64());
    json!({"match": {
        "contestants": duel.contestants.each_ref().map(ToString::to_string),
        "position": duel.board.to_string(),
        "opening_plies": duel.opening,
        "seed": duel.seed,
        "threads": duel.options.threads,
        "seconds_per_move": seconds(terms.limits.time),
        "nodes": terms.limits.nodes,
        "depth": terms.limits.depth,
        "clock": seconds(terms.clock.map(|(main, _)| main)),
        "increment": seconds(terms.clock.map(|(_, more)| more)),
    }})
}

impl Results {
    /// Opens the file, or begins it; gives the games that it holds.
    pub(super) fn open(path: Option<&Path>, duel: &Match) -> Result<(Self, Vec<Played>), Failure> {
        let Some(path) = path else { return Ok((Self { file: None }, Vec::new())) };
        let bad = |problem: String| Failure::input(path.display(), problem);
        let text = match std::fs::read_to_string(path) {
            Ok(text) => text,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => String::new(),
            Err(error) => return Err(bad(error.to_string())),
        };
        let mut done = Vec::new();
        let mut whole = 0; // bytes up to the last whole line
        for (i, line) in text.split_inclusive('\n').enumerate() {
            if !line.ends_with('\n') {
                break; // the last write was cut short
            }
            whole += line.len();
            let value: Value = serde_json::from_str(line)
                .map_err(|e| bad(format!("line {}: not a line of results: {e}", i + 1)))?;
            if i == 0 {
                if value != header(duel) {
                    return Err(bad("belongs to another match; give another file, or the same \
                        contestants, board, seed and limits"
                        .into()));
                }
                continue;
            }
            let game = read(&value, duel);
            done.push(
                game.ok_or_else(|| bad(format!("line {}: not a game of this match", i + 1)))?,
            );
        }
        let open = || -> std::io::Result<File> {
            let mut file = OpenOptions::new().create(true).append(true).open(path)?;
            file.set_len(whole as u64)?;
            if whole == 0 {
                writeln!(file, "{}", header(duel))?;
            }
            Ok(file)
        };
        let file = open().map_err(|error| bad(error.to_string()))?;
        Ok((Self { file: Some(Mutex::new(file)) }, done))
    }

    /// Adds a game.
    pub(super) fn add(&self, game: &Played) -> Result<(), Failure> {
        let Some(file) = &self.file else { return Ok(()) };
        let size = game.game.size();
        let moves: Vec<String> =
            game.game.moves().iter().map(|mv| mv.display(size).to_string()).collect();
        let line = json!({
            "game": game.index,
            "white": game.white,
            "winner": game.winner,
            "reason": game.reason.name(),
            "detail": game.reason.detail(),
            "opening": game.opening,
            "moves": moves.join(" "),
            "slowest": game.slowest.map(|time| time.as_secs_f64()),
            "over": game.over.map(|time| time.as_secs_f64()),
        });
        let mut file = file.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        Ok(file.write_all(format!("{line}\n").as_bytes())?)
    }
}

/// A game from its line.
fn read(value: &Value, duel: &Match) -> Option<Played> {
    let number = |name: &str| usize::try_from(value.get(name)?.as_u64()?).ok();
    let who = |name: &str| number(name).filter(|&who| who < 2);
    let times = |name: &str| -> Option<[Duration; 2]> {
        let time = |i: usize| Duration::try_from_secs_f64(value.get(name)?.get(i)?.as_f64()?).ok();
        Some([time(0)?, time(1)?])
    };
    let mut game = History::new(&duel.board).ok()?;
    for (_, text) in split_moves(value.get("moves")?.as_str()?) {
        game.play(parse_move(game.size(), text).ok()?).ok()?;
    }
    let detail = value.get("detail").and_then(Value::as_str).unwrap_or_default();
    Some(Played {
        index: number("game")?,
        white: who("white")?,
        winner: who("winner")?,
        reason: Reason::from_name(value.get("reason")?.as_str()?, detail)?,
        opening: number("opening")?,
        slowest: times("slowest")?,
        over: times("over")?,
        game,
    })
}

/// Writes a game as SGF.
pub(super) fn write_sgf(folder: &Path, duel: &Match, game: &Played) -> Result<(), Failure> {
    let mut record = game.game.record().map_err(anyhow::Error::from)?;
    let name = |who: usize| duel.contestants[who].to_string();
    let letter = if game.winner == game.white { 'W' } else { 'B' };
    let result = match &game.reason {
        Reason::NoMove | Reason::Decided => format!("{letter}+"),
        Reason::Resigned => format!("{letter}+Resign"),
        Reason::Time => format!("{letter}+Time"),
        Reason::Illegal(_) | Reason::Crash(_) => format!("{letter}+Forfeit"),
    };
    record.set_text(Record::ROOT, "PW", &name(game.white));
    record.set_text(Record::ROOT, "PB", &name(1 - game.white));
    record.set_text(Record::ROOT, "RE", &result);
    record.set_text(Record::ROOT, "GN", &format!("game {}", game.index + 1));
    let end = record.main_end();
    if end != Record::ROOT {
        record.set_comment(end, &game.reason.to_string());
    }
    let path = folder.join(format!("game-{:04}.sgf", game.index + 1));
    Ok(lastmove_work::file::replace(&path, |out| write!(out, "{record}"))?)
}
