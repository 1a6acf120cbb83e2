//! Who wins a position.

use super::evaluate::Evaluator;
use super::regions::RegionValues;
use super::switches::Switches;
use crate::limits::{Counters, Limits, Stopped, Watch};
use crate::parallel;
use crate::table::{self, Solved, Table};
use lastmove_board::{Bits, Size};
use lastmove_domineering::{Move, Player, Position};
use std::fmt;
use std::sync::{Arc, mpsc};
use std::time::Duration;

/// How to search.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// threads that share the table
    pub threads: usize,
    /// bytes of the table
    pub memory: usize,
}

impl Default for Options {
    fn default() -> Self {
        Self { threads: 1, memory: table::DEFAULT_BYTES }
    }
}

/// The answer for one first player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// who wins
    pub winner: Player,
    /// a winning move; `None` if the first player loses
    pub best_move: Option<Move>,
    /// what was counted
    pub counters: Counters,
    /// positions entered, by their distance from the root
    pub nodes_by_ply: Vec<u64>,
}

/// The outcome class of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Class {
    /// Vertical wins, whoever is first
    Vertical,
    /// Horizontal wins, whoever is first
    Horizontal,
    /// the first player wins
    First,
    /// the second player wins
    Second,
}

impl Class {
    /// The class by the winner with Vertical first and the winner with Horizontal first.
    pub fn of(vertical_first: Player, horizontal_first: Player) -> Self {
        match (vertical_first, horizontal_first) {
            (Player::Vertical, Player::Vertical) => Self::Vertical,
            (Player::Horizontal, Player::Horizontal) => Self::Horizontal,
            (Player::Vertical, Player::Horizontal) => Self::First,
            (Player::Horizontal, Player::Vertical) => Self::Second,
        }
    }

    /// The winner with Vertical first and the winner with Horizontal first.
    pub fn winners(self) -> (Player, Player) {
        match self {
            Self::Vertical => (Player::Vertical, Player::Vertical),
            Self::Horizontal => (Player::Horizontal, Player::Horizontal),
            Self::First => (Player::Vertical, Player::Horizontal),
            Self::Second => (Player::Horizontal, Player::Vertical),
        }
    }

    /// The class that [`Class::letter`] stands for.
    pub fn from_letter(letter: char) -> Option<Self> {
        [Self::Vertical, Self::Horizontal, Self::First, Self::Second]
            .into_iter()
            .find(|class| class.letter() == letter)
    }

    /// `V`, `H`, `1` or `2`.
    pub const fn letter(self) -> char {
        match self {
            Self::Vertical => 'V',
            Self::Horizontal => 'H',
            Self::First => '1',
            Self::Second => '2',
        }
    }
}

impl fmt::Display for Class {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}

/// Solves positions on one board; what it learns of one it uses for the next.
pub struct Solver<B> {
    pub(super) evaluator: Evaluator<B>,
    pub(super) table: Table<Solved>,
    threads: usize,
}

impl<B: Bits> Solver<B> {
    /// A solver for boards of this size.
    ///
    /// # Panics
    /// If the board has more squares than `B` holds.
    pub fn new(size: Size, options: &Options) -> Self {
        Self::with_values(size, options, Arc::default())
    }

    /// A solver that shares values of regions with others.
    ///
    /// # Panics
    /// If the board has more squares than `B` holds.
    pub fn with_values(size: Size, options: &Options, values: Arc<RegionValues>) -> Self {
        Self {
            evaluator: Evaluator::new(size, values),
            table: Table::new(options.memory.min(table_for(size))),
            threads: options.threads.max(1),
        }
    }

    /// A solver with parts of its evaluation switched off, for experiments.
    ///
    /// # Panics
    /// If the board has more squares than `B` holds.
    pub fn with_switches(
        size: Size,
        options: &Options,
        values: Arc<RegionValues>,
        switches: Switches,
    ) -> Self {
        let evaluator = Evaluator::with(size, values, Some(switches));
        // the usual table is too small for a search that sees less
        let table = Table::new(options.memory);
        Self { evaluator, table, threads: options.threads.max(1) }
    }

