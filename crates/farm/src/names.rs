//! What things are called on the server.

use lastmove_report::units::UnitName;
use std::fmt;
use std::str::FromStr;

/// The name of a campaign: letters, digits and hyphens.
///
/// ```
/// use lastmove_farm::names::Campaign;
/// let name: Campaign = "6x5".parse().unwrap();
/// assert_eq!(name.units(), "lastmove-6x5-units");
/// assert!("a b".parse::<Campaign>().is_err());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Campaign(String);

impl FromStr for Campaign {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let fits = |c: char| c.is_ascii_alphanumeric() || c == '-';
        if (1..=40).contains(&text.len()) && text.chars().all(fits) {
            return Ok(Self(text.to_owned()));
        }
        Err("expected 1 to 40 letters, digits and hyphens".to_owned())
    }
}

impl fmt::Display for Campaign {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Campaign {
    /// The stream of units.
    pub fn units(&self) -> String {
        format!("lastmove-{self}-units")
    }

    /// The stream of results.
    pub fn results(&self) -> String {
        format!("lastmove-{self}-results")
    }

    /// The bucket of settings, lease and snapshot.
    pub fn bucket(&self) -> String {
        format!("lastmove-{self}")
    }

    /// The object store of certificates.
    pub fn proofs(&self) -> String {
        format!("lastmove-{self}-proofs")
    }

    /// The subject of a unit, or of all for `*`.
    pub fn unit(&self, name: impl fmt::Display) -> String {
        format!("lastmove.{self}.units.{name}")
    }

    /// The subject of a result, or of all for `*`.
    pub fn result(&self, name: impl fmt::Display) -> String {
        format!("lastmove.{self}.results.{name}")
    }

    /// Where a worker says what it does; `*` for all.
    pub fn beat(&self, worker: &str) -> String {
        format!("lastmove.{self}.beats.{worker}")
    }

    /// Where units are named that no longer matter.
    pub fn withdrawn(&self) -> String {
        format!("lastmove.{self}.withdrawn")
    }

    /// Where the coordinator is asked to stop.
    pub fn stop(&self) -> String {
        format!("lastmove.{self}.stop")
    }

    /// The campaign of a stream of units.
    pub(crate) fn of_units(stream: &str) -> Option<Self> {
        stream.strip_prefix("lastmove-")?.strip_suffix("-units")?.parse().ok()
    }
}

/// The unit that a subject names.
pub(crate) fn unit_of(subject: &str) -> Option<UnitName> {
    subject.rsplit('.').next()?.parse().ok()
}
