//! Who wins for sure: the solver and its static evaluation, for referees and those who ask.

use crate::endgame::{Settled, settled};
use crate::{Amazons, Domineering, Playable};
use lastmove_amazons::{Move, Territories};
use lastmove_board::{Bits, Geometry, Side, Size, with_bits};
use lastmove_domineering::{most_moves, moves_of};
use lastmove_endgame::Databases;
use lastmove_solver::amazons::{AmazonsSolver, Evaluator, Explained, Reduced, Settings};
use lastmove_solver::dfpn::Store;
use lastmove_solver::domineering::DomineeringSolver;
use lastmove_solver::{Shares, Solution, Solver, Verdict};
use lastmove_work::{Budget, Cancel, Limits, Stopped};
use std::sync::{Arc, Mutex, PoisonError};

/// Positions that filling territories may enter.
const FILLING: u64 = 20_000;
/// Nodes that a glance searches.
const GLANCE_NODES: u64 = 500;

/// Proves who wins positions of a game, on boards of up to 128 squares.
pub trait Judge<P: Playable>: Send + Sync {
    /// The most empty squares of a position that a glance searches.
    const GLANCE_SQUARES: u32;

    /// A judge whose table takes at most about `bytes`.
    fn new(databases: Option<Arc<Databases>>, bytes: u64) -> Self;
    /// The final result, if nothing is contested any more.
    fn final_score(&self, size: Size, position: &P) -> Option<FinalScore>;
    /// The winner, if no search at all is needed.
    fn winner_without_search(&self, size: Size, position: &P) -> Option<Side>;
    /// Finds the winner and a winning move.
    ///
    /// # Errors
    /// If the budget ends first.
    fn solve(
        &self,
        size: Size,
        position: &P,
        budget: &Budget,
    ) -> Result<Solution<P::Move>, Stopped>;

    /// The winner, if a glance is enough: no search is needed, or a short one.
    fn winner_at_a_glance(&self, size: Size, position: &P) -> Option<Side> {
        self.winner_without_search(size, position).or_else(|| {
            if position.empty_squares() > Self::GLANCE_SQUARES {
                return None;
            }
            let budget = Budget::new(Limits::nodes(GLANCE_NODES), Cancel::new());
            Some(self.solve(size, position, &budget).ok()?.winner)
        })
    }
}

/// The final result of a position in which nothing is contested any more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FinalScore {
    /// who wins
    pub winner: Side,
    /// moves that the winner has left when the loser has none: the score in tournaments
    pub left: u32,
}

/// Proves results of Amazons.
pub struct AmazonsJudge {
    databases: Arc<Databases>,
    shares: Shares,
    store: Store,
}

impl Judge<Amazons> for AmazonsJudge {
    const GLANCE_SQUARES: u32 = 12;

    fn new(databases: Option<Arc<Databases>>, bytes: u64) -> Self {
        let databases = databases.unwrap_or_else(|| Arc::new(Databases::none()));
        let shares = Shares::at_least(bytes, 1);
        Self { databases, shares, store: Store::new(&shares) }
    }

    /// The final result, if the game is over or no area is shared.
    fn final_score(&self, size: Size, position: &Amazons) -> Option<FinalScore> {
        let (geometry, me) = (Geometry::new(size), position.to_move());
        if !position.can_move(&geometry, me) {
            // The game is over, even if moves of the winner would set an amazon of the loser free.
            let winner = me.opponent();
            let mut filler = Territories::new(&geometry, FILLING);
            let left = filler.most(position.amazons(winner), position.empty()).ok()?;
            return Some(FinalScore { winner: winner.side(), left });
        }
        let Settled { mine, theirs } = settled(&geometry, position, FILLING)?;
        Some(if mine > theirs {
            FinalScore { winner: me.side(), left: mine - theirs - 1 }
        } else {
            FinalScore { winner: me.opponent().side(), left: theirs - mine }
        })
    }

    /// No area is shared, or the static evaluation knows.
    fn winner_without_search(&self, size: Size, position: &Amazons) -> Option<Side> {
        if let Some(score) = self.final_score(size, position) {
            return Some(score.winner);
        }
        let verdict = with_bits!(size, B => {
            let geometry = Geometry::<B>::new(size);
            let mut evaluator = Evaluator::new(&geometry, &self.databases, Settings::default());
            let reduced = Reduced::new(&mut evaluator, &position.to_bits());
            evaluator.assess(&reduced).verdict
        });
        let me = position.to_move().side();
        match verdict {
            Verdict::Win => Some(me),
            Verdict::Loss => Some(me.opponent()),
            Verdict::Unknown => None,
        }
    }

    fn solve(
        &self,
        size: Size,
        position: &Amazons,
        budget: &Budget,
    ) -> Result<Solution<Move>, Stopped> {
        with_bits!(size, B => {
            let (geometry, settings) = (Geometry::<B>::new(size), Settings::default());
            let (databases, store) = (&self.databases, &self.store);
            AmazonsSolver::new(&geometry, databases, settings, store, self.shares)
                .solve(&position.to_bits(), budget, &mut |_| {})
        })
    }
}

impl AmazonsJudge {
    /// What is known without search, area by area.
    pub fn explain(&self, size: Size, position: &Amazons) -> Explained<u128> {
        let geometry = Geometry::new(size);
        Evaluator::new(&geometry, &self.databases, Settings::default()).explain(position)
    }
}

/// Proves results of Domineering.
pub struct DomineeringJudge {
    bytes: u64,
    /// the solver of the board that was asked about last
    solver: Mutex<Option<(Size, DomineeringSolver<u128>)>>,
}

impl Judge<Domineering> for DomineeringJudge {
    const GLANCE_SQUARES: u32 = u32::MAX;

    fn new(_: Option<Arc<Databases>>, bytes: u64) -> Self {
        Self { bytes, solver: Mutex::new(None) }
    }

    /// The final result, if one side has no move at all: the other fills what is left.
    fn final_score(&self, size: Size, position: &Domineering) -> Option<FinalScore> {
        let geometry = Geometry::new(size);
        let (me, empty) = (position.to_move(), position.empty());
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

    fn winner_without_search(&self, size: Size, position: &Domineering) -> Option<Side> {
        self.final_score(size, position).map(|score| score.winner)
    }

    fn solve(
        &self,
        size: Size,
        position: &Domineering,
        budget: &Budget,
    ) -> Result<Solution<lastmove_domineering::Move>, Stopped> {
        let mut kept = self.solver.lock().unwrap_or_else(PoisonError::into_inner);
        let (_, solver) = match kept.take() {
            Some(same) if same.0 == size => kept.insert(same),
            _ => {
                let shares = Shares::at_least(self.bytes, 1);
                kept.insert((size, DomineeringSolver::new(size, shares)))
            }
        };
        solver.solve(position, budget, &mut |_| {})
    }
}
