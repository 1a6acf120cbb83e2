//! What the two games do differently for players: who thinks, and how results are proved.

#[cfg(not(target_arch = "wasm32"))]
use crate::classical::Classical;
use crate::domineering::DomineeringPlayer;
use crate::endgame::{Settled, settled};
use crate::limits::Deadline;
use crate::strong::Strong;
use crate::{Analysis, EngineOptions, FinalScore, PlayerKind};
use lastmove_amazons::{self as amazons, Territories};
use lastmove_board::{Bits, GamePosition, Geometry, Side, Size, with_bits};
use lastmove_domineering::{self as domineering, most_moves, moves_of};
use lastmove_endgame::Databases;
use lastmove_solver::amazons::{AmazonsSolver, Evaluator, Reduced, Settings};
use lastmove_solver::dfpn::Store;
use lastmove_solver::domineering::DomineeringSolver;
use lastmove_solver::{Shares, Solution, Solver, Verdict};
use lastmove_work::{Budget, Stopped};
use std::sync::{Arc, Mutex, PoisonError};

/// Positions of Amazons on any board of up to 128 squares.
pub type Amazons = amazons::Position<u128>;
/// Positions of Domineering on any board of up to 128 squares.
pub type Domineering = domineering::Position<u128>;

/// A function that thinks about a position until the deadline, and keeps its results for the next
/// position.
pub type Thinker<P> =
    Box<dyn FnMut(&P, &Deadline, &mut dyn FnMut(&Analysis<P>)) -> Analysis<P> + Send>;

/// The most positions that filling territories may enter.
const FILLING: u64 = 20_000;

/// A position of a game that can be played here: [`Amazons`] or [`Domineering`].
pub trait Playable: GamePosition<Word = u128> {
    /// The most empty squares of a position that [`Judge::winner_at_a_glance`] searches.
    ///
    /// [`Judge::winner_at_a_glance`]: crate::Judge::winner_at_a_glance
    const GLANCE_SQUARES: u32;
    /// The data that a judge keeps from one position to the next.
    type Memory: Send + Sync;

    /// Makes a player for one board with these options.
    fn thinker(&self, size: Size, options: &EngineOptions) -> Thinker<Self>;
    /// The memory of a judge whose table takes at most about `bytes`.
    fn memory(databases: Option<Arc<Databases>>, bytes: u64) -> Self::Memory;
    /// The final result, if nothing is contested any more.
    fn final_score(&self, size: Size) -> Option<FinalScore>;
    /// The winner, if no search at all is needed.
    fn winner_without_search(&self, size: Size, memory: &Self::Memory) -> Option<Side>;
    /// Finds the winner and a winning move.
    ///
    /// # Errors
    /// If the budget ends first.
    fn solve(
        &self,
        size: Size,
        memory: &Self::Memory,
        budget: &Budget,
    ) -> Result<Solution<Self::Move>, Stopped>;
}

/// The data that judges of Amazons keep.
pub struct AmazonsMemory {
    pub(crate) databases: Arc<Databases>,
    shares: Shares,
    store: Store,
}

impl Playable for Amazons {
    const GLANCE_SQUARES: u32 = 12;
    type Memory = AmazonsMemory;

    fn thinker(&self, size: Size, options: &EngineOptions) -> Thinker<Self> {
        with_bits!(size, B => {
            let (geometry, start) = (Geometry::<B>::new(size), self.to_bits::<B>());
            let strong = match &options.kind {
                PlayerKind::Strong(settings) => settings.clone(),
                // The page has no use for it, and a first visit loads all of the engine.
                #[cfg(target_arch = "wasm32")]
                PlayerKind::Classical(_) => crate::StrongSettings::default(),
                #[cfg(not(target_arch = "wasm32"))]
                PlayerKind::Classical(settings) => {
                    let mut classical = Classical::new(geometry, start, settings.clone(), options);
                    return Box::new(move |position, deadline, report| {
                        classical.think(position.to_bits(), deadline, report)
                    });
                }
            };
            let mut strong = Strong::new(geometry, start, strong, options);
            Box::new(move |position, deadline, report| {
                strong.set_position(&position.to_bits());
                strong.think(deadline, report)
            })
        })
    }

    fn memory(databases: Option<Arc<Databases>>, bytes: u64) -> AmazonsMemory {
        let databases = databases.unwrap_or_else(|| Arc::new(Databases::none()));
        let shares = Shares::at_least(bytes, 1);
        AmazonsMemory { databases, shares, store: Store::new(&shares) }
    }

