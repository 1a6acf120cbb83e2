//! A program that speaks GTP at the board.

use super::process::Process;
use super::seat::{Fault, Seat, Turn, read_move};
use crate::History;
use lastmove_amazons::{Colour, Move, start};
use std::time::Duration;

pub(super) struct Gtp {
    command: String,
    process: Option<Process>,
    /// moves of the game that it knows
    known: usize,
    fischer: bool,
}

impl Gtp {
    pub(super) fn new(command: &str) -> Self {
        Self { command: command.to_owned(), process: None, known: 0, fischer: false }
    }

    /// Sends a command and reads its answer; `Err` within is the program's refusal.
    fn ask(&mut self, command: &str, turn: &Turn<'_>) -> Result<Result<String, String>, Fault> {
        let answer = self.try_ask(command, turn);
        if answer.is_err() {
            self.process = None; // the next game begins with a fresh one
        }
        answer
    }

    fn try_ask(&mut self, command: &str, turn: &Turn<'_>) -> Result<Result<String, String>, Fault> {
        let process = match &mut self.process {
            Some(process) => process,
            none => none.insert(Process::start(&self.command)?),
        };
        process.send(command)?;
        let mut head = process.line(turn)?;
        while head.is_empty() {
            head = process.line(turn)?;
        }
        let mut text = match head.get(1..) {
            Some(rest) if head.starts_with(['=', '?']) => rest.trim().to_owned(),
            _ => return Err(Fault::Crash(format!("'{head}' is no answer in GTP"))),
        };
        loop {
            let line = process.line(turn)?;
            if line.is_empty() {
                break;
            }
            text = text + "\n" + &line;
        }
        Ok(if head.starts_with('=') { Ok(text) } else { Err(text) })
    }

    /// Like [`Gtp::ask`] where a refusal ends the game.
    fn must(&mut self, command: &str, turn: &Turn<'_>) -> Result<String, Fault> {
        self.ask(command, turn)?.map_err(|error| Fault::Crash(format!("{command}: {error}")))
    }
}

fn seconds(time: Duration) -> f64 {
    time.as_secs_f64()
}

impl Seat for Gtp {
    fn begin(&mut self, game: &History, _: Colour, turn: &Turn<'_>) -> Result<(), Fault> {
        let size = game.size();
        let start = game.start().to_diagram(size);
        let usual = start::parse(&size.to_string()).is_ok_and(|usual| usual == start);
        if usual && size.is_square() {
            self.must(&format!("boardsize {}", size.width()), turn)?;
        } else if usual {
            self.must(&format!("boardsize {} {}", size.width(), size.height()), turn)?;
        } else {
            self.must(&format!("lastmove-position {start}"), turn)?;
        }
        self.must("clear_board", turn)?;
        self.fischer = false;
        // A program without clocks is timed all the same.
        if let Some([main, _]) = turn.clocks {
            let [main, more] = [main, turn.increment].map(seconds);
            if turn.increment > Duration::ZERO {
                let settings = format!("kata-time_settings fischer {main} {more}");
                self.fischer = self.ask(&settings, turn)?.is_ok();
            }
            if !self.fischer {
                let _ = self.ask(&format!("time_settings {main} 0 0"), turn)?;
            }
        } else if let Some(time) = turn.limits.time {
            let _ = self.ask(&format!("time_settings 0 {} 1", seconds(time)), turn)?;
        }
        self.known = 0;
        Ok(())
    }

    fn choose(&mut self, game: &History, turn: &Turn<'_>) -> Result<Option<Move>, Fault> {
        let size = game.size();
        let first = game.start().to_move();
        let letter = |colour: Colour| if colour == Colour::White { 'w' } else { 'b' };
        for (i, mv) in game.moves().iter().enumerate().skip(self.known) {
            let colour = if i % 2 == 0 { first } else { first.opponent() };
            self.must(&format!("play {} {}", letter(colour), mv.display(size)), turn)?;
        }
        let me = game.to_move();
        if let Some(clocks) = turn.clocks {
            let left = seconds(clocks[me as usize]);
            let _ = self.ask(&format!("time_left {} {left:.3} 0", letter(me)), turn)?;
        }
        let answer = self.must(&format!("genmove {}", letter(me)), turn)?;
        self.known = game.moves().len() + 1;
        match answer.trim() {
            "resign" | "Resign" | "RESIGN" => Ok(None),
            text => read_move(size, text).map(Some),
        }
    }
}
