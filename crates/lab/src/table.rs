//! Tables: what they are called, and what was found.
//!
//! Counts are compared with the published ones, row by row. Measurements stand beside published
//! numbers, and nothing is said to agree or differ.

use crate::{Error, Lab};
use lastmove_work::human;
use serde::Serialize;
use serde_json::{Map, Value};
use std::fmt;
use std::time::Instant;

/// A published table that can be computed anew.
#[derive(Serialize)]
pub struct Table {
    /// what it is called here
    #[serde(rename = "table")]
    pub name: &'static str,
    /// where it is from, and what it holds
    pub about: &'static str,
    #[serde(skip)]
    pub(crate) find: fn(&Lab<'_>) -> Result<Found, Error>,
}

/// The tables of a module: name, what it holds, the function that finds it.
macro_rules! tables {
    ($($name:literal: $about:literal, $find:expr;)*) => {
        pub(crate) const TABLES: &[$crate::Table] =
            &[$($crate::Table { name: $name, about: $about, find: $find }),*];
    };
}
pub(crate) use tables;

impl Table {
    /// Computes the table.
    ///
    /// # Errors
    /// If the settings do not fit, a limit was reached, or files cannot be read or written.
    pub fn compute(&self, lab: &Lab<'_>) -> Result<Computed, Error> {
        let begun = Instant::now();
        let mut found = (self.find)(lab)?;
        if let Found::Measured(measured) = &mut found {
            measured.seconds = begun.elapsed().as_secs_f64();
        }
        Ok(Computed { table: self.name, about: self.about, found })
    }
}

/// A table that was computed. Its text form ends with a line break.
#[derive(Serialize)]
pub struct Computed {
    /// its name
    pub table: &'static str,
    /// where it is from, and what it holds
    pub about: &'static str,
    /// its rows
    #[serde(flatten)]
    pub found: Found,
}

/// What was found.
#[derive(Serialize)]
#[serde(untagged)]
pub enum Found {
    /// counts that must be equal to published ones
    Compared(Compared),
    /// measurements
    Measured(Measured),
}

/// Rows that were compared.
#[derive(Serialize)]
pub struct Compared {
    /// how many agree
    pub agree: usize,
    /// how many differ
    pub differences: usize,
    /// all of them
    pub rows: Vec<Comparison>,
}

/// Numbers by name, published and found.
#[derive(Serialize)]
pub struct Comparison {
    /// what it is about
    pub row: String,
    /// the published numbers
    pub published: Map<String, Value>,
    /// ours
    pub found: Map<String, Value>,
    /// whether they agree
    pub agree: bool,
}

impl Comparison {
    /// A row of numbers by name, each published and found.
    pub(crate) fn new(row: impl Into<String>, numbers: &[(&str, u64, u64)]) -> Self {
        let named = |number: fn(&(&str, u64, u64)) -> u64| {
            numbers.iter().map(|numbers| (numbers.0.to_owned(), number(numbers).into())).collect()
        };
        let agree = numbers.iter().all(|(_, published, found)| published == found);
        Self { row: row.into(), published: named(|n| n.1), found: named(|n| n.2), agree }
    }
}

impl From<Vec<Comparison>> for Found {
    fn from(rows: Vec<Comparison>) -> Self {
        let agree = rows.iter().filter(|row| row.agree).count();
        Self::Compared(Compared { agree, differences: rows.len() - agree, rows })
    }
}

/// What was measured.
#[derive(Serialize)]
pub struct Measured {
    /// which endgame databases were used
    pub databases: String,
    /// how to read it
    pub notes: Vec<String>,
    /// objects with the same fields, the columns
    pub rows: Vec<Value>,
    /// drawings that were written
    pub charts: Vec<String>,
    /// time in all
    pub seconds: f64,
}

impl Measured {
    /// Nothing yet, with databases of this name.
    pub(crate) fn with(databases: &str) -> Self {
        let databases = databases.to_owned();
        Self { databases, notes: vec![], rows: vec![], charts: vec![], seconds: 0.0 }
    }
}

impl From<Measured> for Found {
    fn from(measured: Measured) -> Self {
        Self::Measured(measured)
    }
}

/// The rows of a published table as `data/` has it: names and numbers, `-` where there is nothing.
pub(crate) fn published(copy: &'static str) -> impl Iterator<Item = Vec<Value>> {
    let value = |cell: &str| match cell {
        "-" => Value::Null,
        _ => serde_json::from_str(cell).unwrap_or_else(|_| cell.into()),
    };
    copy.lines().skip(1).map(move |line| line.split('\t').map(value).collect())
}

/// A number for a cell, rounded to two digits.
pub(crate) fn rounded(value: f64) -> f64 {
    (value * 100.0).round() / 100.0
}

/// Room for the longest name of a number.
const WIDTH: usize = 19;

impl fmt::Display for Computed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}\n", self.about)?;
        match &self.found {
            Found::Compared(compared) => compared.fmt(f),
            Found::Measured(measured) => measured.fmt(f),
        }
    }
}

impl fmt::Display for Compared {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(row) = self.rows.first() {
            write!(f, "{:20}", "")?;
            for name in row.published.keys() {
                write!(f, " {:>WIDTH$} {:>14}", heading(name), "found")?;
            }
            writeln!(f)?;
        }
        for row in &self.rows {
            write!(f, "{:20}", row.row)?;
            for (published, found) in row.published.values().zip(row.found.values()) {
                write!(f, " {:>WIDTH$} {:>14}", published.to_string(), found.to_string())?;
            }
            writeln!(f, "{}", if row.agree { "" } else { "  differs" })?;
        }
        match self.differences {
            0 => writeln!(f, "\nall {} rows agree", self.agree),
            n => writeln!(f, "\n{n} of {} rows differ", self.rows.len()),
        }
    }
}

impl fmt::Display for Measured {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let columns = |row: &Value, text: fn((&String, &Value)) -> String| -> Vec<String> {
            row.as_object().into_iter().flatten().map(text).collect()
        };
        let mut lines: Vec<Vec<String>> =
            self.rows.iter().take(1).map(|row| columns(row, |(name, _)| heading(name))).collect();
        lines.extend(self.rows.iter().map(|row| columns(row, |(_, value)| cell(value))));
        let mut widths = vec![0; lines.first().map_or(0, Vec::len)];
        for line in &lines {
            for (width, text) in widths.iter_mut().zip(line) {
                *width = text.chars().count().max(*width);
            }
        }
        for line in &lines {
            let padded = line.iter().zip(&widths).map(|(text, width)| format!("{text:>width$}"));
            writeln!(f, "{}", padded.collect::<Vec<_>>().join("  "))?;
        }
        writeln!(f)?;
        self.notes.iter().try_for_each(|note| writeln!(f, "{note}"))?;
        self.charts.iter().try_for_each(|chart| writeln!(f, "chart: {chart}"))?;
        writeln!(f, "databases {}, {}", self.databases, human::seconds(self.seconds))
    }
}

/// The name of a column for people.
fn heading(name: &str) -> String {
    name.replace('_', " ")
}

fn cell(value: &Value) -> String {
    match value {
        Value::Null => "-".to_owned(),
        Value::String(text) => text.clone(),
        value => value.as_u64().map_or_else(|| value.to_string(), human::count),
    }
}
