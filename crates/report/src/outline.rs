//! What is still known of positions whose form is too large: who wins, and between which integers
//! the value lies, by the solver.
//!
//! `G >= n` if Left wins G - n as the second player. The integer is laid beside the position as
//! squares that only one player can use, and the solver answers.

use crate::AppraiseError;
use crate::solve::{Question, SearchHooks, SearchResources};
use lastmove_board::{Cell, Diagram, Game, Size};
use lastmove_endgame::Databases;
use lastmove_solver::Shares;
use lastmove_values::{Outcome, Player, ValueError};
use lastmove_work::{Budget, Limits};
use serde::Serialize;
use std::sync::Arc;
use std::time::Duration;

/// Memory of the solver.
const MEMORY: u64 = 128 << 20;
/// Nodes of each search, so that small boards give the same answer every time,
const NODES: u64 = 150_000;
/// and the time of all of them, for large ones.
const TIME: Duration = Duration::from_secs(3);
/// The largest integer that is tried.
const MOST: i64 = 12;

/// What is known without a form.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Outline {
    /// who wins
    #[serde(skip)]
    pub outcome: Option<Outcome>,
    /// the greatest integer that the value is known to reach
    pub at_least: Option<i64>,
    /// the least integer that it is known not to exceed
    pub at_most: Option<i64>,
    /// numbers between which Left's stop lies
    pub left_stop_between: Option<[i64; 2]>,
    /// numbers between which Right's stop lies
    pub right_stop_between: Option<[i64; 2]>,
}

/// Asks the solver; what it learns serves the next position.
pub struct Outliner {
    game: Game,
    desk: SearchResources,
}

impl Outliner {
    /// A solver with one thread.
    pub fn new(game: Game) -> Self {
        let shares = Shares::at_least(MEMORY, 1);
        Self { game, desk: SearchResources::new(Arc::new(Databases::none()), shares) }
    }

    /// What can be found out about positions together within a few seconds.
    ///
    /// # Errors
    /// If one is no position of the game, or if the budget is spent.
    pub fn outline(&self, diagrams: &[Diagram], budget: &Budget) -> Result<Outline, AppraiseError> {
        let mut outline = Outline::default();
        let Some(board) = beside(diagrams) else { return Ok(outline) };
        let part = budget.part(Limits::time(TIME));
        let wins = |spare: i64, first: Player| -> Result<Option<bool>, AppraiseError> {
            let wins = self.left_wins(&board, spare, first, &part)?;
            budget.check().map_err(|_| ValueError::Stopped)?;
            Ok(wins)
        };
        let (first, second) = (wins(0, Player::Left)?, wins(0, Player::Right)?);
        let (Some(first), Some(second)) = (first, second) else { return Ok(outline) };
        outline.outcome = Some(Outcome::from_order(second, !first));
        if outline.outcome == Some(Outcome::Previous) {
            return Ok(Outline { at_least: Some(0), at_most: Some(0), ..outline });
        }
        let (low, tight) = search(second, |n| wins(-n, Player::Right))?;
        outline.at_least = low;
        outline.right_stop_between = low.filter(|_| tight).map(|low| [low, low + 1]);
        // The same for -G.
        let not = |wins: Option<bool>| wins.map(|wins| !wins);
        let (high, tight) = search(!first, |n| wins(n, Player::Left).map(not))?;
        outline.at_most = high.map(|n| -n);
        outline.left_stop_between = high.filter(|_| tight).map(|n| [-n - 1, -n]);
        Ok(outline)
    }

    /// Whether Left wins with so many moves to spare; `None` if the search gives up.
    fn left_wins(
        &self,
        board: &Diagram,
        spare: i64,
        first: Player,
        budget: &Budget,
    ) -> Result<Option<bool>, AppraiseError> {
        let [left, right] = self.game.left_and_right();
        let Some(board) = with_spare_moves(self.game, board, spare) else { return Ok(None) };
        let side = if first == Player::Left { left } else { right };
        let question = Question::new(self.game, board.with_side(Some(side)));
        let part = budget.part(Limits { nodes: Some(NODES), time: None });
        match self.desk.solve(&question, &part, SearchHooks::new(&mut |_| {})) {
            Ok(solved) => Ok(solved.winner.map(|winner| winner == left)),
            Err(crate::solve::SolveError::Board(error)) => Err(error.into()),
            Err(_) => Ok(None),
        }
    }
}

