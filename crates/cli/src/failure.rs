//! Failures: each has an exit code and one line that says what failed and where.

use crate::{output, style};
use lastmove_work::Stop;
use serde::Serialize;
use serde_json::{Map, Value};
use std::fmt::Display;
use std::io;

/// Why a command failed.
#[derive(Debug)]
pub(crate) struct Failure {
    kind: Kind,
    message: String,
    /// what is printed already
    said: Said,
    /// the results so far, for `--json`
    partial: Map<String, Value>,
}

/// What is already printed of a failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Said {
    Nothing,
    /// the answers on standard output
    Answers,
    /// these and the messages on standard error
    All,
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
        Self { kind, message, said: Said::Nothing, partial: Map::new() }
    }

    /// Bad input: `place` is the user's text or the file and line, `problem` says what was expected
    /// there.
    pub(crate) fn input(place: impl Display, problem: impl Display) -> Self {
        Self::input_line(format!("{place}: {problem}"))
    }

    /// Bad usage or input, with a message that names the place.
    pub(crate) fn input_line(message: impl Into<String>) -> Self {
        Self::new(Kind::Input, message.into())
    }

    /// A limit was reached, or Ctrl-C. `note` says how far the command got and how to continue.
    pub(crate) fn stopped(stop: Stop, note: impl Display) -> Self {
        let kind = if stop == Stop::Cancelled { Kind::Interrupted } else { Kind::Limit };
        Self::new(kind, format!("{stop}; {note}"))
    }

    /// A limit on size was reached without an answer.
    pub(crate) fn limit(message: impl Into<String>) -> Self {
        Self::new(Kind::Limit, message.into())
    }

    /// The exit code.
    pub(crate) fn code(&self) -> u8 {
        self.kind as u8
    }

    /// Whether Ctrl-C or a closed pipe caused it.
    pub(crate) fn is_interrupt(&self) -> bool {
        matches!(self.kind, Kind::Interrupted | Kind::ClosedPipe)
    }

    /// The one line that says what went wrong.
    pub(crate) fn line(&self) -> String {
        single_line(&self.message)
    }

    /// The same failure, with a place before the message.
    pub(crate) fn at(mut self, place: impl Display) -> Self {
        self.message = format!("{place}: {}", self.message);
        self
    }

    /// The same failure, as the first of several.
    pub(crate) fn and_more(mut self, others: usize) -> Self {
        self.message += &format!(" (and {others} more bad lines)");
        self
    }

    /// Marks that standard output already contains the error.
    pub(crate) fn already_said(mut self) -> Self {
        self.said = Said::Answers;
        self
    }

    /// Marks that only the exit code is left to report.
    pub(crate) fn silent(mut self) -> Self {
        self.said = Said::All;
        self
    }

    /// Adds the results so far to the JSON object.
    pub(crate) fn with_partial(mut self, partial: &impl Serialize) -> Self {
        if let Ok(Value::Object(fields)) = serde_json::to_value(partial) {
            self.partial = fields;
        }
        self
    }

    /// Prints the failure; returns the exit code.
    pub(crate) fn report(self, json: bool) -> u8 {
        if self.kind == Kind::ClosedPipe {
            return 0; // the reader of the output has closed it
        }
        let line = self.line();
        if self.said != Said::All {
            eprintln!("{} {line}", style::error("lastmove:"));
        }
        if json && self.said == Said::Nothing {
            let mut object = Map::new();
            object.insert("error".into(), line.into());
            object.extend(self.partial);
            let _ = output::object(&object);
        }
        self.kind as u8
    }
}

/// The text as one line without control characters.
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

impl From<lastmove_report::BadBoard> for Failure {
    fn from(error: lastmove_report::BadBoard) -> Self {
        Self::input_line(error.to_string())
    }
}

impl From<anyhow::Error> for Failure {
    fn from(error: anyhow::Error) -> Self {
        Self::new(Kind::Failed, format!("{error:#}"))
    }
}

impl From<lastmove_work::file::WriteError> for Failure {
    fn from(error: lastmove_work::file::WriteError) -> Self {
        // The text of the error includes the system's reason, which a chain of errors would repeat.
        Self::new(Kind::Failed, error.to_string())
    }
}
