//! Domineering at the board.

use super::table::{Table, Thought};
use crate::boards;
use crate::failure::Failure;
use lastmove_board::{Bits, Diagram, Geometry};
use lastmove_domineering::{Move, Player, Position, parse_move};
use lastmove_draw::{Labels, TextDrawing};
use lastmove_player::{DomineeringEngine, Limits, Options};
use lastmove_work::Cancel;
use std::path::Path;

pub(super) struct Board {
    geometry: Geometry<u128>,
    /// the start, and the position after each move
    positions: Vec<Position<u128>>,
    moves: Vec<Move>,
    engine: DomineeringEngine,
}

impl Board {
    pub(super) fn new(start: &Diagram, options: Options) -> Result<Self, Failure> {
        let position = boards::domineering(start)?;
        let engine = DomineeringEngine::new(options);
        let geometry = Geometry::new(start.size());
        Ok(Self { geometry, positions: vec![position], moves: Vec::new(), engine })
    }

    fn position(&self) -> &Position<u128> {
        &self.positions[self.moves.len()]
    }
}

impl Table for Board {
    fn sides(&self) -> [&'static str; 2] {
        Player::BOTH.map(Player::name)
    }

    fn to_move(&self) -> usize {
        self.position().to_move() as usize
    }

    fn winner(&self) -> Option<usize> {
        let stuck = self.position().moves(&self.geometry).next().is_none();
        stuck.then(|| 1 - self.to_move())
    }

    fn diagram(&self) -> Diagram {
        self.position().to_diagram(self.geometry.size())
    }

    fn drawing(&self, ascii: bool) -> String {
        let diagram = self.diagram();
        let mut drawing = TextDrawing::new(&diagram, Labels::Domineering).ascii(ascii);
        for (before, mv) in self.positions.iter().zip(&self.moves) {
            let domino: u128 = mv.domino(&self.geometry, before.to_move());
            drawing = drawing.domino(mv.0, domino.without_lowest().lowest());
        }
        drawing.to_string()
    }

    fn play(&mut self, text: &str) -> Result<(), String> {
        let mv = parse_move(self.geometry.size(), text)
            .map_err(|e| format!("\"{text}\" is neither a command nor a move: {e}"))?;
        let after = self.position().play(&self.geometry, mv).map_err(|e| e.to_string())?;
        self.positions.push(after);
        self.moves.push(mv);
        Ok(())
    }

    fn undo(&mut self) -> bool {
        if self.moves.pop().is_some() {
            self.positions.pop();
            return true;
        }
        false
    }

    fn played(&self) -> Vec<String> {
        self.moves.iter().map(|mv| mv.display(self.geometry.size()).to_string()).collect()
    }

    fn legal(&self) -> Vec<String> {
        let moves = self.position().moves(&self.geometry);
        moves.map(|mv| mv.display(self.geometry.size()).to_string()).collect()
    }

    fn think(&mut self, limits: &Limits, cancel: &Cancel) -> Thought {
        let size = self.geometry.size();
        self.engine.set_position(size, &self.positions[self.moves.len()]);
        let report = self.engine.think(limits, cancel, &mut |_| {});
        Thought::new(&report, |mv| mv.display(size).to_string())
    }

    fn save(&self, _: &Path) -> Result<(), Failure> {
        Err(Failure::input_line("SGF has no Domineering; `moves` prints what was played"))
    }
}
