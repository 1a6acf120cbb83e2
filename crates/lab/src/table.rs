//! Tables: their names, and their results.
//!
//! Counts are compared with the published ones, row by row. Measurements are printed beside
//! published numbers, without a verdict.

use crate::{Lab, LabError, Protocol};
use lastmove_work::human;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::fmt;
use std::time::Instant;

/// A published table that can be computed anew.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PublishedTable {
    /// its name
    #[serde(rename = "table")]
    pub name: &'static str,
    /// its source and content
    pub about: &'static str,
    /// how it is judged
    #[serde(flatten)]
    pub protocol: Protocol,
    #[serde(skip)]
    pub(crate) find: fn(&Lab<'_>) -> Result<TableResult, LabError>,
}

/// The tables of a module: name, content, how it is judged, and the function that computes it.
macro_rules! tables {
    ($($name:literal: $about:literal, $protocol:expr, $find:expr;)*) => {
        pub(crate) const TABLES: &[$crate::PublishedTable] = &[$($crate::PublishedTable {
            name: $name,
            about: $about,
            protocol: $protocol,
            find: $find,
        }),*];
    };
}
pub(crate) use tables;

impl PublishedTable {
    /// Computes the table.
    ///
    /// # Errors
    /// If the settings do not fit, a limit was reached, or files cannot be read or written.
    pub fn compute(&self, lab: &Lab<'_>) -> Result<Computed, LabError> {
        let begun = Instant::now();
        let mut found = (self.find)(lab)?;
        if let TableResult::Measured(measured) = &mut found {
            measured.seconds = begun.elapsed().as_secs_f64();
        }
        Ok(Computed { table: self.name, about: self.about, protocol: self.protocol, found })
    }
}

/// A table that was computed. Its text form ends with a line break.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Computed {
    /// its name
    pub table: &'static str,
    /// its source and content
    pub about: &'static str,
    /// how it is judged
    #[serde(flatten)]
    pub protocol: Protocol,
    /// its rows
    #[serde(flatten)]
    pub found: TableResult,
}

/// The result of a table.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum TableResult {
    /// counts that must be equal to published ones
    Compared(Compared),
    /// measurements
    Measured(Measured),
}

/// Rows that were compared.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Compared {
    /// the number of rows that agree
    pub agree: usize,
    /// the number that differ
    pub differences: usize,
    /// the number with too few games to decide
    pub too_few: usize,
    /// the number that differ because of a known error in the source
    pub slips: usize,
    /// all rows
    pub rows: Vec<Comparison>,
}

/// Named numbers, published and found.
#[derive(Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Comparison {
    /// the name of the row
    pub row: String,
    /// the published numbers
    pub published: Map<String, Value>,
    /// ours
    pub found: Map<String, Value>,
    /// whether they agree
    pub agree: bool,
    /// the verdict
    pub verdict: RowVerdict,
    /// the reason, if it is not obvious
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
}

/// The verdict of a comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum RowVerdict {
    /// equal, or equal within a narrow interval
    Agrees,
    /// an equal value, printed in another form
    AgreesByValue,
    /// not equal
    Differs,
    /// too few games to decide
    TooFew,
    /// the source is known to be wrong here
    Slip,
}

impl fmt::Display for RowVerdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Agrees => "agrees",
            Self::AgreesByValue => "agrees by value alone",
            Self::Differs => "differs",
            Self::TooFew => "too few games to tell",
            Self::Slip => "a slip of the source",
        })
    }
}

impl Comparison {
    /// A row of named numbers, each published and found.
    pub(crate) fn new(row: impl Into<String>, numbers: &[(&str, u64, u64)]) -> Self {
        let cells: Vec<_> = numbers.iter().map(|&(n, a, b)| (n, a.into(), b.into())).collect();
        Self::of(row, &cells)
    }

    /// A row of named texts or numbers, each published and found.
    pub(crate) fn of(row: impl Into<String>, cells: &[(&str, Value, Value)]) -> Self {
        let named = |cell: fn(&(&str, Value, Value)) -> Value| {
            cells.iter().map(|cells| (cells.0.to_owned(), cell(cells))).collect()
        };
        let agree = cells.iter().all(|(_, published, found)| published == found);
        let verdict = if agree { RowVerdict::Agrees } else { RowVerdict::Differs };
        let (published, found) = (named(|c| c.1.clone()), named(|c| c.2.clone()));
        Self { row: row.into(), published, found, agree, verdict, note: None }
    }

    /// The same row with another verdict and its reason.
    pub(crate) fn judged(self, verdict: RowVerdict, note: impl Into<String>) -> Self {
        let agree = matches!(verdict, RowVerdict::Agrees | RowVerdict::AgreesByValue);
        Self { agree, verdict, note: Some(note.into()), ..self }
    }
}

