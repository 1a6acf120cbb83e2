//! The tentative proof tree of a root, with its positions as texts.

use super::UnitsError;
use super::file::{Head, UnitOutcome};
use crate::solve::{SearchResources, WithSolver};
use crate::{BadBoard, position_of, read};
use lastmove_board::{GamePosition, Geometry, Side};
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
    desk: &SearchResources,
    head: &Head,
    results: &[UnitOutcome],
    split: &[String],
    budget: &Budget,
) -> Result<NamedTree, UnitsError> {
    let size = head.diagram()?.size();
    desk.with_solver(head.game, size, Building { head, results, split, budget })
}

struct Building<'b> {
    head: &'b Head,
    results: &'b [UnitOutcome],
    split: &'b [String],
    budget: &'b Budget,
}

impl WithSolver for Building<'_> {
    type Output = Result<NamedTree, UnitsError>;

    fn run<S: Solver>(self, solver: &S) -> Self::Output {
        let Self { head, results, split, budget } = self;
        let position = |text: &str| position_of(&read(head.game, text)?);
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
        let root = Root::of(solver.geometry(), head, position(&head.position)?)?;
        let tree = root.tree(&mut splitter, &known).map_err(UnitsError::Stopped)?;
        let Tree { standing, units, moves } = tree;
        if let (Some(first), Standing::Refuted) = (&head.first_move, standing) {
            let problem = format!("the first move {first} does not win; split again without it");
            return Err(UnitsError::input(&head.position, problem));
        }
        let size = solver.geometry().size();
        let units = units.iter().map(|Leaf { position, before }| {
            (position.diagram(size).to_string(), moves_to(solver.geometry(), before, position))
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

impl<'h, P: GamePosition> Root<'h, P> {
    /// The root of a head, whose position this is.
    ///
    /// # Errors
    /// If the first move is not legal.
    pub(super) fn of(
        geometry: &Geometry<P::Word>,
        head: &'h Head,
        position: P,
    ) -> Result<Self, BadBoard> {
        let mut after = None;
        if let Some(name) = &head.first_move {
            let mv = P::read_move(geometry.size(), name).ok();
            after = mv.and_then(|mv| position.play(geometry, mv).ok());
            if after.is_none() {
                return Err(BadBoard::new(&head.position, format!("{name} is not a move")));
            }
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

/// The names of the moves that lead through some positions to another.
pub(super) fn moves_to<P: GamePosition>(
    geometry: &Geometry<P::Word>,
    before: &[P],
    position: &P,
) -> Vec<String> {
    let after = before.iter().skip(1).chain([position]);
    let moves = before.iter().zip(after).filter_map(|(before, after)| {
        let leads_there = |mv: &_| before.child(geometry, *mv) == *after;
        before.moves(geometry).find(leads_there)
    });
    moves.map(|mv| P::move_name(mv, geometry.size())).collect()
}
