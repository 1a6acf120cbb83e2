//! Results about positions, as typed data: values with walls and outcome ([`Report`]), areas and
//! regions with their bounds ([`evaluate()`], [`evaluate_regions`]), winners with certificates
//! ([`solve`]), and work units. The command line and the page print the same results.
//!
//! ```
//! use lastmove_board::Game;
//! use lastmove_endgame::Databases;
//!
//! // two areas, each with one amazon and an empty square: White and Black have one move each
//! let diagram = lastmove_report::read(Game::Amazons, "q1*1Q w").unwrap();
//! let evaluated = lastmove_report::evaluate(&diagram, &Databases::none(), 0).unwrap();
//! assert_eq!(evaluated.areas.len(), 2);
//! assert_eq!(evaluated.bounds.to_string(), "[0, 0]");
//! ```

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
mod solve_sum;
#[cfg(feature = "files")]
pub mod units;
mod value;
mod views;

pub use appraise::{AppraiseError, Appraised, Appraisers};
pub use areas::{AreaAnswer, BoundSource, Evaluated, RegionKind, WinRule, evaluate, winners};
pub use boards::{BadBoard, position_of, read};
pub use covers::{
    Both, CoverArea, Covered, CutRegion, PlayerCover, PlayerCut, alone, evaluate_domineering,
    readable_form,
};
pub use expressions::GamePositions;
pub use graph::{AreaGraph, DeadEndSquares, FilledArea, LargeArea, graphs, too_large};
#[cfg(feature = "files")]
pub use lines::Lines;
pub use options::{OptionGroup, OptionMerit, PositionOptions, position_options, written_options};
pub use outline::{Outline, Outliner};
pub use proof_walk::{ProofAnswer, ProofWalk, WalkError};
pub use regions::{Apart, RegionAnswer, evaluate_regions};
pub use solve_sum::{SolvedSum, SumSolver, TermMove};
pub use value::{Report, numbers};
pub use views::{SeenZone, SideView, Territory, Views};
