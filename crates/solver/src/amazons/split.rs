//! Amazons cut into work units.

use super::evaluator::{Evaluator, Settings};
use super::game::AmazonsGame;
use super::reduced::Reduced;
use crate::dfpn::{Dfpn, ProofGame};
use crate::limits::{Limits, Watch};
use crate::table::Table;
use crate::units::{Look, Split};
use lastmove_amazons::Position;
use lastmove_board::{Bits, Geometry};
use lastmove_endgame::Databases;

/// Nodes of a short look.
const LOOK: u64 = 1000;
/// Bytes of its table.
const TABLE: usize = 1 << 20;

/// Looks at positions by a short search with a table of its own each time, so that the same
/// position always looks the same.
pub struct Splitter<'a, B: Bits> {
    geometry: &'a Geometry<B>,
    game: AmazonsGame<'a, B>,
    evaluator: Evaluator<'a, B>,
}

impl<'a, B: Bits> Splitter<'a, B> {
    /// A splitter for one board.
    pub fn new(geometry: &'a Geometry<B>, databases: &'a Databases, settings: Settings) -> Self {
        let game = AmazonsGame::new(geometry, databases, settings);
        let evaluator = game.evaluator();
        Self { geometry, game, evaluator }
    }
}

impl<B: Bits> Split for Splitter<'_, B> {
    type Position = Position<B>;

    fn key(&mut self, position: &Position<B>) -> u128 {
        self.game.key(&Reduced::new(&mut self.evaluator, position))
    }

    fn look(&mut self, position: &Position<B>) -> Look<Position<B>> {
        let root = Reduced::new(&mut self.evaluator, position);
        let numbers = self.game.assess(&mut self.evaluator, &root);
        if numbers.is_solved() {
            return Look::Solved(numbers.proof == 0);
        }
        let table = Table::new(TABLE);
        let watch = Watch::new(Limits { nodes: Some(LOOK), ..Limits::default() });
        let mut search = Dfpn::new(&self.game, &table, &watch, None).short();
        if let Ok(win) = search.solve(&root) {
            return Look::Solved(win);
        }
        // The moves after which the opponent is easiest to refute come first.
        let mut children = Vec::new();
        for mv in position.moves(self.geometry) {
            let mut after = *position;
            after.play_unchecked(mv);
            let reduced = Reduced::new(&mut self.evaluator, &after);
            let found = table.load(self.game.key(&reduced));
            let numbers = found.unwrap_or_else(|| self.game.assess(&mut self.evaluator, &reduced));
            children.push((numbers.disproof, after));
        }
        children.sort_by_key(|&(disproof, _)| disproof);
        Look::Open(children.into_iter().map(|(_, after)| after).collect())
    }
}