/// The greatest n that holds, of a property that holds for all smaller ones, and whether the next
/// one is known not to hold.
fn search(
    zero: bool,
    mut holds: impl FnMut(i64) -> Result<Option<bool>, AppraiseError>,
) -> Result<(Option<i64>, bool), AppraiseError> {
    let step = if zero { 1 } else { -1 };
    let mut n: i64 = 0;
    while n.abs() < MOST {
        n += step;
        match holds(n)? {
            Some(true) if !zero => return Ok((Some(n), true)),
            Some(false) if zero => return Ok((Some(n - 1), true)),
            Some(_) => {}
            None if zero => return Ok((Some(n - 1), false)),
            None => return Ok((None, false)),
        }
    }
    Ok((zero.then_some(n), false))
}

/// Positions next to each other, with a burnt column between them.
fn beside(diagrams: &[Diagram]) -> Option<Diagram> {
    let mut boards = diagrams.iter();
    let mut all = boards.next()?.clone();
    for board in boards {
        all = join(&all, board, true)?;
    }
    Some(all)
}

/// Two boards with a burnt line between them: side by side, or one below the other.
fn join(a: &Diagram, b: &Diagram, side_by_side: bool) -> Option<Diagram> {
    let (p, q) = (a.size(), b.size());
    let size = match side_by_side {
        true => Size::new(p.width() + 1 + q.width(), p.height().max(q.height())),
        false => Size::new(p.width().max(q.width()), p.height() + 1 + q.height()),
    }
    .ok()?;
    let (left, top) = if side_by_side { (p.width() + 1, 0) } else { (0, p.height() + 1) };
    let mut cells = vec![Cell::Burnt; size.squares()];
    for (diagram, left, top) in [(a, 0, 0), (b, left, top)] {
        for (i, &cell) in diagram.cells().iter().enumerate() {
            let (x, y) = (i % diagram.size().width(), i / diagram.size().width());
            cells[usize::from(size.square(left + x, top + y))] = cell;
        }
    }
    Some(Diagram::new(size, cells, None))
}

/// The position with so many moves more for Left, or for Right if it is negative.
fn with_spare_moves(game: Game, board: &Diagram, spare: i64) -> Option<Diagram> {
    let mut all = board.clone().with_side(None);
    let mut left = usize::try_from(spare.unsigned_abs()).ok()?;
    while left > 0 {
        let (width, height) = (all.size().width(), all.size().height());
        let (strip, side_by_side) = match game {
            // A corridor of k squares with one amazon is worth k moves.
            Game::Amazons => {
                let side_by_side = width <= height;
                let most = if side_by_side { height } else { width } - 1;
                let count = left.min(most);
                left -= count;
                let amazon = if spare > 0 { Cell::Black } else { Cell::White };
                let mut cells = vec![Cell::Empty; count + 1];
                cells[0] = amazon;
                (strip(cells, side_by_side)?, side_by_side)
            }
            // A strip of 2k squares is worth k moves for one player.
            Game::Domineering => {
                let side_by_side = spare > 0;
                let most = if side_by_side { height } else { width } / 2;
                let count = left.min(most.max(1));
                left -= count;
                (strip(vec![Cell::Empty; 2 * count], side_by_side)?, side_by_side)
            }
        };
        all = join(&all, &strip, side_by_side)?;
    }
    Some(all)
}

/// A line of cells, upright or flat.
fn strip(cells: Vec<Cell>, upright: bool) -> Option<Diagram> {
    let size = if upright { Size::new(1, cells.len()) } else { Size::new(cells.len(), 1) };
    Some(Diagram::new(size.ok()?, cells, None))
}

impl Outline {
    /// Whether nothing is known.
    pub fn is_empty(&self) -> bool {
        self.outcome.is_none()
    }

    /// The bounds in words.
    pub fn bounds(&self) -> Option<String> {
        let least = self.at_least.map(|n| format!("at least {n}"));
        let most = self.at_most.map(|n| format!("at most {n}"));
        match (least, most) {
            (Some(least), Some(most)) => Some(format!("{least}, {most}")),
            (least, most) => least.or(most),
        }
    }

    /// The stops in words.
    pub fn stops(&self) -> Option<String> {
        let stop = |name: &str, between: Option<[i64; 2]>| {
            between.map(|[low, high]| format!("{name} between {low} and {high}"))
        };
        let left = stop("Left's", self.left_stop_between);
        let right = stop("Right's", self.right_stop_between);
        match (left, right) {
            (Some(left), Some(right)) => Some(format!("{left}, {right}")),
            (left, right) => left.or(right),
        }
    }
}
