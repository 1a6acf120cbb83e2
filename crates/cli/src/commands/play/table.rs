//! A board with its game and an engine, for either game.

use crate::Failure;
use lastmove_arena::History;
use lastmove_board::{Bits, Diagram, Game, Side};
use lastmove_draw::BoardDrawing;
use lastmove_player::{
    AnalysisLine, Engine, EngineOptions, FinalScore, Level, MoveLimits, Playable, PlayerKind,
};
use lastmove_work::{Cancel, human};

pub(super) struct Table<P: Playable> {
    pub(super) game: History<P>,
    options: EngineOptions,
    /// the opponent, at the level of the arguments
    opponent: Engine<P>,
    /// the engine for hints, at full strength; made when first needed
    adviser: Option<Engine<P>>,
}

impl<P: Playable> Table<P> {
    pub(super) fn new(game: History<P>, options: EngineOptions) -> Self {
        let opponent = Engine::<P>::new(options.clone());
        Self { game, options, opponent, adviser: None }
    }

    pub(super) fn to_move(&self) -> Side {
        self.game.to_move()
    }

    /// The winner: if the side to move has no move, the other side.
    pub(super) fn winner(&self) -> Option<Side> {
        self.game.winner()
    }

    /// The winner and the moves that he has left, once nothing is contested.
    pub(super) fn final_score(&self) -> Option<FinalScore> {
        self.game.position().final_score(self.game.size())
    }

    pub(super) fn diagram(&self) -> Diagram {
        self.game.diagram()
    }

    /// The board with marks for what was played: the last move of Amazons, all dominoes of
    /// Domineering.
    pub(super) fn drawing(&self, ascii: bool) -> String {
        let diagram = self.diagram();
        let mut drawing = BoardDrawing::new(&diagram, P::GAME).ascii(ascii);
        let (positions, size) = (self.game.positions(), self.game.size());
        let played = positions.iter().zip(self.game.moves());
        let mut played = played.map(|(before, &mv)| before.move_squares(mv, size));
        drawing = match P::GAME {
            // the last move
            Game::Amazons => {
                let last = played.next_back().into_iter().flatten().skip(1);
                drawing.highlight(u128::from_squares(last))
            }
            // all dominoes
            Game::Domineering => played.fold(drawing, |d, domino| d.domino(domino[0], domino[1])),
        };
        drawing.to_string()
    }

    /// Reads a move in any spelling. A move number may precede it, as in a printed game.
    pub(super) fn read_move(&self, text: &str) -> Result<P::Move, Failure> {
        let text = match P::split_moves(text).collect::<Vec<_>>()[..] {
            [(_, only)] => only,
            _ => text,
        };
        P::read_move(self.game.size(), text).map_err(|e| {
            Failure::input_line(format!("\"{text}\" is neither a command nor a move: {e}"))
        })
    }

    /// Plays a move, or says why it is not legal.
    pub(super) fn play(&mut self, mv: P::Move) -> Result<(), Failure> {
        self.game.play(mv).map_err(|e| Failure::input_line(e.to_string()))
    }

    pub(super) fn legal(&self) -> Vec<String> {
        let (size, geometry) = (self.game.size(), self.game.geometry());
        self.game.position().moves(geometry).map(|mv| P::move_name(mv, size)).collect()
    }

    /// The opponent's move, with its judgement as text.
    pub(super) fn think(&mut self, limits: &MoveLimits, cancel: &Cancel) -> Thought<P::Move> {
        think(&mut self.opponent, &self.game, limits, cancel)
    }

    /// The adviser's move, at full strength whatever the level of the opponent.
    pub(super) fn advise(&mut self, limits: &MoveLimits, cancel: &Cancel) -> Thought<P::Move> {
        let full = || {
            let (level, kind) = (Level::FULL, PlayerKind::default());
            Engine::<P>::new(EngineOptions { level, kind, ..self.options.clone() })
        };
        think(self.adviser.get_or_insert_with(full), &self.game, limits, cancel)
    }
}

/// `57 %, +1.2 moves`.
pub(crate) fn judge(win: f64, score: f64) -> String {
    format!("{:.0} %, {score:+.1} moves", 100.0 * win)
}

/// The first moves of a line, about six of them.
pub(crate) fn pv<P: Playable>(game: &History<P>, line: &AnalysisLine<P::Move>) -> String {
    let names = line.pv.iter().take(6).map(|&mv| P::move_name(mv, game.size()));
    names.collect::<Vec<_>>().join(" ")
}

fn think<P: Playable>(
    engine: &mut Engine<P>,
    game: &History<P>,
    limits: &MoveLimits,
    cancel: &Cancel,
) -> Thought<P::Move> {
    engine.set_position(game.size(), game.position());
    let report = engine.think(limits, cancel, &mut |_| {});
    let judgement = match report.proven {
        Some(winner) => format!("{} wins, proved", winner.capital()),
        None => judge(report.win, report.score),
    };
    let line = |line: &AnalysisLine<P::Move>| {
        format!("{:24}  {}", judge(line.win, line.score), pv(game, line))
    };
    let (nodes, time) = (human::count(report.nodes), human::seconds(report.seconds));
    Thought {
        best: report.best,
        judgement,
        effort: format!("{nodes} nodes, depth {}, {time}", report.depth),
        lines: report.lines.iter().map(line).collect(),
    }
}

/// An engine's move, and the rest of its findings as text.
pub(super) struct Thought<M> {
    pub(super) best: Option<M>,
    pub(super) judgement: String,
    pub(super) effort: String,
    pub(super) lines: Vec<String>,
}
