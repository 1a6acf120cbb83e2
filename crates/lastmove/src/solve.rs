//! Finding the winner, and proving it.

use crate::{Ask, Error};
use lastmove_board::Game;
use lastmove_report::solve::{
    Certificate, Question, SearchHooks, SearchProgress, SearchResources, Solved,
};
use lastmove_report::{SolvedSum, SumSolver, read};
use lastmove_values::{AppraisalLimits, Player};
use lastmove_work::Budget;
use std::fmt;
use std::io::Write;
use std::ops::ControlFlow::Continue;

/// The settings of [`Solve`].
#[derive(Default)]
pub struct AskWinner<'a> {
    moves: bool,
    progress: Option<&'a mut (dyn FnMut(&SearchProgress) + Send)>,
}

impl fmt::Debug for AskWinner<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AskWinner").field("moves", &self.moves).finish_non_exhaustive()
    }
}

/// Finds the winner within limits. Without a side to move a board of Domineering is solved with
/// each player first.
///
/// ```
/// use lastmove::{Game, Solve, board::Side};
/// use std::time::Duration;
///
/// let solve = Solve::new(Game::Amazons, "q2/3/2Q w").threads(1).time(Duration::from_secs(10));
/// let solved = solve.moves().run()?;
/// assert_eq!(solved.winner, Some(Side::White));
/// let wins = solved.moves.iter().flatten().filter(|mv| mv.winner == Side::White);
/// println!("{} moves win", wins.count());
/// # Ok::<(), lastmove::Error>(())
/// ```
pub type Solve<'a> = Ask<'a, AskWinner<'a>>;

impl<'a> Solve<'a> {
    /// Also finds the winner after every move.
    #[must_use]
    pub fn moves(mut self) -> Self {
        self.what.moves = true;
        self
    }

    /// Calls `look` a few times a second while the search runs.
    #[must_use]
    pub fn progress(mut self, look: &'a mut (dyn FnMut(&SearchProgress) + Send)) -> Self {
        self.what.progress = Some(look);
        self
    }

    /// Finds the winner and the winning moves.
    ///
    /// # Errors
    /// If the board or the databases cannot be read, or a limit is reached first.
    pub fn run(self) -> Result<Solved, Error> {
        Ok(self.searched()?.1)
    }

    /// Finds the winner and writes a certificate of it, which [`verify`](crate::verify) checks.
    ///
    /// # Errors
    /// As [`Solve::run`], and if the certificate cannot be written.
    pub fn prove(self, out: impl Write + Send) -> Result<Solved, Error> {
        let budget = self.budget();
        let (resources, mut solved) = self.searched_within(&budget)?;
        let written = resources.proof(&solved).write(out, &budget, |_| Continue(()))?;
        solved.certificate = Some(Certificate::from(&written));
        Ok(solved)
    }

    fn searched(self) -> Result<(SearchResources, Solved), Error> {
        let budget = self.budget();
        self.searched_within(&budget)
    }

    fn searched_within(self, budget: &Budget) -> Result<(SearchResources, Solved), Error> {
        let question = Question {
            moves: self.what.moves,
            ..Question::new(self.game, read(self.game, self.board)?)
        };
        let resources = SearchResources::new(self.open_databases(budget)?, self.shares());
        let mut quiet = |_: &SearchProgress| {};
        let look = self.what.progress.unwrap_or(&mut quiet);
        let solved = resources.solve(&question, budget, SearchHooks::new(look))?;
        Ok((resources, solved))
    }
}

/// Finds the winner and the winning moves. Without a side to move a board of Domineering is solved
/// with each player first. [`Solve`] has limits and more.
///
/// ```
/// use lastmove::{Game, board::Side};
///
/// let solved = lastmove::solve(Game::Amazons, "q1Q w")?;
/// assert_eq!(solved.winner, Some(Side::White));
///
/// let solved = lastmove::solve(Game::Domineering, "4x4")?;
/// assert_eq!(solved.class().map(|class| class.letter()), Some('1')); // whoever starts wins
/// # Ok::<(), lastmove::Error>(())
/// ```
///
/// # Errors
/// If the board cannot be read.
pub fn solve(game: Game, board: &str) -> Result<Solved, Error> {
    Solve::new(game, board).run()
}

/// Solves a position and writes a certificate of the result, which [`verify`](crate::verify) checks:
/// into a file, or into a `&mut Vec<u8>`.
///
/// ```
/// use std::io::Cursor;
/// use lastmove::Game;
///
/// let mut certificate = Vec::new();
/// lastmove::prove(Game::Amazons, "q2/3/2Q w", &mut certificate)?;
/// let report = lastmove::verify(Cursor::new(&certificate), Some("amazons q2/3/2Q w white"))?;
/// println!("{} positions", report.positions);
/// # Ok::<(), lastmove::Error>(())
/// ```
///
/// # Errors
/// If the board cannot be read or the certificate cannot be written.
pub fn prove(game: Game, board: &str, out: impl Write + Send) -> Result<Solved, Error> {
    Solve::new(game, board).prove(out)
}

/// Finds the winner and the winning moves of a sum of positions of both games and values. Left is
/// Black and Vertical. [`SumSolver`] has limits, and keeps its results for later sums.
///
/// ```
/// use lastmove::values::Player;
///
/// let solved = lastmove::solve_sum("-2.[domineering 3x4] + ±2", Player::Left)?;
/// assert_eq!(solved.winner, Player::Left);
/// for best in &solved.best_moves {
///     println!("{} in {}", best.mv, best.term);
/// }
/// # Ok::<(), lastmove::Error>(())
/// ```
///
/// # Errors
/// If the expression is not a sum, or too large.
pub fn solve_sum(expression: &str, first: Player) -> Result<SolvedSum, Error> {
    Ok(SumSolver::new(AppraisalLimits::default()).solve(expression, first)?)
}
