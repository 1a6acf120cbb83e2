//! A contestant that is a program speaking UCI.

use super::match_player::{Fault, MatchPlayer, Turn, read_move};
use super::process::Process;
use super::program::Program;
use crate::History;
use lastmove_player::Playable;
use std::fmt::Write;

pub(super) struct UciProgram(Program);

/// Selects the game in a process that has just started.
fn greet<P: Playable>(process: &mut Process, turn: &Turn<'_>) -> Result<(), Fault> {
    process.send("uci")?;
    loop {
        let line = process.line(turn)?;
        if line == "uciok" {
            break;
        }
        if line.starts_with("option name UCI_Variant ") && !line.contains(P::GAME.name()) {
            let problem = format!("it does not play the variant {}", P::GAME.name());
            return Err(Fault::Crash(problem));
        }
    }
    process.send(&format!("setoption name UCI_Variant value {}", P::GAME.name()))
}

impl UciProgram {
    pub(super) fn new(command: &str) -> Self {
        Self(Program::new(command))
    }

    fn ask<P: Playable>(&mut self, game: &History<P>, turn: &Turn<'_>) -> Result<String, Fault> {
        let size = game.size();
        let start = game.start().diagram(size);
        let mut position = format!("position fen {start} - - 0 1");
        if !game.moves().is_empty() {
            position += " moves";
        }
        let mut go = "go".to_owned();
        // Writing to a string does not fail.
        for &mv in game.moves() {
            let _ = write!(position, " {}", P::uci_name(mv, size));
        }
        let told = self.0.told(turn);
        if let Some([white, black]) = told.clocks {
            let (white, black) = (white.as_millis(), black.as_millis());
            let more = told.increment.as_millis();
            let _ = write!(go, " wtime {white} btime {black} winc {more} binc {more}");
        }
        if let Some(time) = told.limits.time {
            let _ = write!(go, " movetime {}", time.as_millis());
        }
        if let Some(nodes) = turn.limits.nodes {
            let _ = write!(go, " nodes {nodes}");
        }
        if let Some(depth) = turn.limits.depth {
            let _ = write!(go, " depth {depth}");
        }
        let talk = |process: &mut Process| {
            process.send(&position)?;
            process.send(&go)?;
            loop {
                let line = process.line(turn)?;
                if let Some(answer) = line.strip_prefix("bestmove") {
                    return Ok(answer.split_whitespace().next().unwrap_or_default().to_owned());
                }
            }
        };
        self.0.talk(|process| greet::<P>(process, turn), talk)
    }
}

impl<P: Playable> MatchPlayer<P> for UciProgram {
    fn begin(&mut self, _: &History<P>, turn: &Turn<'_>) -> Result<(), Fault> {
        let talk = |process: &mut Process| {
            process.send("ucinewgame")?;
            process.send("isready")?;
            while process.line(turn)? != "readyok" {}
            Ok(())
        };
        self.0.talk(|process| greet::<P>(process, turn), talk)
    }

    fn choose(&mut self, game: &History<P>, turn: &Turn<'_>) -> Result<Option<P::Move>, Fault> {
        match self.ask(game, turn)?.as_str() {
            "" | "(none)" | "0000" => Ok(None),
            text => read_move::<P>(game.size(), text).map(Some),
        }
    }

    fn program(&mut self) -> Option<&mut Program> {
        Some(&mut self.0)
    }
}
