//! What is said of a position, as data: its value with walls and outcome, its areas with their
//! bounds. The command line and the page give these same answers.

mod appraise;
mod areas;
mod boards;
mod covers;
mod expressions;
mod graph;
#[cfg(feature = "files")]
mod lines;
mod options;
mod outline;
mod proof_walk;
mod regions;
pub mod solve;
#[cfg(feature = "files")]
pub mod units;
mod value;
mod views;

pub use appraise::{AppraiseError, Appraised, Appraisers};
pub use areas::{Area, BoundSource, Evaluated, RegionKind, WinRule, evaluate, winners};
pub use boards::{BadBoard, read};
pub use covers::{
    Both, CoverArea, Covered, CutRegion, PlayerCover, PlayerCut, alone, evaluate_domineering,
    readable_form,
};
pub use expressions::GamePositions;
pub use graph::{AreaGraph, DeadEndSquares, FilledArea, LargeArea, graphs, too_large};
#[cfg(feature = "files")]
pub use lines::Lines;
pub use options::{OptionGroup, OptionMerit, Options, position_options, written_options};
pub use outline::{Outline, Outliner};
pub use proof_walk::{ProofAnswer, ProofWalk, WalkError};
pub use regions::{Apart, Region, evaluate_regions};
pub use value::{Report, numbers};
pub use views::{SeenZone, SideView, Territory, Views};
