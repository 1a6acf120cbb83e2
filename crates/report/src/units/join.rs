//! The certificate of the whole from those of the units.

use super::UnitsError;
use super::file::{Head, UnitOutcome};
use crate::solve::{Certificate, CertificateFile, FileError, SearchResources, WithSolver};
use lastmove_board::{GamePosition, Side};
use lastmove_proof::{Claim, Interrupted, Move, Position, Strategy};
use lastmove_solver::Solver;
use lastmove_solver::units::Split;
use lastmove_work::{Budget, Progress};
use std::collections::HashMap;
use std::path::Path;

/// One root of the certificate that is to be joined.
pub(super) struct Joint<'j> {
    claim: Claim,
    /// the certificates of the units that the winner won
    proofs: Vec<&'j str>,
    /// his moves above them
    moves: &'j HashMap<u128, u128>,
}

impl<'j> Joint<'j> {
    /// The win of a root, with the results that it rests on.
    pub(super) fn new(
        head: &Head,
        winner: Side,
        results: &[&'j UnitOutcome],
        moves: &'j HashMap<u128, u128>,
    ) -> Result<Self, UnitsError> {
        let claim = Claim::new(head.game.into(), head.diagram()?, winner)
            .map_err(|e| UnitsError::input("the root", e))?;
        let proofs = results.iter().filter_map(|done| done.proof.as_deref()).collect();
        Ok(Self { claim, proofs, moves })
    }
}

/// Joins certificates into one.
pub(super) fn join(
    desk: &SearchResources,
    joints: Vec<Joint<'_>>,
    path: &Path,
    budget: &Budget,
    progress: &dyn Progress,
) -> Result<Certificate, UnitsError> {
    let Some(first) = joints.first() else {
        return Err(UnitsError::input(path.display(), "there is nothing to join"));
    };
    let game = first.claim.game().into();
    let size = first.claim.size();
    let mut file = CertificateFile::open(path)?;
    let task = Joining { desk, joints: &joints, file: &mut file, budget, progress };
    Ok(desk.with_solver(game, size, task)?)
}

struct Joining<'j> {
    desk: &'j SearchResources,
    joints: &'j [Joint<'j>],
    file: &'j mut CertificateFile,
    budget: &'j Budget,
    progress: &'j dyn Progress,
}

impl WithSolver for Joining<'_> {
    type Output = Result<Certificate, FileError>;

    fn run<S: Solver>(self, solver: &S) -> Self::Output {
        let mut splitter = solver.splitter(self.budget.clone());
        let chosen = |asked: &Position| {
            let position = S::position(asked);
            let key = splitter.key(&position);
            let next = *self.joints.iter().find_map(|joint| joint.moves.get(&key))?;
            let geometry = solver.geometry();
            let leads_there = |&mv: &_| splitter.key(&position.child(geometry, mv)) == next;
            position.moves(geometry).find(leads_there).map(S::certified)
        };
        let mut strategy = Tree { chosen, search: solver.strategy(self.budget) };
        let Self { desk, joints, file, budget, progress } = self;
        let parts: Vec<_> =
            joints.iter().map(|joint| (joint.claim.clone(), &joint.proofs[..])).collect();
        file.join(&parts, &mut strategy, desk.shares(), budget, progress)
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
