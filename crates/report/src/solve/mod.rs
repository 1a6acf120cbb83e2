//! Solving positions: one answer for the command line, the page and programs.

#[cfg(feature = "files")]
mod certificate;
#[cfg(feature = "files")]
mod checkpoint_file;
mod proof;
#[cfg(feature = "files")]
mod record;
mod resources;
mod solved;

#[cfg(feature = "files")]
pub use certificate::{CertificateFile, FileError, check_certificate};
#[cfg(feature = "files")]
pub use checkpoint_file::{CheckpointFile, CheckpointFileError};
pub use proof::ProofWriter;
#[cfg(feature = "files")]
pub use record::{RecordError, SearchRecord};
pub use resources::SearchResources;
pub(crate) use resources::WithSolver;
pub use solved::{BothFirst, Certificate, Earlier, First, MoveAnswer, Opening, Solved, Stats};

use crate::{BadBoard, position_of};
use lastmove_board::{Bits, Diagram, Game, GamePosition, Side, Size};
use lastmove_proof::Claim;
#[cfg(feature = "files")]
use lastmove_solver::amazons::Census;
use lastmove_solver::amazons::{AmazonsSolver, Watch};
use lastmove_solver::domineering::Class;
use lastmove_solver::{MoveOf, Solution, Solver, Status};
use lastmove_work::{Budget, Stopped};
use thiserror::Error;

/// What is to be solved.
#[derive(Clone, Debug)]
pub struct Question {
    /// the game
    pub game: Game,
    /// the position; in Domineering without a side both players are taken as first
    pub diagram: Diagram,
    /// whether the result of every move is wanted
    pub moves: bool,
    /// whether Amazons is searched depth first, by one thread
    pub depth_first: bool,
    /// whether the areas of Amazons are counted
    pub stats: bool,
    /// an earlier position and the moves from there, where the search can make use of them
    pub before: Option<(Diagram, Vec<String>)>,
}

impl Question {
    /// The winner alone.
    pub fn new(game: Game, diagram: Diagram) -> Self {
        Self { game, diagram, moves: false, depth_first: false, stats: false, before: None }
    }
}

/// How far a search is.
#[derive(Clone, Debug)]
pub struct SearchProgress {
    /// who is first
    pub first: Side,
    /// positions entered so far, by all searches of the question
    pub nodes: u64,
    /// the proof and the disproof number of the root, where the search has such
    pub numbers: Option<[u32; 2]>,
    /// the share of the tree's top that is done, where the search goes through it in order
    pub done: Option<f64>,
    /// the line that looks most promising now
    pub line: Vec<String>,
}

/// Why there is no answer.
#[derive(Debug, Error)]
pub enum SolveError {
    /// The diagram is no position of the game.
    #[error(transparent)]
    Board(#[from] BadBoard),
    /// A limit was reached; what was found until then comes with it.
    #[error("{0}")]
    Stopped(Stopped, Box<Solved>),
    /// The checkpoint is of another search.
    #[cfg(feature = "files")]
    #[error(transparent)]
    Checkpoint(#[from] CheckpointFileError),
    /// A database is damaged.
    #[error("{0}")]
    Fault(String),
}

/// What happens beside the search.
pub struct SearchHooks<'b> {
    /// hears how far the search is, a few times a second
    pub look: &'b mut (dyn FnMut(&SearchProgress) + Send),
    /// keeps what the search finds out in a file
    #[cfg(feature = "files")]
    pub keeper: Option<&'b CheckpointFile>,
    /// keeps a record of the positions that took much work
    #[cfg(feature = "files")]
    pub record: Option<&'b SearchRecord>,
}

impl<'b> SearchHooks<'b> {
    /// Nothing but this.
    pub fn new(look: &'b mut (dyn FnMut(&SearchProgress) + Send)) -> Self {
        Self {
            look,
            #[cfg(feature = "files")]
            keeper: None,
            #[cfg(feature = "files")]
            record: None,
        }
    }
}

impl SearchResources {
    /// Solves a position. Everything that it takes is drawn from `budget`.
    ///
    /// # Errors
    /// If there is no such position, or a limit was reached first.
    pub fn solve(
        &self,
        question: &Question,
        budget: &Budget,
        beside: SearchHooks<'_>,
    ) -> Result<Solved, SolveError> {
        let task = Solving { desk: self, question, budget, beside };
        let solved = self.with_solver(question.game, question.diagram.size(), task)?;
        match self.databases().fault() {
            Some(fault) if question.game == Game::Amazons => {
                Err(SolveError::Fault(fault.to_string()))
            }
            _ => Ok(solved),
        }
    }
}

/// One question on its way.
struct Solving<'s, 'b> {
    desk: &'s SearchResources,
    question: &'s Question,
    budget: &'s Budget,
    beside: SearchHooks<'b>,
}

type Look<'l, M> = dyn FnMut(&Status<M>) + Send + 'l;

impl WithSolver for Solving<'_, '_> {
    type Output = Result<Solved, SolveError>;

