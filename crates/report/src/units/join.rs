//! The certificate of the whole from those of the units.

use super::file::{Head, Outcome};
use super::{NamedTree, UnitsError};
use crate::solve::{Certificate, CertificateFile, Desk, FileError, WithSolver};
use lastmove_board::{Bits, MoveTree, Side};
use lastmove_proof::{Claim, Interrupted, Move, Position, Strategy};
use lastmove_solver::Solver;
use lastmove_solver::units::Split;
use lastmove_work::{Budget, Progress};
use std::collections::HashMap;
use std::path::Path;

/// Joins the certificates of the units that the winner won.
pub(super) fn join(
    desk: &Desk,
    head: &Head,
    results: &[&Outcome],
    winner: Side,
    tree: &NamedTree,
    path: &Path,
    budget: &Budget,
    progress: &dyn Progress,
) -> Result<Certificate, UnitsError> {
    let diagram = head.diagram()?;
    let size = diagram.size();
    let claim = Claim::new(head.game.into(), diagram, winner)
        .map_err(|e| UnitsError::input("the root", e))?;
    let proofs: Vec<&str> = results.iter().filter_map(|done| done.proof.as_deref()).collect();
    let mut file = CertificateFile::open(path)?;
    let task = Joining {
        desk,
        claim: &claim,
        proofs: &proofs,
        moves: &tree.moves,
        file: &mut file,
        budget,
        progress,
    };
    Ok(desk.with_solver(head.game, size, task)?)
}

struct Joining<'j> {
    desk: &'j Desk,
    claim: &'j Claim,
    proofs: &'j [&'j str],
    moves: &'j HashMap<u128, u128>,
    file: &'j mut CertificateFile,
    budget: &'j Budget,
    progress: &'j dyn Progress,
}

impl WithSolver for Joining<'_> {
    type Output = Result<Certificate, FileError>;

    fn run<B: Bits, S: Solver<B>>(self, solver: &S) -> Self::Output {
        let mut splitter = solver.splitter();
        let chosen = |asked: &Position| {
            let position = S::position(asked);
            let next = *self.moves.get(&splitter.key(&position))?;
            let geometry = solver.geometry();
            let leads_there = |&mv: &_| splitter.key(&position.tree_child(geometry, mv)) == next;
            position.tree_moves(geometry).find(leads_there).map(S::certified)
        };
        let mut strategy = Tree { chosen, search: solver.strategy(self.budget) };
        let Self { desk, claim, proofs, file, budget, progress, .. } = self;
        file.join(claim, proofs, &mut strategy, desk.shares(), budget, progress)
    }
}

/// The winner's moves of the tree, and a search where it has none.
struct Tree<C, S> {
    chosen: C,
    search: S,
}

impl<C: FnMut(&Position) -> Option<Move>, S: Strategy> Strategy for Tree<C, S> {
    fn winning_move(&mut self, position: &Position) -> Result<Option<Move>, Interrupted> {
        match (self.chosen)(position) {
            Some(mv) => Ok(Some(mv)),
            None => self.search.winning_move(position),
        }
    }

    fn winning_moves(&mut self, positions: &[Position]) -> Result<Vec<Vec<Move>>, Interrupted> {
        let chosen = |position| (self.chosen)(position).into_iter().collect();
        let mut moves: Vec<Vec<Move>> = positions.iter().map(chosen).collect();
        let open: Vec<usize> = (0..moves.len()).filter(|&i| moves[i].is_empty()).collect();
        let asked: Vec<_> = open.iter().map(|&i| positions[i]).collect();
        for (i, found) in open.into_iter().zip(self.search.winning_moves(&asked)?) {
            moves[i] = found;
        }
        Ok(moves)
    }
}
