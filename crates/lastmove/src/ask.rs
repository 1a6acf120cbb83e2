//! The settings common to all questions.

use crate::Error;
use lastmove_board::Game;
use lastmove_endgame::{Choice, Databases};
use lastmove_solver::Shares;
use lastmove_work::{Budget, Cancel, Limits, Silent};
use std::sync::Arc;
use std::time::Duration;

/// The default limit of memory: 1 GiB.
pub(crate) const MEMORY: u64 = 1 << 30;

/// A question about a board, with its limits: [`Solve`](crate::Solve), [`Value`](crate::Value),
/// [`Evaluate`](crate::Evaluate) or [`BestMove`](crate::BestMove), which differ in their `Q`.
///
/// By default it uses one thread per core, up to 1 GiB of memory, no endgame databases, and no time
/// limit.
#[derive(Clone, Debug)]
pub struct Ask<'a, Q> {
    pub(crate) game: Game,
    pub(crate) board: &'a str,
    pub(crate) what: Q,
    pub(crate) threads: usize,
    pub(crate) memory: u64,
    pub(crate) limits: Limits,
    databases: Choice,
    pub(crate) cancel: Cancel,
}

impl<'a, Q: Default> Ask<'a, Q> {
    /// A question about a board: a size such as `4x5`, or a position such as `1q2/4/4/2Q1 w`.
    pub fn new(game: Game, board: &'a str) -> Self {
        Self {
            game,
            board,
            what: Q::default(),
            threads: threads(),
            memory: MEMORY,
            limits: Limits::default(),
            databases: Choice::None,
            cancel: Cancel::new(),
        }
    }
}

impl<Q> Ask<'_, Q> {
    /// Uses this many threads.
    #[must_use]
    pub fn threads(self, threads: usize) -> Self {
        Self { threads: threads.max(1), ..self }
    }

    /// Uses at most about this many bytes.
    #[must_use]
    pub fn memory(self, bytes: u64) -> Self {
        Self { memory: bytes, ..self }
    }

    /// Stops after this time.
    #[must_use]
    pub fn time(self, time: Duration) -> Self {
        Self { limits: Limits { time: Some(time), ..self.limits }, ..self }
    }

    /// Stops after this many nodes.
    #[must_use]
    pub fn nodes(self, nodes: u64) -> Self {
        Self { limits: Limits { nodes: Some(nodes), ..self.limits }, ..self }
    }

    /// Uses these endgame databases of Amazons, as `--databases` names them:
    /// `"quick".parse().unwrap()`, for example. The quick ones are built if they are missing.
    #[must_use]
    pub fn databases(self, databases: Choice) -> Self {
        Self { databases, ..self }
    }

    /// Stops once this flag is set, from another thread.
    #[must_use]
    pub fn cancel(self, cancel: Cancel) -> Self {
        Self { cancel, ..self }
    }

    pub(crate) fn budget(&self) -> Budget {
        Budget::new(self.limits, self.cancel.clone())
    }

    pub(crate) fn shares(&self) -> Shares {
        Shares::at_least(self.memory, self.threads)
    }

    pub(crate) fn open_databases(&self, budget: &Budget) -> Result<Arc<Databases>, Error> {
        Ok(Arc::new(self.databases.open(&Silent, budget, &mut |_| {})?))
    }
}

pub(crate) fn threads() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}