    /// The final result, if the game is over or no area is shared.
    fn final_score(&self, size: Size) -> Option<FinalScore> {
        let (geometry, me) = (Geometry::new(size), self.to_move());
        if !self.can_move(&geometry, me) {
            // The game is over, even if moves of the winner would set an amazon of the loser free.
            let winner = me.opponent();
            let mut filler = Territories::new(&geometry, FILLING);
            let left = filler.most(self.amazons(winner), self.empty()).ok()?;
            return Some(FinalScore { winner: winner.side(), left });
        }
        let Settled { mine, theirs } = settled(&geometry, self, FILLING)?;
        Some(if mine > theirs {
            FinalScore { winner: me.side(), left: mine - theirs - 1 }
        } else {
            FinalScore { winner: me.opponent().side(), left: theirs - mine }
        })
    }

    /// The winner, if no area is shared or the static evaluation knows it.
    fn winner_without_search(&self, size: Size, memory: &AmazonsMemory) -> Option<Side> {
        if let Some(score) = self.final_score(size) {
            return Some(score.winner);
        }
        let verdict = with_bits!(size, B => {
            let geometry = Geometry::<B>::new(size);
            let mut evaluator = Evaluator::new(&geometry, &memory.databases, Settings::default());
            let reduced = Reduced::new(&mut evaluator, &self.to_bits());
            evaluator.assess(&reduced).verdict
        });
        match verdict {
            Verdict::Win => Some(self.side()),
            Verdict::Loss => Some(self.side().opponent()),
            Verdict::Unknown => None,
        }
    }

    fn solve(
        &self,
        size: Size,
        memory: &AmazonsMemory,
        budget: &Budget,
    ) -> Result<Solution<amazons::Move>, Stopped> {
        let AmazonsMemory { databases, shares, store } = memory;
        with_bits!(size, B => {
            let geometry = Geometry::<B>::new(size);
            AmazonsSolver::new(&geometry, databases, Settings::default(), store, *shares)
                .solve(&self.to_bits(), budget, &mut |_| {})
        })
    }
}

/// The data that judges of Domineering keep.
pub struct DomineeringMemory {
    bytes: u64,
    /// the solver of the latest board
    solver: Mutex<Option<(Size, DomineeringSolver<u128>)>>,
}

impl Playable for Domineering {
    const GLANCE_SQUARES: u32 = u32::MAX;
    type Memory = DomineeringMemory;

    fn thinker(&self, size: Size, options: &EngineOptions) -> Thinker<Self> {
        with_bits!(size, B => {
            let mut player = DomineeringPlayer::<B>::new(size, self.to_bits(), options);
            Box::new(move |position, deadline, report| {
                player.think(position.to_bits(), deadline, report)
            })
        })
    }

    fn memory(_: Option<Arc<Databases>>, bytes: u64) -> DomineeringMemory {
        DomineeringMemory { bytes, solver: Mutex::new(None) }
    }

    /// The final result, if one side has no move at all: the other fills what is left.
    fn final_score(&self, size: Size) -> Option<FinalScore> {
        let geometry = Geometry::new(size);
        let (me, empty) = (self.to_move(), self.empty());
        let can = |player| !moves_of(&geometry, empty, player).is_empty();
        let winner = match (can(me), can(me.opponent())) {
            (false, _) => me.opponent(),
            (true, false) => me,
            (true, true) => return None,
        };
        let all = most_moves(&geometry, empty, winner);
        let left = if winner == me { all - 1 } else { all };
        Some(FinalScore { winner: winner.side(), left })
    }

    fn winner_without_search(&self, size: Size, _: &DomineeringMemory) -> Option<Side> {
        self.final_score(size).map(|score| score.winner)
    }

    fn solve(
        &self,
        size: Size,
        memory: &DomineeringMemory,
        budget: &Budget,
    ) -> Result<Solution<domineering::Move>, Stopped> {
        let mut kept = memory.solver.lock().unwrap_or_else(PoisonError::into_inner);
        let (_, solver) = match kept.take() {
            Some(same) if same.0 == size => kept.insert(same),
            _ => {
                let shares = Shares::at_least(memory.bytes, 1);
                kept.insert((size, DomineeringSolver::new(size, shares)))
            }
        };
        solver.solve(self, budget, &mut |_| {})
    }
}