    #[cfg(feature = "files")]
    fn counts_areas(&self) -> bool {
        self.question.stats
    }

    fn run<S: Solver>(self, solver: &S) -> Self::Output {
        let before = self.before::<S>(solver);
        self.all(solver, |position, budget, look| {
            solver.solve_after(&before, position, budget, look)
        })
    }

    fn run_amazons<B: Bits>(self, solver: &AmazonsSolver<'_, B>) -> Self::Output {
        self.amazons(solver)
    }

    #[cfg(feature = "files")]
    fn run_counting<B: Bits>(self, solver: &AmazonsSolver<'_, B, Census>) -> Self::Output {
        let desk = self.desk;
        let mut solved = self.amazons(solver)?;
        let (met, census) = solver.met();
        solved.stats = Some(Stats {
            local_positions: met.local_positions,
            table_full: desk.store().table.permille_full() as f64 / 1000.0,
            table_entries: desk.store().table.capacity(),
            positions: census.positions,
            areas: Stats::areas_of(&census),
        });
        Ok(solved)
    }
}

impl Solving<'_, '_> {
    fn amazons<B: Bits, W: Watch>(
        self,
        solver: &AmazonsSolver<'_, B, W>,
    ) -> Result<Solved, SolveError> {
        let depth_first = self.question.depth_first;
        self.all(solver, |position, budget, look| match depth_first {
            true => solver.solve_depth_first(position, budget, look),
            false => solver.solve(position, budget, look),
        })
    }

    /// The moves that led to the position, as far as they are known.
    fn before<S: Solver>(&self, solver: &S) -> Vec<MoveOf<S>> {
        let Some((start, names)) = &self.question.before else { return Vec::new() };
        let Ok(mut position) = position_of::<S::Position>(start) else { return Vec::new() };
        let (geometry, mut moves) = (solver.geometry(), Vec::new());
        for name in names {
            let Ok(mv) = S::Position::read_move(geometry.size(), name) else { return Vec::new() };
            let Ok(after) = position.play(geometry, mv) else { return Vec::new() };
            position = after;
            moves.push(mv);
        }
        moves
    }

