//! The requirements that puzzles have of a game.

use lastmove_board::{Bits, Geometry, Size};
use lastmove_domineering::{covered_by, most_moves, moves_of};
use lastmove_player::eval::PositionEvaluator;
use lastmove_player::{Amazons, Domineering, Judge, Playable};

/// How the puzzles of one game are made.
pub struct PuzzleGame<P: Playable> {
    /// how many games are played
    pub games: u64,
    /// their boards
    pub(super) boards: &'static [&'static str],
    /// this many games follow each other on the same board, whose regions the solver then knows
    pub(super) run: u64,
    /// nodes for each move of a game
    pub(super) nodes: u64,
    /// nodes for proving one puzzle
    pub(super) proving: u64,
    /// how good each position looks for the side to move, without search
    pub(super) glances: fn(&Geometry<u128>, &[P]) -> Vec<f64>,
    /// whether it is clear that the side to move loses
    pub(super) is_clear: fn(&P, &Judge<P>, Size) -> bool,
}

/// Puzzles of Amazons.
pub const AMAZONS: PuzzleGame<Amazons> = PuzzleGame {
    games: 700,
    boards: &["5x5", "6x6", "7x7", "8x8"],
    run: 1,
    nodes: 150,
    proving: 5_000,
    glances: |geometry, positions| {
        let evaluator = PositionEvaluator::new(geometry);
        positions.iter().map(|position| f64::from(evaluator.value(geometry, position))).collect()
    },
    // The areas are counted, as the page shows them.
    is_clear: |position, judge, size| {
        let winner = judge.winner_without_search(size, position);
        winner == Some(position.to_move().opponent().side())
    },
};

/// Puzzles of Domineering.
pub const DOMINEERING: PuzzleGame<Domineering> = PuzzleGame {
    games: 400,
    boards: &["5x5", "5x6", "6x6", "6x7", "7x7", "7x8", "8x8", "8x8"],
    run: 40,
    nodes: 1_000,
    proving: 4_000,
    glances: |geometry, positions| {
        let moves = |position: &Domineering, player| {
            f64::from(moves_of(geometry, position.empty(), player).count())
        };
        let glance = |position: &Domineering| {
            let me = position.to_move();
            moves(position, me) - moves(position, me.opponent())
        };
        positions.iter().map(glance).collect()
    },
    // The winner's safe moves are counted, which the loser cannot take away, and all that the loser
    // has: with as many the winner has always an answer.
    is_clear: |position, _, size| {
        let (geometry, empty) = (Geometry::new(size), position.empty());
        let (loser, winner) = (position.to_move(), position.to_move().opponent());
        let threats = moves_of(&geometry, empty, loser);
        let safe = empty & !covered_by(&geometry, threats, loser);
        most_moves(&geometry, safe, winner) >= most_moves(&geometry, empty, loser)
    },
};
