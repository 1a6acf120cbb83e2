//! The tentative proof tree of a root, with its positions as texts.

use super::UnitsError;
use super::file::{Head, Outcome};
use crate::solve::{Desk, WithSolver, read};
use crate::{BadBoard, read as read_board};
use lastmove_board::{Bits, MoveTree, Side, Size};
use lastmove_solver::Solver;
use lastmove_solver::units::{Known, Leaf, Split, Standing, Tree, plies_below, tentative};
use lastmove_work::{Budget, Stop};
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
///
/// # Errors
/// If a position cannot be read, or `budget` has ended.
pub(super) fn tree(
    desk: &Desk,
    head: &Head,
    results: &[Outcome],
    split: &[String],
    budget: &Budget,
) -> Result<NamedTree, UnitsError> {
    let size = head.diagram()?.size();
    desk.with_solver(head.game, size, Building { head, results, split, budget })
}

struct Building<'b> {
    head: &'b Head,
    results: &'b [Outcome],
    split: &'b [String],
    budget: &'b Budget,
}

impl WithSolver for Building<'_> {
    type Output = Result<NamedTree, UnitsError>;

    fn run<B: Bits, S: Solver<B>>(self, solver: &S) -> Self::Output {
        let Self { head, results, split, budget } = self;
        let position = |text: &str| read::<B, S>(&read_board(head.game, text)?);
        let mut splitter = solver.splitter(budget.clone());
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
        let root = Root::of(solver, head, position(&head.position)?)?;
        let tree = root.tree(&mut splitter, &known).map_err(UnitsError::Stopped)?;
        let Tree { standing, units, moves } = tree;
        if let (Some(first), Standing::Refuted) = (&head.first_move, standing) {
            let problem = format!("the first move {first} does not win; split again without it");
            return Err(UnitsError::input(&head.position, problem));
        }
        let size = solver.geometry().size();
        let units = units.iter().map(|Leaf { position, before }| {
            (text::<B, S>(size, position), moves_to::<B, S>(solver, before, position))
        });
        Ok(NamedTree { winner: head.winner_if(standing), units: units.collect(), moves })
    }
}

/// The root of a tree: a position, and the one after its first move, if that is given.
pub(super) struct Root<'h, P> {
    pub(super) head: &'h Head,
    position: P,
    mover: Side,
    after: Option<P>,
}

impl<'h, P: Copy> Root<'h, P> {
    /// The root of a head, whose position this is.
    ///
    /// # Errors
    /// If the first move is not legal.
    pub(super) fn of<B: Bits, S: Solver<B, Position = P>>(
        solver: &S,
        head: &'h Head,
        position: P,
    ) -> Result<Self, BadBoard>
    where
        P: MoveTree<B>,
    {
        let geometry = solver.geometry();
        let mut after = None;
        if let Some(name) = &head.first_move {
            let named = |mv: &_| P::move_name(*mv, geometry.size()) == *name;
            let Some(mv) = position.tree_moves(geometry).find(named) else {
                return Err(BadBoard::new(&head.position, format!("{name} is not a move")));
            };
            after = Some(position.tree_child(geometry, mv));
        }
        Ok(Self { head, position, mover: position.side(), after })
    }

    /// Builds the tentative tree.
    ///
    /// # Errors
    /// If the budget of the splitter has ended.
    pub(super) fn tree<L: Split<Position = P>>(
        &self,
        splitter: &mut L,
        known: &Known,
    ) -> Result<Tree<P>, Stop> {
        let Self { head, position, mover, after } = self;
        let (plies, mover_wins) = (head.plies as usize, *mover == head.winner);
        let Some(after) = after else {
            return tentative(splitter, position, mover_wins, plies, known);
        };
        let mut tree = tentative(splitter, after, !mover_wins, plies, known)?;
        tree.moves.insert(splitter.key(position), splitter.key(after));
        tree.units.iter_mut().for_each(|unit| unit.before.insert(0, *position));
        Ok(tree)
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
    let after = before.iter().skip(1).chain([position]);
    let moves = before.iter().zip(after).filter_map(|(before, after)| {
        let leads_there = |mv: &_| before.tree_child(geometry, *mv) == *after;
        before.tree_moves(geometry).find(leads_there)
    });
    moves.map(|mv| S::Position::move_name(mv, size)).collect()
}
