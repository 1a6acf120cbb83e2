//! A contestant that is a player of this project.

use super::match_player::{Fault, MatchPlayer, Turn};
use crate::History;
use lastmove_board::mix;
use lastmove_player::{Clock, Engine, EngineOptions, Playable};

pub(super) struct OwnPlayer<P: Playable> {
    engine: Engine<P>,
    options: EngineOptions,
    game: usize,
}

impl<P: Playable> OwnPlayer<P> {
    pub(super) fn new(options: EngineOptions) -> Self {
        Self { engine: Engine::<P>::new(options.clone()), options, game: 0 }
    }
}

impl<P: Playable> MatchPlayer<P> for OwnPlayer<P> {
    fn number(&mut self, game: usize) {
        self.game = game;
    }

    fn begin(&mut self, _: &History<P>, _: &Turn<'_>) -> Result<(), Fault> {
        // With one seed for all games a weak level would make the same mistakes in every game.
        let seed = self.options.seed ^ mix(self.game as u64);
        self.engine = Engine::<P>::new(EngineOptions { seed, ..self.options.clone() });
        Ok(())
    }

    fn choose(&mut self, game: &History<P>, turn: &Turn<'_>) -> Result<Option<P::Move>, Fault> {
        let clock = Clock {
            remaining: turn.clocks.map(|clocks| clocks[game.to_move().seat()]),
            increment: turn.increment,
            byoyomi: None,
            per_move: turn.limits.time,
        };
        let mut limits = turn.limits;
        limits.time = clock.time_for(game.position().empty().count_ones());
        self.engine.set_position(game.size(), game.position());
        let report = self.engine.think(&limits, turn.cancel, &mut |_| {});
        if turn.cancel.is_cancelled() {
            return Err(Fault::Cancelled);
        }
        Ok(report.best)
    }
}
