//! `setoption`.

use crate::History;
use lastmove_board::Diagram;
use lastmove_player::{EngineOptions, Level, Playable, PlayerKind};

/// The settings that `setoption` changes.
#[derive(Clone, Debug)]
pub(super) struct UciOptions {
    pub(super) options: EngineOptions,
    pub(super) startpos: Diagram,
    /// lines to report
    pub(super) lines: usize,
}

impl UciOptions {
    /// The options as `uci` lists them.
    pub(super) fn list<P: Playable>(&self) -> String {
        let Self { options, startpos, lines } = self;
        format!(
            "option name UCI_Variant type combo default {game} var {game}\n\
             option name Threads type spin default {} min 1 max 1024\n\
             option name Hash type spin default {} min 1 max 1048576\n\
             option name MultiPV type spin default {lines} min 1 max 10\n\
             option name Ponder type check default false\n\
             option name Level type spin default {} min 1 max 10\n\
             option name Player type string default {}\n\
             option name Board type string default {startpos}\n\
             option name Clear Hash type button",
            options.threads,
            options.memory >> 20,
            options.level,
            options.kind,
            game = P::GAME.name(),
        )
    }

    /// Sets an option. Returns whether the engine must be made again.
    pub(super) fn set<P: Playable>(&mut self, words: &[&str]) -> Result<bool, String> {
        let value = words.iter().position(|word| *word == "value").unwrap_or(words.len());
        let Some(("name", name)) = words[..value].split_first().map(|(first, rest)| (*first, rest))
        else {
            return Err("expected setoption name NAME value VALUE".into());
        };
        let name = name.join(" ");
        let value = words[(value + 1).min(words.len())..].join(" ");
        let number = |least: u64, most: u64| match value.parse::<u64>() {
            Ok(n) if (least..=most).contains(&n) => Ok(n),
            _ => Err(format!("option {name}: expected a number from {least} to {most}")),
        };
        let key = name.to_ascii_lowercase();
        match key.as_str() {
            "uci_variant" if value != P::GAME.name() => {
                return Err(format!("unknown variant '{value}'; expected {}", P::GAME.name()));
            }
            "threads" => self.options.threads = number(1, 1024)? as usize,
            "hash" => self.options.memory = number(1, 1 << 20)? << 20,
            "level" => {
                let level = Level::new(number(1, 10)? as u8);
                self.options.level = level.unwrap_or(Level::FULL);
            }
            "player" => {
                let kind = value.parse::<PlayerKind>().map_err(|e| e.to_string())?;
                kind.check_plays(P::GAME)?;
                self.options.kind = kind;
            }
            "board" => {
                let board = P::read_board(&value)?;
                History::<P>::new(&board).map_err(|e| e.to_string())?;
                self.startpos = board;
            }
            "multipv" => self.lines = number(1, 10)? as usize,
            // Options that front ends send to every engine; they are ignored.
            "uci_variant" | "clear hash" | "ponder" | "uci_analysemode" | "uci_chess960"
            | "move overhead" | "use nnue" | "evalfile" | "variantpath" => {}
            _ => return Err(format!("no such option: {name}")),
        }
        Ok(matches!(key.as_str(), "threads" | "hash" | "level" | "player" | "clear hash"))
    }
}
