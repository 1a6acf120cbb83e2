//! The settings of GTP and UCI sessions.

use lastmove_board::{Diagram, Game};
use lastmove_player::{EngineOptions, MoveLimits};

/// The settings of a session.
#[derive(Clone, Debug)]
pub struct SessionSettings {
    /// the game
    pub game: Game,
    /// the options of the engine
    pub options: EngineOptions,
    /// in GTP limits for every move, whatever the clock shows; in UCI limits for a `go` without
    /// limits
    pub limits: MoveLimits,
    /// the start position; in UCI what `startpos` means
    pub board: Diagram,
    /// whether GTP's `genmove` answers one point of the turn at a time
    pub points: bool,
    /// whether GTP sessions think during the opponent's turn; UCI has commands for that
    pub ponder: bool,
    /// draws the board for `showboard` and `d`
    pub draw: fn(Game, &Diagram) -> String,
}

impl Default for SessionSettings {
    fn default() -> Self {
        let game = Game::Amazons;
        let board = lastmove_amazons::start::parse(game.default_board());
        Self {
            game,
            options: EngineOptions::default(),
            limits: MoveLimits::default(),
            board: board.unwrap_or_else(|_| unreachable!("10x10 is a board")),
            points: false,
            ponder: false,
            draw: |_, diagram| diagram.to_string(),
        }
    }
}
