//! Who wins a position.

use super::evaluate::Evaluator;
use crate::alphabeta::AlphaBeta;
use crate::limits::{Counters, Limits, Stopped, Watch};
use crate::table::{self, Solved, Table};
use lastmove_board::{Bits, Size};
use lastmove_domineering::{Move, Player, Position};
use std::fmt;

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

/// Solves a position for its player to move.
pub fn solve<B: Bits>(
    size: Size,
    position: &Position<B>,
    options: &Options,
    limits: Limits<'_>,
) -> Result<Outcome, Stopped> {
    let table = Table::new(options.memory);
    let evaluator = Evaluator::new(size);
    solve_with(&evaluator, &table, position, options, limits)
}

/// Solves a board with each of the players first: Vertical, then Horizontal.
pub fn classify<B: Bits>(
    size: Size,
    empty: B,
    options: &Options,
    limits: Limits<'_>,
) -> Result<(Class, [Outcome; 2]), Stopped> {
    let table = Table::new(options.memory);
    let evaluator = Evaluator::new(size);
    let solve =
        |first| solve_with(&evaluator, &table, &Position::new(empty, first), options, limits);
    let outcomes = [solve(Player::Vertical)?, solve(Player::Horizontal)?];
    Ok((Class::of(outcomes[0].winner, outcomes[1].winner), outcomes))
}

fn solve_with<B: Bits>(
    evaluator: &Evaluator<B>,
    table: &Table<Solved>,
    position: &Position<B>,
    _options: &Options,
    limits: Limits<'_>,
) -> Result<Outcome, Stopped> {
    let watch = Watch::new(limits);
    let root = evaluator.views.state(position.empty(), position.to_move());
    let mut search = AlphaBeta::new(evaluator, table, &watch);
    let best = search.solve(&root)?;
    let first = position.to_move();
    Ok(Outcome {
        winner: if best.is_some() { first } else { first.opponent() },
        best_move: best.map(Move),
        counters: search.counters(),
        nodes_by_ply: search.nodes_by_ply().to_vec(),
    })
}
