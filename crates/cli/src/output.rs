//! Answers: text for people, or one JSON object.

use crate::failure::Failure;
use crate::session::Session;
use serde::Serialize;
use std::fmt;
use std::io::{self, Write};

/// What a command found out. Its fields, serialized, are the JSON object.
pub(crate) trait Answer: Serialize {
    /// The answer as text for people, with a line break at the end.
    fn text(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result;
}

/// Prints an answer in the form that the user asked for.
pub(crate) fn answer(session: &Session, answer: &impl Answer) -> Result<(), Failure> {
    if session.json {
        let json = serde_json::to_string(answer).map_err(anyhow::Error::from)?;
        print(&format!("{json}\n"))
    } else {
        print(&fmt::from_fn(|f| answer.text(f)).to_string())
    }
}

/// Writes to standard output; a closed pipe is a [`Failure`] that ends the program quietly.
pub(crate) fn print(text: &str) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    out.write_all(text.as_bytes())?;
    out.flush()?;
    Ok(())
}
