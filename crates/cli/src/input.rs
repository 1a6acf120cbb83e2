//! Input lines: with a history on a terminal, otherwise from standard input.

use crate::Failure;
use rustyline::DefaultEditor;
use rustyline::error::ReadlineError;
use std::io::{BufRead, IsTerminal, stdin};

/// Standard input, line by line.
pub(crate) struct Input(Option<DefaultEditor>);

impl Input {
    pub(crate) fn new() -> Result<Self, Failure> {
        let editor = stdin().is_terminal().then(DefaultEditor::new);
        Ok(Self(editor.transpose().map_err(anyhow::Error::from)?))
    }

    pub(crate) fn is_terminal(&self) -> bool {
        self.0.is_some()
    }

    /// The next line, empty after Ctrl-C; `None` at the end.
    pub(crate) fn line(&mut self, prompt: &str) -> Result<Option<String>, Failure> {
        let Some(editor) = &mut self.0 else {
            let mut line = Vec::new();
            let read = stdin().lock().read_until(b'\n', &mut line);
            read.map_err(|e| Failure::input("standard input", e))?;
            return Ok((!line.is_empty()).then(|| String::from_utf8_lossy(&line).into_owned()));
        };
        match editor.readline(prompt) {
            Ok(line) => {
                let _ = editor.add_history_entry(line.as_str());
                Ok(Some(line))
            }
            Err(ReadlineError::Interrupted) => Ok(Some(String::new())),
            Err(ReadlineError::Eof) => Ok(None),
            Err(error) => Err(anyhow::Error::from(error).into()),
        }
    }
}
