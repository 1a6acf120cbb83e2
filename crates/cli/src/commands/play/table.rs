//! A board with its game and an engine, whichever the game.

use crate::{Failure, boards};
use lastmove_board::{Diagram, Geometry, MoveTree, Side, Size};
use lastmove_draw::TextDrawing;
use lastmove_player::{Analysis, Line, MoveLimits, Options};
use lastmove_report::Game;
use lastmove_work::{Cancel, human};
use std::path::Path;

/// What a game must offer to be played here.
pub(super) trait Playable: MoveTree<u128> {
    const GAME: Game;
    type Engine;
    type Player: Into<Side>;

    fn engine(options: Options) -> Self::Engine;
    /// A move in any spelling.
    fn parse(size: Size, text: &str) -> Result<Self::Move, String>;
    /// The position after a move, if it is legal.
    fn after(&self, geometry: &Geometry<u128>, mv: Self::Move) -> Result<Self, String>;
    /// What the engine says of the position.
    fn analyse(
        &self,
        engine: &mut Self::Engine,
        size: Size,
        limits: &MoveLimits,
        cancel: &Cancel,
    ) -> Analysis<Self::Move, Self::Player>;
    /// Marks what was played.
    fn mark<'d>(table: &Table<Self>, drawing: TextDrawing<'d>) -> TextDrawing<'d>;
    fn save(table: &Table<Self>, path: &Path) -> Result<(), Failure>;
}

pub(super) struct Table<P: Playable> {
    pub(super) geometry: Geometry<u128>,
    /// the start, and the position after each move
    pub(super) positions: Vec<P>,
    pub(super) moves: Vec<P::Move>,
    engine: P::Engine,
}

impl<P: Playable> Table<P> {
    pub(super) fn new(start: &Diagram, position: P, options: Options) -> Self {
        let geometry = Geometry::new(start.size());
        Self { geometry, positions: vec![position], moves: Vec::new(), engine: P::engine(options) }
    }

    fn position(&self) -> &P {
        &self.positions[self.moves.len()]
    }

    pub(super) fn to_move(&self) -> Side {
        self.position().side()
    }

    /// Who has won: the side to move has no move.
    pub(super) fn winner(&self) -> Option<Side> {
        let stuck = self.position().tree_moves(&self.geometry).next().is_none();
        stuck.then(|| self.to_move().opponent())
    }

    pub(super) fn diagram(&self) -> Diagram {
        self.position().diagram(self.geometry.size())
    }

    /// The board with what was played marked.
    pub(super) fn drawing(&self, ascii: bool) -> String {
        let diagram = self.diagram();
        let drawing = TextDrawing::new(&diagram, boards::labels(P::GAME)).ascii(ascii);
        P::mark(self, drawing).to_string()
    }

    /// Plays a move in any spelling, or says why not.
    pub(super) fn play(&mut self, text: &str) -> Result<(), Failure> {
        let mv = P::parse(self.geometry.size(), text).map_err(|e| {
            Failure::input_line(format!("\"{text}\" is neither a command nor a move: {e}"))
        })?;
        let after = self.position().after(&self.geometry, mv).map_err(Failure::input_line)?;
        self.positions.push(after);
        self.moves.push(mv);
        Ok(())
    }

    /// Takes the last move back, if there is one.
    pub(super) fn undo(&mut self) -> bool {
        let last = self.moves.pop();
        self.positions.truncate(self.moves.len() + 1);
        last.is_some()
    }

    pub(super) fn played(&self) -> Vec<String> {
        self.moves.iter().map(|&mv| self.name(mv)).collect()
    }

    pub(super) fn legal(&self) -> Vec<String> {
        self.position().tree_moves(&self.geometry).map(|mv| self.name(mv)).collect()
    }

    fn name(&self, mv: P::Move) -> String {
        P::move_name(mv, self.geometry.size())
    }

    /// What the engine finds, in words.
    pub(super) fn think(&mut self, limits: &MoveLimits, cancel: &Cancel) -> Thought {
        let (position, size) = (*self.position(), self.geometry.size());
        let report = position.analyse(&mut self.engine, size, limits, cancel);
        let judge = |win: f64, score: f64| format!("{:.0} %, {score:+.1} moves", 100.0 * win);
        let judgement = match report.proven {
            Some(winner) => format!("{} wins, proved", winner.into().capital()),
            None => judge(report.win, report.score),
        };
        let line = |line: &Line<P::Move>| {
            let pv: Vec<String> = line.pv.iter().take(6).map(|&mv| self.name(mv)).collect();
            format!("{:24}  {}", judge(line.win, line.score), pv.join(" "))
        };
        let (nodes, time) = (human::count(report.nodes), human::seconds(report.seconds));
        Thought {
            best: report.best.map(|mv| self.name(mv)),
            judgement,
            effort: format!("{nodes} nodes, depth {}, {time}", report.depth),
            lines: report.lines.iter().map(line).collect(),
        }
    }
}

/// What the engine found, in words.
pub(super) struct Thought {
    pub(super) best: Option<String>,
    pub(super) judgement: String,
    pub(super) effort: String,
    pub(super) lines: Vec<String>,
}
