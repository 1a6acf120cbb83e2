//! Ways to fail: each has an exit code and one line that says what and where.

use crate::output;
use lastmove_work::Stop;
use serde::Serialize;
use serde_json::{Map, Value};
use std::fmt::Display;
use std::io;

/// Why a command gave no answer.
#[derive(Debug)]
pub(crate) struct Failure {
    kind: Kind,
    message: String,
    /// what was found before it failed, for `--json`
    partial: Map<String, Value>,
    /// whether standard output has the details already
    printed: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    ClosedPipe = 0,
    Failed = 1,
    Input = 2,
    Limit = 3,
    Interrupted = 130,
}

impl Failure {
    fn new(kind: Kind, message: String) -> Self {
        Self { kind, message, partial: Map::new(), printed: false }
    }

    /// Bad input: `place` is what the user typed or the file and line, `problem` says what was
    /// expected there.
    pub(crate) fn input(place: impl Display, problem: impl Display) -> Self {
        Self::input_line(format!("{place}: {problem}"))
    }

    /// Bad usage or input, where the line names the place by itself.
    pub(crate) fn input_line(message: impl Into<String>) -> Self {
        Self::new(Kind::Input, message.into())
    }

    /// A limit was reached, or Ctrl-C. `note` says how far it got and how to go on.
    pub(crate) fn stopped(stop: Stop, note: impl Display) -> Self {
        let kind = if stop == Stop::Cancelled { Kind::Interrupted } else { Kind::Limit };
        Self::new(kind, format!("{stop}; {note}"))
    }

    /// Some lines of a batch failed, and their errors are printed; `code` is the worst of them.
    pub(crate) fn of_lines(code: u8, message: String) -> Self {
        let kinds = [Kind::Failed, Kind::Input, Kind::Limit, Kind::Interrupted];
        let kind = kinds.into_iter().find(|&kind| kind as u8 == code).unwrap_or(Kind::Failed);
        Self { printed: true, ..Self::new(kind, message) }
    }

    /// The exit code and the line that says what went wrong.
    pub(crate) fn into_parts(self) -> (u8, String) {
        (self.kind as u8, single_line(&self.message))
    }

    /// Adds what was found so far to the JSON object.
    pub(crate) fn with_partial(mut self, partial: &impl Serialize) -> Self {
        if let Ok(Value::Object(fields)) = serde_json::to_value(partial) {
            self.partial = fields;
        }
        self
    }

    /// Says what went wrong; gives the exit code.
    pub(crate) fn report(self, json: bool) -> u8 {
        if self.kind == Kind::ClosedPipe {
            return 0; // the reader has seen enough
        }
        let line = single_line(&self.message);
        eprintln!("lastmove: {line}");
        if json && !self.printed {
            let mut object = Map::new();
            object.insert("error".into(), line.into());
            object.extend(self.partial);
            let _ = output::print(&format!("{}\n", Value::Object(object)));
        }
        self.kind as u8
    }
}

/// Whatever the input was, an error is one line without control characters.
fn single_line(text: &str) -> String {
    let mut line = String::with_capacity(text.len());
    for c in text.chars() {
        if c.is_control() { line.extend(c.escape_default()) } else { line.push(c) }
    }
    line
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Self::new(Kind::ClosedPipe, String::new()),
            _ => Self::new(Kind::Failed, format!("cannot write: {error}")),
        }
    }
}

impl From<anyhow::Error> for Failure {
    fn from(error: anyhow::Error) -> Self {
        Self::new(Kind::Failed, format!("{error:#}"))
    }
}

impl From<lastmove_work::file::WriteError> for Failure {
    fn from(error: lastmove_work::file::WriteError) -> Self {
        anyhow::Error::from(error).into()
    }
}
