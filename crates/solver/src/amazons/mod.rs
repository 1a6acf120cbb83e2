//! The Amazons evaluator: static bounds by areas, after Song and Müller, one side at a time.

mod assign;
mod census;
mod certify;
mod evaluator;
mod explain;
mod explain_view;
mod fill;
mod game;
mod known;
mod local;
mod partition_census;
mod race;
mod reduced;
mod safe;
mod solve;
mod split;
mod sum;
mod sums;
pub mod winners;
mod zone;

pub use census::{Census, CensusKind, Group, Tally};
pub use evaluator::{Assessment, Evaluator, Met, SafeMoves, Settings, StartNumbers, Watch};
pub use explain::{Explained, ExplainedArea, Source};
pub use explain_view::{ExplainedTerritory, ExplainedView, ExplainedZone, ZoneSource};
pub use game::{AmazonsGame, Step};
pub use known::KnownAreas;
pub use partition_census::PartitionCensus;
pub use reduced::Reduced;
pub use safe::SafeRule;
pub use solve::AmazonsSolver;
pub use sum::DecidingRule;
