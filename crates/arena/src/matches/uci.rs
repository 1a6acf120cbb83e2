//! A contestant that is a program speaking UCI.

use super::process::Process;
use super::seat::{Fault, Seat, Stretch, Turn, read_move};
use crate::History;
use lastmove_player::Playable;
use lastmove_work::Count;
use std::fmt::Write;
use std::time::Duration;

pub(super) struct UciProgram {
    command: String,
    process: Option<Process>,
    stretch: Stretch,
}

impl UciProgram {
    pub(super) fn new(command: &str) -> Self {
        Self { command: command.to_owned(), process: None, stretch: Stretch::new() }
    }

    /// Starts the program if it is not running, and selects the game.
    fn process<P: Playable>(&mut self, turn: &Turn<'_>) -> Result<&mut Process, Fault> {
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
            if line.starts_with("option name UCI_Variant ") && !line.contains(P::GAME.name()) {
                let problem = format!("it does not play the variant {}", P::GAME.name());
                return Err(Fault::Crash(problem));
            }
        }
        process.send(&format!("setoption name UCI_Variant value {}", P::GAME.name()))?;
        Ok(process)
    }

    fn begin_with<P: Playable>(&mut self, turn: &Turn<'_>) -> Result<(), Fault> {
        let process = self.process::<P>(turn)?;
        process.send("ucinewgame")?;
        process.send("isready")?;
        while process.line(turn)? != "readyok" {}
        Ok(())
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
        let told =
            if turn.count == Count::Cpu { turn.stretched(self.stretch.factor()) } else { *turn };
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
        let process = self.process::<P>(turn)?;
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

impl<P: Playable> Seat<P> for UciProgram {
    fn begin(&mut self, _: &History<P>, turn: &Turn<'_>) -> Result<(), Fault> {
        let begun = self.begin_with::<P>(turn);
        if begun.is_err() {
            self.process = None;
        }
        begun
    }

    fn choose(&mut self, game: &History<P>, turn: &Turn<'_>) -> Result<Option<P::Move>, Fault> {
        let answer = self.ask(game, turn);
        if answer.is_err() {
            self.process = None; // the next game starts a new one
        }
        match answer?.as_str() {
            "" | "(none)" | "0000" => Ok(None),
            text => read_move::<P>(game.size(), text).map(Some),
        }
    }

    fn used(&self) -> Option<Duration> {
        self.process.as_ref()?.used()
    }

    fn stretch(&self) -> Option<f64> {
        Some(self.stretch.factor())
    }

    fn note(&mut self, clock: Duration, cpu: Duration) {
        self.stretch.note(clock, cpu);
    }
}
