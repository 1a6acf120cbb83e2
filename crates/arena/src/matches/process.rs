//! A program behind a pipe.

use super::contestant::words;
use super::match_player::{Fault, Turn};
use lastmove_work::{Moment, program_time};
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Duration;

/// Time between two checks of the cancel flag.
const LOOK: Duration = Duration::from_millis(100);
/// How long a program may take to exit before it is killed.
const FAREWELL: Duration = Duration::from_millis(300);

/// A running program. It is ended when this value is dropped.
pub(super) struct Process {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
}

impl Process {
    pub(super) fn start(command: &str) -> Result<Self, Fault> {
        let words = words(command);
        let program = words.first().ok_or_else(|| Fault::Crash("no command".into()))?;
        let mut child = Command::new(program)
            .args(&words[1..])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|error| Fault::Crash(format!("cannot start {program}: {error}")))?;
        let input = child.stdin.take();
        let (sender, lines) = channel();
        if let Some(output) = child.stdout.take() {
            std::thread::spawn(move || {
                for line in BufReader::new(output).split(b'\n').map_while(Result::ok) {
                    let line = String::from_utf8_lossy(&line).trim_end().to_owned();
                    if sender.send(line).is_err() {
                        return;
                    }
                }
            });
        }
        Ok(Self { child, input, lines })
    }

    pub(super) fn send(&mut self, line: &str) -> Result<(), Fault> {
        let input = self.input.as_mut().ok_or_else(|| Fault::Crash("no input".into()))?;
        let sent = writeln!(input, "{line}").and_then(|()| input.flush());
        sent.map_err(|_| self.crash(&format!("'{line}' could not be sent")))
    }

    /// The next line of its output.
    pub(super) fn line(&mut self, turn: &Turn<'_>) -> Result<String, Fault> {
        loop {
            let wait = turn.deadline.left();
            match self.lines.recv_timeout(wait.min(LOOK)) {
                Ok(line) => return Ok(line),
                Err(RecvTimeoutError::Disconnected) => return Err(self.crash("it ended")),
                Err(RecvTimeoutError::Timeout) if turn.cancel.is_cancelled() => {
                    return Err(Fault::Cancelled);
                }
                Err(RecvTimeoutError::Timeout) if wait <= LOOK => return Err(Fault::Time),
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    /// The processor time that the program has used, if the system tells it.
    pub(super) fn used(&self) -> Option<Duration> {
        program_time(self.child.id())
    }

    fn crash(&mut self, what: &str) -> Fault {
        match self.child.try_wait() {
            Ok(Some(status)) => Fault::Crash(format!("{what}: {status}")),
            _ => Fault::Crash(what.to_owned()),
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.send("quit");
        self.input = None;
        let started = Moment::now();
        while started.elapsed() < FAREWELL {
            if matches!(self.child.try_wait(), Ok(Some(_)) | Err(_)) {
                return;
            }
            std::thread::sleep(Duration::from_millis(10));
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
