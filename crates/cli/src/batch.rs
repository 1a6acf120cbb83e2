//! `--batch`: many questions, one JSON object per line.

use crate::{Failure, output};
use schemars::JsonSchema;
use serde::Serialize;
use std::fs::File;
use std::io::{BufRead, BufReader, Read, stdin};
use std::path::Path;

/// The longest line that is read.
const LONGEST: u64 = 1 << 20;

/// The answer to a line.
#[derive(Serialize, JsonSchema)]
pub(crate) struct BatchAnswer<A> {
    /// its number in the file, from 1
    line: usize,
    #[serde(flatten)]
    answer: A,
}

/// A line without an answer.
#[derive(Serialize, JsonSchema)]
pub(crate) struct BatchError {
    /// its number in the file, from 1
    line: usize,
    error: String,
}

/// Answers every line that is not empty, in order. For a bad line, prints its number and an error,
/// and continues; the final failure is the most severe one. Ctrl-C ends it at once.
pub(crate) fn run<A: Serialize>(
    path: &Path,
    mut answer: impl FnMut(&str) -> Result<A, Failure>,
) -> Result<(), Failure> {
    let mut reader: Box<dyn BufRead> = if path == Path::new("-") {
        Box::new(stdin().lock())
    } else {
        let file = File::open(path).map_err(|e| Failure::input(path.display(), e))?;
        Box::new(BufReader::new(file))
    };
    let mut worst: Option<Failure> = None;
    let mut failed = 0;
    for number in 1.. {
        let mut line = Vec::new();
        let read = reader.by_ref().take(LONGEST).read_until(b'\n', &mut line);
        match read.map_err(|e| Failure::input(path.display(), e))? as u64 {
            0 => break,
            LONGEST => {
                let place = format!("{}:{}", path.display(), number);
                return Err(Failure::input(place, "a line of more than a megabyte"));
            }
            _ => {}
        }
        let line = String::from_utf8_lossy(&line);
        if line.trim().is_empty() {
            continue;
        }
        match answer(line.trim()) {
            Ok(answer) => output::object(&BatchAnswer { line: number, answer })?,
            Err(failure) if failure.is_interrupt() => return Err(failure),
            Err(failure) => {
                failed += 1;
                output::object(&BatchError { line: number, error: failure.line() })?;
                if worst.as_ref().is_none_or(|worst| failure.code() > worst.code()) {
                    worst = Some(failure.at(format!("line {number}")));
                }
            }
        }
    }
    match worst {
        None => Ok(()),
        Some(worst) if failed == 1 => Err(worst.already_said()),
        Some(worst) => Err(worst.and_more(failed - 1).already_said()),
    }
}
