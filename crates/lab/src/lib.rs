//! Experiments: tables of the sources computed anew ([`tables`]), replacement schemes of a
//! transposition table ([`schemes`]), games between players in the same process ([`duel`]), the
//! games that the sources print ([`printed_game`]), and the makers of the page: its puzzles ([`puzzles`]) and its openings ([`explorer`]).
//!
//! A table is either counted and compared with the published one, or measured and printed beside
//! it. To add one, write a file here and add a line to `TABLES`.
//!
//! ```
//! use lastmove_endgame::Choice;
//! use lastmove_lab::{Lab, LabSettings, find};
//! use lastmove_work::{Cancel, Silent};
//!
//! let settings = LabSettings { databases: Choice::None, ..LabSettings::default() };
//! let lab = Lab { settings, progress: &Silent, cancel: &Cancel::new(), warn: &|_| {} };
//! let table = find("song-b2").unwrap().compute(&lab).unwrap();
//! assert!(table.to_string().ends_with("all 87 rows agree\n"));
//! ```

mod areas;
mod bullock;
mod bullock_ablation;
mod bullock_chart;
mod bullock_duplicates;
mod bullock_growth;
mod bullock_schemes;
mod campaign;
mod certificates;
pub mod duel;
mod early;
mod error;
mod evolution;
pub mod explorer;
mod games;
mod hensgens;
mod jobs;
mod kept;
mod lab;
mod muller_tegos;
mod muller_tegos_figures;
mod page;
mod printed;
mod protocol;
pub mod puzzles;
mod replies;
mod samples;
pub mod schemes;
mod song;
mod song_1;
mod song_6_3;
mod song_figures;
mod sources;
mod strong_games;
mod subsets;
mod table;

pub use bullock_ablation::{SWITCHES, switches_without};
pub use campaign::{Recorded, ReproductionFolder};
pub use error::LabError;
pub use lab::{Games, Lab, LabSettings};
pub use printed::{PRINTED, PrintedGame, printed_game};
pub use protocol::{Protocol, Rule};
pub use samples::PlayedBy;
pub use sources::{Item, items};
pub use table::{
    Compared, Comparison, Computed, Measured, PublishedTable, RowVerdict, TableResult,
};

/// The tables of each module.
const TABLES: &[&[PublishedTable]] = &[
    song::TABLES,
    song_6_3::TABLES,
    song_figures::TABLES,
    muller_tegos::TABLES,
    muller_tegos_figures::TABLES,
    hensgens::small::TABLES,
    hensgens::lines::TABLES,
    hensgens::matches::TABLES,
    hensgens::start::TABLES,
    song_1::TABLES,
    early::TABLES,
    evolution::TABLES,
    subsets::TABLES,
    replies::TABLES,
    areas::TABLES,
    certificates::TABLES,
    hensgens::complexity::TABLES,
    bullock::TABLES,
];

/// All tables.
pub fn tables() -> impl Iterator<Item = &'static PublishedTable> {
    TABLES.iter().copied().flatten()
}

/// The table of this name.
///
/// # Errors
/// If there is no such table.
pub fn find(name: &str) -> Result<&'static PublishedTable, LabError> {
    let expected = || tables().map(|table| table.name).collect();
    let found = tables().find(|table| table.name == name);
    found.ok_or_else(|| LabError::NoTable { name: name.to_owned(), expected: expected() })
}
