//! What is said of a value, in JSON and in words.

use crate::Outline;
use lastmove_values::{Dyadic, Outcome, Thermograph, Worth};
use serde::Serialize;
use std::fmt;

/// A value with everything that is known of it.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Report {
    /// the canonical form, if it is not too large
    pub canonical: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    /// why there is none
    pub canonical_reason: Option<String>,
    /// the mean value
    pub mean: Option<Dyadic>,
    /// the temperature
    pub temperature: Option<Dyadic>,
    /// Left's stop
    pub left_stop: Option<Dyadic>,
    /// Right's stop
    pub right_stop: Option<Dyadic>,
    /// who wins
    pub outcome: Option<Outcome>,
    /// its walls
    pub thermograph: Option<Thermograph>,
    #[serde(skip_serializing_if = "Option::is_none")]
    /// why there are none
    pub thermograph_reason: Option<String>,
    /// what is known without them
    #[serde(flatten)]
    pub outline: Option<Outline>,
}

impl From<&Worth> for Report {
    fn from(worth: &Worth) -> Self {
        let walls = worth.thermograph.as_ref();
        Self {
            canonical: worth.canonical.clone().ok(),
            canonical_reason: worth.canonical.as_ref().err().map(ToString::to_string),
            mean: worth.mean.ok(),
            temperature: walls.ok().map(Thermograph::temperature),
            left_stop: walls.ok().map(Thermograph::left_stop),
            right_stop: walls.ok().map(Thermograph::right_stop),
            outcome: walls.ok().map(Thermograph::outcome),
            thermograph: walls.ok().cloned(),
            thermograph_reason: walls.err().map(ToString::to_string),
            outline: None,
        }
    }
}

/// The longest form that is printed for people.
const READABLE: usize = 400;

impl Report {
    /// Adds what the solver found out where the walls are not known. If the value reaches an
    /// integer and does not exceed it, it is that integer.
    pub fn add_outline(&mut self, outline: Outline) {
        if self.outcome.is_some() || outline.is_empty() {
            return;
        }
        let integer = outline.at_least.filter(|_| outline.at_least == outline.at_most);
        if let Some(Ok(walls)) = integer.map(Thermograph::integer) {
            let canonical = Ok(walls.mean().to_string());
            let mean = Ok(walls.mean());
            *self = Self::from(&Worth { canonical, thermograph: Ok(walls), mean });
        } else {
            self.outcome = outline.outcome;
            self.outline = Some(outline);
        }
    }

    /// The canonical form, cut where nobody would read on.
    pub fn form(&self) -> String {
        match (&self.canonical, &self.canonical_reason) {
            (Some(text), _) if text.chars().count() <= READABLE => text.clone(),
            (Some(text), _) => {
                let start: String = text.chars().take(60).collect();
                format!("{start}… ({} characters; --json prints them all)", text.chars().count())
            }
            (None, reason) => format!("not known: {}", reason.as_deref().unwrap_or("no form")),
        }
    }

    /// One line for a table of parts.
    pub fn short(&self) -> String {
        let text = |number: Option<Dyadic>| number.map_or("?".to_owned(), |x| x.to_string());
        let (mean, temperature) = (text(self.mean), text(self.temperature));
        format!("{}  (mean {mean}, temperature {temperature})", self.form())
    }

    /// All lines; `names` are those of Left and Right.
    pub fn lines(&self, f: &mut fmt::Formatter<'_>, names: [&str; 2]) -> fmt::Result {
        writeln!(f, "value        {}", self.form())?;
        if let Some(mean) = self.mean {
            writeln!(f, "mean         {mean}")?;
        }
        match (self.temperature, self.left_stop, self.right_stop, &self.outline) {
            (Some(temperature), Some(left), Some(right), _) => {
                writeln!(f, "temperature  {temperature}")?;
                writeln!(f, "stops        {left} and {right}")?;
            }
            (.., Some(outline)) => {
                if let Some(bounds) = outline.bounds() {
                    writeln!(f, "bounds       {bounds}")?;
                }
                if let Some(stops) = outline.stops() {
                    writeln!(f, "stops        {stops}")?;
                }
            }
            _ => {
                let reason = self.thermograph_reason.as_deref().unwrap_or_default();
                writeln!(f, "thermograph  not known: {reason}")?;
            }
        }
        let Some(outcome) = self.outcome else { return Ok(()) };
        let [left, right] = names;
        let words = match outcome {
            Outcome::Next => "whoever moves first wins".to_owned(),
            Outcome::Previous => "whoever moves second wins".to_owned(),
            Outcome::Left => format!("{left} wins, whoever starts"),
            Outcome::Right => format!("{right} wins, whoever starts"),
        };
        writeln!(f, "outcome      {outcome}: {words}")
    }

    /// Whether there is nothing to tell.
    pub fn is_empty(&self) -> bool {
        self.canonical.is_none() && self.mean.is_none() && self.outcome.is_none()
    }

    /// Why there is no form.
    pub fn reason(&self) -> String {
        self.canonical_reason.clone().unwrap_or_default()
    }
}

/// The four numbers of a thermograph in one line.
pub fn numbers(thermograph: &Thermograph) -> String {
    let outcome: Outcome = thermograph.outcome();
    format!(
        "mean {}, temperature {}, stops {} and {}, outcome {outcome}",
        thermograph.mean(),
        thermograph.temperature(),
        thermograph.left_stop(),
        thermograph.right_stop(),
    )
}
