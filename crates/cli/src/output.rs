//! Answers: text for people, or one JSON object.

use crate::{Failure, Session};
use serde::Serialize;
use std::fmt::Display;
use std::io::{self, Write};

/// Prints a command's result: its fields as a JSON object, or a text that ends with a line break.
pub(crate) fn answer(
    session: &Session,
    fields: &impl Serialize,
    text: impl Display,
) -> Result<(), Failure> {
    if session.json { object(fields) } else { print(&text.to_string()) }
}

/// Prints fields as a line with one JSON object.
pub(crate) fn object(fields: &impl Serialize) -> Result<(), Failure> {
    let json = serde_json::to_string(fields).map_err(anyhow::Error::from)?;
    print(&format!("{json}\n"))
}

/// Writes to standard output; a closed pipe is a [`Failure`] that ends the program quietly.
pub(crate) fn print(text: &str) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    out.write_all(text.as_bytes())?;
    out.flush()?;
    Ok(())
}
