//! A contestant's program: its process, and how much of a core it gets.

use super::match_player::{Fault, Turn};
use super::process::Process;
use lastmove_work::Count;
use std::time::Duration;

/// A program that plays. Its process is started when it is first needed, and ended after a fault.
///
/// The program is sent wall-clock times. If it gets only part of a core, the times sent are longer,
/// so that its processor time comes out right.
pub(super) struct Program {
    command: String,
    process: Option<Process>,
    /// the share of a core that the program had recently
    share: f64,
}

/// The least share of a core that is assumed.
const LEAST_SHARE: f64 = 0.1;
/// Shorter moves are not measured.
const SHORTEST: Duration = Duration::from_millis(10);

impl Program {
    pub(super) fn new(command: &str) -> Self {
        Self { command: command.to_owned(), process: None, share: 1.0 }
    }

    /// Talks to the process, which `greet` prepares after its start. After a fault the process is
    /// ended, and the next game starts a new one.
    pub(super) fn talk<T>(
        &mut self,
        greet: impl FnOnce(&mut Process) -> Result<(), Fault>,
        talk: impl FnOnce(&mut Process) -> Result<T, Fault>,
    ) -> Result<T, Fault> {
        let result = match &mut self.process {
            Some(process) => talk(process),
            none => {
                let process = none.insert(Process::start(&self.command)?);
                greet(process).and_then(|()| talk(process))
            }
        };
        if result.is_err() {
            self.process = None;
        }
        result
    }

    /// The processor time that the process has used, if it runs and the system tells it.
    pub(super) fn used(&self) -> Option<Duration> {
        self.process.as_ref()?.used()
    }

    /// The factor by which the times sent to the program are longer than its processor times.
    pub(super) fn stretch(&self) -> f64 {
        1.0 / self.share
    }

    /// The turn with the times to send to the program.
    pub(super) fn told<'a>(&self, turn: &Turn<'a>) -> Turn<'a> {
        if turn.count == Count::Cpu { turn.stretched(self.stretch()) } else { *turn }
    }

    /// Notes the wall-clock and processor time of the last move.
    pub(super) fn note(&mut self, clock: Duration, cpu: Duration) {
        if clock >= SHORTEST {
            let share = (cpu.as_secs_f64() / clock.as_secs_f64()).clamp(LEAST_SHARE, 1.0);
            self.share += 0.3 * (share - self.share);
        }
    }
}
