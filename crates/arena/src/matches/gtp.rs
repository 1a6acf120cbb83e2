//! A contestant that is a program speaking GTP.

use super::match_player::{Fault, MatchPlayer, Turn, read_move};
use super::process::Process;
use super::program::Program;
use crate::History;
use lastmove_player::Playable;
use lastmove_work::Count;
use std::time::Duration;

pub(super) struct GtpProgram {
    program: Program,
    /// how many moves of the game the program has been sent
    known: usize,
    fischer: bool,
}

impl GtpProgram {
    pub(super) fn new(command: &str) -> Self {
        Self { program: Program::new(command), known: 0, fischer: false }
    }

    /// Sends a command and reads its answer; the inner `Err` is an error answer of the program.
    fn ask(&mut self, command: &str, turn: &Turn<'_>) -> Result<Result<String, String>, Fault> {
        let talk = |process: &mut Process| {
            process.send(command)?;
            let mut head = process.line(turn)?;
            while head.is_empty() {
                head = process.line(turn)?;
            }
            let mut text = match head.get(1..) {
                Some(rest) if head.starts_with(['=', '?']) => rest.trim().to_owned(),
                _ => return Err(Fault::Crash(format!("'{head}' is not a GTP answer"))),
            };
            loop {
                let line = process.line(turn)?;
                if line.is_empty() {
                    break;
                }
                text = text + "\n" + &line;
            }
            Ok(if head.starts_with('=') { Ok(text) } else { Err(text) })
        };
        self.program.talk(|_| Ok(()), talk)
    }

    /// Like [`GtpProgram::ask`], but an error answer is a crash.
    fn must(&mut self, command: &str, turn: &Turn<'_>) -> Result<String, Fault> {
        self.ask(command, turn)?.map_err(|error| Fault::Crash(format!("{command}: {error}")))
    }
}

fn seconds(time: Duration) -> f64 {
    time.as_secs_f64()
}

impl GtpProgram {
    /// Sends the program the time for every move, or for the whole game.
    fn set_times(&mut self, turn: &Turn<'_>) -> Result<(), Fault> {
        self.fischer = false;
        // The answer is ignored: a program without clocks is timed too.
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
        Ok(())
    }
}

impl<P: Playable> MatchPlayer<P> for GtpProgram {
    fn begin(&mut self, game: &History<P>, turn: &Turn<'_>) -> Result<(), Fault> {
        let size = game.size();
        let start = game.start().diagram(size);
        let usual = P::read_board(&size.to_string()).is_ok_and(|board| {
            let position = P::from_diagram(&board);
            board.size() == size && position.is_ok_and(|usual| usual == *game.start())
        });
        if usual && size.is_square() {
            self.must(&format!("boardsize {}", size.width()), turn)?;
        } else if usual {
            self.must(&format!("boardsize {} {}", size.width(), size.height()), turn)?;
        } else {
            self.must(&format!("lastmove-position {start}"), turn)?;
        }
        self.must("clear_board", turn)?;
        self.set_times(&self.program.told(turn))?;
        self.known = 0;
        Ok(())
    }

    fn choose(&mut self, game: &History<P>, turn: &Turn<'_>) -> Result<Option<P::Move>, Fault> {
        let size = game.size();
        let first = game.start().side();
        for (i, &mv) in game.moves().iter().enumerate().skip(self.known) {
            let player = if i % 2 == 0 { first } else { first.opponent() };
            let name = P::move_name(mv, size);
            self.must(&format!("play {} {name}", player.letter()), turn)?;
        }
        let me = game.to_move();
        let told = self.program.told(turn);
        if let Some(clocks) = told.clocks {
            let left = seconds(clocks[me.seat()]);
            let _ = self.ask(&format!("time_left {} {left:.3} 0", me.letter()), turn)?;
        } else if turn.count == Count::Cpu {
            self.set_times(&told)?;
        }
        let answer = self.must(&format!("genmove {}", me.letter()), turn)?;
        self.known = game.moves().len() + 1;
        match answer.trim() {
            "resign" | "Resign" | "RESIGN" => Ok(None),
            text => read_move::<P>(size, text).map(Some),
        }
    }

    fn program(&mut self) -> Option<&mut Program> {
        Some(&mut self.program)
    }
}
