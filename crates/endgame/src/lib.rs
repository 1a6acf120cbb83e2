//! Amazons endgame databases: the exact number of moves of small territories and the
//! thermographs of small active areas (Song's thesis, chapter 3), built by retrograde analysis.

mod build;
mod census;
mod check;
mod databases;
mod frame;
mod locate;
mod placement;
pub mod plain;
mod published;
mod query;
mod sparse;
mod spec;
mod store;

pub use build::{BuildError, Built, build, defective_counts, defective_only};
pub use census::{normal_forms, unreduced};
pub use check::{CheckError, Checked, check};
pub use databases::{AreaValue, Databases};
pub use frame::{Frame, Framed, MAX_FRAME_SQUARES, ShapeRef};
pub use locate::{Choice, OpenError, cache_folder, present};
pub use placement::{Material, binomial};
pub use published::{Row, published};
pub use query::{Answer, Query, QueryError};
pub use sparse::DefectiveOnly;
pub use spec::{Kind, Preset, Spec, thesis};
pub use store::{Database, Header, StoreError, Value};
