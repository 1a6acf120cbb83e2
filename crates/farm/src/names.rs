//! Names on the server, for a campaign `NAME`.
//!
//! | what | holds | written by |
//! | --- | --- | --- |
//! | stream `lastmove-NAME-units`, a work queue | one message a unit, at most one of a kind; no more than [`WINDOW`](crate::WINDOW) at a time | the coordinator |
//! | its durable pull consumer `workers` | which worker has which unit: `ack_wait` 60 s, explicit `max_ack_pending` | |
//! | stream `lastmove-NAME-results`, a work queue | answers on their way | workers |
//! | key-value bucket `lastmove-NAME` | `settings`, `lease`, `snapshot` | the coordinator |
//! | object store `lastmove-NAME-proofs` | certificates on their way | workers |
//! | subject `lastmove.NAME.beats.WORKER` | what each worker does, every 2 s; not stored | workers |
//! | subject `lastmove.NAME.withdrawn` | units that no longer matter; not stored | the coordinator |

use lastmove_report::units::UnitName;
use std::fmt;
use std::str::FromStr;

/// The name of a campaign: letters, digits and hyphens.
///
/// ```
/// use lastmove_farm::names::CampaignName;
/// let name: CampaignName = "6x5".parse().unwrap();
/// assert_eq!(name.units(), "lastmove-6x5-units");
/// assert!("a b".parse::<CampaignName>().is_err());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CampaignName(String);

impl FromStr for CampaignName {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let fits = |c: char| c.is_ascii_alphanumeric() || c == '-';
        if (1..=40).contains(&text.len()) && text.chars().all(fits) {
            return Ok(Self(text.to_owned()));
        }
        Err("expected 1 to 40 letters, digits and hyphens".to_owned())
    }
}

impl fmt::Display for CampaignName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl CampaignName {
    /// The stream of units.
    pub fn units(&self) -> String {
        format!("lastmove-{self}-units")
    }

    /// The stream of results.
    pub fn results(&self) -> String {
        format!("lastmove-{self}-results")
    }

    /// The bucket of the settings, the lease and the snapshot.
    pub fn bucket(&self) -> String {
        format!("lastmove-{self}")
    }

    /// The object store of certificates.
    pub fn proofs(&self) -> String {
        format!("lastmove-{self}-proofs")
    }

    /// The subject of a unit; of all units for `*`.
    pub fn unit(&self, name: impl fmt::Display) -> String {
        format!("lastmove.{self}.units.{name}")
    }

    /// The subject of a result; of all results for `*`.
    pub fn result(&self, name: impl fmt::Display) -> String {
        format!("lastmove.{self}.results.{name}")
    }

    /// The subject on which a worker reports what it does; of all workers for `*`.
    pub fn beat(&self, worker: &str) -> String {
        format!("lastmove.{self}.beats.{worker}")
    }

    /// The subject on which units that no longer matter are published.
    pub fn withdrawn(&self) -> String {
        format!("lastmove.{self}.withdrawn")
    }

    /// The subject on which the coordinator can be asked to stop.
    pub fn stop(&self) -> String {
        format!("lastmove.{self}.stop")
    }

    /// The campaign to which a stream of units belongs.
    pub(crate) fn of_units(stream: &str) -> Option<Self> {
        stream.strip_prefix("lastmove-")?.strip_suffix("-units")?.parse().ok()
    }
}

/// The unit to which a subject belongs.
pub(crate) fn unit_of(subject: &str) -> Option<UnitName> {
    subject.rsplit('.').next()?.parse().ok()
}
