//! `lastmove value cgt` without an expression: a prompt with history and named values. On a
//! terminal lines can be edited; otherwise lines are read from standard input, and only answers are
//! printed.

use super::cgt::Expressions;
use crate::input::Input;
use crate::{Failure, Session, output};
use std::fmt;

// A backslash before the first line would remove its leading spaces.
const HELP: &str = "  {2|0} + *     a value         x = ±1     names a value
  ^ > 0         a comparison    names      lists the names
  options x     what each option of x is worth
  cool(x, 1)    also heat, overheat, atomic_weight, mean, temperature, birthday
  [domineering 2x3] + [amazons q1Q]        values of positions
  help          this text       quit       ends (also Ctrl-D)
";

/// Without a terminal, errors are printed to standard error with their line, and the most severe
/// error sets the exit code.
pub(super) fn run(expressions: &mut Expressions, session: &Session) -> Result<(), Failure> {
    let mut input = Input::new()?;
    if input.is_terminal() {
        output::print("Values of games; `help` explains, Ctrl-D ends.\n")?;
    }
    let mut worst: Option<Failure> = None;
    for number in 1.. {
        let Some(line) = input.line("> ")? else { break };
        match answer(expressions, &line) {
            Ok(Some(text)) => output::print(&text)?,
            Ok(None) => break,
            Err(failure) if failure.is_interrupt() || session.cancel.is_cancelled() => {
                return Err(failure);
            }
            Err(failure) if input.is_terminal() => {
                output::print(&format!("{}\n", failure.line()))?;
            }
            Err(failure) => {
                eprintln!("lastmove: line {number}: {}", failure.line());
                if worst.as_ref().is_none_or(|worst| failure.code() > worst.code()) {
                    worst = Some(failure);
                }
            }
        }
    }
    worst.map_or(Ok(()), |worst| Err(worst.silent()))
}

/// The text to print; `None` ends the prompt.
fn answer(expressions: &mut Expressions, line: &str) -> Result<Option<String>, Failure> {
    Ok(Some(match line.trim() {
        "" => String::new(),
        "quit" | "exit" => return Ok(None),
        "help" | "?" => HELP.to_owned(),
        "names" => expressions.names().iter().map(|line| format!("{line}\n")).collect(),
        text => match text.strip_prefix("options ") {
            Some(text) => {
                let options = expressions.options(text)?;
                fmt::from_fn(|f| options.lines(f, ["Left", "Right"])).to_string()
            }
            None => format!("{}\n", expressions.evaluate(text, false)?.short()),
        },
    }))
}
