//! A move of the player.

use crate::{Ask, Error};
use lastmove_board::{Game, GamePosition};
use lastmove_player::{Engine, EngineOptions, Level, MoveLimits};
use lastmove_report::{BadBoard, read};
use lastmove_solver::with_game;
use lastmove_work::Limits;
use std::time::Duration;

/// The settings of [`BestMove`]: the strength of the player.
#[derive(Clone, Copy, Debug)]
pub struct AskMove {
    level: Level,
}

impl Default for AskMove {
    fn default() -> Self {
        Self { level: Level::FULL }
    }
}

/// Asks the player for a good move. Set a time or a number of nodes.
///
/// ```
/// use lastmove::{BestMove, Game, player::Level};
/// use std::time::Duration;
///
/// let ask = BestMove::new(Game::Amazons, "5x5").time(Duration::from_millis(50));
/// assert!(ask.level(Level::new(3).unwrap()).run()?.is_some());
/// # Ok::<(), lastmove::Error>(())
/// ```
pub type BestMove<'a> = Ask<'a, AskMove>;

impl BestMove<'_> {
    /// Plays at this level; the default is the strongest.
    #[must_use]
    pub fn level(mut self, level: Level) -> Self {
        self.what.level = level;
        self
    }

    /// Chooses a move; `None` if there is none, and the game is over.
    ///
    /// # Errors
    /// If the position or the databases cannot be read.
    pub fn run(self) -> Result<Option<String>, Error> {
        let diagram = read(self.game, self.board)?;
        let side = diagram.side().unwrap_or(self.game.first_side());
        let diagram = diagram.with_side(Some(side));
        let options = EngineOptions {
            threads: self.threads,
            memory: self.memory,
            level: self.what.level,
            databases: Some(self.open_databases(&self.budget())?),
            ..EngineOptions::default()
        };
        let Limits { time, nodes } = self.limits;
        let limits = MoveLimits { time, nodes, ..MoveLimits::default() };
        with_game!(self.game, P => {
            let start = P::from_diagram(&diagram);
            let start = start.map_err(|error| BadBoard::new(self.board, error))?;
            let mut engine = Engine::new(options);
            engine.set_position(diagram.size(), &start);
            let best = engine.think(&limits, &self.cancel, &mut |_| {}).best;
            Ok(best.map(|mv| P::move_name(mv, diagram.size())))
        })
    }
}

/// The move that the player chooses within `time`; `None` if there is none, and the game is over.
/// [`BestMove`] has levels and more; an [`Engine`] keeps its search tree from move to move.
///
/// ```
/// use lastmove::Game;
/// use std::time::Duration;
///
/// let time = Duration::from_millis(50);
/// assert!(lastmove::best_move(Game::Amazons, "5x5", time)?.is_some());
/// assert_eq!(lastmove::best_move(Game::Domineering, "3 v", time)?, None);
/// # Ok::<(), lastmove::Error>(())
/// ```
///
/// # Errors
/// If the position cannot be read.
pub fn best_move(game: Game, position: &str, time: Duration) -> Result<Option<String>, Error> {
    BestMove::new(game, position).time(time).run()
}
