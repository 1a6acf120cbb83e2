//! Splitting Amazons into work units.

use super::evaluator::Evaluator;
use super::game::AmazonsGame;
use super::reduced::Reduced;
use crate::Game;
use crate::dfpn::{Dfpn, Store, Tuning};
use crate::units::{Look, Split};
use lastmove_amazons::Position;
use lastmove_board::{Bits, Geometry};
use lastmove_work::{Budget, Limits, Stop};

/// The nodes of a short search.
const LOOK: u64 = 1000;
/// Bytes of its table.
const TABLE: u64 = 1 << 20;

/// Examines positions by a short search, with a new table each time, so that the same position
/// always gives the same result.
pub(super) struct Splitter<'s, 'a, B> {
    geometry: &'a Geometry<B>,
    game: &'s AmazonsGame<'a, B>,
    evaluator: Evaluator<'a, B>,
    budget: Budget,
}

impl<'s, 'a, B: Bits> Splitter<'s, 'a, B> {
    pub(super) fn new(
        geometry: &'a Geometry<B>,
        game: &'s AmazonsGame<'a, B>,
        budget: Budget,
    ) -> Self {
        Self { geometry, game, evaluator: game.worker(), budget }
    }
}

impl<B: Bits> Split for Splitter<'_, '_, B> {
    type Position = Position<B>;

    fn key(&mut self, position: &Position<B>) -> u128 {
        self.game.key(&Reduced::new(&mut self.evaluator, position))
    }

    fn look(&mut self, position: &Position<B>) -> Result<Look<Position<B>>, Stop> {
        self.budget.check()?;
        let root = Reduced::new(&mut self.evaluator, position);
        let numbers = self.game.assess(&mut self.evaluator, &root, None);
        if numbers.is_solved() {
            return Ok(Look::Solved(numbers.proof == 0));
        }
        let store = Store::small(TABLE);
        let look = self.budget.part(Limits::nodes(LOOK));
        let mut search = Dfpn::new(self.game, Tuning::default(), &store, &look, None);
        if let Ok(win) = search.solve(&root) {
            return Ok(Look::Solved(win));
        }
        drop(search);
        self.budget.check()?;
        // The moves after which the opponent is easiest to refute come first.
        let mut children = Vec::new();
        for mv in position.moves(self.geometry) {
            let mut after = *position;
            after.play_unchecked(mv);
            let reduced = Reduced::new(&mut self.evaluator, &after);
            let found = store.table.load(self.game.key(&reduced));
            let numbers =
                found.unwrap_or_else(|| self.game.assess(&mut self.evaluator, &reduced, None));
            children.push((numbers.disproof, after));
        }
        children.sort_by_key(|&(disproof, _)| disproof);
        Ok(Look::Open(children.into_iter().map(|(_, after)| after).collect()))
    }
}