    /// What it has learnt.
    pub fn table(&self) -> &Table<Solved> {
        &self.table
    }

    /// Solves a position for its player to move.
    ///
    /// # Errors
    /// If a limit was reached first.
    pub fn solve(&self, position: &Position<B>, limits: Limits<'_>) -> Result<Outcome, Stopped> {
        self.solve_watched(position, &Watch::new(limits))
    }

    /// Solves a position and now and then tells how many positions were entered.
    ///
    /// # Errors
    /// If a limit was reached first.
    pub fn solve_aloud(
        &self,
        position: &Position<B>,
        limits: Limits<'_>,
        look: &mut dyn FnMut(u64),
    ) -> Result<Outcome, Stopped> {
        let watch = Watch::new(limits);
        std::thread::scope(|scope| {
            let (done, waiting) = mpsc::channel::<()>();
            let search =
                std::thread::Builder::new().stack_size(parallel::STACK).spawn_scoped(scope, || {
                    let _done = done; // dropped when the search ends, however it ends
                    self.solve_watched(position, &watch)
                });
            let Ok(search) = search else { return self.solve_watched(position, &watch) };
            while let Err(mpsc::RecvTimeoutError::Timeout) = waiting.recv_timeout(LOOK) {
                look(watch.nodes());
            }
            search.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
        })
    }

    /// Like [`Solver::solve`], with the counter of nodes in the caller's hands, who can look at
    /// it from another thread.
    ///
    /// # Errors
    /// If a limit was reached first.
    pub fn solve_watched(
        &self,
        position: &Position<B>,
        watch: &Watch<'_>,
    ) -> Result<Outcome, Stopped> {
        let root = self.evaluator.views.state(position.empty(), position.to_move());
        let answer = parallel::solve(&self.evaluator, &self.table, watch, &root, self.threads)?;
        let first = position.to_move();
        Ok(Outcome {
            winner: if answer.best.is_some() { first } else { first.opponent() },
            best_move: answer.best.map(Move),
            counters: answer.counters,
            nodes_by_ply: answer.nodes_by_ply,
        })
    }
}

/// How often a running search is looked at.
const LOOK: Duration = Duration::from_millis(200);

/// As many bytes as the boards of a size can make use of: each page that a table is only looked
/// up in costs a page fault, which small boards would feel.
fn table_for(size: Size) -> usize {
    match size.squares() {
        ..=48 => 1 << 22,
        49..=64 => 1 << 25,
        65..=72 => 1 << 27,
        73..=77 => 1 << 28,
        _ => usize::MAX,
    }
}

/// Solves one position for its player to move.
///
/// ```
/// use lastmove_board::Size;
/// use lastmove_domineering::{Player, Position};
/// use lastmove_solver::{Limits, domineering::{Options, solve}};
///
/// let size = Size::new(6, 6).unwrap();
/// let position = Position::new((1u64 << 36) - 1, Player::Horizontal);
/// let outcome = solve(size, &position, &Options::default(), Limits::default()).unwrap();
/// assert_eq!(outcome.winner, Player::Horizontal);
/// ```
///
/// # Errors
/// If a limit was reached first.
pub fn solve<B: Bits>(
    size: Size,
    position: &Position<B>,
    options: &Options,
    limits: Limits<'_>,
) -> Result<Outcome, Stopped> {
    Solver::new(size, options).solve(position, limits)
}

/// Solves a board with each of the players first: Vertical, then Horizontal.
///
/// # Errors
/// If a limit was reached first.
pub fn classify<B: Bits>(
    size: Size,
    empty: B,
    options: &Options,
    limits: Limits<'_>,
) -> Result<(Class, [Outcome; 2]), Stopped> {
    let solver = Solver::new(size, options);
    let solve = |first| solver.solve(&Position::new(empty, first), limits);
    let outcomes = [solve(Player::Vertical)?, solve(Player::Horizontal)?];
    Ok((Class::of(outcomes[0].winner, outcomes[1].winner), outcomes))
}
