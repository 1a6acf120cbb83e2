//! Amazons at the board.

use super::table::{Table, Thought};
use crate::boards;
use crate::failure::Failure;
use lastmove_amazons::{Colour, parse_move};
use lastmove_board::{Bits, Diagram};
use lastmove_draw::{Labels, TextDrawing};
use lastmove_player::{Engine, Game, Limits, Options};
use lastmove_work::{Cancel, file};
use std::path::Path;

pub(super) struct Board {
    game: Game,
    engine: Engine,
}

impl Board {
    pub(super) fn new(start: &Diagram, options: Options) -> Result<Self, Failure> {
        let game = Game::new(start).map_err(|e| boards::bad(&start.to_string(), e))?;
        Ok(Self { game, engine: Engine::new(options) })
    }
}

impl Table for Board {
    fn sides(&self) -> [&'static str; 2] {
        Colour::BOTH.map(Colour::name)
    }

    fn to_move(&self) -> usize {
        self.game.to_move() as usize
    }

    fn winner(&self) -> Option<usize> {
        self.game.winner().map(|winner| winner as usize)
    }

    fn diagram(&self) -> Diagram {
        self.game.diagram()
    }

    fn drawing(&self, ascii: bool) -> String {
        let last = self.game.moves().last();
        let marked = last.map_or(0, |mv| u128::bit(mv.to) | u128::bit(mv.arrow));
        let diagram = self.diagram();
        TextDrawing::new(&diagram, Labels::Amazons).ascii(ascii).highlight(marked).to_string()
    }

    fn play(&mut self, text: &str) -> Result<(), String> {
        let mv = parse_move(self.game.size(), text)
            .map_err(|e| format!("\"{text}\" is neither a command nor a move: {e}"))?;
        self.game.play(mv).map_err(|e| e.to_string())
    }

    fn undo(&mut self) -> bool {
        self.game.undo().is_some()
    }

    fn played(&self) -> Vec<String> {
        let size = self.game.size();
        self.game.moves().iter().map(|mv| mv.display(size).to_string()).collect()
    }

    fn legal(&self) -> Vec<String> {
        let moves = self.game.position().moves(self.game.geometry());
        moves.map(|mv| mv.display(self.game.size()).to_string()).collect()
    }

    fn think(&mut self, limits: &Limits, cancel: &Cancel) -> Thought {
        let size = self.game.size();
        self.engine.set_position(size, self.game.position());
        let report = self.engine.think(limits, cancel, &mut |_| {});
        Thought::new(&report, |mv| mv.display(size).to_string())
    }

    fn save(&self, path: &Path) -> Result<(), Failure> {
        let record = self.game.record().map_err(anyhow::Error::from)?;
        Ok(file::replace(path, |out| write!(out, "{record}"))?)
    }
}
