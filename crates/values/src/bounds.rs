//! Bounds on the value of a game, with ends that are exact, tightened or
//! relaxed (Song and Müller, sections II-D and IV-C).

use crate::dyadic::Dyadic;
use crate::thermograph::Thermograph;
use serde::Serialize;
use std::fmt;

/// How a bound includes the number that it names.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum End {
    /// The bound includes the number: `G >= n`.
    Exact,
    /// The bound excludes it: `G > n`.
    Tightened,
    /// The value may lie infinitesimally beyond it: `G > n - ε` for every
    /// number ε > 0.
    Relaxed,
}

impl End {
    /// `exact`, `tightened` or `relaxed`.
    pub const fn name(self) -> &'static str {
        ["exact", "tightened", "relaxed"][self as usize]
    }

    /// What follows the number of a bound in a text: ` (relaxed)`, or nothing if the end is exact.
    pub fn note(self) -> String {
        if self == Self::Exact { String::new() } else { format!(" ({self})") }
    }
}

impl fmt::Display for End {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Lower and upper bound of a value.
///
/// ```
/// use lastmove_values::{Bounds, Forms};
/// let mut forms = Forms::new();
/// let hot = forms.parse("{2|-1} + ^")?;
/// let bounds = Bounds::from_thermograph(&forms.thermograph(hot)?);
/// assert_eq!(bounds.to_string(), "[-1, 2+ε]");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Bounds {
    /// The lower number.
    pub lower: Dyadic,
    /// The end of the lower bound.
    pub lower_end: End,
    /// The upper number.
    pub upper: Dyadic,
    /// The end of the upper bound.
    pub upper_end: End,
}

impl Bounds {
    /// Bounds from below and above, each with its end.
    pub const fn new(lower: (Dyadic, End), upper: (Dyadic, End)) -> Bounds {
        Bounds { lower: lower.0, lower_end: lower.1, upper: upper.0, upper_end: upper.1 }
    }

    /// Bounds read off a thermograph: the stops, exact where the wall is vertical
    /// below t = 0 and relaxed where it leans (II-D1); for a number plus an
    /// infinitesimal by its kind (II-D2).
    pub fn from_thermograph(thermograph: &Thermograph) -> Bounds {
        let (upper, lower) = (thermograph.left_stop(), thermograph.right_stop());
        let above = thermograph.is_above_right_stop();
        let below = thermograph.is_below_left_stop();
        let (lower_end, upper_end) = match (above, below) {
            (true, true) => (End::Exact, End::Exact),
            // Equal stops: comparable with the number and different from it.
            (true, false) if lower == upper => (End::Tightened, End::Relaxed),
            (false, true) if lower == upper => (End::Relaxed, End::Tightened),
            (true, false) => (End::Exact, End::Relaxed),
            (false, true) => (End::Relaxed, End::Exact),
            (false, false) => (End::Relaxed, End::Relaxed),
        };
        Bounds { lower, lower_end, upper, upper_end }
    }

    /// The bounds in words: `at least 0, less than 2`.
    pub fn text(&self) -> String {
        let side = |at: &str, beyond: &str, number: Dyadic, end: End| match end {
            End::Tightened => format!("{beyond} than {number}"),
            End::Relaxed => format!("{at} {number} up to an infinitesimal"),
            End::Exact => format!("{at} {number}"),
        };
        let lower = side("at least", "more", self.lower, self.lower_end);
        format!("{lower}, {}", side("at most", "less", self.upper, self.upper_end))
    }
}

impl fmt::Display for Bounds {
    /// In the notation of the paper: `[1, 2)`, `[-3-ε, -1+ε]`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let open = if self.lower_end == End::Tightened { "(" } else { "[" };
        let low = if self.lower_end == End::Relaxed { "-ε" } else { "" };
        let close = if self.upper_end == End::Tightened { ")" } else { "]" };
        let high = if self.upper_end == End::Relaxed { "+ε" } else { "" };
        write!(f, "{open}{}{low}, {}{high}{close}", self.lower, self.upper)
    }
}
