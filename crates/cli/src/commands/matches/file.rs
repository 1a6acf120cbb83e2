//! The file of results, one game a line, and games as SGF.

use super::{Args, Paired};
use crate::Failure;
use crate::games::sign;
use lastmove_arena::History;
use lastmove_arena::matches::{EndReason, Match, PlayedGame};
use lastmove_player::Playable;
use lastmove_work::file::read_regular;
use serde_json::{Value, json};
use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::Path;
use std::sync::Mutex;
use std::time::Duration;

/// The file of results, if there is one.
pub(super) struct Results {
    file: Option<Mutex<File>>,
}

/// The settings that must be the same when a file is resumed.
fn header<P: Playable>(args: &Args, duel: &Match<P>) -> Value {
    let terms = &duel.terms;
    let seconds = |time: Option<Duration>| time.map(|time| time.as_secs_f64());
    json!({"match": {
        "game": args.game,
        "contestants": args.contestants.iter().map(ToString::to_string).collect::<Vec<_>>(),
        "position": duel.board.to_string(),
        "openings": args.openings_name(),
        "seed": duel.seed,
        "threads": duel.options.threads,
        "seconds_per_move": seconds(terms.limits.time),
        "count": terms.count.to_string(),
        "nodes": terms.limits.nodes,
        "depth": terms.limits.depth,
        "clock": seconds(terms.clock.map(|(main, _)| main)),
        "increment": seconds(terms.clock.map(|(_, more)| more)),
    }})
}

impl Results {
    /// Opens the file, or creates it; returns the games in it.
    pub(super) fn open<P: Playable>(
        args: &Args,
        duel: &Match<P>,
    ) -> Result<(Self, Vec<Paired<P>>), Failure> {
        let Some(path) = &args.resume else { return Ok((Self { file: None }, Vec::new())) };
        let bad = |problem: String| Failure::input(path.display(), problem);
        let mut bytes = Vec::new();
        if path.exists() {
            bytes = read_regular(path).map_err(|e| Failure::input_line(e.to_string()))?;
        }
        let text = String::from_utf8_lossy(&bytes);
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
                if value != header(args, duel) {
                    return Err(bad("belongs to another match; give another file, or the same \
                        contestants, board, seed and limits"
                        .into()));
                }
                continue;
            }
            let game = read(&value, args.contestants.len());
            done.push(
                game.ok_or_else(|| bad(format!("line {}: not a game of this match", i + 1)))?,
            );
        }
        let open = || -> std::io::Result<File> {
            let mut file = OpenOptions::new().create(true).append(true).open(path)?;
            file.set_len(whole as u64)?;
            if whole == 0 {
                writeln!(file, "{}", header(args, duel))?;
            }
            Ok(file)
        };
        let file = open().map_err(|error| bad(error.to_string()))?;
        Ok((Self { file: Some(Mutex::new(file)) }, done))
    }

    /// Adds a game.
    pub(super) fn add<P: Playable>(
        &self,
        pairing: [usize; 2],
        game: &PlayedGame<P>,
    ) -> Result<(), Failure> {
        let Some(file) = &self.file else { return Ok(()) };
        let line = json!({
            "pairing": pairing,
            "game": game.index,
            "white": game.white,
            "winner": game.winner,
            "reason": game.reason.name(),
            "detail": game.reason.detail(),
            "opening": game.opening,
            "score": game.score,
            "played": game.game.line(),
            "slowest": game.slowest.map(|time| time.as_secs_f64()),
            "over": game.over.map(|time| time.as_secs_f64()),
            "cpu": game.cpu.map(|time| time.as_secs_f64()),
            "turns": game.turns,
        });
        let mut file = file.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        Ok(file.write_all(format!("{line}\n").as_bytes())?)
    }
}

/// A game from its line, in a tournament of `contestants` contestants.
fn read<P: Playable>(value: &Value, contestants: usize) -> Option<Paired<P>> {
    let whole = |value: &Value| usize::try_from(value.as_u64()?).ok();
    let number = |name: &str| whole(value.get(name)?);
    let both = |name: &str, below: usize| -> Option<[usize; 2]> {
        let one = |i: usize| whole(value.get(name)?.get(i)?).filter(|&n| n < below);
        Some([one(0)?, one(1)?])
    };
    let times = |name: &str| -> Option<[Duration; 2]> {
        let time = |i: usize| Duration::try_from_secs_f64(value.get(name)?.get(i)?.as_f64()?).ok();
        Some([time(0)?, time(1)?])
    };
    let detail = value.get("detail").and_then(Value::as_str).unwrap_or_default();
    let game = PlayedGame {
        index: number("game")?,
        white: number("white").filter(|&who| who < 2)?,
        winner: number("winner").filter(|&who| who < 2)?,
        reason: EndReason::from_name(value.get("reason")?.as_str()?, detail)?,
        score: number("score").and_then(|score| u32::try_from(score).ok()),
        opening: number("opening")?,
        slowest: times("slowest")?,
        over: times("over")?,
        cpu: times("cpu")?,
        turns: both("turns", usize::MAX)?,
        game: History::from_line(value.get("played")?.as_str()?).ok()?,
    };
    Some((both("pairing", contestants)?, game))
}

/// Writes a game as SGF.
pub(super) fn write_sgf<P: Playable>(
    folder: &Path,
    duel: &Match<P>,
    pairing: [usize; 2],
    game: &PlayedGame<P>,
) -> Result<(), Failure> {
    let Ok(mut record) = game.game.record() else { return Ok(()) };
    game.describe(&mut record, &duel.contestants);
    sign(&mut record, &format!("game {}", game.index + 1), true);
    let [first, second] = pairing.map(|who| who + 1);
    let file = match pairing {
        [0, 1] => format!("game-{:04}.sgf", game.index + 1),
        _ => format!("game-{first}-{second}-{:04}.sgf", game.index + 1),
    };
    Ok(lastmove_work::file::replace(folder.join(file), |out| write!(out, "{record}"))?)
}
