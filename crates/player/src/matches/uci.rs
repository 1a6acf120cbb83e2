//! A program that speaks UCI at the board.

use super::process::Process;
use super::seat::{Fault, Seat, Turn, read_move};
use crate::History;
use crate::uci::spell;
use lastmove_amazons::{Colour, Move};
use std::fmt::Write;

pub(super) struct Uci {
    command: String,
    process: Option<Process>,
}

impl Uci {
    pub(super) fn new(command: &str) -> Self {
        Self { command: command.to_owned(), process: None }
    }

    /// Begins the program, if need be, and tells it the game.
    fn process(&mut self, turn: &Turn<'_>) -> Result<&mut Process, Fault> {
        let process = match &mut self.process {
            Some(process) => return Ok(process),
            none => none.insert(Process::start(&self.command)?),
        };
        process.send("uci")?;
        loop {
            let line = process.line(turn)?;
            if line == "uciok" {
                break;
            }
            if line.starts_with("option name UCI_Variant ") && !line.contains("amazons") {
                return Err(Fault::Crash("it does not play the variant amazons".into()));
            }
        }
        process.send("setoption name UCI_Variant value amazons")?;
        Ok(process)
    }

    fn begin_with(&mut self, turn: &Turn<'_>) -> Result<(), Fault> {
        let process = self.process(turn)?;
        process.send("ucinewgame")?;
        process.send("isready")?;
        while process.line(turn)? != "readyok" {}
        Ok(())
    }

    fn ask(&mut self, game: &History, turn: &Turn<'_>) -> Result<String, Fault> {
        let size = game.size();
        let start = game.start().to_diagram(size);
        let mut position = format!("position fen {start} - - 0 1");
        if !game.moves().is_empty() {
            position += " moves";
        }
        let mut go = "go".to_owned();
        // Writing to a string does not fail.
        for &mv in game.moves() {
            let _ = write!(position, " {}", spell(size, mv));
        }
        if let Some([white, black]) = turn.clocks {
            let (white, black) = (white.as_millis(), black.as_millis());
            let more = turn.increment.as_millis();
            let _ = write!(go, " wtime {white} btime {black} winc {more} binc {more}");
        }
        if let Some(time) = turn.limits.time {
            let _ = write!(go, " movetime {}", time.as_millis());
        }
        if let Some(nodes) = turn.limits.nodes {
            let _ = write!(go, " nodes {nodes}");
        }
        if let Some(depth) = turn.limits.depth {
            let _ = write!(go, " depth {depth}");
        }
        let process = self.process(turn)?;
        process.send(&position)?;
        process.send(&go)?;
        loop {
            let line = process.line(turn)?;
            if let Some(answer) = line.strip_prefix("bestmove") {
                return Ok(answer.split_whitespace().next().unwrap_or_default().to_owned());
            }
        }
    }
}

impl Seat for Uci {
    fn begin(&mut self, _: &History, _: Colour, turn: &Turn<'_>) -> Result<(), Fault> {
        let begun = self.begin_with(turn);
        if begun.is_err() {
            self.process = None;
        }
        begun
    }

    fn choose(&mut self, game: &History, turn: &Turn<'_>) -> Result<Option<Move>, Fault> {
        let answer = self.ask(game, turn);
        if answer.is_err() {
            self.process = None; // the next game begins with a fresh one
        }
        match answer?.as_str() {
            "" | "(none)" | "0000" => Ok(None),
            text => read_move(game.size(), text).map(Some),
        }
    }
}
