//! Tables whose rows are measured, not counted: published numbers stand beside ours, and nothing
//! is said to agree or differ.

use super::Args;
use crate::failure::Failure;
use crate::output::Answer;
use crate::session::Session;
use lastmove_work::human;
use serde::Serialize;
use serde_json::{Map, Value};
use std::fmt;

/// A table that is measured.
pub(super) struct Measured {
    pub(super) name: &'static str,
    pub(super) about: &'static str,
    pub(super) measure: fn(&Args, &Session) -> Result<Report, Failure>,
}

/// One row: names of columns and what stands there.
pub(super) type Row = Vec<(&'static str, Value)>;

/// What was measured.
#[derive(Default, Serialize)]
pub(super) struct Report {
    pub(super) table: &'static str,
    pub(super) about: &'static str,
    /// which endgame databases were used
    pub(super) databases: String,
    /// how to read it
    pub(super) notes: Vec<String>,
    #[serde(serialize_with = "as_objects")]
    pub(super) rows: Vec<Row>,
    /// drawings that were written
    pub(super) charts: Vec<String>,
    pub(super) seconds: f64,
}

fn as_objects<S: serde::Serializer>(rows: &[Row], serializer: S) -> Result<S::Ok, S::Error> {
    let object = |row: &Row| -> Map<String, Value> {
        row.iter().map(|(name, value)| ((*name).to_owned(), value.clone())).collect()
    };
    serializer.collect_seq(rows.iter().map(object))
}

/// A number for a cell, rounded to two digits.
pub(super) fn rounded(value: f64) -> Value {
    Value::from((value * 100.0).round() / 100.0)
}

fn cell(value: &Value) -> String {
    match value {
        Value::Null => "-".to_owned(),
        Value::String(text) => text.clone(),
        Value::Number(n) => match n.as_u64() {
            Some(n) => human::count(n),
            None => n.to_string(),
        },
        other => other.to_string(),
    }
}

impl Answer for Report {
    fn text(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}\n", self.about)?;
        if let Some(first) = self.rows.first() {
            let names: Vec<String> = first.iter().map(|(name, _)| name.replace('_', " ")).collect();
            let rows: Vec<Vec<String>> = self
                .rows
                .iter()
                .map(|row| row.iter().map(|(_, value)| cell(value)).collect())
                .collect();
            let width = |i: usize| {
                let cells = rows.iter().filter_map(|row| row.get(i));
                cells.chain(names.get(i)).map(|text| text.chars().count()).max().unwrap_or(0)
            };
            let widths: Vec<usize> = (0..names.len()).map(width).collect();
            for row in std::iter::once(&names).chain(&rows) {
                let cells: Vec<String> =
                    row.iter().zip(&widths).map(|(text, &w)| format!("{text:>w$}")).collect();
                writeln!(f, "{}", cells.join("  "))?;
            }
        }
        writeln!(f)?;
        for note in &self.notes {
            writeln!(f, "{note}")?;
        }
        for chart in &self.charts {
            writeln!(f, "chart: {chart}")?;
        }
        writeln!(f, "databases {}, {}", self.databases, human::seconds(self.seconds))
    }
}
