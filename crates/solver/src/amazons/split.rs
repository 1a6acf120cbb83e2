//! Examining positions of Amazons for a tree of work units.

use super::evaluator::{Evaluator, Watch};
use super::reduced::Reduced;
use super::solve::AmazonsSolver;
use crate::SearchGame;
use crate::dfpn::{Dfpn, Store, Tuning};
use crate::units::Examined;
use lastmove_amazons::Position;
use lastmove_board::{Bits, GamePosition};
use lastmove_work::{Budget, Limits, Stop};

/// The nodes of a short search.
const NODES: u64 = 1000;
/// Bytes of its table.
const TABLE: u64 = 1 << 20;

impl<'a, B: Bits, W: Watch> AmazonsSolver<'a, B, W> {
    /// A short search, with a new table each time, so that the same position always gives the same
    /// result.
    pub(super) fn short_search(
        &self,
        evaluator: &mut Evaluator<'a, B, W>,
        position: &Position<B>,
        budget: &Budget,
    ) -> Result<Examined<Position<B>>, Stop> {
        budget.check()?;
        let game = self.game.without_known_areas();
        let root = Reduced::new(evaluator, position);
        let numbers = game.assess(evaluator, &root, None);
        if numbers.is_solved() {
            return Ok(Examined::Solved(numbers.proof == 0));
        }
        let store = Store::small(TABLE);
        let part = budget.part(Limits::nodes(NODES));
        let mut search = Dfpn::new(&game, Tuning::default(), &store, &part, None);
        if let Ok(win) = search.solve(&root) {
            return Ok(Examined::Solved(win));
        }
        drop(search);
        budget.check()?;
        // The moves after which the opponent is easiest to refute come first.
        let mut children = Vec::new();
        for mv in position.moves(self.geometry) {
            let after = position.child(self.geometry, mv);
            let reduced = Reduced::new(evaluator, &after);
            let found = store.table.load(game.key(&reduced));
            let numbers = found.unwrap_or_else(|| game.assess(evaluator, &reduced, None));
            children.push((numbers.disproof, after));
        }
        children.sort_by_key(|&(disproof, _)| disproof);
        Ok(Examined::Open(children.into_iter().map(|(_, after)| after).collect()))
    }
}
