//! A large search as many small ones: files of work units, working through them, and joining
//! their results.

mod collect;
mod file;
mod join;
mod merge;
mod plan;
mod tree;
mod work;

pub use collect::{Collected, Part, check_part, collect};
pub use file::{Head, Unit, UnitOutcome, Units};
pub use merge::{Merged, merge, split};
pub use plan::{Left, Looked, PlannedUnit, TellLooks, UnitName, UnitPlan, look_below, with_plan};
pub use work::{UnitsProgress, solve_unit, work};

use crate::solve::{FileError, SearchResources, SolveError};
use crate::{BadBoard, read};
use lastmove_board::{Diagram, Game, Side};
use lastmove_work::Stop;
use lastmove_work::file::WriteError;
use std::fmt::Display;
use thiserror::Error;

/// Why units cannot be split, worked through or merged.
#[derive(Debug, Error)]
pub enum UnitsError {
    /// The user's fault: the place, and what was expected there.
    #[error("{0}")]
    Input(String),
    /// A position cannot be read.
    #[error(transparent)]
    Board(#[from] BadBoard),
    /// A unit cannot be solved.
    #[error(transparent)]
    Solve(#[from] SolveError),
    /// A certificate cannot be checked or written.
    #[error(transparent)]
    File(#[from] FileError),
    /// The units cannot be written.
    #[error(transparent)]
    Write(#[from] WriteError),
    /// A result cannot be written.
    #[error("cannot write: {0}")]
    Io(std::io::Error),
    /// A limit was reached, or somebody asked to stop.
    #[error("{0}")]
    Stopped(Stop),
}

impl UnitsError {
    fn input(place: impl Display, problem: impl Display) -> Self {
        Self::Input(format!("{place}: {problem}"))
    }
}

impl Head {
    /// What is to be split: a position of a game, so many moves deep, with the winner that is
    /// assumed or else the side to move.
    ///
    /// # Errors
    /// If a Domineering position does not name its side.
    pub fn new(
        desk: &SearchResources,
        game: Game,
        diagram: &Diagram,
        winner: Option<Side>,
        plies: u32,
    ) -> Result<Self, BadBoard> {
        let white = (game == Game::Amazons).then_some(Side::White);
        let Some(to_move) = diagram.side().or(white) else {
            let problem = "units need a side to move: add v or h";
            return Err(BadBoard::new(&diagram.to_string(), problem));
        };
        Ok(Self {
            game,
            board: game.board_name(diagram),
            position: diagram.clone().with_side(Some(to_move)).to_string(),
            winner: winner.unwrap_or(to_move),
            first_move: None,
            plies,
            databases: desk.databases_of(game).to_owned(),
        })
    }

    /// The same with the winner's first move given, as it is usually written.
    ///
    /// # Errors
    /// If the winner is not to move.
    pub fn with_first_move(self, name: String) -> Result<Self, BadBoard> {
        if self.diagram()?.side() != Some(self.winner) {
            let problem = "a first move is that of the side assumed to win, which is not to move";
            return Err(BadBoard::new(&self.position, problem));
        }
        Ok(Self { first_move: Some(name), ..self })
    }

    /// The position that was split.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn diagram(&self) -> Result<Diagram, BadBoard> {
        read(self.game, &self.position)
    }
}