impl From<Vec<Comparison>> for TableResult {
    fn from(rows: Vec<Comparison>) -> Self {
        let count = |verdict| rows.iter().filter(|row| row.verdict == verdict).count();
        let agree = rows.iter().filter(|row| row.agree).count();
        let differences = count(RowVerdict::Differs);
        let (too_few, slips) = (count(RowVerdict::TooFew), count(RowVerdict::Slip));
        Self::Compared(Compared { agree, differences, too_few, slips, rows })
    }
}

/// A table of measurements.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Measured {
    /// which endgame databases were used
    pub databases: String,
    /// notes for readers
    pub notes: Vec<String>,
    /// objects with the same fields, the columns
    pub rows: Vec<Value>,
    /// paths of the charts
    pub charts: Vec<String>,
    /// total time
    pub seconds: f64,
}

impl Measured {
    /// An empty table with databases of this name.
    pub(crate) fn with(databases: &str) -> Self {
        let databases = databases.to_owned();
        Self { databases, notes: vec![], rows: vec![], charts: vec![], seconds: 0.0 }
    }
}

impl From<Measured> for TableResult {
    fn from(measured: Measured) -> Self {
        Self::Measured(measured)
    }
}

/// The rows of a published table in `data/`: names and numbers, `-` for no value.
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

/// Width of the longest name of a number.
const WIDTH: usize = 19;

impl fmt::Display for Computed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}\n", self.about)?;
        self.protocol.sentences().iter().try_for_each(|sentence| writeln!(f, "{sentence}"))?;
        writeln!(f)?;
        match &self.found {
            TableResult::Compared(compared) => compared.fmt(f),
            TableResult::Measured(measured) => measured.fmt(f),
        }
    }
}

/// Whether all rows have the same names of numbers.
pub(crate) fn alike(rows: &[Comparison]) -> bool {
    rows.windows(2).all(|pair| pair[0].published.keys().eq(pair[1].published.keys()))
}

impl fmt::Display for Compared {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // If all rows have the same names, they become column headings; otherwise each cell has its
        // name.
        let alike = alike(&self.rows);
        let wide = self.rows.iter().map(|row| row.row.chars().count()).max().unwrap_or(0).max(20);
        if let Some(row) = self.rows.first().filter(|_| alike) {
            write!(f, "{:wide$}", "")?;
            for name in row.published.keys() {
                write!(f, " {:>WIDTH$} {:>14}", heading(name), "found")?;
            }
            writeln!(f)?;
        }
        for row in &self.rows {
            write!(f, "{:wide$}", row.row)?;
            for ((name, published), found) in row.published.iter().zip(row.found.values()) {
                let (published, found) = (plain(published), plain(found));
                match alike {
                    true => write!(f, " {published:>WIDTH$} {found:>14}")?,
                    false => write!(f, "  {} {published}, found {found}", heading(name))?,
                }
            }
            let verdict = match row.verdict {
                RowVerdict::Agrees => String::new(),
                other => format!("  {other}"),
            };
            let note = row.note.as_ref().map(|note| format!(": {note}")).unwrap_or_default();
            writeln!(f, "{verdict}{note}")?;
        }
        let all = self.rows.len();
        if self.agree == all {
            return writeln!(f, "\nall {all} rows agree");
        }
        let mut said = vec![format!("{} of {all} rows agree", self.agree)];
        for (count, what) in [
            (self.differences, "different"),
            (self.too_few, "with too few games to tell"),
            (self.slips, "different by a slip of the source"),
        ] {
            said.extend((count > 0).then(|| format!("{count} {what}")));
        }
        writeln!(f, "\n{}", said.join(", "))
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

/// A cell without quotation marks or separators.
fn plain(value: &Value) -> String {
    match value {
        Value::Null => "-".to_owned(),
        value => value.as_str().map_or_else(|| value.to_string(), str::to_owned),
    }
}

/// The heading of a column, in readable words.
pub(crate) fn heading(name: &str) -> String {
    name.replace('_', " ")
}

/// A measured value as readable text.
pub(crate) fn cell(value: &Value) -> String {
    match value {
        Value::Null => "-".to_owned(),
        Value::String(text) => text.clone(),
        // Fractions of large numbers are not shown.
        value => match (value.as_u64(), value.as_f64()) {
            (Some(count), _) => human::count(count),
            (_, Some(mean)) if mean >= 1000.0 => human::count(mean.round() as u64),
            _ => value.to_string(),
        },
    }
}
