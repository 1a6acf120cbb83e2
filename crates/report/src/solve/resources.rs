//! What the solving of all positions of a program, a batch or a page has in common: databases,
//! tables and caches are made once.

use lastmove_board::{Bits, Game, Geometry, Size};
use lastmove_endgame::Databases;
#[cfg(feature = "files")]
use lastmove_solver::amazons::Census;
use lastmove_solver::amazons::{AmazonsSolver, Settings};
use lastmove_solver::dfpn::Store;
use lastmove_solver::domineering::{DomineeringSolver, RegionValues, Regions};
use lastmove_solver::{Shares, Solver};
use std::any::Any;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// Where positions are solved.
pub struct SearchResources {
    databases: Arc<Databases>,
    shares: Shares,
    /// zones of up to this many empty squares are played out in evaluations of Amazons
    local_search: u32,
    /// what Amazons remembers
    store: OnceLock<Arc<Store>>,
    /// what Domineering remembers
    regions: OnceLock<Arc<Regions>>,
    known: Mutex<RegionValues>,
    /// the solver of the Domineering board solved last: it knows that board's positions
    latest: Mutex<Option<(Size, Arc<dyn Any + Send + Sync>)>>,
}

/// Something to do with a solver, whatever the game and the board.
pub(crate) trait WithSolver {
    type Output;
    fn run<S: Solver>(self, solver: &S) -> Self::Output;
    /// Whether the areas of Amazons are counted.
    #[cfg(feature = "files")]
    fn counts_areas(&self) -> bool {
        false
    }
    /// The same for Amazons, where the solver can do more.
    fn run_amazons<B: Bits>(self, solver: &AmazonsSolver<'_, B>) -> Self::Output
    where
        Self: Sized,
    {
        self.run(solver)
    }
    /// The same with areas counted: a second search in machine code, which the page does without.
    #[cfg(feature = "files")]
    fn run_counting<B: Bits>(self, solver: &AmazonsSolver<'_, B, Census>) -> Self::Output
    where
        Self: Sized,
    {
        self.run(solver)
    }
}

impl SearchResources {
    /// Databases for Amazons, and the memory and threads of a search.
    pub fn new(databases: Arc<Databases>, shares: Shares) -> Self {
        Self {
            databases,
            shares,
            local_search: 0,
            store: OnceLock::new(),
            regions: OnceLock::new(),
            known: Mutex::default(),
            latest: Mutex::default(),
        }
    }

    /// The same with values of Domineering regions from earlier runs.
    #[must_use]
    pub fn with_regions(self, known: RegionValues) -> Self {
        Self { known: Mutex::new(known), ..self }
    }

    /// The same with zones of up to this many empty squares played out in evaluations of Amazons.
    #[must_use]
    pub fn with_local_search(self, local_search: u32) -> Self {
        Self { local_search, ..self }
    }

    /// The databases in use.
    pub fn databases(&self) -> &Databases {
        &self.databases
    }

    /// The memory and the threads of a search.
    pub fn shares(&self) -> &Shares {
        &self.shares
    }

    /// The name of the databases that a game uses.
    pub fn databases_of(&self, game: Game) -> &str {
        match game {
            Game::Amazons => self.databases.name(),
            Game::Domineering => "none",
        }
    }

    /// What Amazons remembers.
    pub fn store(&self) -> &Arc<Store> {
        self.store.get_or_init(|| Arc::new(Store::new(&self.shares)))
    }

    /// What Domineering remembers of regions.
    pub fn regions(&self) -> &Arc<Regions> {
        self.regions.get_or_init(|| {
            let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
            Arc::new(Regions::new(&self.shares, std::mem::take(&mut known)))
        })
    }

    /// So many desks in place of this one, for as many positions of a game at a time: memory and
    /// threads are divided among them, and what Amazons remembers and what is known of Domineering's
    /// regions is shared.
    #[cfg(feature = "files")]
    pub(crate) fn seats(&self, game: Game, count: usize) -> Vec<Self> {
        let Shares { table, caches, writer, threads } = self.shares;
        let part = |bytes: u64| bytes / count as u64;
        let shares = Shares {
            table: part(table),
            caches: part(caches),
            writer: part(writer),
            threads: (threads / count).max(1),
        };
        let seat = |_| {
            let seat =
                Self::new(Arc::clone(&self.databases), shares).with_local_search(self.local_search);
            match game {
                Game::Amazons => Self { store: Arc::clone(self.store()).into(), ..seat },
                Game::Domineering => Self { regions: Arc::clone(self.regions()).into(), ..seat },
            }
        };
        (0..count).map(seat).collect()
    }

    /// Does something with a solver for the board of a diagram.
    pub(crate) fn with_solver<W: WithSolver>(&self, game: Game, size: Size, task: W) -> W::Output {
        lastmove_board::with_bits!(size, B => match game {
            Game::Amazons => {
                let geometry = Geometry::<B>::new(size);
                let (databases, store) = (&*self.databases, self.store());
                let settings =
                    Settings { local_search: self.local_search, ..Settings::default() };
                #[cfg(feature = "files")]
                if task.counts_areas() {
                    let solver = AmazonsSolver::watched(
                        &geometry, databases, settings, store, self.shares,
                    );
                    return task.run_counting(&solver);
                }
                let solver =
                    AmazonsSolver::new(&geometry, databases, settings, store, self.shares);
                task.run_amazons(&solver)
            }
            Game::Domineering => task.run(&*self.domineering::<B>(size)),
        })
    }

    fn domineering<B: Bits>(&self, size: Size) -> Arc<DomineeringSolver<B>> {
        let mut latest = self.latest.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((board, solver)) = &*latest
            && *board == size
            && let Ok(solver) = Arc::clone(solver).downcast()
        {
            return solver;
        }
        *latest = None; // its table goes before the next one comes
        let regions = Arc::clone(self.regions());
        let solver = Arc::new(DomineeringSolver::<B>::with(size, self.shares, regions, None));
        *latest = Some((size, Arc::clone(&solver) as Arc<dyn Any + Send + Sync>));
        solver
    }
}
