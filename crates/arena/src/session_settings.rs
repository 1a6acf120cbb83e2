//! What the sessions of GTP and UCI begin with.

use lastmove_board::{Diagram, Game};
use lastmove_player::{EngineOptions, MoveLimits};

/// How a session begins.
#[derive(Clone, Debug)]
pub struct SessionSettings {
    /// which game
    pub game: Game,
    /// the engine
    pub options: EngineOptions,
    /// for every move in GTP, whatever the clock says; in UCI for a `go` that has none of its own
    pub limits: MoveLimits,
    /// the start position; in UCI what `startpos` means
    pub board: Diagram,
    /// whether GTP's `genmove` answers one point of the turn at a time
    pub points: bool,
    /// whether to think while the other side does; UCI asks for it by itself
    pub ponder: bool,
    /// what `showboard` and `d` print
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
