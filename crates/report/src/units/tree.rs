//! The tentative proof tree of a root, with its positions as texts.

use super::file::{Head, Outcome};
use crate::solve::{Desk, WithSolver, read};
use crate::{BadBoard, read as read_board};
use lastmove_board::{Bits, MoveTree, Side, Size};
use lastmove_solver::Solver;
use lastmove_solver::units::{Known, Leaf, Split, Tree, plies_below, tentative};
use std::collections::HashMap;

/// A tentative proof tree with its positions as texts.
pub(super) struct NamedTree {
    /// who wins the root, once it is known
    pub(super) winner: Option<Side>,
    /// the units with the moves that lead to them
    pub(super) units: Vec<(String, Vec<String>)>,
    /// the winner's moves that are certain: from the key of a position to that of the next
    pub(super) moves: HashMap<u128, u128>,
}

/// Builds the tentative tree, given the results so far and the units that were split.
pub(super) fn tree(
    desk: &Desk,
    head: &Head,
    results: &[Outcome],
    split: &[String],
) -> Result<NamedTree, BadBoard> {
    let size = head.diagram()?.size();
    desk.with_solver(head.game, size, Building { head, results, split })
}

struct Building<'b> {
    head: &'b Head,
    results: &'b [Outcome],
    split: &'b [String],
}

impl WithSolver for Building<'_> {
    type Output = Result<NamedTree, BadBoard>;

    fn run<B: Bits, S: Solver<B>>(self, solver: &S) -> Self::Output {
        let Self { head, results, split } = self;
        let position = |text: &str| read::<B, S>(&read_board(head.game, text)?);
        let mut splitter = solver.splitter();
        let mut known = Known::default();
        for result in results {
            let position = position(&result.position)?;
            known.wins.insert(splitter.key(&position), position.side() == result.winner);
        }
        for unit in split {
            let position = position(unit)?;
            let plies = plies_below(position.side() == head.winner);
            known.split.insert(splitter.key(&position), plies);
        }
        let root = position(&head.position)?;
        let mover_wins = root.side() == head.winner;
        let Tree { standing, units, moves } =
            tentative(&mut splitter, &root, mover_wins, head.plies as usize, &known);
        let size = solver.geometry().size();
        let units = units.iter().map(|Leaf { position, before }| {
            (text::<B, S>(size, position), moves_to::<B, S>(solver, before, position))
        });
        Ok(NamedTree { winner: head.winner_if(standing), units: units.collect(), moves })
    }
}

/// A position as a text.
pub(super) fn text<B: Bits, S: Solver<B>>(size: Size, position: &S::Position) -> String {
    position.diagram(size).to_string()
}

/// The names of the moves that lead through some positions to another.
pub(super) fn moves_to<B: Bits, S: Solver<B>>(
    solver: &S,
    before: &[S::Position],
    position: &S::Position,
) -> Vec<String> {
    let (geometry, size) = (solver.geometry(), solver.geometry().size());
    let after = before.iter().skip(1).chain([position]).map(|p| text::<B, S>(size, p));
    let moves = before.iter().zip(after).filter_map(|(before, after)| {
        let leads_there = |mv: &_| text::<B, S>(size, &before.tree_child(geometry, *mv)) == after;
        before.tree_moves(geometry).find(leads_there)
    });
    moves.map(|mv| S::Position::move_name(mv, size)).collect()
}
