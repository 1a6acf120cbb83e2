//! The two games at the board.

use super::table::{Playable, Table};
use crate::Failure;
use lastmove_amazons::sgf::Record;
use lastmove_amazons::{self as amazons, Move};
use lastmove_board::{Bits, Geometry, MoveTree, Size};
use lastmove_domineering as domineering;
use lastmove_draw::TextDrawing;
use lastmove_player::{
    Analysis, DomineeringAnalysis, DomineeringEngine, Engine, MoveLimits, Options,
};
use lastmove_report::Game;
use lastmove_work::{Cancel, file};
use std::path::Path;

impl Playable for amazons::Position<u128> {
    const GAME: Game = Game::Amazons;
    type Engine = Engine;
    type Player = amazons::Colour;

    fn engine(options: Options) -> Engine {
        Engine::new(options)
    }

    fn parse(size: Size, text: &str) -> Result<Move, String> {
        amazons::parse_move(size, text).map_err(|e| e.to_string())
    }

    fn after(&self, geometry: &Geometry<u128>, mv: Move) -> Result<Self, String> {
        self.play(geometry, mv).map_err(|e| e.to_string())
    }

    fn analyse(
        &self,
        engine: &mut Engine,
        size: Size,
        limits: &MoveLimits,
        cancel: &Cancel,
    ) -> Analysis {
        engine.set_position(size, self);
        engine.think(limits, cancel, &mut |_| {})
    }

    /// The last move.
    fn mark<'d>(table: &Table<Self>, drawing: TextDrawing<'d>) -> TextDrawing<'d> {
        let last = table.moves.last();
        drawing.highlight(last.map_or(0, |mv| u128::bit(mv.to) | u128::bit(mv.arrow)))
    }

    fn save(table: &Table<Self>, path: &Path) -> Result<(), Failure> {
        let start = table.positions[0].to_diagram(table.geometry.size());
        let mut record = Record::new(&start).map_err(anyhow::Error::from)?;
        let mut at = Record::ROOT;
        for &mv in &table.moves {
            at = record.add_move(at, mv).map_err(anyhow::Error::from)?;
        }
        Ok(file::replace(path, |out| write!(out, "{record}"))?)
    }
}

impl Playable for domineering::Position<u128> {
    const GAME: Game = Game::Domineering;
    type Engine = DomineeringEngine;
    type Player = domineering::Player;

    fn engine(options: Options) -> DomineeringEngine {
        DomineeringEngine::new(options)
    }

    fn parse(size: Size, text: &str) -> Result<domineering::Move, String> {
        domineering::parse_move(size, text).map_err(|e| e.to_string())
    }

    fn after(&self, geometry: &Geometry<u128>, mv: domineering::Move) -> Result<Self, String> {
        self.play(geometry, mv).map_err(|e| e.to_string())
    }

    fn analyse(
        &self,
        engine: &mut DomineeringEngine,
        size: Size,
        limits: &MoveLimits,
        cancel: &Cancel,
    ) -> DomineeringAnalysis {
        engine.set_position(size, self);
        engine.think(limits, cancel, &mut |_| {})
    }

    /// All dominoes.
    fn mark<'d>(table: &Table<Self>, mut drawing: TextDrawing<'d>) -> TextDrawing<'d> {
        for (before, &mv) in table.positions.iter().zip(&table.moves) {
            let squares = before.move_squares(mv, table.geometry.size());
            drawing = drawing.domino(squares[0], squares[1]);
        }
        drawing
    }

    fn save(_: &Table<Self>, _: &Path) -> Result<(), Failure> {
        Err(Failure::input_line("SGF has no Domineering; `moves` prints what was played"))
    }
}