    fn all<S: Solver>(
        self,
        solver: &S,
        solve: impl Fn(
            &S::Position,
            &Budget,
            &mut Look<'_, MoveOf<S>>,
        ) -> Result<Solution<MoveOf<S>>, Stopped>,
    ) -> Result<Solved, SolveError> {
        let Self { desk, question, budget, mut beside } = self;
        let diagram = &question.diagram;
        let first: S::Position = position_of(diagram)?;
        // Without a side to move Domineering is solved with either player first.
        let starts = match diagram.side() {
            Some(_) => vec![first],
            None => vec![first, first.passed()],
        };
        let mut answer = Solved {
            threads: if question.depth_first { 1 } else { solver.shares().threads },
            databases: desk.databases_of(question.game).to_owned(),
            ..Solved::new(question.game, diagram)
        };
        #[cfg(feature = "files")]
        if let Some(record) = beside.record {
            record.restore(question.game, solver)?;
        }
        let work = |answer: &mut Solved, beside: &mut SearchHooks<'_>| -> Result<(), Stopped> {
            for position in &starts {
                let mut look = |status: &Status<MoveOf<S>>| {
                    #[cfg(feature = "files")]
                    beside.record.inspect(|record| record.keep(solver, budget));
                    (beside.look)(&SearchProgress {
                        first: position.side(),
                        nodes: budget.nodes(),
                        numbers: status.numbers,
                        done: status.done,
                        line: names::<S>(diagram.size(), &status.line),
                    });
                };
                let solution = solve(position, budget, &mut look);
                #[cfg(feature = "files")]
                beside.record.inspect(|record| record.keep(solver, budget));
                let solution = solution?;
                answer.count(solution.counters);
                let moves = match question.moves {
                    true => Some(every_move(solver, position, budget, &mut look, answer)?),
                    false => None,
                };
                let start = position.diagram(diagram.size());
                answer.claims.extend(Claim::new(question.game.into(), start, solution.winner));
                answer.add(position.side(), opening(solver, position, solution, moves));
            }
            if let (Some(both), [first, second]) = (&mut answer.both, &answer.claims[..]) {
                both.class = Some(Class::of(first.winner(), second.winner()));
            }
            answer.seconds = budget.seconds();
            Ok(())
        };
        #[cfg(feature = "files")]
        let result = match beside.keeper {
            Some(keeper) => {
                let databases = desk.databases_of(question.game);
                answer.earlier = keeper.earlier();
                keeper.restore(databases, solver.table())?;
                keeper.keeping(budget, databases, solver.table(), || work(&mut answer, &mut beside))
            }
            None => work(&mut answer, &mut beside),
        };
        #[cfg(not(feature = "files"))]
        let result = work(&mut answer, &mut beside);
        match result {
            Ok(()) => Ok(answer),
            Err(stopped) => {
                answer.count(stopped.counters);
                answer.seconds = budget.seconds();
                Err(SolveError::Stopped(stopped, Box::new(answer)))
            }
        }
    }
}

/// Moves as they are written.
fn names<S: Solver>(size: Size, moves: &[MoveOf<S>]) -> Vec<String> {
    moves.iter().map(|&mv| S::Position::move_name(mv, size)).collect()
}

/// The result of every move.
fn every_move<S: Solver>(
    solver: &S,
    position: &S::Position,
    budget: &Budget,
    look: &mut Look<'_, MoveOf<S>>,
    answer: &mut Solved,
) -> Result<Vec<MoveAnswer>, Stopped> {
    let (results, counters) = solver.moves(position, budget, look)?;
    answer.count(counters);
    let size = solver.geometry().size();
    let result = |result: lastmove_solver::MoveResult<MoveOf<S>>| MoveAnswer {
        mv: S::Position::move_name(result.mv, size),
        winner: result.winner,
        nodes: result.nodes,
    };
    Ok(results.into_iter().map(result).collect())
}

fn opening<S: Solver>(
    solver: &S,
    position: &S::Position,
    solution: Solution<MoveOf<S>>,
    moves: Option<Vec<MoveAnswer>>,
) -> Opening {
    let size = solver.geometry().size();
    Opening {
        winner: solution.winner,
        best_move: solution.best_move.map(|mv| S::Position::move_name(mv, size)),
        squares: solution.best_move.map(|mv| position.move_squares(mv, size)),
        pv: names::<S>(size, &solution.pv),
        nodes: solution.counters.nodes,
        nodes_by_ply: solution.nodes_by_ply,
        moves,
    }
}
