//! A player of ours at the board.

use super::seat::{Fault, Seat, Turn};
use crate::{Clock, Engine, History, Options};
use lastmove_amazons::{Colour, Move};

pub(super) struct Own {
    engine: Engine,
}

impl Own {
    pub(super) fn new(options: Options) -> Self {
        Self { engine: Engine::new(options) }
    }
}

impl Seat for Own {
    fn begin(&mut self, _: &History, _: Colour, _: &Turn<'_>) -> Result<(), Fault> {
        self.engine.clear();
        Ok(())
    }

    fn choose(&mut self, game: &History, turn: &Turn<'_>) -> Result<Option<Move>, Fault> {
        let clock = Clock {
            remaining: turn.clocks.map(|clocks| clocks[game.to_move() as usize]),
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
