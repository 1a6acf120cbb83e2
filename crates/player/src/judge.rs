//! Who wins for sure: the solver and its static evaluation, for referees and those who ask.

use crate::endgame::{Settled, settled};
use crate::{Domineering, Judging, Outcome};
use lastmove_amazons::{Colour, Move, Position, Territories};
use lastmove_board::{Bits, Geometry, Size, with_bits};
use lastmove_domineering::{Player, most_moves, moves_of};
use lastmove_endgame::Databases;
use lastmove_solver::amazons::{AmazonsSolver, Evaluator, Explained, Reduced, Settings};
use lastmove_solver::dfpn::Store;
use lastmove_solver::domineering::DomineeringSolver;
use lastmove_solver::{Shares, Solution, Solver, Verdict};
use lastmove_work::{Budget, Cancel, Limits, Stopped};
use std::sync::{Arc, Mutex, PoisonError};

/// Positions that filling territories may enter.
const FILLING: u64 = 20_000;
/// A glance searches positions with so few empty squares, and so many nodes.
const GLANCE_SQUARES: u32 = 12;
const GLANCE_NODES: u64 = 500;

/// Proves results of Amazons. Positions are of any board of up to 128 squares.
pub struct Judge {
    databases: Arc<Databases>,
    shares: Shares,
    store: Store,
}

impl Judging<Position<u128>> for Judge {
    fn with(databases: Option<Arc<Databases>>, bytes: u64) -> Self {
        let databases = databases.unwrap_or_else(|| Arc::new(Databases::none()));
        let shares = Shares::at_least(bytes, 1);
        Self { databases, shares, store: Store::new(&shares) }
    }

    /// The final result, if the game is over or no area is shared.
    fn outcome(&self, size: Size, position: &Position<u128>) -> Option<Outcome<Colour>> {
        let (geometry, me) = (Geometry::new(size), position.to_move());
        if !position.can_move(&geometry, me) {
            // The game is over, even if moves of the winner would set an amazon of the loser free.
            let winner = me.opponent();
            let mut filler = Territories::new(&geometry, FILLING);
            let left = filler.most(position.amazons(winner), position.empty()).ok()?;
            return Some(Outcome { winner, left });
        }
        let Settled { mine, theirs } = settled(&geometry, position, FILLING)?;
        Some(if mine > theirs {
            Outcome { winner: me, left: mine - theirs - 1 }
        } else {
            Outcome { winner: me.opponent(), left: theirs - mine }
        })
    }

    /// The winner, if a glance is enough: no area is shared, the static evaluation knows, or a
    /// short search of a small position.
    fn decided(&self, size: Size, position: &Position<u128>) -> Option<Colour> {
        if let Some(winner) = self.plain(size, position) {
            return Some(winner);
        }
        if position.empty().count_ones() > GLANCE_SQUARES {
            return None;
        }
        let me = position.to_move();
        let budget = Budget::new(Limits::nodes(GLANCE_NODES), Cancel::new());
        let solution = self.solve(size, position, &budget).ok()?;
        Some(if solution.winner == me.side() { me } else { me.opponent() })
    }

    fn plain(&self, size: Size, position: &Position<u128>) -> Option<Colour> {
        if let Some(outcome) = self.outcome(size, position) {
            return Some(outcome.winner);
        }
        let verdict = with_bits!(size, B => {
            let geometry = Geometry::<B>::new(size);
            let mut evaluator = Evaluator::new(&geometry, &self.databases, Settings::default());
            let reduced = Reduced::new(&mut evaluator, &position.to_bits());
            evaluator.assess(&reduced).verdict
        });
        let me = position.to_move();
        match verdict {
            Verdict::Win => Some(me),
            Verdict::Loss => Some(me.opponent()),
            Verdict::Unknown => None,
        }
    }

    fn solve(
        &self,
        size: Size,
        position: &Position<u128>,
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

impl Judge {
    /// What is known without search, area by area.
    pub fn explain(&self, size: Size, position: &Position<u128>) -> Explained<u128> {
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

impl Judging<Domineering> for DomineeringJudge {
    fn with(_: Option<Arc<Databases>>, bytes: u64) -> Self {
        Self { bytes, solver: Mutex::new(None) }
    }

    /// The final result, if one side has no move at all: the other fills what is left.
    fn outcome(&self, size: Size, position: &Domineering) -> Option<Outcome<Player>> {
        let geometry = Geometry::new(size);
        let (me, empty) = (position.to_move(), position.empty());
        let can = |player| !moves_of(&geometry, empty, player).is_empty();
        let winner = match (can(me), can(me.opponent())) {
            (false, _) => me.opponent(),
            (true, false) => me,
            (true, true) => return None,
        };
        let all = most_moves(&geometry, empty, winner);
        Some(Outcome { winner, left: if winner == me { all - 1 } else { all } })
    }

    /// The winner, if a short search finds it.
    fn decided(&self, size: Size, position: &Domineering) -> Option<Player> {
        if let Some(winner) = self.plain(size, position) {
            return Some(winner);
        }
        let budget = Budget::new(Limits::nodes(GLANCE_NODES), Cancel::new());
        self.solve(size, position, &budget).ok()?.winner.try_into().ok()
    }

    fn plain(&self, size: Size, position: &Domineering) -> Option<Player> {
        self.outcome(size, position).map(|outcome| outcome.winner)
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
