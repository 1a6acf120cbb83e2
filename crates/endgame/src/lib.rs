//! Amazons endgame databases: the exact number of moves of small territories and the thermographs
//! of small active areas (Song's thesis, chapter 3), built by retrograde analysis.
//!
//! [`build()`] makes the files of a [`Preset`], [`Databases`] opens them and looks areas up,
//! [`Query`] values the areas of a position, and [`check()`] compares databases with plain
//! search.
//!
//! ```
//! use lastmove_endgame::{Material, normal_forms};
//! // table B.1 of the thesis: positions of one queen in a frame of 3x6 squares, up to symmetry
//! assert_eq!(normal_forms(3, 6, Material([1, 0, 0])), 222_988);
//! ```

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
pub use query::{Query, QueryAnswer, QueryError};
pub use sparse::DefectiveOnly;
pub use spec::{DatabaseKind, Preset, Spec, thesis};
pub use store::{Database, Header, StoreError, StoredValue};
