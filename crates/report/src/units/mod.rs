//! A large search as many small ones: files of work units, working through them, and joining
//! their results.

mod file;
mod join;
mod merge;
mod work;

pub(crate) use file::side;
pub use file::{Head, Outcome, Unit, Units};
pub use merge::{Merged, merge, split};
pub use work::{Worked, work};

use crate::solve::{Desk, FileError, SolveError, WithSolver, read};
use crate::{BadBoard, Game, read as read_board};
use lastmove_board::{Bits, Diagram, MoveTree, Side};
use lastmove_solver::Solver;
use lastmove_solver::units::{Leaf, Split, Standing, Tree, tentative};
use lastmove_work::Stop;
use lastmove_work::file::WriteError;
use std::collections::HashMap;
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
        desk: &Desk,
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
            plies,
            databases: desk.databases_of(game).to_owned(),
        })
    }

    fn diagram(&self) -> Result<Diagram, BadBoard> {
        read_board(self.game, &self.position)
    }
}

/// A tentative proof tree with its positions as texts.
struct NamedTree {
    standing: Standing,
    /// the units with the moves that lead to them
    units: Vec<(String, Vec<String>)>,
    /// the winner's moves that are certain: from the key of a position to that of the next
    moves: HashMap<u128, u128>,
}

/// Builds the tentative tree, given the results so far.
fn tree(desk: &Desk, head: &Head, results: &[Outcome]) -> Result<NamedTree, BadBoard> {
    let size = head.diagram()?.size();
    desk.with_solver(head.game, size, Building { head, results })
}

struct Building<'b> {
    head: &'b Head,
    results: &'b [Outcome],
}

impl WithSolver for Building<'_> {
    type Output = Result<NamedTree, BadBoard>;

    fn run<B: Bits, S: Solver<B>>(self, solver: &S) -> Self::Output {
        let Self { head, results } = self;
        let position = |text: &str| read::<B, S>(&read_board(head.game, text)?);
        let mut splitter = solver.splitter();
        let mut known = HashMap::new();
        for result in results {
            let position = position(&result.position)?;
            known.insert(splitter.key(&position), position.side() == result.winner);
        }
        let root = position(&head.position)?;
        let mover_wins = root.side() == head.winner;
        let Tree { standing, units, moves } =
            tentative(&mut splitter, &root, mover_wins, head.plies as usize, &known);
        let size = solver.geometry().size();
        let text = |position: &S::Position| position.diagram(size).to_string();
        let units = units.iter().map(|Leaf { position, before }| {
            let after = before.iter().skip(1).chain([position]).map(text);
            let moves = before.iter().zip(after).filter_map(|(before, after)| {
                let leads_there =
                    |mv: &_| text(&before.tree_child(solver.geometry(), *mv)) == after;
                before.tree_moves(solver.geometry()).find(leads_there)
            });
            (text(position), moves.map(|mv| S::Position::move_name(mv, size)).collect())
        });
        let units = units.collect();
        Ok(NamedTree { standing, units, moves })
    }
}
