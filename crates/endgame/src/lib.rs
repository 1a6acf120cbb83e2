//! Amazons endgame databases: the exact number of moves of small territories and the
//! thermographs of small active areas (Song's thesis, chapter 3), built by retrograde analysis.

mod build;
mod census;
mod databases;
mod frame;
mod placement;
mod spec;
mod store;

pub use build::{BuildError, Built, build};
pub use census::{normal_forms, unreduced};
pub use databases::{AreaValue, Databases};
pub use frame::{Frame, Framed, MAX_FRAME_SQUARES, ShapeRef};
pub use placement::{Material, binomial};
pub use spec::{Kind, Preset, Spec, thesis};
pub use store::{Database, Header, StoreError, Value};
