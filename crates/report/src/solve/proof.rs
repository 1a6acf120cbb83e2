//! The certificate of a solved position: what it claims, and the winner's moves.

#[cfg(feature = "files")]
use super::CheckpointFile;
use super::{SearchResources, Solved, WithSolver};
use lastmove_board::{Game, Size};
use lastmove_proof::{
    Claim, Progress, Strategy, SumEstimate, WriteError, WriteOptions, Written, estimate,
};
use lastmove_solver::Solver;
use lastmove_work::Budget;
use std::io::Write;
use std::ops::ControlFlow;

/// The proof of an answer of [`SearchResources::solve`], which the same resources can write: they still know what the
/// search found.
pub struct ProofWriter<'d> {
    desk: &'d SearchResources,
    game: Game,
    size: Size,
    claims: Vec<Claim>,
    #[cfg(feature = "files")]
    keeper: Option<&'d CheckpointFile>,
}

impl SearchResources {
    /// The proof of an answer that these resources gave.
    pub fn proof(&self, solved: &Solved) -> ProofWriter<'_> {
        ProofWriter {
            desk: self,
            game: solved.game,
            size: solved.size,
            claims: solved.claims.clone(),
            #[cfg(feature = "files")]
            keeper: None,
        }
    }
}

impl<'d> ProofWriter<'d> {
    /// The same, and checkpoints are kept while it is written.
    #[cfg(feature = "files")]
    #[must_use]
    pub fn keeping(self, keeper: Option<&'d CheckpointFile>) -> Self {
        Self { keeper, ..self }
    }

    /// What is claimed: one result, or two in Domineering with either player first.
    pub fn claims(&self) -> &[Claim] {
        &self.claims
    }

    /// How large the certificate may become, where the board falls apart; `None` elsewhere.
    pub fn estimate(&self) -> Option<SumEstimate> {
        self.claims.iter().find_map(estimate)
    }

    /// The resources that write it.
    pub fn desk(&self) -> &'d SearchResources {
        self.desk
    }

    /// Writes the certificate.
    ///
    /// # Errors
    /// If the strategy has no answer, `out` fails, or `progress` or the budget ends it.
    pub fn write(
        &self,
        out: impl Write + Send,
        budget: &Budget,
        progress: impl FnMut(Progress) -> ControlFlow<()> + Send,
    ) -> Result<Written, WriteError> {
        let (threads, memory) = (self.desk.shares().threads, self.desk.shares().writer);
        let options = WriteOptions { threads, memory, ..WriteOptions::default() };
        self.with_strategy(budget, |strategy| {
            lastmove_proof::write(out, &self.claims, strategy, options, progress)
        })
    }

    /// Runs `work` with the winner's strategy.
    pub(super) fn with_strategy<R>(
        &self,
        budget: &Budget,
        work: impl FnOnce(&mut (dyn Strategy + Send)) -> R,
    ) -> R {
        let task = WithStrategy {
            #[cfg(feature = "files")]
            proof: self,
            budget,
            work,
        };
        self.desk.with_solver(self.game, self.size, task)
    }
}

struct WithStrategy<'s, W> {
    #[cfg(feature = "files")]
    proof: &'s ProofWriter<'s>,
    budget: &'s Budget,
    work: W,
}

impl<R, W: FnOnce(&mut (dyn Strategy + Send)) -> R> WithSolver for WithStrategy<'_, W> {
    type Output = R;

    fn run<S: Solver>(self, solver: &S) -> R {
        let Self { budget, work, .. } = self;
        let write = || work(&mut solver.strategy(budget));
        #[cfg(feature = "files")]
        if let Some(keeper) = self.proof.keeper {
            let databases = self.proof.desk.databases_of(self.proof.game);
            return keeper.keeping(budget, databases, solver.table(), write);
        }
        write()
    }
}
