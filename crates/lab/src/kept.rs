//! A file of lines that are stored as they are found, from which a run that was stopped continues.

use crate::LabError;
use lastmove_work::file;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use std::fmt::Display;
use std::io::ErrorKind;
use std::path::Path;

/// The lines of one file. Each is a JSON object whose field `row` is its name.
pub(crate) struct Kept<'p> {
    path: &'p Path,
    lines: Vec<Value>,
}

impl<'p> Kept<'p> {
    /// Reads a file; a missing file has no lines.
    pub(crate) fn read(path: &'p Path) -> Result<Self, LabError> {
        let text = match std::fs::read_to_string(path) {
            Ok(text) => text,
            Err(error) if error.kind() == ErrorKind::NotFound => String::new(),
            Err(error) => return Err(LabError::results(path, error)),
        };
        let read = |(i, line)| {
            let damaged = |error| LabError::results(path, format!("line {}: {error}", i + 1));
            serde_json::from_str(line).map_err(damaged)
        };
        let lines = text.lines().enumerate().map(read).collect::<Result<_, _>>()?;
        Ok(Self { path, lines })
    }

    /// The line of this name.
    pub(crate) fn line(&self, name: &str) -> Option<&Value> {
        self.lines.iter().find(|line| line["row"] == name)
    }

    /// The measurement of this name.
    pub(crate) fn measured<T: DeserializeOwned>(&self, name: &str) -> Result<Option<T>, LabError> {
        let measured = self.line(name).map(|line| line["measured"].clone());
        let read = measured.map(serde_json::from_value).transpose();
        read.map_err(|error| self.damaged(error))
    }

    /// Adds a line, or replaces the one of its name, and writes the file.
    pub(crate) fn keep(&mut self, line: Value) -> Result<(), LabError> {
        match self.lines.iter_mut().find(|other| other["row"] == line["row"]) {
            Some(other) => *other = line,
            None => self.lines.push(line),
        }
        let text: String = self.lines.iter().map(|line| format!("{line}\n")).collect();
        Ok(file::replace(self.path, |out| out.write_all(text.as_bytes()))?)
    }

    /// Adds a measurement as a line.
    pub(crate) fn keep_measured(
        &mut self,
        name: &str,
        what: impl Serialize,
    ) -> Result<(), LabError> {
        self.keep(json!({"row": name, "measured": what}))
    }

    /// The error that the file cannot be used.
    pub(crate) fn damaged(&self, problem: impl Display) -> LabError {
        LabError::results(self.path, problem)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_found_again_and_replaced() {
        let path = std::env::temp_dir().join(format!("lastmove-kept-{}", std::process::id()));
        let mut kept = Kept::read(&path).unwrap();
        assert_eq!(kept.measured::<u32>("a").unwrap(), None);
        for (name, number) in [("a", 1), ("b", 2), ("a", 3)] {
            kept.keep_measured(name, number).unwrap();
        }
        let again = Kept::read(&path).unwrap();
        assert_eq!(again.measured("a").unwrap(), Some(3));
        assert_eq!(again.measured("b").unwrap(), Some(2));
        assert_eq!(again.lines.len(), 2);
        std::fs::write(&path, "{\"row\":\"a\",\"measured\":\"many\"}\nnothing\n").unwrap();
        let damaged = Kept::read(&path).err().unwrap().to_string();
        assert!(damaged.contains("line 2"), "{damaged}");
        std::fs::write(&path, "{\"row\":\"a\",\"measured\":\"many\"}\n").unwrap();
        assert!(Kept::read(&path).unwrap().measured::<u32>("a").is_err());
        std::fs::remove_file(&path).unwrap();
    }
}
