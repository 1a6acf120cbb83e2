//! What making puzzles asks of a game.

use lastmove_board::{Bits, Geometry, Size};
use lastmove_domineering::{covered_by, most_moves, moves_of};
use lastmove_player::eval::Evaluator;
use lastmove_player::{Amazons, Domineering, Judge, Playable};

/// A game that puzzles are made of.
pub trait Puzzling: Playable {
    /// How many games are played.
    const GAMES: u64;
    /// Their boards.
    const BOARDS: &'static [&'static str];
    /// So many games follow each other on the same board, whose regions the solver then knows.
    const RUN: u64;
    /// Nodes for each move of a game.
    const NODES: u64;
    /// Nodes for proving one puzzle.
    const PROVING: u64;

    /// How good each position looks for the side to move, without search.
    fn glances(geometry: &Geometry<u128>, positions: &[Self]) -> Vec<f64>;

    /// Whether it is clear that the side to move loses.
    fn is_clear(&self, judge: &Self::Judge, size: Size) -> bool;
}

impl Puzzling for Amazons {
    const GAMES: u64 = 700;
    const BOARDS: &'static [&'static str] = &["5x5", "6x6", "7x7", "8x8"];
    const RUN: u64 = 1;
    const NODES: u64 = 150;
    const PROVING: u64 = 5_000;

    fn glances(geometry: &Geometry<u128>, positions: &[Self]) -> Vec<f64> {
        let evaluator = Evaluator::new(geometry);
        positions.iter().map(|position| f64::from(evaluator.value(geometry, position))).collect()
    }

    /// The areas are counted, as the page shows them.
    fn is_clear(&self, judge: &Self::Judge, size: Size) -> bool {
        judge.winner_without_search(size, self) == Some(self.to_move().opponent().side())
    }
}

impl Puzzling for Domineering {
    const GAMES: u64 = 400;
    const BOARDS: &'static [&'static str] =
        &["5x5", "5x6", "6x6", "6x7", "7x7", "7x8", "8x8", "8x8"];
    const RUN: u64 = 40;
    const NODES: u64 = 1_000;
    const PROVING: u64 = 4_000;

    fn glances(geometry: &Geometry<u128>, positions: &[Self]) -> Vec<f64> {
        let moves = |position: &Self, player| {
            f64::from(moves_of(geometry, position.empty(), player).count())
        };
        let glance = |position: &Self| {
            let me = position.to_move();
            moves(position, me) - moves(position, me.opponent())
        };
        positions.iter().map(glance).collect()
    }

    /// The winner's safe moves are counted, which the loser cannot take away, and all that the
    /// loser has: with as many the winner has always an answer.
    fn is_clear(&self, _: &Self::Judge, size: Size) -> bool {
        let geometry = Geometry::new(size);
        let (loser, winner) = (self.to_move(), self.to_move().opponent());
        let threats = moves_of(&geometry, self.empty(), loser);
        let safe = self.empty() & !covered_by(&geometry, threats, loser);
        most_moves(&geometry, safe, winner) >= most_moves(&geometry, self.empty(), loser)
    }
}
