//! `lastmove value cgt` without an expression: a prompt with history and named values. On a
//! terminal lines can be edited; otherwise they are read as they come, and only answers are printed.

use super::cgt::Expressions;
use crate::failure::Failure;
use crate::output;
use crate::session::Session;
use rustyline::DefaultEditor;
use rustyline::error::ReadlineError;
use std::io::{BufRead, IsTerminal, stdin};

const HELP: &str = "\
  {2|0} + *     a value         x = ±1     names a value
  ^ > 0         a comparison    names      lists the names
  help          this text       quit       ends (also Ctrl-D)
";

pub(super) fn run(expressions: &mut Expressions, session: &Session) -> Result<(), Failure> {
    if stdin().is_terminal() { edited(expressions, session) } else { piped(expressions) }
}

fn edited(expressions: &mut Expressions, session: &Session) -> Result<(), Failure> {
    output::print("Values of games; `help` explains, Ctrl-D ends.\n")?;
    let mut editor = DefaultEditor::new().map_err(anyhow::Error::from)?;
    loop {
        match editor.readline("> ") {
            Ok(line) => {
                let _ = editor.add_history_entry(line.as_str());
                match answer(expressions, &line) {
                    Ok(Some(text)) => output::print(&text)?,
                    Ok(None) => return Ok(()),
                    Err(failure) if session.cancel.is_cancelled() => return Err(failure),
                    Err(failure) => output::print(&format!("{}\n", failure.line()))?,
                }
            }
            Err(ReadlineError::Interrupted) => {}
            Err(ReadlineError::Eof) => return Ok(()),
            Err(error) => return Err(anyhow::Error::from(error).into()),
        }
    }
}

/// Errors go to standard error with their line; the rest goes on, and the worst one decides how the
/// program ends.
fn piped(expressions: &mut Expressions) -> Result<(), Failure> {
    let mut worst: Option<Failure> = None;
    for (i, line) in stdin().lock().split(b'\n').enumerate() {
        let line = line.map_err(|e| Failure::input("standard input", e))?;
        match answer(expressions, &String::from_utf8_lossy(&line)) {
            Ok(Some(text)) => output::print(&text)?,
            Ok(None) => break,
            Err(failure) if failure.is_interrupt() => return Err(failure),
            Err(failure) => {
                eprintln!("lastmove: line {}: {}", i + 1, failure.line());
                if worst.as_ref().is_none_or(|worst| failure.code() > worst.code()) {
                    worst = Some(failure);
                }
            }
        }
    }
    worst.map_or(Ok(()), |worst| Err(worst.already_said().silent()))
}

/// What to print; `None` ends the prompt.
fn answer(expressions: &mut Expressions, line: &str) -> Result<Option<String>, Failure> {
    Ok(Some(match line.trim() {
        "" => String::new(),
        "quit" | "exit" => return Ok(None),
        "help" | "?" => HELP.to_owned(),
        "names" => expressions.names().iter().map(|line| format!("{line}\n")).collect(),
        text => format!("{}\n", expressions.evaluate(text)?.short()),
    }))
}
